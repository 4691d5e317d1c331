/** Calls of compiled programs that may fail (--faults): which, how, and how many of them in one execution. */
import { buildText, hasPass, startWorkers, withProgram } from '../support/compiled';
import type { FaultSettings } from '../../src/channel/environment';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';

const usual: ExploreOptions = { model: 'rc11', equivalence: 'observational', keepGoing: true };

function checked(path: string, faults: FaultSettings | undefined, options: Partial<ExploreOptions> = {}): Verdict {
  return withProgram(path, (program) => explore(program, { ...usual, ...options }), {}, [], { faults });
}

const malloc = (most: number): FaultSettings => ({ kinds: ['malloc'], most });
const io = (most: number): FaultSettings => ({ kinds: ['io'], most });

/** Executions without and with faults: none are errors. */
function counts(path: string, faults: (most: number) => FaultSettings, mosts: readonly number[]): number[] {
  return [undefined, ...mosts.map(faults)].map((f) => {
    const { executions, errors, limitsHit } = checked(path, f);
    expect([errors.map((e) => e.message), limitsHit]).toEqual([[], []]);
    return executions;
  });
}

const inC = (main: string, before = ''): string =>
  buildText(
    `#define _GNU_SOURCE
    #include <arpa/inet.h>
    #include <assert.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <malloc.h>
    #include <poll.h>
    #include <pthread.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/eventfd.h>
    #include <sys/socket.h>
    #include <sys/uio.h>
    #include <unistd.h>
    ${before}
    int main(void) {
      ${main}
      return 0;
    }`,
    ['-Wno-unused', '-fno-builtin'],
  );

describe('allocations', () => {
  test('each function of the family', () => {
    const calls = [
      'malloc(8)',
      'calloc(2, 4)',
      'realloc(NULL, 8)',
      'reallocarray(NULL, 2, 4)',
      'aligned_alloc(64, 64)',
      'memalign(64, 8)',
      'valloc(8)',
      'pvalloc(8)',
    ];
    const program = inC(
      calls.map((call) => `errno = 0; p = ${call}; assert(errno == (p ? 0 : ENOMEM)); free(p);`).join('\n'),
      'static void *volatile p;',
    );
    expect(counts(program, malloc, [1, 2, 8])).toEqual([1, 9, 37, 256]);
  });

  test('posix_memalign returns the error; realloc leaves the block alone', () => {
    const program = inC(
      `void *q = &q; errno = 7;
      int error = posix_memalign(&q, 64, 8);
      assert(errno == 7 && error == (q == &q ? ENOMEM : 0));
      if (!error) free(q);
      char *block = strdup("text"), *more = realloc(block, 100);
      assert(strcmp(more ? more : block, "text") == 0);
      free(more ? more : block);`,
    );
    expect(counts(program, malloc, [1, 2])).toEqual([1, 3, 4]);
  });

  test('not those of the C library and of the runtime, and none before main', () => {
    const program = inC(
      `assert(early);
      FILE *file = fopen("/dev/null", "r");
      char *line = NULL; size_t size = 0;
      assert(file && getline(&line, &size, file) < 0);
      fclose(file); free(line);
      pthread_t t; assert(pthread_create(&t, NULL, thread, NULL) == 0);
      pthread_join(t, NULL); free(early);`,
      `static void *early;
      static void *thread(void *a) { char *copy = strdup("text"); assert(copy); free(copy); return a; }
      static __attribute__((constructor)) void begin(void) { early = malloc(8); }`,
    );
    expect(counts(program, malloc, [1, 3])).toEqual([1, 1, 1]);
  });

  test('operator new throws, or returns null; the new-handler is called before another try', () => {
    const program = buildText(
      `#include <cassert>
      #include <cstddef>
      #include <new>
      #include <string>
      struct alignas(64) wide { char bytes[64]; };
      static int handled;
      static void handler() { handled++; std::set_new_handler(nullptr); }
      template <class T> static void makes(T *(*make)()) {
        try { T *made = make(); assert(made); delete made; } catch (const std::bad_alloc &) { }
      }
      int main() {
        makes<int>([] { return new int; });
        makes<wide>([] { return new wide; });
        try { delete[] new int[4]; } catch (const std::bad_alloc &) { }
        delete new (std::nothrow) int;
        delete[] new (std::nothrow) int[4];
        try { std::string text(100, 'a'); assert(text.size() == 100); } catch (const std::bad_alloc &) { }
        std::set_new_handler(handler);
        try { delete new int; assert(handled <= 1); } catch (const std::bad_alloc &) { assert(handled == 1); }
      }`,
      ['-std=c++17'],
      'c++',
    );
    expect(counts(program, malloc, [1, 8])).toEqual([1, 8, 192]);
  });

  test('what a program chooses by itself has the same executions', () => {
    const twoThreads = (fails: string): string =>
      inC(
        `pthread_t t[2];
        for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, thread, NULL);
        thread(NULL);
        for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);`,
        `#include <drista.h>
        #include <stdatomic.h>
        static atomic_int x;
        static __attribute__((noinline)) int fails(void) { ${fails} }
        static void *thread(void *a) {
          if (fails()) atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
          else atomic_store_explicit(&x, 7, memory_order_relaxed);
          return a;
        }`,
      );
    const called = twoThreads('void *volatile block = malloc(1); int is = !block; free(block); return is;');
    const chosen = twoThreads('return (int)drista_choose(2);');
    for (const equivalence of ['observational', 'rf', 'co'] as const) {
      const all = checked(called, malloc(3), { equivalence }).executions;
      expect(all).toBe(checked(chosen, undefined, { equivalence }).executions);
      expect(checked(called, malloc(2), { equivalence }).executions).toBeLessThan(all);
    }
  });
});

describe('the bound', () => {
  /** Needs two faults of two threads. */
  const program = inC(
    `pthread_t t; pthread_create(&t, NULL, thread, NULL);
    thread(NULL); pthread_join(t, NULL);
    assert(atomic_load(&failed) < 2);`,
    `#include <stdatomic.h>
    static atomic_int failed;
    static void *thread(void *a) {
      void *volatile block = malloc(8);
      if (!block) atomic_fetch_add(&failed, 1);
      free(block);
      return a;
    }`,
  );

  test.each<Partial<ExploreOptions>>([
    {},
    { explicit: false },
    { equivalence: 'rf' },
    { equivalence: 'co' },
    { model: 'sc', equivalence: 'state' },
    { model: 'sc', equivalence: 'mazurkiewicz', strategy: 'odpor' },
    { model: 'sc', equivalence: 'mazurkiewicz', strategy: 'sdpor' },
    { strategy: 'portfolio', maxExecutions: 200 },
    { strategy: 'random', maxExecutions: 200 },
    { strategy: 'pct', maxExecutions: 200 },
    { strategy: 'pos', maxExecutions: 200 },
    { strategy: 'surw', maxExecutions: 200 },
    { strategy: 'pctwm', maxExecutions: 200 },
  ])('an error that needs two faults: %j', (options) => {
    expect(checked(program, malloc(1), options).errors).toEqual([]);
    expect(checked(program, malloc(2), options).errors.map((e) => e.kind)).toEqual(['assertion']);
  });

  test('several workers', () => {
    const together = (most: number): number => {
      const faults = malloc(most);
      return withProgram(
        program,
        (p) => {
          const options: ExploreOptions = { ...usual, explicit: false };
          const verdict = explore(p, { ...options, startWorkers: startWorkers(p, program, 2, options, faults) });
          return verdict.errors.length;
        },
        {},
        [],
        { faults },
      );
    };
    expect([1, 2].map(together)).toEqual([0, 1]);
  });

  (hasPass ? test : test.skip)('a retry loop ends, however often it may fail', () => {
    const retries = inC(
      `void *block; while (!(block = malloc(8))) { }
      free(block);`,
    );
    expect(counts(retries, malloc, [1, 3])).toEqual([1, 2, 4]);
  });
});

describe('files', () => {
  const pipes = 'static int end[2];';

  test('read: half, or interrupted where it may wait', () => {
    const reads = (flags: string): string =>
      inC(
        `assert(pipe2(end, ${flags}) == 0);
        char bytes[8];
        int fails = write(end[1], "12345678", 8) < 0;
        ssize_t n = read(end[0], bytes, 8);
        assert(n == (fails ? -1 : 8) || (!fails && n == 4) || (n < 0 && errno == EINTR));
        close(end[1]);`,
        pipes,
      );
    // The write may be interrupted; then the read waits for ever.
    expect(checked(reads('O_NONBLOCK'), io(1)).executions).toBe(2);
    const waiting = checked(reads('0'), io(1));
    expect(waiting.executions).toBe(3);
    expect(waiting.errors.map((e) => e.kind)).toEqual(['livelock']);
  });

  test('event counters are read and written as a whole', () => {
    const program = inC(
      `int f = eventfd(0, 0); eventfd_t v = 0;
      while (eventfd_write(f, 3) < 0) assert(errno == EINTR);
      while (eventfd_read(f, &v) < 0) assert(errno == EINTR);
      assert(v == 3);`,
    );
    expect(counts(program, io, [1, 2])).toEqual([1, 3, 6]);
  });

  test('write: a pipe takes up to 4096 bytes as a whole, a connection does not', () => {
    const writes = (make: string, size: number): string =>
      inC(
        `assert(${make} == 0);
        static char bytes[${size}];
        ssize_t n = write(end[1], bytes, ${size});
        assert(n == ${size} || n == ${size / 2} || (n < 0 && errno == EINTR));`,
        pipes,
      );
    expect(counts(writes('pipe(end)', 4096), io, [1])).toEqual([1, 2]);
    expect(counts(writes('pipe(end)', 8192), io, [1])).toEqual([1, 3]);
    expect(counts(writes('socketpair(AF_UNIX, SOCK_STREAM, 0, end)', 8), io, [1])).toEqual([1, 3]);
    expect(counts(writes('socketpair(AF_UNIX, SOCK_DGRAM, 0, end)', 8), io, [1])).toEqual([1, 2]);
  });

  test('regular files: open fails, the disk is full, reads and writes are short, by several buffers, too', () => {
    const program = inC(
      `char name[] = "/tmp/drista-faults-XXXXXX", bytes[8];
      int made = mkstemp(name);
      int f = open(name, O_RDWR);
      if (f < 0) { assert(errno == EMFILE); unlink(name); return 0; }
      unlink(name);
      ssize_t n = pwrite(f, "12345678", 8, 0);
      assert(n == 8 || n == 4 || (n < 0 && errno == ENOSPC));
      if (n < 0) return 0;
      ssize_t m = pread(f, bytes, 8, 0);
      assert(m == n || m == 4);
      struct iovec parts[] = {{bytes, 0}, {bytes, 3}, {bytes + 3, 5}};
      n = writev(f, parts, 3);
      assert(n == 8 || n == 3 || (n < 0 && errno == ENOSPC));`,
    );
    // No fault; that of open; two of pwrite; one of pread; two of writev.
    expect(counts(program, io, [1])).toEqual([1, 7]);
  });

  test('a connection that is lost stays so, for both of its ends', () => {
    const program = inC(
      `signal(SIGPIPE, SIG_IGN);
      struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(9)};
      int l = socket(AF_INET, SOCK_STREAM, 0), a = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
      assert(bind(l, (void *)&at, sizeof at) == 0 && listen(l, 1) == 0);
      assert(connect(a, (void *)&at, sizeof at) == 0);
      int b = accept4(l, NULL, NULL, SOCK_NONBLOCK);
      char bytes[1];
      if (send(b, "1", 1, 0) < 0) {
        assert(errno == ECONNRESET);
        assert(recv(b, bytes, 1, 0) == 0 && send(b, "1", 1, 0) < 0 && errno == EPIPE);
        ssize_t n = recv(a, bytes, 1, 0);
        assert(n == 0 || errno == ECONNRESET);
        return 0;
      }
      ssize_t n = recv(a, bytes, 1, 0);
      assert(n == 1 || (n < 0 && errno == ECONNRESET && recv(a, bytes, 1, 0) == 0));`,
    );
    // No fault; the send fails, then the other end finds that out by itself, or not; the receive fails.
    expect(counts(program, io, [1, 2])).toEqual([1, 3, 4]);
  });
});
