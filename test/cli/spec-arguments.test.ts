/** drista spec, on a program that has arguments of its own. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectRefusal, folder } from '../support/command';

test('a program with arguments of its own, which has its own main function', () => {
  const cwd = mkdtempSync(join(folder, 'spec-'));
  const text = `
    #define main main_of_spec
    #include <drista/spec.h>
    #undef main
    #include <pthread.h>
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static void *make(void) { return &m; }
    static void release(void *o) { (void)o; }
    static long long lock(void *o, const long long *a) { (void)a; return pthread_mutex_lock(o) ? 1 : DRISTA_VOID; }
    static long long unlock(void *o, const long long *a) { (void)a; return pthread_mutex_unlock(o) ? 1 : DRISTA_VOID; }
    DRISTA_SPEC {
      drista_spec_object(make, release);
      drista_spec_is("lock");
      drista_spec_operation("lock", lock, NULL);
      drista_spec_operation("unlock", unlock, NULL);
      drista_spec_calls(2);
    }
    int main(int argc, char **argv) {
      if (argc < 2 || strcmp(argv[1], "mine")) return 5;
      argv[1] = argv[0];
      return main_of_spec(argc - 1, argv + 1);
    }`;
  writeFileSync(join(cwd, 'own.c'), text);
  expect(drista(['cc', '-o', 'own', 'own.c'], {}, cwd)).toMatchObject({ status: 0, stderr: '' });
  expect(drista(['spec', 'own', '--', 'mine'], {}, cwd)).toMatchObject({ status: 0, stderr: '' });
  expectRefusal(drista(['spec', 'own'], {}, cwd), /is no test for `drista spec`/);
  writeFileSync(
    join(cwd, 'own.drista.test'),
    '// drista: program own\n// drista: specification\n// drista: arguments mine\n// drista: verified --calls 1\n',
  );
  writeFileSync(join(cwd, 'drista.config.json'), '{ "include": ["*.drista.test"] }\n');
  const done = drista(['test', '--no-cache'], {}, cwd);
  expect([done.status, done.stdout]).toEqual([0, expect.stringMatching(/^ ✓ own\.drista\.test/) as string]);
});
