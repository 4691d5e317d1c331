/**
 * Finds instructions by which threads may synchronise unobserved. Atomics in instrumented code are calls of __tsan_*,
 * so a locked instruction comes from inline assembly, or from code that was not compiled with `drista cc`.
 */
import type { Elf } from '../debug-info/elf';
import { linkedAt, newest, outputOf, symbolizer } from '../debug-info/symbolizer';

/** A function with such instructions. */
export interface Assembly {
  /** Demangled. */
  readonly function: string;
  /** Empty: unknown. */
  readonly file: string;
  /** Of the first of them; 0: unknown. */
  readonly line: number;
  /** As `lock cmpxchg`, each once. */
  readonly instructions: readonly string[];
}

const EXECUTABLE = 4;

/** Sections of the runtime's code, and those that the linker generates. */
const ofOthers = /^(drista_text|\.plt.*|\.init|\.fini)$/;

/**
 * Functions of compilers' own libraries: outlined atomics (aarch64), thunks against speculation, statically linked
 * libstdc++.
 */
const ofCompilers = new RegExp(
  '^(__aarch64_(cas|swp|ld)|__x86_|__llvm_retpoline|' +
    'std::|__gnu_cxx::|__cxxabiv1::|__cxa_|__gthread|operator (new|delete))',
);

/**
 * The functions of an instrumented executable or library that have such instructions. Undefined without objdump.
 */
export function assemblyIn(path: string, elf: Elf): Assembly[] | undefined {
  const tools = process.env.PATH ?? '';
  const tool = newest(tools, /^objdump$/) ?? newest(tools, /^llvm-objdump(?:-(\d+))?$/);
  if (tool === undefined) return undefined;
  const code = [...elf.sections]
    .filter(([name, { flags }]) => (flags & EXECUTABLE) !== 0 && !ofOthers.test(name))
    .map(([name]) => name);
  if (code.length === 0) return [];
  const listing = outputOf(tool, [
    '--disassemble',
    '--demangle',
    '--no-show-raw-insn',
    ...code.flatMap((name) => ['-j', name]),
    path,
  ]);
  const found = [...synchronising(listing)].filter(([name]) => !ofCompilers.test(name));
  if (found.length === 0) return [];
  const start = linkedAt(path);
  const places =
    symbolizer()?.(
      path,
      found.map(([, { address }]) => address - start),
      [],
    ).places ?? [];
  const all = found.map(([name, { instructions }], i): Assembly => {
    const { function: known = name, file = '', line = 0 } = places[i]?.[0] ?? {};
    return { function: known, file, line, instructions: [...instructions] };
  });
  // A static function of a header may be in the program several times.
  return [...new Map(all.map((each) => [`${each.function} ${each.file} ${each.line}`, each])).values()];
}

interface Found {
  readonly address: number;
  readonly instructions: Set<string>;
}

/** For each function of objdump's listing with such instructions: the first one's address, and what they are. */
export function synchronising(listing: string): Map<string, Found> {
  const found = new Map<string, Found>();
  let name = '',
    prefix = '';
  for (const line of listing.split('\n')) {
    const [, label] = /^[0-9a-f]+ <(.*)>:$/.exec(line) ?? [];
    if (label !== undefined) name = label;
    const [, at, text] = /^\s*([0-9a-f]+):\s*(\S.*?)\s*$/.exec(line) ?? [];
    if (at === undefined) continue;
    if (text === 'lock') {
      // llvm-objdump: on a line of its own
      prefix = 'lock ';
      continue;
    }
    const instruction = synchronises(`${prefix}${text}`);
    prefix = '';
    if (instruction === undefined) continue;
    const known = found.get(name);
    if (known === undefined) found.set(name, { address: parseInt(at, 16), instructions: new Set([instruction]) });
    else known.instructions.add(instruction);
  }
  return found;
}

/** The instruction without its operands, if threads synchronise by it: x86-64 and aarch64, as objdump writes them. */
function synchronises(text: string): string | undefined {
  const [, lock = '', name = '', operands = ''] =
    /^(?:x(?:acquire|release) )?(lock )?(?:data16 |rex\S* )*(\S+)\s*(.*)$/.exec(text) ?? [];
  if (lock !== '') return `lock ${name}`;
  if (/^(mfence|dmb)$/.test(name)) return name;
  // Between two registers it is a mere exchange. With memory it is always locked.
  if (/^xchg[bwlq]?$/.test(name)) return /^%\w+, ?%\w+$/.test(operands.replace(/\s*[#<].*$/, '')) ? undefined : name;
  if (/^(ld|st)a?l?xr[bhp]?$|^stlxr[bhp]?$/.test(name)) return name;
  // The large system extensions of Armv8.1.
  const large = /^(ldadd|ldclr|ldset|ldeor|ldsmax|ldsmin|ldumax|ldumin|swp|casp?)(a|l|al)?[bh]?$/;
  return large.test(name) ? name : undefined;
}
