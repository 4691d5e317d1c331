/**
 * No line of code, scripts, documents and test programs has more than 120 characters. (clang-format also holds the C of
 * the product to 120 columns, with tabs of eight.) Exempt are files that programs
 * write, lines that an address makes longer, and the texts in tests: programs and reports whose lines are counted.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from '../steps.mjs';

const COLUMNS = 120;

const kinds = /\.(ts|mjs|c|cc|h|hpp|sh|md|cmake|yml|yaml|list|gyp)$|(^|\/)(CMakeLists\.txt|drista|run)$/;
/** prettier holds the code of tests to the width; texts in them may be longer. */
const texts = /^test\/.*\.ts$/;
const generated = /^(test\/corpus\/|bench\/(libraries|programs)\.md|LICENSE)/;

/** Characters, not code units. */
const width = (line) => [...line].length;

/** Is the line too long only because of one word that cannot be broken? */
const isOneAddress = (line) => /https?:\/\/\S{60,}/.test(line);

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: top, encoding: 'utf8' });
for (const file of stdout.split('\n')) {
  if (!kinds.test(file) || generated.test(file) || texts.test(file)) continue;
  let lines;
  try {
    lines = readFileSync(join(top, file), 'utf8').split('\n');
  } catch {
    continue; // deleted, but not committed yet
  }
  lines.forEach((line, i) => {
    if (width(line) <= COLUMNS || isOneAddress(line)) return;
    console.error(`lint: ${file}:${i + 1} has ${width(line)} columns: at most ${COLUMNS}`);
    process.exitCode = 1;
  });
}
