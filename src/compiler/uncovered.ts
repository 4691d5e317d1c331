/** Finds calls and code in a program's files whose effects are not part of threads' local states. */
import { basename } from 'node:path';
import { listed } from '../base/listed';
import { isCovered } from './covered-calls';
import { ownCodeOf } from './own-code';
import { writersAmong } from './unannounced';
import { isUsual } from './unobserved';

/**
 * Why local states cannot be used for a program that consists of these files (the executable first), as a text;
 * undefined: they can.
 */
export function uncoveredBy(paths: readonly string[]): string | undefined {
  const key = paths.join('\n');
  if (!known.has(key)) known.set(key, lookFor(paths));
  return known.get(key);
}

/** By paths: what was found. A check asks several times, and must not disassemble the program each time. */
const known = new Map<string, string | undefined>();

function lookFor(paths: readonly string[]): string | undefined {
  for (const path of new Set(paths)) {
    if (isUsual(path)) continue;
    const code = ownCodeOf(path);
    if (code === 'unreadable') {
      if (path === paths[0]) return `${path} cannot be read`;
      continue; // The kernel's own page (vdso).
    }
    if (code === 'uninstrumented') return `${basename(path)} was not compiled with \`drista cc\``;
    if (code === 'stripped') return `${basename(path)} has no symbols`;
    const calls = [...code.calls].filter((name) => !isCovered(name)).sort();
    if (calls.length > 0) return `${basename(path)} uses ${listed(calls)}`;
    const writers = code.silent.size === 0 ? [] : writersAmong(code.silent, path, code.sections);
    if (writers === undefined) return `objdump is not installed, and functions of ${basename(path)} announce nothing`;
    if (writers.length > 0) return `functions of ${basename(path)} write memory unannounced: ${listed(writers)}`;
  }
  return undefined;
}
