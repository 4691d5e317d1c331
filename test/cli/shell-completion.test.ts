/** Completion scripts, in the shells that are installed. */
import { modelNames } from '../../src/model/names';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectRefusal, folder } from '../support/command';

const scripts = Object.fromEntries(
  ['bash', 'zsh', 'fish'].map((shell) => [shell, drista(['completion', shell]).stdout]),
);

/** What bash offers for the last of the words. */
function bashOffers(...words: string[]): string[] {
  const text = `${scripts.bash}COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _drista; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const done = spawnSync('bash', ['-c', text, 'bash', 'drista', ...words], { encoding: 'utf8' });
  expect(done.stderr).toBe('');
  return done.stdout.split('\n').filter((word) => word !== '');
}

test.each<[string[], string[]]>([
  [['do'], ['doctor']],
  [['--mod'], ['--model']],
  [['--model', ''], [...modelNames]],
  [['--model', 'r'], modelNames.filter((name) => name.startsWith('r'))],
  [['--save', '--'], []],
  [['./a.out', '--report', '--'], []],
  [['./a.out', '--rep'], ['--report']],
  [['test', '--w'], ['--watch']],
  [['replay', '--g'], ['--gdb']],
  [['replay', 'test', '--w'], []],
])('bash: drista %j', (words, offered) => {
  expect(bashOffers(...words)).toEqual(offered);
});

test.each(['zsh', 'fish'])('%s takes the script', (shell) => {
  const has = spawnSync(shell, ['-c', 'true']).status === 0;
  if (has) {
    const file = join(folder, shell);
    writeFileSync(file, scripts[shell]);
    const done = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    expect(done).toMatchObject({ status: 0, stderr: '' });
  }
  for (const word of ['doctor', 'watch', 'equivalence', 'observational', 'gdb']) expect(scripts[shell]).toContain(word);
});

test.each([[[]], [['tcsh']], [['bash', 'zsh']], [['toString']]])('drista completion %j is refused', (args) => {
  expectRefusal(drista(['completion', ...args]), /`drista completion bash\|zsh\|fish`/);
});
