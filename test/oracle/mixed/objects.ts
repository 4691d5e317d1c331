/** What the functions of a mixed program share: locks, and the data that each protects. */
import type { RandomNumbers } from '../../../src/explore/strategy/random-numbers';

/** Locks are taken in the order of their numbers, except in programs that may deadlock. */
export interface Lock {
  readonly number: number;
  /** Its declaration, and what main does with it before it creates threads. */
  readonly declared: string;
  readonly initialised: string;
  readonly take: string;
  readonly release: string;
  /** Expressions that are true where it has been taken. */
  readonly tried: readonly string[];
  /** Taken for reading, where there is such a thing. */
  readonly takeToRead: string | undefined;
}

const kinds: readonly ((name: string) => Omit<Lock, 'number'>)[] = [
  (m) => ({
    declared: `pthread_mutex_t ${m};`,
    initialised: `pthread_mutex_init(&${m}, NULL);`,
    take: `pthread_mutex_lock(&${m});`,
    release: `pthread_mutex_unlock(&${m});`,
    tried: [`pthread_mutex_trylock(&${m}) == 0`, `pthread_mutex_timedlock(&${m}, &later) == 0`],
    takeToRead: undefined,
  }),
  (l) => ({
    declared: `pthread_rwlock_t ${l};`,
    initialised: `pthread_rwlock_init(&${l}, NULL);`,
    take: `pthread_rwlock_wrlock(&${l});`,
    release: `pthread_rwlock_unlock(&${l});`,
    tried: [`pthread_rwlock_trywrlock(&${l}) == 0`],
    takeToRead: `pthread_rwlock_rdlock(&${l});`,
  }),
  (s) => ({
    declared: `sem_t ${s};`,
    initialised: `sem_init(&${s}, 0, 1);`,
    take: `sem_wait(&${s});`,
    release: `sem_post(&${s});`,
    tried: [`sem_trywait(&${s}) == 0`, `sem_timedwait(&${s}, &later) == 0`],
    takeToRead: undefined,
  }),
  (m) => ({
    declared: `mtx_t ${m};`,
    initialised: `mtx_init(&${m}, mtx_plain);`,
    take: `mtx_lock(&${m});`,
    release: `mtx_unlock(&${m});`,
    tried: [`mtx_trylock(&${m}) == thrd_success`],
    takeToRead: undefined,
  }),
  (s) => ({
    declared: `pthread_spinlock_t ${s};`,
    initialised: `pthread_spin_init(&${s}, PTHREAD_PROCESS_PRIVATE);`,
    take: `pthread_spin_lock(&${s});`,
    release: `pthread_spin_unlock(&${s});`,
    tried: [`pthread_spin_trylock(&${s}) == 0`],
    takeToRead: undefined,
  }),
];

/** A lock of any kind, mutexes before all. */
export function randomLock(random: RandomNumbers, number: number): Lock {
  return { number, ...kinds[random.below(2) === 0 ? 0 : random.below(kinds.length)](`lock${number}`) };
}

/** Plain data that threads access only while they hold the lock, unless the program has races. */
export interface Data {
  readonly name: string;
  readonly lock: number;
  readonly storage: 'global' | 'array' | 'heap' | 'list';
}

const storages = ['global', 'global', 'array', 'heap', 'list'] as const;

/** Data in any storage. */
export function randomData(random: RandomNumbers, name: string, lock: number): Data {
  return { name, lock, storage: storages[random.below(storages.length)] };
}

/** Its declaration, without the initial value. */
export function declarationOf({ name, storage }: Data): string {
  switch (storage) {
    case 'global':
      return `unsigned ${name};`;
    case 'array':
      return `unsigned ${name}[2];`;
    case 'heap':
      return `unsigned *${name};`;
    case 'list':
      return `struct node *${name};`;
  }
}

/** What main does before it creates threads. */
export function initialisationOf({ name, storage }: Data): string[] {
  return storage === 'heap' ? [`${name} = calloc(1, sizeof *${name});`] : [];
}

/** Main adds it to the number \`all\` after it has joined all threads. */
export function summedUp({ name, storage }: Data): string {
  switch (storage) {
    case 'global':
      return `all = all * 7 + ${name};`;
    case 'array':
      return `all = all * 49 + ${name}[0] * 7 + ${name}[1];`;
    case 'heap':
      return `all = all * 7 + *${name};`;
    case 'list':
      return `for (struct node *n = ${name}; n != NULL; n = n->next) all = all * 7 + n->value + 1;`;
  }
}

/** A statement that reads the data into r, as code may under a lock for reading. */
export function reading(random: RandomNumbers, { name, storage }: Data): string {
  switch (storage) {
    case 'global':
      return random.below(4) === 0
        ? `{ unsigned copied; memcpy(&copied, &${name}, sizeof copied); r += copied; }`
        : `r = r * 5 + ${name};`;
    case 'array':
      return `r = r * 5 + ${name}[${random.below(2) === 0 ? 'r & 1' : random.below(2)}];`;
    case 'heap':
      return `r = r * 5 + *${name};`;
    case 'list':
      return `if (${name} != NULL) r = r * 5 + ${name}->value + 1;`;
  }
}

/** A statement that changes nothing where the data is not what it looks for. */
export function looking(random: RandomNumbers, { name, storage }: Data): string {
  const value = { global: name, array: `${name}[0]`, heap: `*${name}`, list: `(${name} != NULL)` }[storage];
  return `if (${value} == ${random.below(4)}) r ^= 1;`;
}

/** A statement that changes the data. */
export function writing(random: RandomNumbers, { name, storage }: Data): string {
  const place =
    storage === 'global' ? name : storage === 'heap' ? `*${name}` : `${name}[${random.below(3) === 0 ? 'r & 1' : 0}]`;
  switch (storage) {
    case 'list':
      return random.below(3) === 0
        ? `if (${name} != NULL) { struct node *n = ${name}; r = r * 3 + n->value; ${name} = n->next; free(n); }`
        : `{ struct node *n = malloc(sizeof *n); n->value = r; n->next = ${name}; ${name} = n; }`;
    default:
      switch (random.below(7)) {
        case 0:
          return `${place} = r;`;
        case 1:
          return `${place} += ${1 + random.below(3)};`;
        case 2:
          return `{ unsigned copied = r + 1; memcpy(&${place}, &copied, sizeof copied); }`;
        default:
          return `r ^= ${place} = ${place} * 3 + r;`;
      }
  }
}
