/** Numbers, limits of the shell, and other surroundings: one line says what is wrong with them. */
import { spawn } from 'node:child_process';
import { optionValues } from '../../../src/cli/option';
import { checkOptions } from '../../../src/cli/option-table';
import { folder } from '../../support/command';
import { buildText } from '../../support/compiled';
import { main, programs, racy, shell } from './shell';

describe('options', () => {
  test.each(['seed', 'pct-depth', 'max-executions', 'max-steps', 'time-limit', 'run-limit', 'nondet', 'jobs'])(
    '--%s: a number in its range, or one line',
    (name) => {
      const value = (given: string): unknown =>
        (optionValues(checkOptions, { [name]: given }) as unknown as Record<string, unknown>)[name];
      for (const given of [
        '0',
        '-1',
        '-0',
        'NaN',
        'nan',
        'Infinity',
        '1e400',
        '',
        ' ',
        '1e30',
        '0.0000001',
        '0x',
        '1,5',
        '٣',
      ]) {
        expect(() => value(given)).toThrow(
          /^--[a-z-]+( [a-z]+)? needs (a (whole )?number|seconds, or a time) .*, not '.*': see `drista --help`$/,
        );
      }
      expect(value('3')).toBe(3);
      if (name.endsWith('-limit')) expect([value('0.5'), value('5m')]).toEqual([0.5, 300]);
      else expect(() => value('1.5')).toThrow(/whole number/);
    },
  );

  test('a huge depth of --strategy pct keeps to the limits', () => {
    const done = shell('timeout 60 "$node" "$main" --strategy pct:depth=4294967295 --max-executions 20 $L', programs);
    expect(done).toMatchObject({ status: 3, stderr: '' });
  });

  test('--nondet has as many values as were asked for', () => {
    const program = buildText(
      '#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) { ' +
        'assert(__VERIFIER_nondet_int() != 299); return 0; }',
      ['-w'],
    );
    expect(shell('drista -q --nondet 300 $P; echo $?; drista -q --nondet 65537 $P', { P: program })).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/\n1\n$/) as string,
    });
  });
});

describe('surroundings', () => {
  test('a working directory that is gone', () => {
    const done = shell('mkdir d; cd d; rmdir ../d; drista $R; drista doctor $R; drista replay x', programs);
    expect(done.stderr).toBe(
      'drista: the working directory does not exist any more: change to another one\n'.repeat(3),
    );
    expect(done).toMatchObject({ status: 2, stdout: '' });
  });

  test.each([
    'ulimit -n 16',
    'ulimit -n 100',
    'ulimit -n 201',
    'ulimit -v 300000',
    'ulimit -v 1500000',
    'ulimit -v 9000000',
  ])('%s', (limit) => {
    const done = shell(`(${limit}; "$top/drista" $R)`, programs);
    expect(done.stderr).toMatch(
      /^drista: (there is a limit of|only \d+ files|the address space)[^\n]*`ulimit -[nv] \w+`\n$/,
    );
    expect(done).toMatchObject({ status: 2, stdout: '' });
  });

  test.each([3, 5, 50])('ulimit -u %d', (n) => {
    const done = shell(
      'timeout 20 setpriv --reuid 12345 --clear-groups --inh-caps=-all ' +
        `bash --norc -c 'ulimit -u ${n}; exec "$top/drista" $R'`,
      programs,
    );
    expect(done.stderr).toBe(
      `drista: there is a limit of processes and threads of ${n}, and drista needs 100: \`ulimit -u 100\`\n`,
    );
    expect(done).toMatchObject({ status: 2, stdout: '' });
  });

  test('closed stdin, no TERM, HOME, LANG, an unknown locale; names that begin with a dash', () => {
    const done = shell(
      'cp $R ./-p; env -i PATH="$PATH" TERM= LANG=xx_YY.bad LC_ALL=none "$node" "$main" -q --report json=-j ' +
        '--save=-s ./-p <&-; echo $?; "$node" "$main" -q -- -p 2>/dev/null; echo $?; ls -A; ' +
        'drista replay ./-s | tail -n 1',
      programs,
    );
    expect(done.stdout).toMatch(/\n1\n2\n-j\n-p\n-s\n[^]*See it again: drista replay --gdb \.\/-s\n$/);
    expect(done.stderr).toBe('');
  });

  test('a signal once the result is there', async () => {
    const child = spawn(process.execPath, [main, '-v', racy], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const code = new Promise((resolve) =>
      child.on('exit', (status, signal) => {
        resolve(status ?? signal);
      }),
    );
    let text = '';
    child.stdout.on('data', (data) => {
      child.kill('SIGINT');
      text += String(data);
    });
    expect(await code).toBe(1);
    expect(text).toContain('1 error found');
  });
});
