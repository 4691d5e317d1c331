/** Functions of libc that read and write the program's memory. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, buildText, check } from '../support/compiled';

const options = { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 } as const;

/** What one thread does, and what another looks at: each goes through libc, on `buffer` or `numbers`. */
const calls: [string, string, string][] = [
  ['snprintf and atoi', 'snprintf(buffer, sizeof buffer, "%d %s", 7, "x")', 'atoi(buffer) == 12'],
  ['sprintf and strtol', 'sprintf(buffer, "%d", 7)', 'strtol(buffer, 0, 10) == 12'],
  ['strcpy and strlen', 'strcpy(buffer, "1234567890")', 'strlen(buffer) == 10'],
  ['strcmp', 'buffer[0] = 57', 'strcmp(buffer, "92 ab") == 0'],
  ['memcmp', 'buffer[0] = 57', 'memcmp(buffer, "92", 2) == 0'],
  ['strchr', 'buffer[2] = 120', 'strchr(buffer, 120) != 0'],
  ['strstr', 'buffer[2] = 120', 'strstr(buffer, "2x") != 0'],
  ['strdup', 'buffer[1] = 0', '({ char *p = strdup(buffer); int n = p[1] == 0; free(p); n; })'],
  ['%s', 'buffer[0] = 50', 'snprintf(text, 30, "%s", buffer) > 0 && text[0] == 50'],
  ['sscanf reads', 'buffer[0] = 53', 'sscanf(buffer, "%d", &seen) == 1 && seen == 52'],
  ['sscanf writes', 'sscanf("abc", "%s", buffer)', 'buffer[1] == 98'],
  ['qsort', 'qsort(numbers, 4, sizeof *numbers, compare)', 'numbers[0] == 1'],
  [
    'write and read',
    '({ int p[2]; pipe(p); write(p[1], "zz", 2); read(p[0], buffer, 2); close(p[0]); close(p[1]); })',
    'buffer[0] == 122',
  ],
  ['fgets', '({ FILE *f = fopen("/proc/self/maps", "r"); fgets(buffer, 2, f); fclose(f); })', 'buffer[1] == 0'],
  ['puts', 'buffer[0] = 51', 'puts(buffer) < 0'],
  ['fwrite', 'buffer[0] = 51', 'fwrite(buffer, 1, 3, stdout) < 3'],
];

function program(does: string, looks: string, locked: boolean, flags: string[] = []): string {
  return buildText(
    `#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char buffer[32] = "12 ab";
static int numbers[4] = {4, 3, 2, 1}, result;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void lock(void) { ${locked ? 'pthread_mutex_lock(&mutex);' : ''} }
static void unlock(void) { ${locked ? 'pthread_mutex_unlock(&mutex);' : ''} }
static void *does(void *a) { lock(); ${does}; unlock(); return a; }
static void *looks(void *a) {
  int seen = 0;
  char text[32];
  lock();
  seen = ${looks};
  unlock();
  if (seen) result = 1; /* another history if another value was read */
  return a;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, does, 0);
  pthread_create(&b, 0, looks, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`,
    ['-w', ...flags],
  );
}

test.each(calls)('%s under a mutex', (_, does, looks) => {
  expect(check(program(does, looks, true), options)).toMatchObject({ executions: 2, errors: [] });
});

test.each(calls)('%s without', (_, does, looks) => {
  expect(check(program(does, looks, false), options).errors.map((e) => e.kind)).toEqual(['data-race']);
});

test.each([['-O0'], ['-O2', '-D_FORTIFY_SOURCE=2']])('the values are those of libc: %s', (...flags) => {
  const path = build(
    [join(__dirname, '..', '..', '..', 'test', 'runtime', 'libc-values.c')],
    ['-w', '-D_GNU_SOURCE', ...flags],
  );
  expect(spawnSync(path, { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: 'all 5\ndone\n', stderr: '' });
  expect(check(path, options)).toMatchObject({ executions: 1, errors: [] });
});

test.each(calls.slice(0, 6))('%s, which gcc would write out', (_, does, looks) => {
  expect(check(program(does, looks, true, ['-O2', '--drista-compiler=gcc']), options)).toMatchObject({
    executions: 2,
    errors: [],
  });
});
