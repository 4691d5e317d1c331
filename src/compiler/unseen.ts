/**
 * Code of a program that drista sees only at its calls of pthread functions and the like: libraries, and functions of
 * the program or of instrumented libraries, that were not compiled with `drista cc`.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { shortFunction } from '../debug-info/function-name';
import { readElf, type Elf } from '../debug-info/elf';
import { isTsan } from './entry';
import { effectOf } from '../effects/effects';
import { ownCodeOf, type OwnCode } from './own-code';
import { accessesIn } from './silent-functions';
import { listingOf } from './unannounced';
import { fromUsual } from './unknown-calls';
import { isUsual } from './unobserved';
import { isWrapped } from './wrapped';

export interface UnseenFiles {
  /** The paths of libraries. */
  readonly libraries: readonly string[];
  /** Functions, each with its file. */
  readonly functions: readonly { readonly name: string; readonly path: string }[];
  /** Statements of other functions, for people. */
  readonly statements: readonly string[];
}

/** The unseen code of a program that consists of these files (the executable first). */
export function unseenIn(paths: readonly string[]): UnseenFiles {
  const libraries: string[] = [],
    functions: { name: string; path: string }[] = [],
    statements: string[] = [];
  for (const path of new Set(paths)) {
    if (isUsual(path) || isTsan(basename(path))) continue;
    const code = ownCodeOf(path);
    if (code === 'uninstrumented') libraries.push(path);
    if (code === 'stripped') functions.push({ name: 'code without symbols', path });
    if (typeof code === 'string') continue;
    statements.push(...code.unseenStatements);
    functions.push(...unknownIn(code, paths));
    if (code.silent.size === 0) continue;
    for (const name of [...accessors(path, code)].sort()) functions.push({ name, path });
  }
  return { libraries, functions, statements };
}

/** Names for people; empty: all of the program is seen. */
export function namesOf({ libraries, functions, statements }: UnseenFiles): string[] {
  const named = functions.map(({ name, path }) => `${shortFunction(name)} in ${basename(path)}`);
  return [...libraries.map((path) => basename(path)), ...named, ...statements];
}

/**
 * The libraries of libc and the compilers that have functions which the code calls and which have no row in the table.
 */
function unknownIn({ calls }: OwnCode, paths: readonly string[]): { name: string; path: string }[] {
  const names = [...calls].filter((name) => effectOf(name) === undefined && !isWrapped(name)).sort();
  if (names.length === 0) return [];
  return fromUsual(names, paths).map(({ path }) => ({ name: 'code without known effects', path }));
}

/** By path. */
const known = new Map<string, readonly string[]>();

function accessors(path: string, code: OwnCode): readonly string[] {
  let found = known.get(path);
  if (found === undefined) known.set(path, (found = lookFor(path, code)));
  return found;
}

function lookFor(path: string, { silent, entered, sections, needed }: OwnCode): readonly string[] {
  const covers = [...silent.values()].some((name) => coverage.entries.includes(name));
  // A template of a file that was compiled without drista has such a name, too. gcc leaves out some reads at -O0.
  const isLoaded = needed.some((name) => name.startsWith('libstdc++'));
  const isOfLibrary = (name: string): boolean =>
    ofCompiler.test(name) || (ofStandardLibrary.test(name) && (!isLoaded || entered.has(name)));
  const asked = new Map(
    [...silent].filter(
      ([, name]) => !isOfLibrary(name) && !arithmetic.test(name) && !(covers && coverage.functions.test(name)),
    ),
  );
  if (asked.size === 0) return [];
  const elf = readElf(readFileSync(path));
  const listing = elf && listingOf(path, sections);
  // Without a disassembler nothing is known of these functions.
  if (listing === undefined) return [...asked.values()];
  return [...accessesIn(listing, asked, constantsOf(elf!)).keys()];
}

/** Functions of libsupc++ and libgcc, which a program may have inside. */
const ofCompiler = /^(_ZN?K?10__cxxabiv1|_ZGTt|_ZT[IVSTCv]|__cxa_|__gxx_|_Unwind_|__clang_|__gnu_)/;
/** Functions of libstdc++, for programs that do not load it. */
const ofStandardLibrary = /^(_ZN?V?K?S[atbsiod]|_ZN?K?9__gnu_cxx)/;
/**
 * Functions of libgcc, and of Rust's compiler_builtins, for arithmetic that the processor does not have, such as
 * __udivti3: some read tables.
 */
const arithmetic =
  /^__[a-z]+(di|ti|si|sf|df|xf|tf|hf|sc|dc|xc|tc)[a-z]*\d?$|^_(R|ZN).*17compiler_builtins(3int|5float)/;

/** What the compilers' coverage of lines links: it counts, and writes files when the program exits. */
const coverage = {
  entries: ['__gcov_init', '__llvm_profile_runtime_user', '__llvm_profile_register_function', 'llvm_gcov_init'],
  functions: /^(_*gcov_|_*llvm_(profile|gcov|gcda|write|get)|lprof|mangle_path$)/,
};

const WRITABLE = 1;
/** Written by the loader only. */
const relocated = /^\.(got.*|data\.rel\.ro.*|init_array|fini_array|dynamic)$/;

function constantsOf({ sections }: Elf): (address: number) => boolean {
  const constant = [...sections].filter(
    ([name, { address, flags }]) => address !== 0 && ((flags & WRITABLE) === 0 || relocated.test(name)),
  );
  return (at) => constant.some(([, { address, bytes }]) => at >= address && at < address + bytes.length);
}
