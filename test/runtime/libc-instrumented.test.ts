import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compilerCommand } from '../../src/compiler/compile';
import { top } from '../support/paths';
import { scratchFolder } from '../support/scratch';

const scratch = scratchFolder('drista-followed-');

test('functions of libc that are followed do what those of libc do', () => {
  const folder = join(top, 'runtime', 'libc-instrumented');
  const sources = readdirSync(folder).filter((name) => name.endsWith('.c'));
  const program = join(scratch, 'program');
  const { compiler } = compilerCommand('c', ['-c', 'a.c']);
  const args = ['-O1', '-g', '-w', '-fno-builtin', '-o', program, join(top, 'test', 'runtime', 'followed.c')];
  const built = spawnSync(compiler.path, [...args, ...sources.map((name) => join(folder, name)), '-ldl'], {
    encoding: 'utf8',
  });
  expect(built.stderr).toBe('');
  const { stdout, status } = spawnSync(program, { encoding: 'utf8', env: {} });
  expect(stdout).toMatch(/^\d{7} comparisons, no difference\n$/);
  expect(status).toBe(0);
});
