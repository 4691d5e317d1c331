/** Finds out whether a program can tell what time it is. */
import { ownCodeOf } from './own-code';
import { isUsual } from './unobserved';

/** Functions that return virtual time (runtime/libc/time.c), directly or through what they load or call. */
const readers = [
  /^(clock_gettime|gettimeofday|time|timespec_get)$/,
  /^_ZNSt6chrono3_V2\d+\w+_clock3nowEv$/,
  /^(dlopen|dlmopen|dlsym|dlvsym|syscall)$/,
] as const;

/**
 * May a program that consists of these files (the executable first) read a clock? True also where their code is not
 * known.
 */
export function readsClock(paths: readonly string[]): boolean {
  return [...new Set(paths)].some((path, i) => {
    if (isUsual(path)) return false;
    const code = ownCodeOf(path);
    // The kernel's own page (vdso) is no file.
    if (typeof code === 'string') return i === 0 || code !== 'unreadable';
    return [...code.calls].some((name) => readers.some((pattern) => pattern.test(name)));
  });
}
