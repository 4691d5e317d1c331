/**
 * Files that drista reads may be anything; those that it writes replace nothing else; what is found is told all the
 * same.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHead } from '../../../src/check/checkpoint-file';
import { readFile } from '../../../src/check/program-file';
import { readElf } from '../../../src/debug-info/elf';
import { readSaved } from '../../../src/report/saved';
import { folder } from '../../support/command';
import { fine, programs, racy, shell } from './shell';

describe('a finding that cannot be saved is told, and nothing is left', () => {
  test.each([
    ['the folder is a file', 'echo text >drista-out', '', /ENOTDIR|EEXIST/],
    ['the folder cannot be written', 'mkdir drista-out; chmod 555 drista-out; weak=1', '', /EACCES/],
    ['no folder can be made', 'chmod 555 .; weak=1', '', /EACCES/],
    ['the disk is full', '', '--save /dev/full', /ENOSPC/],
    [
      'a tiny file system',
      'mkdir drista-out; mount -t tmpfs -o size=4k none drista-out || exit 77; head -c 4096 /dev/zero >drista-out/full',
      '',
      /ENOSPC/,
    ],
    ['a limit of bytes', 'limit=1', '', /EFBIG/],
    ['a loop of links', 'ln -s drista-out drista-out', '', /ELOOP|EEXIST/],
    ['a folder that is a file', '', '--save $R/x.json', /ENOTDIR/],
    ['a name that is too long', '', `--save ${'x'.repeat(300)}`, /ENAMETOOLONG/],
    ['a FIFO that nobody reads', 'mkfifo f', '--save f', /ENXIO/],
    ['a source', 'echo "int main(void);" >a.c', '--save a.c', /something else/],
  ])('%s', (_, before, options, why) => {
    const script = `weak= limit=; ${before}
run() { if [ -n "$limit" ]; then ulimit -f 0; fi; if [ -n "$weak" ];
then setpriv --bounding-set=-all "$node" "$main" "$@"; else drista "$@"; fi; }
find . >../before; (run ${options} $R) | cat; code=\${PIPESTATUS[0]}; find . | diff ../before -;
umount drista-out 2>/dev/null; chmod 755 .; exit $code`;
    const done = shell(script, programs);
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

  test('--report json that cannot be written: the report is told, an error that was found stays 1', () => {
    const done = shell(
      'drista --report json=/dev/full $R; echo $?; drista --report json=/dev/full $F; echo $?',
      programs,
    );
    expect(done.stdout).toMatch(/error: data race[^]*1 error found.*\n1\n[^]*verified: .*\n2\n$/);
    expect(done.stderr).toBe('drista: /dev/full cannot be written (ENOSPC): name another file\n'.repeat(2));
  });

  test('--report json=- and the report on a full stdout', () => {
    const done = shell(
      `for options in "--report json=-" ""; do for p in $R $F $L; do
drista $options --max-executions 3 $p >/dev/full; echo $?; done; done; drista --report json=- $F | true;
echo \${PIPESTATUS[0]}; find . -name '*.json' | wc -l`,
      programs,
    );
    expect(done.stdout).toBe('1\n2\n2\n1\n2\n2\n0\n1\n');
    expect(done.stderr).toBe(
      'drista: the report cannot be written to stdout (ENOSPC): redirect it to another file\n'.repeat(6),
    );
  });
});

describe('files that drista writes replace nothing else', () => {
  test.each([
    [
      'the program',
      'cp $R p',
      '--report json=p p',
      /p cannot be written \(it holds something else, which would be lost\)/,
    ],
    ['a link to the program', 'cp $R p; ln -s p l', '--save l p', /l cannot be written \(it holds something else/],
    [
      'another name of the program',
      'cp $R p; ln p l',
      '--checkpoint l p',
      /l cannot be written \(it holds something else/,
    ],
    [
      'a source',
      'echo "int main;" >p.c; cp $R p',
      '--report json=p.c p',
      /p\.c cannot be written \(it holds something else/,
    ],
    [
      'each other',
      '',
      '--report json=x --save ./x $R',
      /--report json and --save both name \.\/x: name different files/,
    ],
    [
      'each other, through a link',
      'mkdir a; ln -s a b',
      '--report json=a/x --checkpoint b/x $R',
      /--report json and --checkpoint both name b\/x/,
    ],
    [
      'each other, through a link to nothing',
      'ln -s x y',
      '--report json=x --save y $R',
      /--report json and --save both name y/,
    ],
    [
      'each other, by two names',
      'touch x; ln x y',
      '--report json=x --save y $R',
      /--report json and --save both name y/,
    ],
    [
      'the checkpoint to go on with',
      'drista --max-executions 2 --checkpoint c $L >/dev/null',
      '--resume c --report json=c',
      /--report json and --resume both name c|c cannot be written/,
    ],
    [
      'a saved execution',
      'drista --save s $R >/dev/null',
      '--report json=s $R',
      /s cannot be written \(it holds something else/,
    ],
    ['a folder', 'mkdir d', '--report json=d $R', /d cannot be written \(EISDIR\)/],
    ['a loop of links', 'ln -s a b; ln -s b a', '--report json=a $R', /a cannot be written \(ELOOP\)/],
  ])('%s', (_, before, options, said) => {
    const done = shell(
      `${before}\nsha256sum $R >../sums; find . -type f -size +0 -exec sha256sum {} + >>../sums; drista ` +
        `${options}; code=$?; sha256sum --quiet -c ../sums 2>&1; exit $code`,
      programs,
    );
    expect(done).toMatchObject({ status: 2, stdout: '' });
    expect(done.stderr).toMatch(said);
    expect(done.stderr).toMatch(/^drista: [^\n]*\n$/);
  });

  test('their own kind they do replace, and a link stays one', () => {
    const done = shell(
      'drista --report json=r $R; ln -s r l; drista --report json=l --save s $R; drista --save s $R; ' +
        'test -L l && test -f s; echo $?; ls -A',
      programs,
    );
    expect(done.stdout.split('\n').slice(-6)).toEqual(['0', 'drista-out', 'l', 'r', 's', '']);
    expect(done.stderr).toBe('');
  });

  test('devices, pipes and the file that stdout goes to', () => {
    const done = shell(
      `drista --report json=/dev/null --save /dev/null -q $R; echo $?
drista -q --report json=/dev/stdout $F >f; grep -c '"verdict": "verified"\\|^verified' f;
drista -q --report json=>(grep -c verdict >g) $F >/dev/null; sleep 0.5; cat g; test -c /dev/null; echo $?; ls -A`,
      programs,
    );
    expect(done.stderr).toBe('');
    expect(done.stdout).toMatch(/\n1\n2\n1\n0\nf\ng\n$/);
  });

  test("two checks at once do not take each other's checkpoint", () => {
    const done = shell(
      `for n in 1 2 3; do drista --time-limit 1.$n --equivalence co $L >out$n & done;
      drista --time-limit 1 --model sc --equivalence rf $L >out4; wait
sed -n 's/.*--resume //p' out? | sort -u | wc -l; for f in $(sed -n 's/.*--resume //p' out?);
do drista --resume $f --max-executions 1 >/dev/null; echo $?; done; ls -A drista-out | grep -vc '\\.resume$'`,
      programs,
    );
    expect(done).toMatchObject({ stdout: '4\n3\n3\n3\n3\n0\n', stderr: '' });
  });
});

describe('files that drista reads', () => {
  const within = mkdtempSync(join(folder, 'read-'));
  const [fifo, large, loop] = ['fifo', 'large', 'loop'].map((name) => join(within, name));
  beforeAll(() => {
    spawnSync('/bin/sh', ['-c', 'mkfifo fifo; truncate -s 5G large; ln -s loop loop'], { cwd: within });
  });

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
    for (const read of Object.values(readers))
      expect(() => {
        read(path);
      }).toThrow(expect.objectContaining({ name: 'DristaError', message: expect.stringMatching(said) as string }));
  });

  test.each<[string, RegExp, string]>([
    ['a size', /"size": \d+/, '"size": 1099511627776'],
    ['a thread', /"thread": \d+/, '"thread": 70000'],
    ['a creator', /"creator": \d+/, '"creator": 5000'],
    ['a line', /"line": \d+/, '"line": 1e400'],
    ['a source', /"source": -?\d+/, '"source": 1e400'],
    ['an address', /"address": "/, '"address": "11111111111111111'],
    ['--nondet', /"format": 2/, '"format": 2, "nondet": 1099511627776'],
  ])('in a saved execution: %s that is too large', (_, number, other) => {
    const file = join(within, 'saved');
    if (!existsSync(file)) expect(shell(`drista --save ${file} $R`, programs).status).toBe(1);
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
