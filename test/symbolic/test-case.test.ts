import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testJson, testSource } from '../../src/symbolic/test-case';

const test2 = {
  objects: [
    { name: 'x', bytes: Uint8Array.of(1, 255) },
    { name: 'nondet_int', bytes: Uint8Array.of(42, 1, 0, 0) },
    { name: 'x', bytes: Uint8Array.of(7, 8) },
  ],
  errors: ['it /* fails */'],
};

test('JSON has the bytes of each object', () => {
  expect(JSON.parse(testJson(test2))).toEqual({
    objects: [
      { name: 'x', bytes: '01ff' },
      { name: 'nondet_int', bytes: '2a010000' },
      { name: 'x', bytes: '0708' },
    ],
    errors: ['it /* fails */'],
  });
});

test('the C file gives a program the contents in turn, and zeros after them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drista-test-case-'));
  try {
    const [program, given, made] = ['program.c', 'given.c', 'made'].map((name) => join(folder, name));
    writeFileSync(given, testSource(test2));
    writeFileSync(
      program,
      `#include <stddef.h>
#include <stdio.h>
void drista_runtime_symbolic(void *object, size_t size, const char *name);
int __VERIFIER_nondet_int(void);
int main(void)
{
	unsigned char x[2];
	for (int i = 0; i < 3; i++) {
		drista_runtime_symbolic(x, sizeof x, "x");
		printf("%d %d %d\\n", x[0], x[1], __VERIFIER_nondet_int());
	}
	return 0;
}
`,
    );
    const flags = ['-Wall', '-Wextra', '-Werror', '-o', made];
    expect(spawnSync('gcc', [...flags, program, given], { encoding: 'utf8' }).stderr).toBe('');
    expect(spawnSync(made, { encoding: 'utf8' }).stdout).toBe('1 255 298\n7 8 0\n0 0 0\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
