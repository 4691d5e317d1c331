/** Locks that a constructor takes before main begins: main has them. */
import { explore } from '../../src/explore/explorer';
import { buildText, withProgram } from '../support/compiled';

const program = (lock: string, take: string, thread: string, main: string): string => `#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
${lock}
__attribute__((constructor)) static void before(void) { ${take} }
static void *run(void *a) { ${thread} return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); ${main} pthread_join(t, 0); return 0; }
`;
const mutex = 'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;';
const rwlock = 'static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;';
const lock = 'pthread_mutex_lock(&m);';
const unlock = 'pthread_mutex_unlock(&m);';

test.each([
  ['a mutex that stays locked', mutex, lock, 'assert(pthread_mutex_trylock(&m) == EBUSY);', '', []],
  ['a mutex that main unlocks', mutex, lock, `${lock} ${unlock}`, unlock, []],
  ['a mutex that nobody unlocks', mutex, lock, lock, '', ['deadlock']],
  [
    'a recursive mutex, unlocked once of twice',
    'static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;',
    lock + lock,
    'assert(pthread_mutex_trylock(&m) == EBUSY);',
    unlock,
    [],
  ],
  [
    'a spinlock',
    'static pthread_spinlock_t m;',
    'pthread_spin_init(&m, 0); pthread_spin_lock(&m);',
    'pthread_spin_lock(&m); pthread_spin_unlock(&m);',
    'pthread_spin_unlock(&m);',
    [],
  ],
  [
    'a read-write lock, written',
    rwlock,
    'pthread_rwlock_wrlock(&l);',
    'pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l);',
    'pthread_rwlock_unlock(&l);',
    [],
  ],
  [
    'a read-write lock, read',
    rwlock,
    'pthread_rwlock_rdlock(&l);',
    'assert(pthread_rwlock_tryrdlock(&l) == 0); assert(pthread_rwlock_trywrlock(&l) == EBUSY);',
    '',
    [],
  ],
] as const)('%s', (_, object, take, thread, main, expected) => {
  const found = withProgram(buildText(program(object, take, thread, main)), (p) => {
    const { errors, executions } = explore(p, { model: 'rc11', equivalence: 'observational' });
    return { errors: errors.map((e) => e.kind), ends: executions > 0 };
  });
  expect(found).toEqual({ errors: [...expected], ends: expected.length === 0 });
});
