/** How many executions a program has does not depend on the names of the files that it uses. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildText, check } from '../support/compiled';

const folder = mkdtempSync(join(tmpdir(), 'drista-folders-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Two threads append to the file. */
const program = (file: string): string =>
  buildText(`
#include <pthread.h>
#include <stdio.h>
static void *append(void *line) {
  FILE *file = fopen("${file}", "a");
  fputs(line, file);
  fclose(file);
  return 0;
}
int main(void) {
  pthread_t a, b;
  fclose(fopen("${file}", "w"));
  pthread_create(&a, 0, append, "one");
  pthread_create(&b, 0, append, "two");
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}`);

const mask = (1n << 64n) - 1n;

/** The hash of runtime/io/cells.c. */
function digest(name: string, seed: bigint): bigint {
  return [...Buffer.from(name)].reduce((before, c) => {
    const product = ((before ^ BigInt(c)) * 0x9e3779b97f4a7c15n) & mask;
    return product ^ (product >> 29n);
  }, seed);
}

test('a name that once had the same cell as the contents of its file', () => {
  const files = Array.from({ length: 100_000 }, (_, n) => join(folder, `log-${String(n)}`));
  const file = files.find((name) => (digest(name, 0n) - digest(name, 1n)) % 1024n === 0n)!;
  const { executions } = check(program(file), { model: 'rc11', equivalence: 'observational' });
  expect(executions).toBe(2);
});
