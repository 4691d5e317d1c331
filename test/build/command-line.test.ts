import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, words } from '../../src/build/command-line';

const read = (line: string) => readCommandLine(line.split(' ').filter((word) => word !== ''));

describe('what a compiler is asked for', () => {
  test.each(['a.c', 'a.c -o a', '-O2 a.o b.o', 'a.o -lm', '-x c -', '-v a.c', '-shared -fPIC a.c'])('%s links', (line) => {
    expect(read(line)).toMatchObject({ hasInputs: true, links: true });
  });

  test.each(['-c a.c', '-S a.c', '-E a.c', '-M a.c', '-MM a.c', '-fsyntax-only a.c', '-c -MD -MF a.d a.c', '-r a.o'])('%s does not link', (line) => {
    expect(read(line)).toMatchObject({ hasInputs: true, links: false });
  });

  test.each(['--version', '-v', '', '-dumpmachine', '-print-search-dirs', '-o a', '-I include -D A', '--help', '-print-file-name=libc.so'])(
    '"%s" has no inputs', (line) => {
      expect(read(line)).toMatchObject({ hasInputs: false, links: false, hasSources: false });
    });

  test('objects and libraries are no sources', () => {
    expect(read('a.o b.a c.so d.so.1.2 -o x.c').hasSources).toBe(false);
    expect(read('a.o b.cpp').hasSources).toBe(true);
    expect(read('-x c a.o').hasSources).toBe(true);
  });

  test('optimization and debug information that the user chose are seen', () => {
    expect(read('a.c')).toMatchObject({ optimization: false, debug: false });
    expect(read('-O0 -g3 a.c')).toMatchObject({ optimization: true, debug: true });
    expect(read('-ggdb -Og a.c')).toMatchObject({ optimization: true, debug: true });
    expect(read('-gcc-toolchain x a.c')).toMatchObject({ debug: false });
  });

  test('response files are followed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'drista-response-'));
    const [outer, inner] = [join(folder, 'outer'), join(folder, 'inner')];
    writeFileSync(outer, `-c\n"@${inner}"`);
    writeFileSync(inner, "'a file.c' -O2");
    expect(readCommandLine([`@${outer}`])).toMatchObject({ links: false, hasSources: true, optimization: true });
    writeFileSync(inner, `@${outer}`);
    expect(() => readCommandLine([`@${outer}`])).toThrow(/contains itself/);
    expect(readCommandLine(['@/does/not/exist'])).toMatchObject({ hasInputs: true });
  });

  test('words of response files', () => {
    expect(words(' -DA="b c"  \'d e\'\n\\"f\\" g\\ h "i\\"j"')).toEqual(['-DA=b c', 'd e', '"f"', 'g h', 'i"j']);
  });
});
