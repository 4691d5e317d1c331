/**
 * How a program was built, and so how the runtime is loaded. A program built by `drista cc` contains the runtime. For
 * any other dynamically linked program the runtime is preloaded as a shared library, in place of the sanitizer's if the
 * program needs that.
 */
import type { Elf } from '../debug-info/elf';
import { announces } from './calls';

export type BuildKind =
  /** Built with `drista cc`. */
  | 'drista'
  /** For ThreadSanitizer by gcc, or by clang with -shared-libsan. */
  | 'gcc'
  | 'clang'
  /** The program is not instrumented; it may still contain the runtime. */
  | 'plain';

/** Why a program cannot be entered. */
export type Hindrance =
  | 'other-machine'
  | 'truncated'
  | 'object-file'
  | 'shared-library'
  | 'static'
  | 'sanitizer'
  | 'static-tsan'
  | 'no-glibc'
  | 'setuid';

/**
 * Which accesses the program announces: all; all but reads that a write to the same place follows; none (pthread calls
 * only).
 */
export type Visibility = 'all' | 'writes' | 'calls';

export interface Entry {
  readonly build: BuildKind;
  readonly visibility: Visibility;
  /** The name of the library to load before the program; undefined: the runtime is in the program. */
  readonly load: string | undefined;
}

export interface EntryAnalysis {
  readonly hindrance?: Hindrance;
  readonly entry?: Entry;
  /** The sanitizer that the program was built for. */
  readonly sanitizer?: string;
}

/** ThreadSanitizer's library, as gcc and clang call it. */
const tsan = /^lib(tsan\.so\.[012]|clang_rt\.tsan(-x86_64)?\.so)$/;
const sanitizers = [
  { mark: 'asan', name: 'AddressSanitizer' },
  { mark: 'msan', name: 'MemorySanitizer' },
  { mark: 'hwasan', name: 'HWAddressSanitizer' },
  { mark: 'lsan', name: 'LeakSanitizer' },
];

/** `file`: the bytes of the program; `mode`: the permissions of its file. */
export function entryInto(elf: Elf, file: Buffer, mode: number): EntryAnalysis {
  if (!elf.native) return { hindrance: 'other-machine' };
  if (elf.missing > 0) return { hindrance: 'truncated' };
  if (elf.type === 'other') return { hindrance: 'object-file' };
  const known = (name: string): boolean => elf.imports.has(name) || elf.exports.has(name);
  const sanitizer = sanitizers.find(
    ({ mark }) => known(`__${mark}_init`) || file.includes(`\0${mark.toUpperCase()}_OPTIONS\0`),
  )?.name;
  if (elf.interpreter === undefined) return { hindrance: elf.type === 'shared library' ? 'shared-library' : 'static' };
  if (runtimeVersion(file) !== undefined) {
    return {
      entry: announces(elf)
        ? { build: 'drista', visibility: 'all', load: undefined }
        : { build: 'plain', visibility: 'calls', load: undefined },
    };
  }
  if (elf.exports.has('__tsan_init') || file.includes('\0TSAN_OPTIONS\0')) return { hindrance: 'static-tsan' };
  if (sanitizer !== undefined) return { hindrance: 'sanitizer', sanitizer };
  if (!/\/ld-linux-x86-64\.so\.2$/.test(elf.interpreter)) return { hindrance: 'no-glibc' };
  if ((mode & 0o6000) !== 0) return { hindrance: 'setuid' };
  if (!isInstrumented(elf)) return { entry: { build: 'plain', visibility: 'calls', load: 'libdrista.so' } };
  const load = elf.needed.find((name) => tsan.test(name)) ?? 'libdrista.so';
  const clang = load.startsWith('libclang') || elf.comments.some((text) => text.includes('clang'));
  return { entry: { build: clang ? 'clang' : 'gcc', visibility: clang ? 'writes' : 'all', load } };
}

/** Is the file instrumented, so that it announces its accesses? */
export function isInstrumented(elf: Elf): boolean {
  return elf.imports.has('__tsan_init') || elf.imports.has('__tsan_func_entry');
}

/** Is it a library that drista's runtime replaces? */
export function isTsan(library: string): boolean {
  return tsan.test(library);
}

/**
 * Version of the protocol that the runtime in the program speaks (runtime/core/launch.c); undefined: the program
 * contains no runtime.
 */
export function runtimeVersion(file: Buffer): number | undefined {
  const mark = 'DRISTA_FD\0drista protocol ';
  const at = file.indexOf(mark);
  return at < 0 ? undefined : Number.parseInt(file.toString('latin1', at + mark.length, at + mark.length + 10));
}
