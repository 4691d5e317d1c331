/** --crash and --after-crash: verdicts and counts, reports, replays, and what is refused. */
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, buildText } from '../support/compiled';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';

const example = (name: string): string => build([join(top, 'examples', `${name}.c`)]);
const bug = example('replace-file-bug');
const right = example('replace-file');
const commit = example('commit-record-bug');

const data = join(folder, 'data');
mkdirSync(data);
writeFileSync(join(data, 'settings'), 'old\n');
const looks = ['--after-crash', 'grep -qxE "old|new" settings'];
const committed = ['--crash', '--after-crash', 'test ! -s commit || grep -q record log'];

/** The working folders of runs that are left. */
const left = (): string[] => readdirSync(tmpdir()).filter((name) => /^drista-crash-[0-9a-f]{16}$/.test(name));

test('a file that is replaced without fsync may be empty; FOLDER stays as it is', () => {
  const before = left();
  const done = drista([`--crash=${data}`, ...looks, '--keep-going', bug]);
  expect(done.status).toBe(1);
  expect(done.stdout).toMatch(/^error: after the crash: grep -qxE "old\|new" settings exits with 1: main\n/);
  expect(done.stdout).toMatch(
    /\n {2}power is lost\n {2}names: 2 of 2 changes are on disk\n {2}settings: 0 bytes, as at first\n> grep -qxE /,
  );
  expect(done.stdout).toMatch(
    /\n1 error found under rc11, .*, with losses of power \(--crash\) \(1 other execution and 5 crashes, /,
  );
  expect(readdirSync(data)).toEqual(['settings']);
  expect(readFileSync(join(data, 'settings'), 'utf8')).toBe('old\n');
  expect(left()).toEqual(before);
});

test.each([[[]], [['-j', '2']], [['--equivalence', 'rf']], [['--model', 'sc', '--strategy', 'odpor']]])(
  'a file that is replaced with fsync is right (%j)',
  (options) => {
    const done = drista([...options, `--crash=${data}`, ...looks, right]);
    expect(done.stdout).toMatch(/^verified: .*, with losses of power \(--crash\) \(1 execution and 7 crashes, /);
  },
);

test('a commit may reach the disk before what it commits; all equivalences agree', () => {
  const found = [
    ['--equivalence', 'observational'],
    ['--equivalence', 'co'],
    ['-j', '2'],
  ].map((options) => {
    const done = drista([...options, '--tune', 'chance=0', '--keep-going', '--report', 'json=-', ...committed, commit]);
    const { executions, crashes, errors } = JSON.parse(done.stdout) as {
      executions: number;
      crashes: number;
      errors: { kind: string }[];
    };
    return { executions, crashes, errors: errors.length, kinds: [...new Set(errors.map(({ kind }) => kind))] };
  });
  const expected = { executions: 19, crashes: 320, errors: 5, kinds: ['after-crash'] };
  expect(found).toEqual([expected, expected, expected]);
});

test('the error replays', () => {
  const file = join(folder, 'crash.json');
  const done = drista([...committed, '--save', file, commit]);
  const report = done.stdout.slice(0, done.stdout.indexOf('See it again'));
  const again = drista(['replay', file]);
  expect(again).toMatchObject({ status: 1, stderr: '' });
  expect(again.stdout.slice(0, again.stdout.indexOf('See it again'))).toBe(report);
});

test('an interrupted check goes on with the same crashes', () => {
  const file = join(folder, 'crash.resume');
  const limited = ['--max-executions', '3', '--checkpoint', file, '--crash', '--after-crash', 'true', commit];
  expect(drista(limited).status).toBe(3);
  expect(drista(['--resume', file]).stdout).toMatch(/^verified: .*, with losses of power .* \(19 executions and /);
});

/** A program of one thread with this in main. */
const inMain = (text: string): string =>
  buildText(
    `#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <wchar.h>
int main(void) { ${text} return 0; }`,
    ['-Wno-unused'],
  );

test.each([
  ['exit flushes streams', 'FILE *f = fopen("a", "w"); fputs("hello\\n", f);', '1 execution and 4 crashes'],
  ['_exit does not', 'FILE *f = fopen("a", "w"); fputs("hello\\n", f); _exit(0);', '1 execution and 2 crashes'],
  [
    'nor does quick_exit',
    'FILE *f = fopen("a", "w"); fputs("hello\\n", f); quick_exit(0);',
    '1 execution and 2 crashes',
  ],
  ['exit flushes wide streams', 'FILE *f = fopen("a", "w"); fputws(L"hello", f);', '1 execution and 4 crashes'],
  [
    'a stream with O_SYNC is durable when it is closed',
    'FILE *f = fdopen(open("a", O_CREAT | O_WRONLY | O_SYNC, 0600), "w"); fputs("1", f); fclose(f); unlink("a");',
    '1 execution and 7 crashes',
  ],
  [
    'a stream with O_SYNC is durable when exit flushes it',
    'FILE *f = fdopen(open("a", O_CREAT | O_WRONLY | O_SYNC, 0600), "w"); fputs("1", f);',
    '1 execution and 6 crashes',
  ],
  [
    'fsync by syscall()',
    'int f = open("a", O_CREAT | O_WRONLY, 0600); write(f, "1", 1); syscall(SYS_fsync, f); creat("b", 0600);',
    '1 execution and 7 crashes',
  ],
  ['permissions', 'write(open("a", O_CREAT | O_WRONLY, 0600), "1", 1); chmod("a", 0400);', '1 execution and 6 crashes'],
  ['no file', '', '1 execution and 1 crash'],
  ['what is no file', 'write(open("/dev/null", O_WRONLY), "1", 1); write(1, "1", 1);', '1 execution and 1 crash'],
])('%s', (_, text, counts) => {
  expect(drista(['--crash', '--after-crash', 'true', inMain(text)]).stdout).toContain(`(${counts}, `);
});

test.each([
  ['a file elsewhere', 'open("/tmp/drista-elsewhere", O_CREAT | O_WRONLY, 0600);', /outside the working folder/],
  ['a name elsewhere', 'unlink("/tmp/drista-elsewhere");', /outside the working folder/],
  ['a link', 'symlink("a", "b");', /links, pipes and sockets/],
  ['a random name', 'char name[] = "aXXXXXX"; mkstemp(name);', /a file with a random name \(mkstemp\)/],
  ['a file without a name', 'open(".", O_TMPFILE | O_WRONLY, 0600);', /O_TMPFILE/],
  ['an unknown call', 'syscall(SYS_mkdir, "a", 0700); syscall(SYS_rmdir, "a");', /system call 83 by syscall\(\)/],
  [
    'a call by an instruction',
    'long r = SYS_mkdir; asm volatile("syscall" : "+a"(r) : "D"("a"), "S"(0700l) : "rcx", "r11", "memory"); ' +
      'open("b", O_CREAT, 0600);',
    /a call that drista does not follow/,
  ],
  [
    'a mapping',
    'int f = open("a", O_CREAT | O_RDWR, 0600); mmap(0, 9, PROT_WRITE, MAP_SHARED, f, 0);',
    /mmap of a file for writing/,
  ],
  [
    'a mapping of a file whose name is still on the disk',
    'int f = open("a", O_CREAT | O_RDWR, 0600); unlink("a"); mmap(0, 9, PROT_WRITE, MAP_SHARED, f, 0);',
    /mmap of a file for writing/,
  ],
  [
    'a mapping that becomes writable',
    'int f = open("a", O_CREAT | O_RDWR, 0600); write(f, "1", 1); ' +
      'mprotect(mmap(0, 9, PROT_READ, MAP_SHARED, f, 0), 4096, PROT_READ | PROT_WRITE);',
    /mprotect with PROT_WRITE of a shared mapping of a file/,
  ],
  [
    'two writes at once',
    'FILE *f = fopen("a", "w"); static char b[9000]; fwrite(b, 1, 10, f); fwrite(b, 1, 9000, f);',
    /writes a file several times/,
  ],
])('refused: %s', (_, text, why) => {
  expectRefusal(drista(['--crash', '--after-crash', 'true', inMain(text)]), why);
  expect(existsSync('/tmp/drista-elsewhere')).toBe(false);
});

test('a command that fails in other ways', () => {
  const first = (command: string): string => drista(['--crash', '--after-crash', command, right]).stdout.split('\n')[0];
  expect(first('drista-no-such-command')).toMatch(/exits with 127: .*not found/);
  expect(first('kill -9 $$')).toMatch(/is killed by signal 9: /);
  expect(first('echo first; echo "the  last"; echo; exit 3')).toMatch(/exits with 3: the {2}last: /);
  expect(first('test -z "$DRISTA_CRASH$DRISTA_FD$LD_PRELOAD" && exit 4')).toMatch(/exits with 4/);
});

test('processes that the command leaves behind are killed, and are no matter of the program', () => {
  const command = '(sleep 1000 & setsid sleep 1000 &) >/dev/null 2>&1; true';
  const { stdout, stderr } = drista(['--crash', '--after-crash', command, right]);
  expect(stdout + stderr).toMatch(/^verified: .*, with losses of power \(--crash\) \(1 execution and 7 crashes, /m);
  expect(stdout + stderr).not.toContain('a run made processes');
});

test('wrong use is refused with one line', () => {
  const refuses = (options: string[], why: RegExp): void => {
    expectRefusal(drista([...options, right]), why);
  };
  refuses(['--crash'], /--crash needs --after-crash/);
  refuses(['--after-crash', 'true'], /--after-crash has no effect without --crash/);
  refuses(['--crash', '--after-crash', ' '], /--after-crash needs a command/);
  refuses(['--crash=/nonexistent', '--after-crash', 'true'], /\/nonexistent does not exist/);
  refuses([`--crash=${right}`, '--after-crash', 'true'], /is no folder/);
  refuses(['--crash', '--after-crash', 'true', '--show-output'], /not supported with --show-output/);
  const links = join(folder, 'links');
  mkdirSync(links);
  symlinkSync('/etc/passwd', join(links, 'link'));
  refuses([`--crash=${links}`, '--after-crash', 'true'], /cannot copy the folder .* \(a link\?\)/);
});

test('constructors that use the folder are refused', () => {
  const early = buildText(`#include <fcntl.h>
#include <unistd.h>
static __attribute__((constructor)) void first(void) { close(open("a", O_CREAT | O_WRONLY, 0600)); }
int main(void) { return 0; }`);
  expectRefusal(drista(['--crash', '--after-crash', 'true', early]), /constructors that open or change files/);
});
