/**
 * No line of code, scripts, documents, tests and test programs has more than 120 characters. (clang-format also holds
 * the C of the product to 120 columns, with tabs of eight.) Exempt are generated files, lines that an address makes
 * longer, and lines of tests that are one regular expression.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from '../steps.mjs';

const COLUMNS = 120;

const kinds = /\.(ts|mjs|c|cc|h|hpp|sh|md|cmake|yml|yaml|list|gyp)$|(^|\/)(CMakeLists\.txt|drista|run)$/;
const generated = /^(test\/(corpus\/|effects\/unknown\.list)|bench\/(?!README)\w+\.md|LICENSE)/;

/** Is it a line of a test that is one regular expression, for which there is no line break? */
const isExpression = (file, line) => /^test\/.*\.ts$/.test(file) && /^\s*\/.*\/[a-z]*(\.test\()?,?;?$/.test(line);

/** Characters, not code units. */
const width = (line) => [...line].length;

/** Is the line too long only because of one word that cannot be broken? */
const isOneAddress = (line) => /https?:\/\/\S{60,}/.test(line);

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: top, encoding: 'utf8' });
for (const file of stdout.split('\n')) {
  if (!kinds.test(file) || generated.test(file)) continue;
  let lines;
  try {
    lines = readFileSync(join(top, file), 'utf8').split('\n');
  } catch {
    continue; // deleted, but not committed yet
  }
  lines.forEach((line, i) => {
    if (width(line) <= COLUMNS || isOneAddress(line) || isExpression(file, line)) return;
    console.error(`lint: ${file}:${i + 1} has ${width(line)} columns: at most ${COLUMNS}`);
    process.exitCode = 1;
  });
}
