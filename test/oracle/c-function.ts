/** The functions of a litmus program in C: one statement, or one loop, for each operation. */
import { assertionName } from './exits';
import { spurious } from './litmus';
import type { Litmus, LockedAwait, MemoryOrder, Op, Operand, RetriedExchange, RwAwait, SemAwait } from './litmus';
import { cancelled, endOfOnce, failureOrder, isUsed } from './litmus-properties';

const orders: Record<MemoryOrder, string> = {
  rlx: 'memory_order_relaxed',
  acq: 'memory_order_acquire',
  rel: 'memory_order_release',
  ar: 'memory_order_acq_rel',
  sc: 'memory_order_seq_cst',
};

/** Where threads keep what they have read: memory that is nobody else's, of each kind. */
export const storages = ['local', 'heap', 'global', 'thread-local', 'copied'] as const;
export type Storage = (typeof storages)[number];

/** The operation, if it is a trylock: then what follows is done only where it has taken the lock. */
function tried(op: Op | undefined): Op | undefined {
  return op?.op === 'T' || op?.op === 'RT' || op?.op === 'WT' ? op : undefined;
}

/** The text of a thread's function. */
export class FunctionText {
  /** What is needed before it: routines for pthread_once, with the variables that they share with it. */
  readonly before: string[] = [];
  /** Its body. */
  readonly lines: string[];
  /** Of what it has read. */
  private readonly names: readonly string[];
  private readonly storage: Storage;
  /** Do handlers unlock what a thread holds that is cancelled? */
  private readonly cleansUp: boolean;

  constructor(
    private readonly litmus: Litmus,
    readonly name: string,
    private readonly ops: readonly Op[],
    storage: Storage = 'local',
  ) {
    // Routines need the registers too: then they are variables of the file.
    const shared = ops.some((op) => op.op === 'OB');
    this.storage = shared ? 'global' : storage;
    this.names = [
      ...new Set(
        ops.flatMap((op) => [...('r' in op ? [op.r] : []), ...('v' in op && typeof op.v === 'object' ? [op.v.r] : [])]),
      ),
    ];
    const registers = this.names.map((r) => this.register(r));
    const count = registers.length;
    this.cleansUp = cancelled(litmus).size > 0;
    const handles = this.cleansUp ? [] : ops.flatMap((op) => (op.op === 'C' ? [`t${op.t}`] : []));
    const variables: string[] = [];
    if (count > 0 && this.isInBlock) variables.push(`int *own = calloc(${2 * count}, sizeof *own);`);
    else if (count > 0) variables.push(`int ${registers.map((r) => `${r} = 0`).join(', ')};`);
    if (handles.length > 0) variables.push(`pthread_t ${handles.join(', ')};`);
    const outside =
      this.storage === 'global' ? 'static' : this.storage === 'thread-local' ? 'static _Thread_local' : '';
    if (outside !== '') this.before.push(...variables.map((v) => `${outside} ${v}`));
    this.lines = [
      ...(litmus.block === undefined ? [] : ['\tatomic_int *block = NULL;']),
      ...(outside === '' ? variables.map((v) => `\t${v}`) : []),
      ...this.block(0, ops.length, '\t'),
      ...registers.map((r) => `\t(void)${r};`),
      ...(litmus.block === undefined ? [] : ['\t(void)block;']),
    ];
  }

  private register(r: string): string {
    if (this.isInBlock) return `own[${this.names.indexOf(r)}]`;
    return this.storage === 'local' ? r : `${this.name}_${r}`;
  }

  private get isInBlock(): boolean {
    return this.storage === 'heap' || this.storage === 'copied';
  }

  /** Moves the registers away and back. */
  private copied(indent: string): string[] {
    const n = this.names.length;
    if (this.storage !== 'copied') return [];
    return [
      `${indent}memcpy(own + ${n}, own, ${n} * sizeof *own);`,
      `${indent}memset(own, 1, ${n} * sizeof *own);`,
      `${indent}memmove(own, own + ${n}, ${n} * sizeof *own);`,
    ];
  }

  /** Main is the text's thread 0, where it is none of its own. */
  private get functionName(): string {
    return this.name === 'main' ? 'thread0' : this.name;
  }

  private block(from: number, to: number, indent: string): string[] {
    const lines: string[] = [];
    for (let pc = from; pc < to; pc++) {
      const op = this.ops[pc];
      switch (op.op) {
        case 'IF':
          lines.push(
            ...this.copied(indent),
            `${indent}if (${this.register(op.r)} == ${op.v}) {`,
            ...this.pushed(tried(this.ops[pc - 1]), `${indent}\t`),
            ...this.block(pc + 1, pc + 1 + op.skip, `${indent}\t`),
            `${indent}}`,
          );
          pc += op.skip;
          break;
        case 'OB': {
          const end = endOfOnce(this.ops, pc);
          const routine = `${this.name}_${pc}`;
          this.before.push(
            `static void ${routine}(void)`,
            '{',
            `\t${this.register(op.r)} = 1;`,
            ...this.block(pc + 1, end, '\t'),
            '}',
            '',
          );
          lines.push(`${indent}pthread_once(&n${op.n}, ${routine});`);
          pc = end;
          break;
        }
        case 'OE':
          break;
        case 'AS':
          lines.push(
            `${indent}assert(${this.register(op.r)} != ${op.v} && "${assertionName(this.functionName, pc)}");`,
          );
          break;
        case 'UL':
        case 'RU':
        case 'WU':
          lines.push(indent + (this.cleansUp ? 'pthread_cleanup_pop(1);' : this.statement(op)));
          break;
        default:
          lines.push(indent + this.statement(op));
          if (op.op === 'L' || op.op === 'RL' || op.op === 'WL') lines.push(...this.pushed(op, indent));
      }
    }
    return lines;
  }

  /** The handler that undoes the operation, from where it has taken the lock up to the unlock. */
  private pushed(op: Op | undefined, indent: string): string[] {
    if (!this.cleansUp) return [];
    switch (op?.op) {
      case 'L':
      case 'T':
        return [`${indent}pthread_cleanup_push(unlock_mutex, &m${op.m});`];
      case 'RL':
      case 'WL':
      case 'RT':
      case 'WT':
        return [`${indent}pthread_cleanup_push(unlock_rwlock, &l${op.l});`];
      default:
        return [];
    }
  }

  private exchanges({ x, o, fo, lo, r, v, reload, touch }: RetriedExchange): string {
    const found = this.register(r);
    const load = `${found} = atomic_load_explicit(${this.atomic(x)}, ${orders[lo]}); `;
    let access = '';
    if (touch !== undefined) {
      const { y } = touch;
      switch (touch.how) {
        case 'read':
          access = `(void)atomic_load_explicit(${this.atomic(y)}, ${orders[touch.o]}); `;
          break;
        case 'write':
          access = `atomic_store_explicit(${this.atomic(y)}, ${found}, ${orders[touch.o]}); `;
          break;
        case 'plain read':
          access = `(void)${this.plain(y)}; `;
          break;
        case 'plain write':
          access = `${this.plain(y)} = ${found}; `;
      }
    }
    return (
      `${reload ? '' : load}do { ${reload ? load : ''}${access}} while (!atomic_compare_exchange_strong_explicit(` +
      `${this.atomic(x)}, &${found}, ${found} + ${v}, ${orders[o]}, ${orders[fo]}));`
    );
  }

  private statement(op: Exclude<Op, { op: 'IF' | 'OB' | 'OE' | 'AS' }>): string {
    const atomic = (x: number): string => this.atomic(x);
    const r = 'r' in op ? this.register(op.r) : '';
    const timed = 'timed' in op && op.timed;
    switch (op.op) {
      case 'MF':
        return `${r} = fails();`;
      case 'AL':
        return `block = ${op.known ? 'calloc(1, sizeof *block)' : 'malloc(sizeof *block)'};`;
      case 'FR':
        return 'free(block);';
      case 'R':
        if (this.isFlag(op.x))
          return `${r} = (block = atomic_load_explicit(${atomic(op.x)}, ${orders[op.o]})) != NULL;`;
        return `${r} = atomic_load_explicit(${atomic(op.x)}, ${orders[op.o]});`;
      case 'W':
        if (this.isFlag(op.x)) return `atomic_store_explicit(${atomic(op.x)}, block, ${orders[op.o]});`;
        return `atomic_store_explicit(${atomic(op.x)}, ${this.operand(op.v)}, ${orders[op.o]});`;
      case 'AW':
        return `while (atomic_load_explicit(${atomic(op.x)}, ${orders[op.o]}) != ${op.v}) { }`;
      case 'AD':
        return (
          `while (atomic_load_explicit(${atomic(op.x)}, ${orders[op.o]}) != ${op.v}) { ` +
          `(void)${op.yo === undefined ? `x${op.y}` : `atomic_load_explicit(${atomic(op.y)}, ${orders[op.yo]})`}; ` +
          `${op.again ? `(void)atomic_load_explicit(${atomic(op.x)}, ${orders[op.o]}); ` : ''}}`
        );
      case 'CA': {
        const load = (x: number, o: MemoryOrder): string => `atomic_load_explicit(${atomic(x)}, ${orders[o]})`;
        if (op.own === undefined) return `while (${r} == ${op.v}) ${r} = ${load(op.x, op.o)};`;
        return `for (int z; z = ${load(op.own.x, op.own.o)}, ${r} == z && (${r} = ${load(op.x, op.o)}) == z;) { }`;
      }
      case 'FA': {
        const look = `atomic_load_explicit(${atomic(op.x)}, ${orders[op.o]})`;
        const awake = `${this.name}_awake${this.before.length}`;
        this.before.push(`static _Bool ${awake}(const void *unused) { (void)unused; return ${look} == ${op.v}; }`, '');
        return `while (${look} != ${op.v}) drista_runtime_sleep(${atomic(op.x)}, ${awake}, NULL);`;
      }
      case 'FW':
        if (!op.told) return `drista_runtime_wake(${atomic(op.x)}, ${op.all ? 1 : 0});`;
        return `${r} = (int)syscall(SYS_futex, ${atomic(op.x)}, FUTEX_WAKE, ${op.all ? 'INT_MAX' : 1});`;
      case 'XW':
        return `while (atomic_exchange_explicit(${atomic(op.x)}, ${op.v}, ${orders[op.o]}) == ${op.v}) { }`;
      case 'UW':
        return (
          `${r} = 0; do { ${op.y === undefined ? '' : `x${op.y} = ${r}; `}} while ` +
          `(!atomic_compare_exchange_weak_explicit(${atomic(op.x)}, &${r}, ${r} + ${op.v}, ${orders[op.o]}, ` +
          `${orders[failureOrder(op)]}));`
        );
      case 'RX':
        return this.exchanges(op);
      case 'LA':
      case 'RA':
      case 'SA':
        return this.loop(op);
      case 'LB':
        return (
          `for (pthread_mutex_t *a = &m${op.m}, *b = &m${op.n}, *c = NULL; ; c = a, a = b, b = c) { ` +
          'pthread_mutex_lock(a); if (pthread_mutex_trylock(b) == 0) break; pthread_mutex_unlock(a); }'
        );
      case 'U':
        if (op.k === 'cas') {
          return (
            `${r} = ${op.e}; atomic_compare_exchange_strong_explicit(${atomic(op.x)}, &${r}, ${this.operand(op.v)}, ` +
            `${orders[op.o]}, ${orders[failureOrder(op)]});`
          );
        }
        if (op.k === 'weak') {
          return (
            `${r} = ${op.e}; if (!atomic_compare_exchange_weak_explicit(${atomic(op.x)}, &${r}, ` +
            `${this.operand(op.v)}, ${orders[op.o]}, ${orders[failureOrder(op)]}) && ${r} == ${op.e}) ` +
            `${r} = ${spurious};`
          );
        }
        return (
          `${op.blind === true ? '' : `${r} = `}atomic_${op.k === 'add' ? 'fetch_add' : 'exchange'}_explicit(` +
          `${atomic(op.x)}, ${this.operand(op.v)}, ${orders[op.o]});`
        );
      case 'F':
        return `atomic_thread_fence(${orders[op.o]});`;
      case 'PR':
        return `${r} = ${this.plain(op.x)};`;
      case 'PW':
        return `${this.plain(op.x)} = ${this.operand(op.v)};`;
      case 'C':
        return `pthread_create(&t${op.t}, NULL, thread${op.t}, NULL);`;
      case 'J':
        return `pthread_join(t${op.t}, NULL);`;
      case 'E':
        return `${op.how}(${op.code});`;
      case 'X':
        return `pthread_cancel(${this.name === `thread${op.t}` ? 'pthread_self()' : `t${op.t}`});`;
      case 'TC':
        return 'pthread_testcancel();';
      case 'L':
        return `pthread_mutex_lock(&m${op.m});`;
      case 'T':
        return timed
          ? `${r} = pthread_mutex_timedlock(&m${op.m}, &later);`
          : `${r} = pthread_mutex_trylock(&m${op.m});`;
      case 'UL':
        return `pthread_mutex_unlock(&m${op.m});`;
      case 'CW':
        return `pthread_cond_wait(&c${op.c}, &m${op.m});`;
      case 'CT':
        return `${r} = pthread_cond_timedwait(&c${op.c}, &m${op.m}, &later);`;
      case 'CS':
        return `pthread_cond_signal(&c${op.c});`;
      case 'CB':
        return `pthread_cond_broadcast(&c${op.c});`;
      case 'RL':
        return `pthread_rwlock_rdlock(&l${op.l});`;
      case 'WL':
        return `pthread_rwlock_wrlock(&l${op.l});`;
      case 'RT':
        return timed
          ? `${r} = pthread_rwlock_timedrdlock(&l${op.l}, &later);`
          : `${r} = pthread_rwlock_tryrdlock(&l${op.l});`;
      case 'WT':
        return timed
          ? `${r} = pthread_rwlock_timedwrlock(&l${op.l}, &later);`
          : `${r} = pthread_rwlock_trywrlock(&l${op.l});`;
      case 'RU':
      case 'WU':
        return `pthread_rwlock_unlock(&l${op.l});`;
      case 'SW':
        return `sem_wait(&s${op.s});`;
      case 'SP':
        return `sem_post(&s${op.s});`;
      case 'ST':
        return `${r} = ${timed ? `sem_timedwait(&s${op.s}, &later)` : `sem_trywait(&s${op.s})`} == 0 ? 0 : errno;`;
      case 'SG':
        return `sem_getvalue(&s${op.s}, &${r});`;
      case 'BW':
        if (op.untold) return `pthread_barrier_wait(&b${op.b});`;
        return `${r} = pthread_barrier_wait(&b${op.b}) == PTHREAD_BARRIER_SERIAL_THREAD;`;
    }
  }

  private loop(op: LockedAwait | RwAwait | SemAwait): string {
    const look = op.o === 'plain' ? `x${op.x}` : `atomic_load_explicit(${this.atomic(op.x)}, ${orders[op.o]})`;
    const until = (...turn: string[]): string => `for (int z = -1; z != ${op.v};) { ${turn.join(' ')} }`;
    if (op.op === 'RA')
      return until(
        `pthread_rwlock_${op.writes ? 'wr' : 'rd'}lock(&l${op.l});`,
        `z = ${look};`,
        `pthread_rwlock_unlock(&l${op.l});`,
      );
    if (op.op === 'SA') {
      const [take, give] = [`sem_wait(&s${op.s});`, `sem_post(&s${op.s});`];
      return op.how === 'in' ? until(take, `z = ${look};`, give) : `while (${look} != ${op.v}) { ${take} ${give} }`;
    }
    const lock = `pthread_mutex_lock(&m${op.m});`,
      unlock = `pthread_mutex_unlock(&m${op.m});`;
    const beside = op.beside === undefined ? [] : [`if (z != ${op.v}) (void)x${op.beside};`];
    switch (op.how) {
      case 'in':
        return until(lock, `z = ${look};`, unlock, ...beside);
      case 'nested':
        return until(
          lock,
          `pthread_mutex_lock(&m${op.n});`,
          `z = ${look};`,
          `pthread_mutex_unlock(&m${op.n});`,
          unlock,
        );
      case 'between':
        return `while (${look} != ${op.v}) { ${lock} ${unlock} }`;
      case 'tried':
        return `while (${look} != ${op.v}) { if (pthread_mutex_trylock(&m${op.m}) == 0) ${unlock} }`;
      case 'waits':
        return `${lock} while (${look} != ${op.v}) pthread_cond_timedwait(&c${op.c}, &m${op.m}, &later); ${unlock}`;
      case 'timed':
        return until(
          lock,
          `z = ${look};`,
          `if (z != ${op.v}) pthread_cond_timedwait(&c${op.c}, &m${op.m}, &later);`,
          unlock,
        );
    }
  }

  /** Does the location say where the block is? */
  private isFlag(x: number): boolean {
    return this.litmus.block !== undefined && x !== this.litmus.block;
  }

  private plain(x: number): string {
    return x === this.litmus.block ? '*(volatile int *)block' : `x${x}`;
  }

  private atomic(x: number): string {
    if (x === this.litmus.block) return 'block';
    return isUsed(this.litmus, x, true) ? `(volatile atomic_int *)&x${x}` : `&x${x}`;
  }

  private operand(v: Operand): string {
    return typeof v === 'number' ? `${v}` : `${this.register(v.r)} + ${v.c}`;
  }
}
