/**
 * What functions of libraries do is said in runtime/effects/ alone. A statement of src/ or of the pass that names three
 * or more of them, as strings or as alternatives of a regular expression, is a second list. Those that remain are in
 * `allowed`, each with its reason.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import parser from '../../runtime/effects/parse.cjs';
import { top } from '../steps.mjs';

const MAX_NAMES = 2;

const allowed = {
  'runtime/pass/library-calls.cc': 'which functions have a model for symbolic inputs',
  'src/compiler/calls.ts': 'which calls of pthread functions are in functions of libstdc++',
};

const folder = join(top, 'runtime', 'effects');
const table = new Set(
  readdirSync(folder)
    .filter((name) => name.endsWith('.effects'))
    .flatMap((name) => parser.namesIn(readFileSync(join(folder, name), 'utf8')).map(([symbol]) => symbol)),
);

const comments = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const strings = /'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g;
const expressions = /(?<=[(=,:[\s])\/(?![*/\s])((?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\[])+)\/[a-z]*/g;

/** The words of a regular expression; for `a_(b|c)` a_b and a_c too. */
function wordsOf(expression) {
  const words = expression.match(/\w+/g) ?? [];
  for (const [, before, alternatives, after] of expression.matchAll(/(\w*)\(((?:\w*\|)+\w*)\)(\w*)/g))
    words.push(...alternatives.split('|').map((word) => `${before}${word}${after}`));
  return words;
}

/** The functions that a statement names. */
function namedIn(statement) {
  const found = [...statement.matchAll(strings)].map(([, a, b, c]) => a ?? b ?? c);
  for (const [, expression] of statement.matchAll(expressions)) found.push(...wordsOf(expression));
  return new Set(found.filter((word) => table.has(word)));
}

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'src/*.ts', 'runtime/pass'], {
  cwd: top,
  encoding: 'utf8',
});
const unused = new Set(Object.keys(allowed));
for (const file of stdout.split('\n').filter((name) => /\.(ts|cc|h)$/.test(name))) {
  let text;
  try {
    text = readFileSync(join(top, file), 'utf8');
  } catch {
    continue; // deleted, but not committed yet
  }
  const blank = (comment) => comment.replace(/[^\n]/g, '');
  let line = 1;
  for (const statement of text.replace(comments, blank).split(/(?<=;)/)) {
    const names = [...namedIn(statement)];
    if (names.length > MAX_NAMES && !(file in allowed)) {
      const at = line + statement.slice(0, statement.search(/\S/)).split('\n').length - 1;
      console.error(
        `lint: ${file}:${at} names ${names.slice(0, 3).join(', ')}: what functions do belongs into runtime/effects/`,
      );
      process.exitCode = 1;
    }
    if (names.length > MAX_NAMES) unused.delete(file);
    line += statement.split('\n').length - 1;
  }
}
for (const file of unused) {
  console.error(`lint: ${file} has no list any more: take it out of scripts/lint/second-lists.mjs`);
  process.exitCode = 1;
}
