/** --tune isolation: which runs are rolled back, what changes over to processes, and that it shows in nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../src/check/check';
import { Confirmation } from '../../src/check/confirmation';
import { checkMessages } from '../../src/check/check-messages';
import * as explorer from '../../src/explore/explorer';
import { Nondeterminism } from '../../src/program/outcomes';
import { buildText, requestOf, withProgram } from '../support/compiled';
import { drista, expectRefusal, folder, processesOf } from '../support/command';

interface Report {
  readonly verdict: string;
  readonly executions: number;
  readonly runs: number;
  readonly isolation?: string;
  readonly isolationReason?: string;
  readonly errors: readonly object[];
  readonly notes: readonly string[];
  readonly checkpoint?: string;
}

function report(program: string, options: readonly string[] = [], args: readonly string[] = []): Report {
  const done = drista(['--report', 'json=-', ...options, program, '--', ...args]);
  return JSON.parse(done.stdout) as Report;
}

/** Two threads: `rare` when a has seen both stores of b, which is not so in the first run. */
function twoThreads(rare: string, more = ''): string {
  return buildText(`#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>
static atomic_int x, y, z;
static char **words;
${more}
static void *a(void *p) {
  int seen = x + y;
  if (seen == 2) { ${rare} }
  x = 3;
  return p;
}
static void *b(void *p) { if (z == 0) { y = 1; x = 1; } return p; }
int main(int n, char **argument) {
  words = argument;
  pthread_t t, u;
  pthread_create(&u, 0, b, 0);
  pthread_create(&t, 0, a, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return n < 1;
}
`);
}

const plain = twoThreads('y = 5;');
const counts = ({ verdict, executions, runs, errors }: Report): object => ({ verdict, executions, runs, errors });

test('the report says how runs were kept apart', () => {
  const processes = report(plain, ['--tune', 'isolation=process']);
  expect(processes).toMatchObject({ verdict: 'verified', isolation: 'process' });
  expect(processes.isolationReason).toBeUndefined();
  for (const options of [[], ['--tune', 'isolation=auto'], ['--tune', 'isolation=rollback'], ['--jobs', '2']]) {
    const rolledBack = report(plain, options);
    expect(rolledBack).toMatchObject({ isolation: 'rollback', ...counts(processes) });
    expect(rolledBack.isolationReason).toBeUndefined();
  }
});

test('output that is shown is that of processes', () => {
  expect(report(plain, ['--show-output'])).toMatchObject({
    isolation: 'process',
    isolationReason: checkMessages.shown,
  });
});

test.each([
  ['a file', 'close(open("/dev/zero", O_RDONLY));', 'it calls open, and'],
  ['a mapping', 'munmap(mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096);', 'it calls mmap, and'],
  ['much memory', 'char *m = malloc(16 << 20); memset(m, 1, 16 << 20); free(m);', 'it writes more than 8 MiB in a run'],
])('%s, in the middle: later runs are processes, and what was known stays known', (_, rare, why) => {
  const program = twoThreads(rare);
  const processes = report(program, ['--tune', 'isolation=process']);
  const auto = report(program);
  expect(counts(auto)).toEqual(counts(processes));
  expect(auto).toMatchObject({ verdict: 'verified', isolation: 'process', notes: [] });
  expect(auto.isolationReason).toContain(why);
  const asked = report(program, ['--tune', 'isolation=rollback']);
  expect(counts(asked)).toEqual(counts(processes));
  expect(asked.notes).toEqual([checkMessages.asProcesses(auto.isolationReason!)]);
});

test('what a run does outside happens once', () => {
  const program = twoThreads(
    'if (write(appended, "x", 1) != 1) abort();',
    `static int appended;
__attribute__((constructor)) static void begin(int n, char **argument) {
  if (n > 1) appended = open(argument[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
}`,
  );
  const lengthAfter = (name: string, options: readonly string[]): number => {
    const file = join(folder, name);
    expect(report(program, options, [file])).toMatchObject({ verdict: 'verified', isolation: 'process' });
    return readFileSync(file).length;
  };
  const processes = lengthAfter('by-processes', ['--tune', 'isolation=process', '--tune', 'chance=0']);
  expect(processes).toBeGreaterThan(0);
  expect(lengthAfter('by-default', ['--tune', 'chance=0'])).toBe(processes);
});

const wrecksItsServer = twoThreads('memset((char *)words - 12000, 0, 10000);');

test('a run that overwrites what only the server needs: the check begins again with processes', () => {
  const processes = report(wrecksItsServer, ['--tune', 'isolation=process']);
  expect(processes.verdict).toBe('verified');
  for (const jobs of ['1', '2']) {
    const auto = report(wrecksItsServer, ['--jobs', jobs]);
    expect(counts(auto)).toEqual(counts(processes));
    expect(auto).toMatchObject({ isolation: 'process', isolationReason: checkMessages.notUndone, notes: [] });
  }
  expect(processesOf(wrecksItsServer)).toBe(0);
});

const hooks = {
  onProgress: () => undefined,
  interrupted: () => false,
  onOutcome: () => undefined,
  onCheckpoint: () => undefined,
};

test('a thread that does not repeat itself where runs are rolled back: the check begins again with processes', () => {
  const request = requestOf(plain, { model: 'rc11', equivalence: 'observational' });
  const { explore } = explorer;
  const double = jest.spyOn(explorer, 'explore').mockImplementation((program, options) => {
    explore(program, options);
    throw new Nondeterminism(1, 2, 'a store', 'a load');
  });
  expect(() => check(request, hooks)).toThrow(
    /thread 1 did not repeat itself: its event 2 was a store, and is now a load/,
  );
  expect(double).toHaveBeenCalledTimes(2);
  double.mockClear().mockImplementationOnce((program, options) => {
    explore(program, options);
    throw new Nondeterminism(1, 2, 'a store', 'a load');
  });
  double.mockImplementation(explore);
  expect(check(request, hooks).summary).toMatchObject({
    verdict: 'verified',
    isolationReason: checkMessages.notUndone,
  });
  double.mockRestore();
});

const wrong = twoThreads('assert(words == 0);');

test('an error is seen again in a process of its own', () => {
  const processes = report(wrong, ['--tune', 'isolation=process', '--keep-going']);
  const auto = report(wrong, ['--keep-going']);
  expect(counts(auto)).toEqual(counts(processes));
  expect(auto).toMatchObject({ verdict: 'error', isolation: 'rollback' });
  expect(processesOf(wrong)).toBe(0);
});

test('an error that this process does not show is an internal one', () => {
  const options = { model: 'rc11', equivalence: 'observational' } as const;
  const request = requestOf(wrong, options);
  withProgram(
    wrong,
    (program) => {
      const [error] = explorer.explore(program, options).errors;
      const confirmation = new Confirmation(request);
      try {
        confirmation.confirm(error, program);
        const trace = error.trace.slice();
        const i = trace.findIndex(({ thread, value }) => thread === 2 && value === 1);
        trace[i] = { ...trace[i], value: 2 };
        expect(() => {
          confirmation.confirm({ ...error, trace }, program);
        }).toThrow(
          new RegExp(
            `^${wrong}: internal error: runs that were rolled back show an error \\(assertion\\) ` +
              'that a process of its own does not show \\(thread 2 did .* where it had done .*\\): ' +
              'please report this with the program; --tune isolation=process checks it without rollback$',
          ),
        );
      } finally {
        confirmation.stop();
      }
    },
    { rollback: true },
  );
  expect(processesOf(wrong)).toBe(0);
});

test('a check that changed over goes on from its file', () => {
  const program = twoThreads('close(open("/dev/zero", O_RDONLY));');
  const whole = report(program);
  const first = report(program, ['--max-executions', '2', '--tune', 'chance=0']);
  expect(first.verdict).toBe('inconclusive');
  const done = drista(['--report', 'json=-', '--resume', first.checkpoint!]);
  const rest = JSON.parse(done.stdout) as Report;
  expect(rest).toMatchObject({ verdict: 'verified', executions: whole.executions, isolation: 'process' });
});

test('runs have all processors that drista has', () => {
  const program = twoThreads(
    'close(open("/dev/zero", O_RDONLY));',
    `#include <sys/syscall.h>
static unsigned long at_first[128], now[128];
static void ask(unsigned long *to) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_sched_getaffinity), "D"(0), "S"(1024), "d"(to)
                   : "rcx", "r11", "memory");
}
__attribute__((constructor)) static void begin(void) { ask(at_first); }
__attribute__((destructor)) static void end(void) { ask(now); if (memcmp(at_first, now, 8) != 0) abort(); }`,
  );
  for (const isolation of ['auto', 'process'])
    expect(report(program, ['--tune', `isolation=${isolation}`, '--tune', 'runs=all'])).toMatchObject({
      verdict: 'verified',
      isolation: 'process',
    });
});

test('a wrong word', () => {
  expectRefusal(drista(['--tune', 'isolation=threads', plain]), /--tune isolation/);
});
