/** Loops of programs that run under a schedule: their copies without instrumentation do what the loops do. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildText } from '../support/compiled';
import { drista, folder } from '../support/command';

/** Loops with several ends, loops in loops, calls, values that are used afterwards; and events around them. */
const program = `#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern unsigned char drista_runtime_enforced, __tsan_read4[];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int numbers[64], found[2], sums[2];
static char text[64];
static unsigned scrambled(unsigned x) { for (int i = 0; i < 3; i++) x = x * 1664525 + 1013904223; return x; }
static int search(int wanted) {
	int steps = 0;
	for (int i = 0; i < 64; i++) {
		if (numbers[i] == wanted) return 100 * steps + i;
		if (numbers[i] < 0) break;
		for (int k = 0; k < i; k++) { if (k == 5) continue; steps += k & 1; }
	}
	return -steps;
}
static void *work(void *number) {
	long me = (long)number;
	pthread_mutex_lock(&m);
	for (int i = 0; i < 64; i++) numbers[i] = i == 60 ? -1 : i;
	found[me] = search(me ? 70 : 7);
	pthread_mutex_unlock(&m);
	int equal = 0, sum = 0;
	unsigned x = 1;
	for (int i = 0; i + 11 < 64; i++) {
		equal += memcmp(text + i, "needle in h", 11) == 0;
		sum += (int)strlen(text + i) + (memcmp(text + i, "o", 1) > 0);
		do x = scrambled(x); while (x & 1);
	}
	pthread_mutex_lock(&m);
	sums[me] = 1000 * sum + 10 * equal + (int)(x >> 28);
	pthread_mutex_unlock(&m);
	return NULL;
}
int main(void) {
	pthread_t t;
	strcpy(text, "a needle in hay, and a needle in haste, or a needle in h");
	pthread_create(&t, NULL, work, (void *)1l);
	work(NULL);
	pthread_join(t, NULL);
	if (found[0] != RESULT_0 || found[1] != RESULT_1 || sums[0] != SUM || sums[1] != SUM) abort();
#ifdef __x86_64__
	if (drista_runtime_enforced && memcmp(__tsan_read4, "\\x31\\xc0\\xc3", 3)) abort();
#endif
	return 0;
}
`;

/** Computed by the compiler that builds the programs, without drista. */
function expected(): string[] {
  const text = program
    .replace(/^extern.*/m, '')
    .replace(/if \(found[^]*?#endif/, 'printf("%d %d %d", found[0], found[1], sums[0]);');
  const path = buildText(text, ['-fno-sanitize=thread', '-O0'], 'c', null);
  const [zero, one, sum] = execFileSync(path, { encoding: 'utf8' }).split(' ');
  return [`-DRESULT_0=${zero}`, `-DRESULT_1=${one}`, `-DSUM=${sum}`];
}

const results = expected();

test.each(['-O1', '-O3'])('the same results in a check and under each schedule: %s', (optimisation) => {
  const path = buildText(program, [optimisation, ...results, '-Wno-unused']);
  // The copies are there, and announce nothing.
  const code = execFileSync('objdump', ['-d', '-j', 'drista_native', path], { encoding: 'utf8' });
  expect(code).toContain('<work.');
  expect(code).not.toMatch(/__tsan_|__drista_/);
  const file = join(folder, `native${optimisation}.json`);
  expect(drista(['safe', '-q', '-o', file, path]).stdout).toBe('safe: no execution goes wrong (21 states)\n');
  for (const opt of ['0', '1', '2'])
    expect(drista(['run', '--safe', file, '--opt', opt, path])).toMatchObject({ status: 0, stderr: '' });
});
