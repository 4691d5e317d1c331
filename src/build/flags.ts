/**
 * The flags that drista adds. The compilers' own -fsanitize=thread makes them call __tsan_* for every access that
 * could be shared and every atomic; drista's runtime brings these functions, so the sanitizer's must stay out of the link.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DristaError } from '../errors';
import { exportedNames, includeFolder, runtimeLibrary } from '../paths';
import type { CommandLine } from './command-line';
import type { Compiler, Family, Language } from './compilers';
import { messages } from './messages';

/** As builtins gcc would write these out without instrumentation: some of them even at -O0. */
const writtenOut = ['memcpy', 'memmove', 'memset', 'mempcpy', 'memcmp', 'bcmp', 'bcopy', 'bzero', 'strcpy', 'stpcpy', 'strncpy', 'strcat', 'strncat',
  'strcmp', 'strncmp', 'strcasecmp', 'strncasecmp', 'strlen', 'sprintf', 'snprintf'];

const instrument: Record<Family, readonly string[]> = {
  clang: [
    '-fsanitize=thread',
    // Otherwise a read before a write to the same place in one block is dropped.
    '-mllvm', '-tsan-instrument-read-before-write=1',
    '-mllvm', '-tsan-distinguish-volatile=1',
    // Otherwise accesses to a field of a local struct, or an element of a local array, are left out though other threads have the address
    // of the whole: until version 20 clang asks whether the field's own address got out. With no uses to look at it supposes so of all.
    '-mllvm', '-capture-tracking-max-uses-to-explore=0',
  ],
  gcc: [
    '-fsanitize=thread', '--param', 'tsan-distinguish-volatile=1',
    ...writtenOut.map((name) => `-fno-builtin-${name}`),
    '-Wno-tsan', // it warns of fences, which the sanitizer does not know, but drista does
  ],
};

/** What gcc would add by itself at the end of a link line, without the sanitizer's runtime. */
const gccLibraries: Record<Language, readonly string[]> = {
  c: ['-nodefaultlibs', '-lgcc', '-lgcc_s', '-lpthread', '-lc', '-lgcc'],
  'c++': ['-nodefaultlibs', '-lstdc++', '-lm', '-lgcc_s', '-lgcc', '-lpthread', '-lc', '-lgcc'],
};

/**
 * All of the runtime is taken in, and exported, so that libraries which the program loads find it too, those of dlopen as well. Symbols are
 * bound at the start: otherwise every run would bind them again.
 */
function runtime(): string[] {
  const library = runtimeLibrary();
  if (!existsSync(library)) throw new DristaError(messages.noRuntime(library));
  return ['-Wl,--whole-archive', library, '-Wl,--no-whole-archive', `-Wl,--dynamic-list=${exportedNames()}`, '-lpthread', '-ldl', '-Wl,-z,now'];
}

/** The user's arguments with drista's. */
export function withFlags(compiler: Compiler, language: Language, args: readonly string[], line: CommandLine): string[] {
  if (!line.hasInputs) return [...compiler.prefix, ...args];
  const before: string[] = [];
  const after: string[] = [];
  if (line.hasSources) {
    // As written: already at -O1 clang makes a store of an exchange whose result is not used, and a local variable of an atomic
    // that only one function uses, though several threads run it; at -O2 it merges neighbouring stores.
    if (!line.optimization) before.push('-O0');
    if (!line.debug) before.push('-g');
    // libstdc++ checks indices; and it does not count on code in the library, which is not instrumented.
    if (language === 'c++') before.push('-D_GLIBCXX_ASSERTIONS', '-include', join(includeFolder(), 'drista-templates.h'));
    before.push(...instrument[compiler.family], '-idirafter', includeFolder());
  }
  if (line.links) {
    if (compiler.family === 'clang') before.push('-fno-sanitize-link-runtime');
    if (line.static) throw new DristaError(messages.noStatic);
    if (line.language) after.push('-x', 'none'); // what follows is no source
    if (!line.shared) after.push(...runtime());
    if (compiler.family === 'gcc' && line.hasSources) after.push(...gccLibraries[language]);
  }
  return [...compiler.prefix, ...quietly(compiler, before), ...withoutSanitizer(compiler, args, line), ...after];
}

/** clang warns of flags that a command has no use for (instrumentation when only objects are linked): ours should not. */
function quietly(compiler: Compiler, flags: string[]): string[] {
  if (compiler.family !== 'clang' || flags.length === 0) return flags;
  return ['--start-no-unused-arguments', ...flags, '--end-no-unused-arguments'];
}

/** gcc's driver links the sanitizer's runtime wherever it sees the flag, so it must not see the user's when only linking. */
function withoutSanitizer(compiler: Compiler, args: readonly string[], line: CommandLine): readonly string[] {
  if (compiler.family !== 'gcc' || line.hasSources) return args;
  return args.filter((arg) => arg !== '-fsanitize=thread');
}
