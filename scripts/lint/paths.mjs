/**
 * Files that comments and documents name must exist: a path with a folder as seen from the top, from src/, runtime/ or
 * test/, from the folder of the file that names it, or as the end of a path (`explore/realise/realiser.ts`); a name
 * alone (`graph.ts`) anywhere in the tree. `*` and `NAME` stand for anything in a name.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { top, within } from '../steps.mjs';

/** Files of others, and those that a user may have. */
const foreign = new Set([
  'sanitizer/linux_syscall_hooks.h',
  'bits/types/struct_FILE.h',
  'fileops.c',
  'unwind-cxx.h',
  'threads.h',
  'node_api.h',
  'napi.h',
  'a.c',
  'checks/**/*.c',
  'lock.c',
  'queue.h',
  'q.c',
  'q.h',
]);

/** What runs are compared with, and what others wrote or will write: names in these are not checked. */
const unchecked =
  /^(CHANGELOG\.md|LICENSE|bench\/|examples\/|test\/corpus\/|test\/hostile\/|scripts\/lint\/paths\.mjs)/;

/** Names alone of these kinds may be those of a user's files in documents for users. */
const forUsers = /^(README|CONTRIBUTING)\.md|^docs\/(tutorial|how-to(?!\/contribute\/)|reference)\//;

const roots = ['', 'src', 'runtime', 'test'];
const named = /(?<![\w/.@<$}{'-])((?:[\w*.-]+\/)*[\w*.-]+\.(?:ts|mjs|cc|c|h|sh|md))(?![\w/(-])/g;
const folders = /(?<![\w/.@<$}{'-])((?:src|runtime|docs|test|scripts|native)\/(?:[\w+-]+\/)*[\w+-]*)(?![\w+*/.-])/g;

const tracked = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: top, encoding: 'utf8' })
  .stdout.split('\n')
  .filter((file) => file !== '');
const all = new Set(tracked);
for (const file of tracked) for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) all.add(folder);
const endings = new Set([...all].flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(i).join('/'))));

function exists(name, from) {
  const path = name.replaceAll('NAME', '*');
  if (path.includes('*')) {
    const pattern = new RegExp(`(^|/)${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    return tracked.some((file) => pattern.test(file));
  }
  if (endings.has(path)) return true;
  return [...roots, dirname(from)].some((root) => all.has(normalize(join(root, path)).replace(/\/$/, '')));
}

/** The comments of a source, with all else as spaces, so that lines stay where they are. */
function comments(text, file) {
  const comment = file.endsWith('.sh') ? /(?<=^|\s)#.*/g : /\/\*[^]*?\*\/|(?<=^|[\s;{}),])\/\/.*/g;
  let result = '',
    at = 0;
  for (const match of text.matchAll(comment)) {
    result += text.slice(at, match.index).replace(/[^\n]/g, ' ') + match[0];
    at = match.index + match[0].length;
  }
  return result;
}

for (const file of tracked) {
  if (unchecked.test(file) || !/\.(ts|mjs|cc|c|h|sh|md)$/.test(file)) continue;
  const text = readFileSync(within(file), 'utf8');
  const lines = (file.endsWith('.md') ? text : comments(text, file)).split('\n');
  lines.forEach((line, i) => {
    for (const [, path] of [...line.matchAll(named), ...line.matchAll(folders)]) {
      if (foreign.has(path) || exists(path, file)) continue;
      if (!path.includes('/') && forUsers.test(file)) continue;
      console.error(`lint: ${file}:${i + 1}: there is no ${path}`);
      process.exitCode = 1;
    }
  });
}
