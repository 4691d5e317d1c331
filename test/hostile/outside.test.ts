/** What is around a check may be broken or hostile: its output, its files, its limits. The verdict stands, or one line says why there is none. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHead } from '../../src/cli/checkpoint';
import { checkOptions, optionValues } from '../../src/cli/options';
import { readFile } from '../../src/cli/program-file';
import { readElf } from '../../src/elf';
import { readSaved } from '../../src/report/saved';
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
    expect(done.stdout).toMatch(/error: data race[^]*1 error found.*\n1\n[^]*verified: .*\n2\n$/);
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
    const done = shell(`${before}\nsha256sum $R >../sums; find . -type f -size +0 -exec sha256sum {} + >>../sums; drista ${options}; code=$?; sha256sum --quiet -c ../sums 2>&1; exit $code`, { env: programs });
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

describe('text that the program controls', () => {
  /** Nothing that a terminal obeys, but for newlines. */
  const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  const evil = String.raw`\033[31mX\r\n\033]0;pwn\007 verified: no error\177\302\233\342\200\256\342\200\250\363\240\201\201`;
  const shown = String.raw`\x1b[31mX\r\n\x1b]0;pwn\x07 verified: no error\x7f\x9b\u202e\u2028\U000e0041`;
  const cases: readonly (readonly [string, string, string])[] = [
    ['an assertion', `extern void __assert_fail(const char *, const char *, unsigned, const char *); int main(void) { __assert_fail("${evil}", "f\\033[1mile.c", 3, "fn\\033[7m"); }`, 'c'],
    ['a file\'s name', `#include <pthread.h>
int g; void *t(void *x) { g = 1; return x; }
#line 10 "${evil.replaceAll('\\r\\n', '')}.c"
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); g = 2; pthread_join(a, 0); return 0; }`, 'c'],
    ['a file\'s name with empty lines', `#include <pthread.h>
int g; void *t(void *x) { g = 1; return x; }
#line 10 "a\\n\\nmain\\n/etc/passwd:1:1\\n\\n.c"
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); g = 2; pthread_join(a, 0); return 0; }`, 'c'],
    ['a symbol', `#include <pthread.h>
int evil __asm__("ev\\033[31mil"); void *t(void *x) { evil = 1; return x; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); evil = 2; pthread_join(a, 0); return 0; }`, 'c'],
    ['a function', `void f(void) __asm__("f\\033[31m"); void f(void) { __builtin_trap(); } int main(void) { f(); }`, 'c'],
    ['a thread\'s name', `#define _GNU_SOURCE
#include <pthread.h>
int g; void *t(void *x) { pthread_setname_np(pthread_self(), "\\033[31mev\\n\\a"); g = 1; return x; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); g = 2; pthread_join(a, 0); return 0; }`, 'c'],
    ['an exception', `#include <stdexcept>\nint main() { throw std::runtime_error("${evil}"); }`, 'c++'],
  ];

  test.each(cases)('%s', (_, text, language) => {
    const program = buildText(text, ['-w'], language as 'c' | 'c++');
    const done = shell(`drista $P; drista -v --json j $P >v; cat v j drista-out/*; drista replay drista-out/*.json; ${language === 'c' ? 'drista --show-output -q $P 2>&1;' : ''} drista doctor $P`, { env: { P: program } });
    expect(done.stdout).toMatch(/^error: /);
    expect(done.stdout.replace(/\t/g, '')).not.toMatch(unsafe);
    expect(done.stderr).toBe('');
    // Of an exception the runtime makes one line itself.
    if (text.includes('pwn') && !text.includes('#line')) expect(done.stdout).toContain(language === 'c' ? shown : shown.replace('\\n', ' '));
    expect(done.stdout).not.toMatch(/^ ?verified|^\/etc\/passwd/m);
  });

  test('names and arguments on the command line', () => {
    const bad = '\u001b[31m\u202e\n\u009b';
    const done = shell(`cp $R "./$B"; drista "./$B" -- "$B"; drista replay drista-out/*.json; drista doctor "./$B"; drista "$B.none"; drista replay "$B"; drista --resume "$B"; drista "--$B" x; drista x "$B"
drista --model "$B" x; drista --max-steps "$B" x; drista --save "$B/x" $R; drista --json "$B/$B" -q $F; drista cc -o x "$B.c" --drista-compiler="$B"; drista --checkpoint "$B.resume" --max-executions 2 $L; cat drista-out/*`, { env: { ...programs, B: bad } });
    expect(done.stdout).not.toMatch(unsafe);
    expect(done.stderr).not.toMatch(unsafe);
    for (const line of done.stderr.trimEnd().split('\n')) expect(line).toMatch(/^drista: /);
    expect(done.stdout).toContain(String.raw`\x1b[31m\u202e\n\x9b`);
  });

  test('a saved file that was changed', () => {
    const done = shell(String.raw`drista --save s $R >/dev/null; sed -i 's/"message": "/&\\u001b[31m\\n\\u202e/; s/"line": [0-9]*/"line": 1/' s; drista replay s`, { env: programs });
    expect(done.stdout).toContain(String.raw`\x1b[31m\n\u202e`);
    expect(done).toMatchObject({ status: 1, stderr: '' });
  });
});

describe('files that drista reads', () => {
  const within = mkdtempSync(join(folder, 'read-'));
  const [fifo, large, loop] = ['fifo', 'large', 'loop'].map((name) => join(within, name));
  beforeAll(() => { spawnSync('/bin/sh', ['-c', 'mkfifo fifo; truncate -s 5G large; ln -s loop loop'], { cwd: within }); });

  const readers = { saved: readSaved, checkpoint: readHead, program: readFile };
  test.each<[string, RegExp]>([
    ['/dev/zero', /\/dev\/zero (cannot be read \(it is no regular file\)|is not a file)/],
    [fifo, /fifo (cannot be read \(it is no regular file\)|is not a file)/],
    [within, /(cannot be read \(EISDIR\)|is not a file)/],
    [large, /large cannot be read \(it has more than (268435456|2147483647) bytes\)/],
    [loop, /loop cannot be read \(ELOOP\)/],
    ['x'.repeat(300), /cannot be read \(ENAMETOOLONG\)/],
    [join(fine, 'x'), /cannot be read \((ENOENT|ENOTDIR)\)|does not exist/],
    ['a\0b', /cannot be read \(ERR_INVALID_ARG_VALUE\)/],
  ])('%s', (path, said) => {
    for (const read of Object.values(readers)) expect(() => { read(path); }).toThrow(expect.objectContaining({ name: 'DristaError', message: expect.stringMatching(said) as string }));
  });

  test.each<[string, RegExp, string]>([
    ['a size', /"size": \d+/, '"size": 1099511627776'], ['a thread', /"thread": \d+/, '"thread": 70000'],
    ['a creator', /"creator": \d+/, '"creator": 5000'], ['a line', /"line": \d+/, '"line": 1e400'], ['a source', /"source": -?\d+/, '"source": 1e400'],
    ['an address', /"address": "/, '"address": "11111111111111111'], ['--nondet', /"format": 1/, '"format": 1, "nondet": 1099511627776'],
  ])('in a saved execution: %s that is too large', (_, number, other) => {
    const file = join(within, 'saved');
    if (!existsSync(file)) expect(shell(`drista --save ${file} $R`, { env: programs }).status).toBe(1);
    const changed = readFileSync(file, 'utf8').replace(number, other);
    expect(changed).not.toBe(readFileSync(file, 'utf8'));
    writeFileSync(`${file}-changed`, changed);
    expect(() => readSaved(`${file}-changed`)).toThrow(/is not a saved execution/);
  });

  test('numbers in the headers of a program that are too large', () => {
    const bytes = readFileSync(racy);
    for (const at of [32, 40, 54, 56, 58, 60, 62, 96, 104, 152]) {
      const changed = Buffer.from(bytes);
      changed.writeBigUInt64LE(1n << 40n, at);
      expect(readElf(changed)).toBeDefined();
    }
  });
});

describe('options', () => {
  test.each(['seed', 'pct-depth', 'max-executions', 'max-steps', 'time-limit', 'run-limit', 'nondet', 'jobs'])('--%s: a number in its range, or one line', (name) => {
    const value = (given: string): unknown => (optionValues(checkOptions, { [name]: given }) as unknown as Record<string, unknown>)[name];
    for (const given of ['0', '-1', '-0', 'NaN', 'nan', 'Infinity', '1e400', '', ' ', '1e30', '0.0000001', '0x', '1,5', '٣']) {
      expect(() => value(given)).toThrow(/^--[a-z-]+ needs a (whole )?number .*, not '.*': see `drista --help`$/);
    }
    expect(value('3')).toBe(3);
    if (name.endsWith('-limit')) expect(value('0.5')).toBe(0.5);
    else expect(() => value('1.5')).toThrow(/whole number/);
  });

  test('a huge --pct-depth keeps to the limits', () => {
    const done = shell('timeout 60 "$node" "$main" --strategy pct --pct-depth 4294967295 --max-executions 20 $L', { env: programs });
    expect(done).toMatchObject({ status: 3, stderr: '' });
  });

  test('--nondet has as many values as were asked for', () => {
    const program = buildText('#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) { assert(__VERIFIER_nondet_int() != 299); return 0; }', ['-w']);
    expect(shell('drista -q --nondet 300 $P; echo $?; drista -q --nondet 65537 $P', { env: { P: program } })).toMatchObject({ status: 2, stdout: expect.stringMatching(/\n1\n$/) as string });
  });
});

describe('surroundings', () => {
  test('a working directory that is gone', () => {
    const done = shell('mkdir d; cd d; rmdir ../d; drista $R; drista doctor $R; drista replay x', { env: programs });
    expect(done.stderr).toBe('drista: the working directory does not exist any more: change to another one\n'.repeat(3));
    expect(done).toMatchObject({ status: 2, stdout: '' });
  });

  test.each(['ulimit -n 16', 'ulimit -n 100', 'ulimit -n 201', 'ulimit -v 300000', 'ulimit -v 1500000', 'ulimit -v 9000000'])('%s', (limit) => {
    const done = shell(`(${limit}; "$top/drista" $R)`, { env: { ...programs, top } });
    expect(done.stderr).toMatch(/^drista: (there is a limit of|only \d+ files|the address space)[^\n]*`ulimit -[nv] \w+`\n$/);
    expect(done).toMatchObject({ status: 2, stdout: '' });
  });

  test.each([3, 5, 50])('ulimit -u %d', (n) => {
    const done = shell(`timeout 20 setpriv --reuid 12345 --clear-groups --inh-caps=-all bash -c 'ulimit -u ${n}; exec "$top/drista" $R'`, { env: { ...programs, top } });
    expect(done.stderr).toBe(`drista: there is a limit of processes and threads of ${n}, and drista needs 100: \`ulimit -u 100\`\n`);
    expect(done).toMatchObject({ status: 2, stdout: '' });
  });

  test('closed stdin, no TERM, HOME, LANG, an unknown locale; names that begin with a dash', () => {
    const done = shell(`cp $R ./-p; env -i PATH="$PATH" TERM= LANG=xx_YY.bad LC_ALL=none "$node" "$main" -q --json=-j --save=-s ./-p <&-; echo $?; "$node" "$main" -q -- -p 2>/dev/null; echo $?; ls -A; drista replay ./-s | tail -n 1`, { env: programs });
    expect(done.stdout).toMatch(/\n1\n2\n-j\n-p\n-s\n[^]*See it again: drista replay --gdb \.\/-s\n$/);
    expect(done.stderr).toBe('');
  });

  test('a signal once the result is there', async () => {
    const child = spawn(process.execPath, [main, '-v', racy], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const code = new Promise((resolve) => child.on('exit', (status, signal) => { resolve(status ?? signal); }));
    let text = '';
    child.stdout.on('data', (data) => { child.kill('SIGINT'); text += String(data); });
    expect(await code).toBe(1);
    expect(text).toContain('1 error found');
  });
});
