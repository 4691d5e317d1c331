/** Every example has the verdict that it says at its top, and runs by itself. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../../src/compiler/compilers';
import { includeFolder } from '../../src/base/paths';
import { folder, drista } from '../support/command';
import { compilePlainly, describeSanitized } from '../support/sanitized';
import { top } from '../support/paths';

const examples = readdirSync(join(top, 'examples'))
  .filter((name) => name.endsWith('.c'))
  .map((name) => name.slice(0, -2));
const strict = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-pthread'];

/** Lines ` * Expected [options]: verdict [kind]`. */
function expectations(name: string): { options: string[]; verdict: string; kind: string | undefined }[] {
  const text = readFileSync(source(name), 'utf8');
  return [...text.matchAll(/^ \* Expected ?(.*): (verified|error)(?: (\S+))?$/gm)].map(
    ([, options, verdict, kind]) => ({ options: options === '' ? [] : options.split(' '), verdict, kind }),
  );
}

function source(name: string): string {
  return join(top, 'examples', `${name}.c`);
}

test('there are examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(20);
});

for (const compiler of ['clang', 'gcc'].filter((c) => findCommand(c) !== undefined)) {
  describe(compiler, () => {
    test.each(examples)('%s', (name) => {
      const program = join(folder, `${name}-${compiler}`);
      const compiled = drista(['cc', `--drista-compiler=${compiler}`, ...strict, '-o', program, source(name)]);
      expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' });
      const expected = expectations(name);
      expect(expected.length).toBeGreaterThan(0);
      for (const { options, verdict, kind } of expected) {
        const checked = drista([...options, '--json', '-', program]);
        expect(checked.stderr).toBe('');
        const report = JSON.parse(checked.stdout) as { verdict: string; errors: { kind: string }[] };
        expect([report.verdict, report.errors[0]?.kind, checked.status]).toEqual([
          verdict,
          kind,
          verdict === 'error' ? 1 : 0,
        ]);
      }
    });
  });
}

describeSanitized((compiler, flags) => {
  test.each(examples)('%s', (name) => {
    const program = join(folder, `${name}-${compiler}-sanitized`);
    compilePlainly(compiler, [
      compiler === 'gcc' ? '-O1' : '-O0',
      ...strict,
      '-idirafter',
      includeFolder(),
      '-o',
      program,
      source(name),
      ...flags,
    ]);
    for (const { options, verdict, kind } of expectations(name)) {
      const report = JSON.parse(drista([...options, '--json', '-', program]).stdout) as {
        verdict: string;
        errors: { kind: string }[];
      };
      expect([report.verdict, report.errors[0]?.kind]).toEqual([verdict, kind]);
    }
  });
});

test.each(examples)('%s runs without drista', (name) => {
  const program = join(folder, `${name}-plain`);
  expect(spawnSync('gcc', [...strict, '-O1', '-o', program, source(name)], { encoding: 'utf8' }).stderr).toBe('');
  // What it does may be wrong; philosophers may wait for ever, though hardly ever do.
  const ran = spawnSync(program, { timeout: 10_000 });
  if (expectations(name)[0].verdict === 'verified') expect(ran.status).toBe(0);
});
