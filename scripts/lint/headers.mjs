/**
 * Every function that a header of runtime/ declares has a comment: before it, behind it, or before the first of several
 * declarations that follow each other without a blank line. (ESLint asks for the comments of src/: comments.mjs.) The
 * headers in runtime/include/sanitizer/ declare functions of others.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { top, within } from '../steps.mjs';

const declaration = /^(?![#\s/*]|typedef\b|enum\b|return\b|struct \w+ \{).*?\b((?:dr|drista)_?\w*)\(/;

/** Does a comment belong to the declaration that begins in the line? */
function isDocumented(lines, start) {
  let end = start;
  while (end + 1 < lines.length && !/[;{]/.test(lines[end])) end++;
  if (lines.slice(start, end + 1).some((line) => line.includes('/*'))) return true;
  for (let i = start - 1; i >= 0 && lines[i].trim() !== '' && !lines[i].startsWith('}'); i--) {
    if (lines[i].startsWith('#') || !lines[i].trimEnd().endsWith('*/')) continue;
    let begin = i;
    while (!lines[begin].includes('/*')) begin--;
    if (lines[begin].startsWith('/*')) return true;
    i = begin;
  }
  return false;
}

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'runtime/*.h'], {
  cwd: top,
  encoding: 'utf8',
});
for (const file of stdout.split('\n')) {
  if (file === '' || file.startsWith('runtime/include/sanitizer/')) continue;
  const lines = readFileSync(within(file), 'utf8').split('\n');
  lines.forEach((line, i) => {
    const name = declaration.exec(line)?.[1];
    if (name === undefined || isDocumented(lines, i)) return;
    console.error(`lint: ${file}:${i + 1}: ${name} has no comment: say what goes in and out, and its source`);
    process.exitCode = 1;
  });
}
