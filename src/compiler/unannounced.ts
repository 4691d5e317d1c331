/**
 * Functions of a program that write memory unannounced: they were not compiled with `drista cc`, or have the attribute
 * `no_sanitize("thread")`.
 */
import { newest, outputOf } from '../debug-info/symbolizer';

/** Functions that compilers and linkers add to every program, and those that run only before main. */
const harmless = [
  /^(_init|_fini|_start|(de)?register_tm_clones|__do_global_dtors_aux|frame_dummy|_dl_relocate_static_pie)$/,
  /^(tsan\.module_ctor|dr_switch(_first)?|drista_first|at(_quick_)?exit|__libc_csu_\w+)$/,
  /^(__cxx_global_var_init|_GLOBAL__sub_I_|_Z41__static_init)/,
];

/** Is it one of these functions? */
export function isHarmless(name: string): boolean {
  return harmless.some((pattern) => pattern.test(name));
}

/**
 * Those of the functions, by name, that write memory other than their own stack frame. `sections`: where their code is.
 * Undefined if objdump is missing or prints nothing.
 */
export function writersAmong(
  names: ReadonlySet<string>,
  path: string,
  sections: readonly string[],
): string[] | undefined {
  const tools = process.env.PATH ?? '';
  const tool = newest(tools, /^objdump$/) ?? newest(tools, /^llvm-objdump(?:-(\d+))?$/);
  if (tool === undefined) return undefined;
  const listing = outputOf(tool, [
    '--disassemble',
    '--no-show-raw-insn',
    ...sections.flatMap((name) => ['-j', name]),
    path,
  ]);
  return listing === '' ? undefined : writersIn(listing, names);
}

/** The same for objdump's listing. */
export function writersIn(listing: string, names: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  let name = '',
    hasFrame = false;
  for (const line of listing.split('\n')) {
    const [, label] = /^[0-9a-f]+ <(.*)>:$/.exec(line) ?? [];
    if (label !== undefined) {
      name = label;
      hasFrame = false;
    }
    const [, text] = /^\s*[0-9a-f]+:\s*(\S.*?)\s*$/.exec(line) ?? [];
    if (text === undefined || !names.has(name)) continue;
    hasFrame ||= /^movq?\s+%rsp,\s*%rbp/.test(text);
    if (writes(text, hasFrame)) found.add(name);
  }
  return [...found];
}

/** Instructions whose last operand is not written, or is on the stack. */
const readers =
  /^(cmp|test|lea|call|j[a-z]+|push|nop|prefetch|u?comis|bt[bwlq]?$|i?mul|i?div|fld|ret|endbr|ud2|int3|hlt)/;

/** Does the instruction (AT&T syntax) write memory that is not of the frame? `hasFrame`: %rbp points to that. */
function writes(text: string, hasFrame: boolean): boolean {
  const [, name = '', operands = ''] =
    /^(?:(?:rep\w*|lock|notrack|bnd|data16|[c-g]s|rex\S*) )*(\S+)\s*(.*)$/.exec(text.replace(/\s*[#<].*$/, '')) ?? [];
  const last = /(?:^|,\s*)((?:[^,(]*\([^)]*\))|[^,()]*)$/.exec(operands)?.[1] ?? operands;
  // A register or an immediate value, but for an address without a register.
  if (!last.includes('(')) return /^(%\ws:)?-?0x[0-9a-f]+$/.test(last) && !readers.test(name);
  // With three operands it may be an imul, which writes a register: so it has no memory as its last one.
  if (readers.test(name)) return false;
  const [, base = ''] = /\((%\w+)?/.exec(last) ?? [];
  return !(base === '%rsp' || (base === '%rbp' && hasFrame));
}
