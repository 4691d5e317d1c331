/** What scripts/lint/comments.mjs asks a doc comment for, and what it lets pass. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { top } from '../support/paths';

const rule = pathToFileURL(join(top, 'scripts/lint/comments.mjs')).href;
const script = `
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import comments from ${JSON.stringify(rule)};
import { readFileSync } from 'node:fs';
const config = {
  files: ['**/*.ts'],
  languageOptions: { parser: tseslint.parser },
  plugins: { comments },
  rules: { 'comments/exported': 'error' },
};
const found = JSON.parse(readFileSync(0, 'utf8')).map((code) =>
  new Linter().verify(code, config, 'example.ts').map(({ message }) => message.replace(/ has no doc comment: .*/, '')),
);
console.log(JSON.stringify(found));
`;

/** By source text: what has no comment. */
const expected: readonly (readonly [code: string, missing: readonly string[]])[] = [
  ['export function f(): void {}', ['f']],
  ['// no doc comment\nexport function f(): void {}', ['f']],
  ['/** Does it. */\nexport function f(): void {}', []],
  ['/** Does it. */\nexport async function* f(): void {}', []],
  ['/** Both. */\nexport function f(a: 1): void;\nexport function f(a: 2): void;\nexport function f(a: any) {}', []],
  ['export function f(a: 1): void;\nexport function f(a: any) {}', ['f', 'f']],
  ['/** The file. */\nimport "a";\nexport function f(): void {}', ['f']],
  ['function f(): void {}\nclass A { m(): void {} }', []],
  ['export const f = (): number => 1;', ['f']],
  ['export const f = function (): void {};', ['f']],
  ['/** One. */\nexport const f = (): number => 1;', []],
  ['export const n = 1;', []],
  ['export class A {}', ['A']],
  ['/** The file. */\nimport "a";\nexport class A {}', []],
  ['/** A. */\nexport class A { m(): void {} }', ['A.m']],
  ['/** A. */\nexport class A { static m(): void {} *[Symbol.iterator]() {} }', ['A.m', 'A.[Symbol.iterator]']],
  ['/** A. */\nexport abstract class A { abstract m(): void; protected abstract n(): void; }', ['A.m']],
  ['/** A. */\nexport class A { private m(): void {} protected n(): void {} #o(): void {} }', []],
  ['/** A. */\nexport class A { constructor() {} get a() { return 1; } set a(n) {} }', []],
  ['/** A. */\nexport class A extends B { override m(): void {} }', []],
  ['/** A. */\nexport class A {\n  /** Does it. */\n  m(): void {}\n}', []],
  // The interface says what `end` does, and knows no `other`.
  ['/** A. */\nexport class A implements Reporter { end(): void {} other(): void {} }', ['A.other']],
  ['/** A. */\nexport class A extends TextReporter { end(): void {} other(): void {} }', ['A.other']],
  ['/** A. */\nexport class A implements Unknown { end(): void {} }', ['A.end']],
];

test('the rule asks for comments on what is exported, unless a supertype has them', () => {
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: top,
    encoding: 'utf8',
    input: JSON.stringify(expected.map(([code]) => code)),
  });
  expect(done.stderr).toBe('');
  const found = JSON.parse(done.stdout) as string[][];
  expect(expected.map(([code], i) => [code, found[i]])).toEqual(expected);
});
