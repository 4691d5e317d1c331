/** The libraries that the table of effects is about, as they are installed here, and the functions that they export. */
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';

/** The *.effects file of each library. */
const names = { libc: 'libc.so.6', libm: 'libm.so.6', 'libstdc++': 'libstdc++.so.6', libgcc: 'libgcc_s.so.1' };

const output = (command, ...args) =>
  spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] }).stdout ?? '';

/** By the names of *.effects files: { path, functions }. Without a compiler there is none. */
export function installedLibraries() {
  return new Map(
    Object.entries(names).flatMap(([file, name]) => {
      const path = output('cc', `-print-file-name=${name}`).trim();
      if (!path.startsWith('/')) return [];
      const lines = output('nm', '-D', '--defined-only', '--format=posix', path).split('\n');
      const symbols = lines.map((line) => line.split(' ')).filter(([, type]) => /^[TWi]$/.test(type));
      return [[file, { path, functions: new Set(symbols.map(([symbol]) => symbol.replace(/@.*/, ''))) }]];
    }),
  );
}

/** Are they those of Debian 12? */
export function areDebian12s(libraries) {
  const path = (file) => libraries.get(file)?.path ?? '/dev/null';
  const libc = readFileSync(path('libc')).includes('(Debian GLIBC 2.36-9');
  return libc && realpathSync(path('libstdc++')).endsWith('.so.6.0.30');
}
