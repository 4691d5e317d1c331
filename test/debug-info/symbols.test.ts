import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { symbolizer, type Symbolizer } from '../../src/debug-info/symbolizer';
import { Symbols } from '../../src/debug-info/symbols';

const folder = mkdtempSync(join(tmpdir(), 'drista-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SOURCE = `#include <stdio.h>
__attribute__((noinline)) void *where(void) { __asm__ volatile(""); return __builtin_return_address(0); }
static inline __attribute__((always_inline)) void *inlined(void) {
  return where();
}
extern char __executable_start;
int shared[2] = { 1, 2 }; struct { int only; } box;
int main(void) {
  void *a = where();
  void *b = inlined();
  printf("%lu %lu %lu\\n", (unsigned long)a, (unsigned long)b, (unsigned long)&__executable_start);
  return 0;
}
`;

/** The program's two return addresses and the module that it is. */
function program(flag: string) {
  const path = join(folder, flag);
  writeFileSync(`${path}.c`, SOURCE);
  execFileSync('cc', ['-g', '-O1', `-${flag}`, `-f${flag === 'pie' ? 'pie' : 'no-pie'}`, '-o', path, `${path}.c`]);
  const [a, b, base] = execFileSync(path, { encoding: 'utf8' }).trim().split(' ').map(Number);
  return { a, b, module: { base, size: 0x10000, path }, source: `${path}.c` };
}

const find = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((d) => join(d, name))
    .find((f) => existsSync(f));

/** A PATH with this one tool only. */
function onlyWith(tool: string): string {
  const bin = mkdtempSync(join(folder, 'bin-'));
  symlinkSync(find(tool)!, join(bin, tool));
  return bin;
}

describe.each(['llvm-symbolizer', 'addr2line'])('%s', (tool) => {
  const present = find(tool) !== undefined;
  (present ? it : it.skip).each(['pie', 'no-pie'])('finds the line of a call, inlined ones too: %s', (flag) => {
    const { a, b, module, source } = program(flag);
    const symbols = new Symbols([module], symbolizer(onlyWith(tool)));
    symbols.load([a, b, a]);
    expect(symbols.places(a)).toEqual([{ function: 'main', file: source, line: 9 }]);
    expect(symbols.places(b)).toEqual([
      { function: 'inlined', file: source, line: 4 },
      { function: 'main', file: source, line: 10 },
    ]);
  });
});

(find('llvm-symbolizer') === undefined ? it.skip : it)('names variables in the same answer', () => {
  const { a, module, source } = program('pie');
  const at = (name: string): number =>
    parseInt(
      execFileSync('nm', [module.path], { encoding: 'utf8' })
        .split('\n')
        .find((line) => line.endsWith(` ${name}`))!,
      16,
    );
  const answers = symbolizer(onlyWith('llvm-symbolizer'))!(
    module.path,
    [a - module.base - 1],
    [at('shared'), at('shared') + 6, 1],
  );
  expect(answers).toEqual({
    places: [[{ function: 'main', file: source, line: 9 }]],
    data: [{ name: 'shared', offset: 0, size: 8 }, { name: 'shared', offset: 6, size: 8 }, undefined],
  });
});

(find('llvm-symbolizer') === undefined || find('llvm-dwarfdump') === undefined ? it.skip : it)(
  'names parts of variables, where the bytes are not all of it',
  () => {
    const { module } = program('pie');
    const at = (name: string): number =>
      module.base +
      parseInt(
        execFileSync('nm', [module.path], { encoding: 'utf8' })
          .split('\n')
          .find((line) => line.endsWith(` ${name}`))!,
        16,
      );
    const symbols = new Symbols([module]);
    const asked: [string, number, number][] = [
      ['shared', 0, 8],
      ['shared', 0, 4],
      ['shared', 4, 4],
      ['shared', 6, 0],
      ['box', 0, 4],
      ['box', 0, 2],
      ['box', 0, 0],
      ['box', 2, 2],
    ];
    symbols.load(
      [],
      asked.map(([name, offset, size]) => ({ address: at(name) + offset, size })),
    );
    expect(asked.map(([name, offset, size]) => symbols.data(at(name) + offset, size))).toEqual([
      'shared',
      'shared[0]',
      'shared[1]',
      'shared[1]+2',
      'box',
      'box.only',
      'box.only',
      'box.only+2',
    ]);
  },
);

it('prefers the newest', () => {
  const bin = mkdtempSync(join(folder, 'bin-'));
  for (const [name, answer] of [
    ['llvm-symbolizer-9', 'nine'],
    ['llvm-symbolizer-14', 'fourteen'],
    ['addr2line', 'none'],
  ]) {
    writeFileSync(join(bin, name), `#!/bin/sh\nprintf '${answer}\\n/a.c:3:1\\n\\n'\n`, { mode: 0o755 });
  }
  expect(symbolizer(bin)!('/nowhere', [16], [])).toEqual({
    places: [[{ function: 'fourteen', file: '/a.c', line: 3 }]],
    data: [],
  });
});

it('says the address where nothing is known', () => {
  const modules = [{ base: 0x1000, size: 0x1000, path: '/a.out' }];
  expect(symbolizer('/nowhere')).toBeUndefined();
  const symbols = new Symbols(modules, () => ({ places: [[]], data: [] }));
  expect(symbols.places(0x1010)).toEqual([{ function: '/a.out+0x10', file: '', line: 0 }]);
  expect(symbols.places(0x5000)).toEqual([{ function: '0x5000', file: '', line: 0 }]);
  expect(symbols.places(2n ** 64n - 1n)).toEqual([{ function: '0xffffffffffffffff', file: '', line: 0 }]);
});

it('asks once for each module, for code and data together, and never again', () => {
  const modules = [
    { base: 0x1000, size: 0x1000, path: '/a.out' },
    { base: 0x8000, size: 0x1000, path: '/b.so' },
  ];
  const asked: Parameters<Symbolizer>[] = [];
  const symbols = new Symbols(modules, (...question) => {
    asked.push(question);
    const [, code, data] = question;
    return {
      places: code.map((c) => [{ function: `f${c}`, file: '/a.c', line: 1 }]),
      data: data.map((d) => (d === 0x20 ? { name: 'x', offset: 4, size: 8 } : undefined)),
    };
  });
  symbols.load(
    [0x1011, 0x8011, 0x1011, 0x5000, 0x1012],
    [0x1020, 0x1021, 0x5000].map((address) => ({ address, size: 4 })),
  );
  expect(asked).toEqual([
    ['/a.out', [0x10, 0x11], [0x20, 0x21]],
    ['/b.so', [0x10], []],
  ]);
  expect(symbols.places(0x1012)).toEqual([{ function: 'f17', file: '/a.c', line: 1 }]);
  expect([0x1020, 0x1021, 0x5000].map((address) => symbols.data(address))).toEqual(['x+4', undefined, undefined]);
  expect(asked).toHaveLength(2);
});
