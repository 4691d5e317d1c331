/** --show-output: what the program sees of its own output never depends on where drista's goes. */
import { spawn } from 'node:child_process';
import { formNames, reportForms } from '../../../src/report/forms';
import { folder, processesOf } from '../../support/command';
import { buildText } from '../../support/compiled';
import { main, programs, shell } from './shell';

describe('a full disk, or an output that is closed', () => {
  test.each([
    '--help',
    '-h',
    '--version',
    '-V',
    'doctor $F',
    'doctor --help',
    'replay --help',
    '$F',
    '--report json=- $F',
  ])('drista %s', (args) => {
    const full = shell(`drista ${args} >/dev/full`, programs);
    expect(full).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^drista: [^\n]* \(ENOSPC\)[^\n]*\n$/),
    });
    expect(shell(`drista ${args} | true; echo \${PIPESTATUS[0]}`, programs)).toMatchObject({
      stdout: '0\n',
      stderr: '',
    });
  });

  test('a replay that cannot be printed has still shown the error', () => {
    const done = shell('drista -q --save e.json $R; drista replay e.json >/dev/full', programs);
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(/^drista: [^\n]* \(ENOSPC\)[^\n]*\n$/);
  });
});

describe('--show-output', () => {
  const talkative = buildText(
    `#define _GNU_SOURCE
#include <assert.h>
#include <drista.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static char text[300000];
int main(void) {
  struct stat is;
  drista_choose(2);
  memset(text, 'x', sizeof text);
  for (int file = 1; file <= 2; file++) {
    assert(fstat(file, &is) == 0 && S_ISFIFO(is.st_mode));
    assert(!isatty(file) && fcntl(file, F_GETFL) == O_WRONLY);
    for (int n = 0; n < 3; n++) assert(write(file, text, sizeof text) == sizeof text);
  }
  assert(printf("%s\\n", text) == sizeof text + 1 && fflush(stdout) == 0);
  return 0;
}
`,
    ['-w'],
  );

  test.each([
    [
      'a pipe whose reader is slow',
      '{ drista --show-output $P 2>/dev/null; echo $? >code; } | { sleep 1; cat >all; }; grep -c verified all',
    ],
    ['a file', 'drista --show-output $P >all 2>&1; echo $? >code; grep -c verified all'],
    ['a terminal', `script -qec 'node "$main" --show-output $P' /dev/null >all; echo $? >code; grep -c verified all`],
    ['/dev/null', 'drista --show-output $P >/dev/null 2>&1; echo $? >code; echo 1'],
    ['closed', 'drista --show-output $P >&- 2>&-; echo $? >code; echo 1'],
    [
      'a pipe whose reader leaves',
      '{ drista --show-output $P 2>/dev/null; echo $? >code; } | head -c 10 >/dev/null; echo 1',
    ],
  ])('the program sees a pipe, drista has %s', (_, script) => {
    expect(shell(`${script}; cat code`, { P: talkative })).toEqual({ status: 0, stdout: '1\n0\n', stderr: '' });
  });

  test('a full disk: the check goes on, and says in the end that it could not say', () => {
    const done = shell('drista --show-output $P >/dev/full 2>all; echo $?; tail -n 1 all', { P: talkative });
    expect(done.stdout).toMatch(/^2\n.*drista: the report cannot be written to stdout \(ENOSPC\)/);
  });

  test('all of it arrives, in order, whichever the stream', () => {
    const program = buildText(
      `#include <drista.h>
#include <unistd.h>
int main(void) { drista_choose(2); for (int n = 0; n < 20000; n++) write(1 + n % 2, n % 2 ? "b" : "a", 1); return 0; }`,
      ['-w'],
    );
    expect(
      shell(
        'drista --quiet --show-output $P 2>&1 | head -n 1 | head -c 40000 | sha256sum; printf "ab%.0s" ' +
          '{1..20000} | sha256sum',
        { P: program },
      ).stdout,
    ).toMatch(/^(\S+ {2}-\n)\1$/);
  });

  test.each(formNames)('with --report %s=- the program prints on stderr', (name) => {
    const program = buildText('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }');
    const done = shell(`drista --report ${name}=- --show-output $P`, { P: program });
    expect(done.stdout.startsWith(reportForms[name].beginning)).toBe(true);
    expect(done.stdout).not.toContain('hello\n');
    expect(done.stderr).toContain('hello\n');
  });

  test('a run does not find what the one before has made of its output', () => {
    const program = buildText(
      `#include <assert.h>
#include <drista.h>
#include <fcntl.h>
int main(void) { drista_choose(3); assert(!(fcntl(1, F_GETFL) & O_NONBLOCK)); fcntl(1, F_SETFL, O_NONBLOCK);
fcntl(2, F_SETFL, O_NONBLOCK); return 0; }`,
      ['-w'],
    );
    expect(shell('drista --show-output $P', { P: program })).toMatchObject({ status: 0, stderr: '' });
  });

  test('a reader that stops for longer than a run may take', () => {
    const program = buildText(
      `#include <string.h>
#include <unistd.h>
static char text[1000000];
int main(void) { memset(text, 'x', sizeof text); return write(1, text, sizeof text) != sizeof text; }`,
      ['-w'],
    );
    const done = shell(
      '{ drista --run-limit 1 --show-output --check exit-code $P; echo $? >code; } | { sleep 4; tail -n 1; }; cat code',
      { P: program },
    );
    expect(done).toMatchObject({ stdout: expect.stringMatching(/verified.*\n0\n$/) as string, stderr: '' });
  });

  test('Ctrl-C while nobody reads', async () => {
    const program = buildText(
      '#include <unistd.h>\nint main(void) { for (;;) write(1, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 40); }',
      ['-w'],
    );
    const child = spawn(process.execPath, [main, '--show-output', '--run-limit', '100', program], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    while (processesOf(program) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill('SIGINT');
    const code = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGINT');
    child.stdout.resume();
    expect(await code).toBe(3);
    expect(processesOf(program)).toBe(0);
  });
});
