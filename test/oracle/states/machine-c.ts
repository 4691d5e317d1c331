/** A machine as C11 with pthreads: the same events in the same order, for tests of compiled programs. */
import { isPlain, type Instruction, type Machine, type Operand } from './machine';

/** Undefined: it does what this has no C for. Main ends by pthread_exit, so that the other threads go on. */
export function machineC(machine: Machine): string | undefined {
  if (!machine.threads.flat().every((i) => isWritten(i, machine))) return undefined;
  // Threads that others create would have other numbers.
  if (machine.threads.slice(1).some((list) => list.some(({ op }) => op === 'create'))) return undefined;
  const { threads, locs, mutexes = 0, conds = 0, rwlocks = 0, semaphores = [], barriers = [] } = machine;
  const each = (n: number, make: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => make(i));
  const plain = plainIn(machine);
  const bodies = threads.map((_, t) => bodyOf(machine, t));
  return [
    ...['drista', 'pthread', 'semaphore', 'stdatomic', 'stddef'].map((name) => `#include <${name}.h>`),
    // Not static, or the compiler leaves out what it knows of data that this file never writes.
    ...each(locs, (x) => `${plain.has(x) ? 'int' : 'atomic_int'} x${x};`),
    ...each(mutexes, (m) => `static pthread_mutex_t m${m} = PTHREAD_MUTEX_INITIALIZER;`),
    ...each(conds, (c) => `static pthread_cond_t c${c} = PTHREAD_COND_INITIALIZER;`),
    ...each(rwlocks, (l) => `static pthread_rwlock_t l${l} = PTHREAD_RWLOCK_INITIALIZER;`),
    ...semaphores.map((_, s) => `static sem_t s${s};`),
    ...barriers.map((_, b) => `static pthread_barrier_t b${b};`),
    `static pthread_t threads[${threads.length}];`,
    // Before main, so that it is no event.
    '__attribute__((constructor)) static void initialise(void) {',
    ...semaphores.map((n, s) => `\tsem_init(&s${s}, 0, ${n});`),
    ...barriers.map((n, b) => `\tpthread_barrier_init(&b${b}, NULL, ${n});`),
    '}',
    ...bodies
      .slice(1)
      .flatMap((lines, i) => [`static void *thread${i + 1}(void *none) {`, ...lines, '\treturn none;', '}']),
    'int main(void) {',
    ...bodies[0],
    '\tpthread_exit(NULL);',
    '}',
    '',
  ].join('\n');
}

/** The locations of plain data. */
function plainIn({ threads }: Machine): ReadonlySet<number> {
  return new Set(threads.flat().flatMap((i) => (isPlain(i) && 'x' in i ? [i.x] : [])));
}

function isWritten(i: Instruction, machine: Machine): boolean {
  if (['free', 'begin', 'end', 'detach'].includes(i.op) || ('timed' in i && i.timed === true)) return false;
  if (i.op === 'choose' && i.most !== undefined) return false; // no C for a limit on faults
  return !('x' in i) || isPlain(i) || !plainIn(machine).has(i.x);
}

function bodyOf(machine: Machine, t: number): string[] {
  const instructions = machine.threads[t];
  const targets = new Set(instructions.flatMap((i) => ('to' in i ? [i.to] : [])));
  const label = (at: number): string => (targets.has(at) ? `at${at}: ` : '');
  return [
    ...Array.from({ length: machine.registers }, (_, r) => `\tint r${r} = 0; (void)r${r};`),
    ...instructions.map((i, at) => `\t${label(at)}${statement(i, machine.modulus)};`),
    `\t${label(instructions.length)};`,
  ];
}

function statement(i: Instruction, modulus: number): string {
  const get = (v: Operand): string => (typeof v === 'number' ? `${v}` : `(r${v.r} + ${v.c}) % ${modulus}`);
  switch (i.op) {
    case 'set':
      return `r${i.r} = ${get(i.v)}`;
    case 'jump':
      return `goto at${i.to}`;
    case 'if':
      return `if (r${i.r} ${i.not === undefined ? '==' : '!='} ${i.v}) goto at${i.to}`;
    case 'load':
      return `r${i.r} = atomic_load(&x${i.x})`;
    case 'store':
      return `atomic_store(&x${i.x}, ${get(i.v)})`;
    case 'read':
      return `r${i.r} = x${i.x}`;
    case 'write':
      return `x${i.x} = ${get(i.v)}`;
    case 'add':
    case 'xor':
      return `r${i.r} = atomic_fetch_${i.op}(&x${i.x}, ${get(i.v)})`;
    case 'xchg':
      return `r${i.r} = atomic_exchange(&x${i.x}, ${get(i.v)})`;
    case 'cas':
      return `{ int e = ${get(i.e)}; atomic_compare_exchange_strong(&x${i.x}, &e, ${get(i.v)}); ` + `r${i.r} = e; }`;
    case 'choose':
      return `r${i.r} = (int)drista_choose(${i.n})`;
    case 'create':
      return `pthread_create(&threads[${i.t}], NULL, thread${i.t}, NULL)`;
    case 'join':
      return `pthread_join(threads[${i.t}], NULL)`;
    case 'fail':
      return 'drista_assert(0)';
    case 'assume':
      return 'drista_assume(0)';
    default:
      return operation(i);
  }
}

/** Calls on objects. */
function operation(i: Instruction): string {
  switch (i.op) {
    case 'lock':
    case 'unlock':
      return `pthread_mutex_${i.op}(&m${i.m})`;
    case 'trylock':
      return `r${i.r} = pthread_mutex_trylock(&m${i.m}) != 0`;
    case 'wait':
      return `pthread_cond_wait(&c${i.c}, &m${i.m}); r${i.r} = 0`;
    case 'signal':
    case 'broadcast':
      return `pthread_cond_${i.op}(&c${i.c})`;
    case 'rdlock':
    case 'wrlock':
      return `pthread_rwlock_${i.op}(&l${i.l})`;
    case 'rdunlock':
    case 'wrunlock':
      return `pthread_rwlock_unlock(&l${i.l})`;
    case 'tryrdlock':
    case 'trywrlock':
      return `r${i.r} = pthread_rwlock_${i.op}(&l${i.l}) != 0`;
    case 'acquire':
      return `sem_wait(&s${i.s})`;
    case 'post':
      return `sem_post(&s${i.s})`;
    case 'tryacquire':
      return `r${i.r} = sem_trywait(&s${i.s}) != 0`;
    case 'barrier':
      return `r${i.r} = pthread_barrier_wait(&b${i.b}) == PTHREAD_BARRIER_SERIAL_THREAD`;
    default:
      throw new Error(`no statement for ${i.op}`);
  }
}
