/** Functions without announcements that access memory other than their own frame, in objdump's listings (AT&T). */

/** Is what lies at the address never written while the program runs? */
export type IsConstant = (address: number) => boolean;

/** How a function accesses memory that other code may access too. */
export type Access = 'reads' | 'writes';

/** Instructions with a memory operand that they do not access. */
const addressing = /^(lea|nop|prefetch|endbr|hint)/;

/** Instructions whose last operand is not written. */
const readers = /^(cmp|test|call|j[a-z]+|push|u?comis|bt[bwlq]?$|i?mul|i?div|fld|ret|ud2|int3|hlt)/;

/**
 * Those of the functions (address and name), by name, that access memory which other code may access too, and whether
 * they write any: not their stack frames, nor constants, such as tables of switch statements. Where registers lead is
 * followed in a straight line only.
 */
export function accessesIn(
  listing: string,
  functions: ReadonlyMap<number, string>,
  isConstant: IsConstant,
): ReadonlyMap<string, Access> {
  const found = new Map<string, Access>();
  let name: string | undefined;
  /** Registers that hold addresses in the frame, or of constants. */
  let own = new Set<string>();
  for (const line of listing.split('\n')) {
    const [, address] = /^([0-9a-f]+) <.*>:$/.exec(line) ?? [];
    if (address !== undefined) {
      name = functions.get(Number.parseInt(address, 16));
      own = new Set(['%rsp']);
    }
    const [, text] = /^\s*[0-9a-f]+:\s*(\S.*?)\s*$/.exec(line) ?? [];
    if (text === undefined || name === undefined || found.get(name) === 'writes') continue;
    const [, instruction = '', operands = ''] = instructionOf.exec(text.replace(/\s*[#<].*$/, '')) ?? [];
    const operand = memoryIn(operands, text);
    const ofRuntime = runtimesFlag.test(text);
    const isOwn = operand !== undefined && (ofRuntime || isFrameOrConstant(operand, own, isConstant));
    if (operand !== undefined && !isOwn && !addressing.test(instruction) && !coverageCounter.test(text))
      found.set(name, operand.isLast && !readers.test(instruction) ? 'writes' : (found.get(name) ?? 'reads'));
    follow(own, instruction, operands, isOwn, ofRuntime);
  }
  return found;
}

/** As objdump names it behind the instruction: counters of coverage, which nothing else reads before the end. */
const coverageCounter = /<__(gcov|profc_|llvm_gcov)/;

/** The flag that drista's pass asks for where a loop has a copy without announcements; or where its address is kept. */
const runtimesFlag = /<drista_runtime_enforced(@[^>]*)?>/;

const instructionOf = /^(?:(?:rep\w*|lock|notrack|bnd|data16|[c-g]s|rex\S*) )*(\S+)\s*(.*)$/;

/**
 * Which registers lead to the frame, to constants, or to the runtime's flag, after the instruction; `isOwn`: its memory
 * operand does; `ofRuntime`: it is the flag, or the place of its address.
 */
function follow(own: Set<string>, instruction: string, operands: string, isOwn: boolean, ofRuntime: boolean): void {
  const target = /(?:^|,\s*)(%\w+)$/.exec(operands)?.[1];
  // What is popped is the caller's; landing pads of exceptions, which follow, find the frame pointer again.
  if (target === undefined || target === '%rsp' || /^(cmp|test|push|pop|j|call)/.test(instruction)) return;
  const moved = /^movq?$/.test(instruction) ? /^(%\w+),/.exec(operands)?.[1] : undefined;
  const isAddressOfFlag = ofRuntime && /^movq?$/.test(instruction);
  if (instruction === 'lea' ? isOwn : isAddressOfFlag || (moved !== undefined && own.has(moved))) own.add(target);
  // Adding to an address leads to another part of the same object.
  else if (!/^(add|sub)/.test(instruction)) own.delete(target);
}

interface Operand {
  readonly segment: string | undefined;
  readonly base: string | undefined;
  /** The register that is added to it, where that is not multiplied. */
  readonly index: string | undefined;
  /** The address, where it has no base; with %rip the one that objdump gives. */
  readonly address: number | undefined;
  /** Is it the last operand? */
  readonly isLast: boolean;
}

/** The memory operand of an instruction; of two (`rep movs`) the last. `text`: the line of the listing. */
function memoryIn(operands: string, text: string): Operand | undefined {
  const [, segment, offset, inside, rest] =
    /^.*?(?:(%[c-g]s):)?(-?0x[0-9a-f]+)?\(([^(]*)\)([^(]*)$/.exec(operands) ?? [];
  if (inside !== undefined) {
    const [base, index, scale] = inside.split(',');
    const named = /#\s*([0-9a-f]+)/.exec(text)?.[1];
    const inData = base === '%rip' ? Number.parseInt(named ?? '', 16) : Number(offset ?? 0);
    return {
      segment,
      base: base === '' || base === '%rip' ? undefined : base,
      index: scale === '1' ? index : undefined,
      address: segment === undefined ? inData : undefined,
      isLast: rest === '',
    };
  }
  const [, from, absolute, after] = /(?:^|[\s,])(?:(%[c-g]s):)?(0x[0-9a-f]+)($|,)/.exec(operands) ?? [];
  return absolute === undefined
    ? undefined
    : { segment: from, base: undefined, index: undefined, address: Number(absolute), isLast: after === '' };
}

function isFrameOrConstant(
  { segment, base, index, address }: Operand,
  own: ReadonlySet<string>,
  isConstant: IsConstant,
): boolean {
  if (segment === '%fs' || segment === '%gs') return base === undefined && controlBlock.has(address ?? -1);
  // Where one of both leads to an object, the other is a distance in it.
  if (base !== undefined) return own.has(base) || (index !== undefined && own.has(index));
  return address !== undefined && isConstant(address);
}

/**
 * What is constant in a thread's control block (System V ABI, AMD64: %fs): its own address, and the value that guards
 * stack frames.
 */
const controlBlock: ReadonlySet<number> = new Set([0, 0x28]);
