/** What is around a check may be broken or hostile: its output, its files, its limits. The verdict stands, or one line says why there is none. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { buildText } from '../support/compiled';
import { folder, processesOf } from '../support/command';
import { top } from '../support/shared';

const main = join(top, 'dist', 'src', 'cli', 'main.js');

interface Shelled { readonly status: number | null; readonly stdout: string; readonly stderr: string }

/** Runs a shell's command line, in which $drista is drista, in a folder of its own or in that one. */
function shell(script: string, given: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly as?: 'nobody' } = {}): Shelled {
  const cwd = given.cwd ?? mkdtempSync(join(folder, 'hostile-'));
  const env = { ...process.env, node: process.execPath, main, ...given.env };
  const drista = 'drista() { "$node" "$main" "$@"; }';
  const done = spawnSync('/bin/bash', ['-c', `${drista}\n${script}`], { cwd, env, encoding: 'utf8', input: '', timeout: 100_000, maxBuffer: 1 << 28 });
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

describe('--show-output', () => {
  const talkative = buildText(`#define _GNU_SOURCE
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
`, ['-w']);

  test.each([
    ['a pipe whose reader is slow', '{ drista --show-output $P 2>/dev/null; echo $? >code; } | { sleep 1; cat >all; }; grep -c verified all'],
    ['a file', 'drista --show-output $P >all 2>&1; echo $? >code; grep -c verified all'],
    ['a terminal', `script -qec 'node "$main" --show-output $P' /dev/null >all; echo $? >code; grep -c verified all`],
    ['/dev/null', 'drista --show-output $P >/dev/null 2>&1; echo $? >code; echo 1'],
    ['closed', 'drista --show-output $P >&- 2>&-; echo $? >code; echo 1'],
    ['a pipe whose reader leaves', '{ drista --show-output $P 2>/dev/null; echo $? >code; } | head -c 10 >/dev/null; echo 1'],
  ])('the program sees a pipe, drista has %s', (_, script) => {
    expect(shell(`${script}; cat code`, { env: { P: talkative } })).toEqual({ status: 0, stdout: '1\n0\n', stderr: '' });
  });

  test('a full disk: the check goes on, and says in the end that it could not say', () => {
    const done = shell('drista --show-output $P >/dev/full 2>all; echo $?; tail -n 1 all', { env: { P: talkative } });
    expect(done.stdout).toMatch(/^2\n.*drista: the report cannot be written to stdout \(ENOSPC\)/);
  });

  test('all of it arrives, in order, whichever the stream', () => {
    const program = buildText(`#include <drista.h>
#include <unistd.h>
int main(void) { drista_choose(2); for (int n = 0; n < 20000; n++) write(1 + n % 2, n % 2 ? "b" : "a", 1); return 0; }`, ['-w']);
    expect(shell('drista --quiet --show-output $P 2>&1 | head -n 1 | head -c 40000 | sha256sum; printf "ab%.0s" {1..20000} | sha256sum', { env: { P: program } }).stdout)
      .toMatch(/^(\S+ {2}-\n)\1$/);
  });

  test('with JSON on stdout the program prints on stderr', () => {
    const program = buildText('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }');
    const done = shell('drista --json - --show-output $P', { env: { P: program } });
    expect(JSON.parse(done.stdout)).toMatchObject({ verdict: 'verified' });
    expect(done.stderr).toContain('hello\n');
  });

  test('a run does not find what the one before has made of its output', () => {
    const program = buildText(`#include <assert.h>
#include <drista.h>
#include <fcntl.h>
int main(void) { drista_choose(3); assert(!(fcntl(1, F_GETFL) & O_NONBLOCK)); fcntl(1, F_SETFL, O_NONBLOCK); fcntl(2, F_SETFL, O_NONBLOCK); return 0; }`, ['-w']);
    expect(shell('drista --show-output $P', { env: { P: program } })).toMatchObject({ status: 0, stderr: '' });
  });

  test('a reader that stops for longer than a run may take', () => {
    const program = buildText(`#include <string.h>
#include <unistd.h>
static char text[1000000];
int main(void) { memset(text, 'x', sizeof text); return write(1, text, sizeof text) != sizeof text; }`, ['-w']);
    const done = shell('{ drista --run-limit 1 --show-output --check-exit-code $P; echo $? >code; } | { sleep 4; tail -n 1; }; cat code', { env: { P: program } });
    expect(done).toMatchObject({ stdout: expect.stringMatching(/verified.*\n0\n$/) as string, stderr: '' });
  });

  test('Ctrl-C while nobody reads', async () => {
    const program = buildText('#include <unistd.h>\nint main(void) { for (;;) write(1, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 40); }', ['-w']);
    const child = spawn(process.execPath, [main, '--show-output', '--run-limit', '100', program], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
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

const racy = buildText(`#include <pthread.h>
static int data;
static void *writer(void *x) { data = 1; return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, writer, 0); data = 2; pthread_join(t, 0); return 0; }
`);
const fine = buildText('int main(void) { return 0; }');
/** Endless, so that a limit ends it. */
const long = buildText(`#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *f(void *a) { for (int i = 0; i < 5; i++) atomic_fetch_add(&x, 1); return a; }
int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }
`);
const programs = { R: racy, F: fine, L: long };

describe('a finding that cannot be saved is told, and nothing is left', () => {
  test.each([
    ['the folder is a file', 'echo text >drista-out', '', /ENOTDIR|EEXIST/],
    ['the folder cannot be written', 'mkdir drista-out; chmod 555 drista-out; weak=1', '', /EACCES/],
    ['no folder can be made', 'chmod 555 .; weak=1', '', /EACCES/],
    ['the disk is full', '', '--save /dev/full', /ENOSPC/],
    ['a tiny file system', 'mkdir drista-out; mount -t tmpfs -o size=4k none drista-out || exit 77; head -c 4096 /dev/zero >drista-out/full', '', /ENOSPC/],
    ['a limit of bytes', 'limit=1', '', /EFBIG/],
    ['a loop of links', 'ln -s drista-out drista-out', '', /ELOOP|EEXIST/],
    ['a folder that is a file', '', '--save $R/x.json', /ENOTDIR/],
    ['a name that is too long', '', `--save ${'x'.repeat(300)}`, /ENAMETOOLONG/],
    ['a FIFO that nobody reads', 'mkfifo f', '--save f', /ENXIO/],
    ['a source', 'echo "int main(void);" >a.c', '--save a.c', /something else/],
  ])('%s', (_, before, options, why) => {
    const script = `weak= limit=; ${before}
run() { if [ -n "$limit" ]; then ulimit -f 0; fi; if [ -n "$weak" ]; then setpriv --bounding-set=-all "$node" "$main" "$@"; else drista "$@"; fi; }
find . >../before; (run ${options} $R) | cat; code=\${PIPESTATUS[0]}; find . | diff ../before -; umount drista-out 2>/dev/null; chmod 755 .; exit $code`;
    const done = shell(script, { env: programs });
    if (done.status === 77) return; // no file systems can be mounted here
    if (options.includes('a.c')) {
      expect(done).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(why) as string });
      return;
    }
    expect(done.stdout).toMatch(/^error: data race on data/);
    expect(done.stdout).toMatch(/\nnote: the execution was not saved: .* cannot be written /);
    expect(done.stdout).toMatch(why);
    expect(done.stdout).not.toMatch(/See it again|^[<>] \./m);
    expect(done).toMatchObject({ status: 1, stderr: '' });
  });

  test('--json that cannot be written: the report is told, an error that was found stays 1, else it is 2', () => {
    const done = shell('drista --json /dev/full $R; echo $?; drista --json /dev/full $F; echo $?', { env: programs });
    expect(done.stdout).toMatch(/error: data race[^]*1 error found.*\n1\nverified: .*\n2\n$/);
    expect(done.stderr).toBe('drista: /dev/full cannot be written (ENOSPC): name another file\n'.repeat(2));
  });

  test('--json - and the report on a full stdout', () => {
    const done = shell(`for options in "--json -" ""; do for p in $R $F $L; do
drista $options --max-executions 3 $p >/dev/full; echo $?; done; done; drista --json - $F | true; echo \${PIPESTATUS[0]}; find . -name '*.json' | wc -l`, { env: programs });
    expect(done.stdout).toBe('1\n2\n2\n1\n2\n2\n0\n1\n');
    expect(done.stderr).toBe('drista: the report cannot be written to stdout (ENOSPC): redirect it to another file\n'.repeat(6));
  });
});

describe('files that drista writes replace nothing else', () => {
  test.each([
    ['the program', 'cp $R p', '--json p p', /p cannot be written \(it holds something else, which would be lost\)/],
    ['a link to the program', 'cp $R p; ln -s p l', '--save l p', /l cannot be written \(it holds something else/],
    ['another name of the program', 'cp $R p; ln p l', '--checkpoint l p', /l cannot be written \(it holds something else/],
    ['a source', 'echo "int main;" >p.c; cp $R p', '--json p.c p', /p\.c cannot be written \(it holds something else/],
    ['each other', '', '--json x --save ./x $R', /--json and --save both name \.\/x: name different files/],
    ['each other, through a link', 'mkdir a; ln -s a b', '--json a/x --checkpoint b/x $R', /--json and --checkpoint both name b\/x/],
    ['each other, through a link to nothing', 'ln -s x y', '--json x --save y $R', /--json and --save both name y/],
    ['each other, by two names', 'touch x; ln x y', '--json x --save y $R', /--json and --save both name y/],
    ['the checkpoint to go on with', 'drista --max-executions 2 --checkpoint c $L >/dev/null', '--resume c --json c', /--json and --resume both name c|c cannot be written/],
    ['a saved execution', 'drista --save s $R >/dev/null', '--json s $R', /s cannot be written \(it holds something else/],
    ['a folder', 'mkdir d', '--json d $R', /d cannot be written \(EISDIR\)/],
    ['a loop of links', 'ln -s a b; ln -s b a', '--json a $R', /a cannot be written \(ELOOP\)/],
  ])('%s', (_, before, options, said) => {
    const done = shell(`${before}\n: >../sums; find . -type f -size +0 -exec sha256sum {} + >../sums; drista ${options}; code=$?; sha256sum --quiet -c ../sums 2>&1; exit $code`, { env: programs });
    expect(done).toMatchObject({ status: 2, stdout: '' });
    expect(done.stderr).toMatch(said);
    expect(done.stderr).toMatch(/^drista: [^\n]*\n$/);
  });

  test('their own kind they do replace, and a link stays one', () => {
    const done = shell('drista --json r $R; ln -s r l; drista --json l --save s $R; drista --save s $R; test -L l && test -f s; echo $?; ls -A', { env: programs });
    expect(done.stdout.split('\n').slice(-6)).toEqual(['0', 'drista-out', 'l', 'r', 's', '']);
    expect(done.stderr).toBe('');
  });

  test('devices, pipes and the file that stdout goes to', () => {
    const done = shell(`drista --json /dev/null --save /dev/null -q $R; echo $?
drista -q --json /dev/stdout $F >f; grep -c '"verdict": "verified"\\|^verified' f; drista -q --json >(grep -c verdict >g) $F >/dev/null; sleep 0.5; cat g; test -c /dev/null; echo $?; ls -A`, { env: programs });
    expect(done.stdout).toMatch(/\n1\n2\n1\n0\nf\ng\n$/);
  });

  test('two checks at once do not take each other\'s checkpoint', () => {
    const done = shell(`for n in 1 2 3; do drista --time-limit 1.$n --equivalence co $L >out$n & done; drista --time-limit 1 --model sc $L >out4; wait
sed -n 's/.*--resume //p' out? | sort -u | wc -l; for f in $(sed -n 's/.*--resume //p' out?); do drista --resume $f --max-executions 1 >/dev/null; echo $?; done; ls -A drista-out | grep -vc '\\.resume$'`, { env: programs });
    expect(done).toMatchObject({ stdout: '4\n3\n3\n3\n3\n0\n', stderr: '' });
  });
});
