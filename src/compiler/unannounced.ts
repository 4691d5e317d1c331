/**
 * Functions of a program that write memory unannounced: they were not compiled with `drista cc`, or have the attribute
 * `no_sanitize("thread")`.
 */
import { newest, outputOf } from '../debug-info/symbolizer';
import { accessesIn } from './silent-functions';

/** Functions that compilers and linkers add to every program, and those that run only before main. */
const beforeMain = /^(__cxx_global_var_init|_GLOBAL__sub_I_|_Z41__static_init|__tls_init|_ZTH|_ZTW)/;
const harmless = [
  /^(_init|_fini|_start|(de)?register_tm_clones|__do_global_dtors_aux|frame_dummy|_dl_relocate_static_pie)$/,
  /^(tsan\.module_ctor|dr_switch(_first)?|drista_first|at(_quick_)?exit|__libc_csu_\w+)$/,
  beforeMain,
];

/** Does the function run only before main? */
export function runsBeforeMain(name: string): boolean {
  return beforeMain.test(name);
}

/** Is it one of these functions? */
export function isHarmless(name: string): boolean {
  return harmless.some((pattern) => pattern.test(name));
}

/**
 * Those of the functions (address and name), by name, that write memory other than their own stack frame.
 * `sections`: where their code is. Undefined if objdump is missing or prints nothing.
 */
export function writersAmong(
  functions: ReadonlyMap<number, string>,
  path: string,
  sections: readonly string[],
): string[] | undefined {
  const listing = listingOf(path, sections);
  return listing === undefined ? undefined : writersIn(listing, functions);
}

const listings = new Map<string, string | undefined>();

/** What objdump prints of the code in these sections; undefined if it is missing or prints nothing. */
export function listingOf(path: string, sections: readonly string[]): string | undefined {
  if (!listings.has(path)) listings.set(path, disassemble(path, sections));
  return listings.get(path);
}

function disassemble(path: string, sections: readonly string[]): string | undefined {
  const tools = process.env.PATH ?? '';
  const tool = newest(tools, /^objdump$/) ?? newest(tools, /^llvm-objdump(?:-(\d+))?$/);
  if (tool === undefined) return undefined;
  const within = sections.flatMap((name) => ['-j', name]);
  const listing = outputOf(tool, ['--disassemble', '--no-show-raw-insn', ...within, path]);
  return listing === '' ? undefined : listing;
}

/** The same for objdump's listing. */
export function writersIn(listing: string, functions: ReadonlyMap<number, string>): string[] {
  return [...accessesIn(listing, functions, () => false)].flatMap(([name, access]) =>
    access === 'writes' ? [name] : [],
  );
}
