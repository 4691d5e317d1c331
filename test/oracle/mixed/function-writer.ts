/** Writes one function of a mixed program. */
import type { RandomNumbers } from '../../../src/explore/strategy/random-numbers';
import type { Handoffs } from './handoffs';
import { looking, reading, writing, type Lock } from './objects';
import type { Shared } from './shared';

/** A lock that is held. */
export interface Held {
  readonly lock: number;
  /** Only for reading. */
  readonly reads: boolean;
}

export interface MixedFunction {
  readonly number: number;
  /** All have the signature `unsigned name(unsigned k, unsigned *out)`. */
  readonly name: string;
  readonly body: readonly string[];
  /** What its callers must hold. */
  readonly holds: readonly Held[];
  /** Numbers of the locks that it takes, or what it calls does. */
  readonly takes: ReadonlySet<number>;
  /** Operations by which threads affect each other, at most. */
  readonly cost: number;
  readonly usesAtomics: boolean;
  /** Does it access memory that other functions access, not counting what it calls? */
  readonly accesses: boolean;
  /** The thread that it is the body of. */
  readonly thread?: number | undefined;
}

interface Context {
  readonly held: readonly Held[];
  readonly deep: number;
  /** How often the statement is performed. */
  readonly times: number;
}

const orders = { load: ['relaxed', 'acquire'], store: ['relaxed', 'release'], both: ['relaxed', 'acq_rel'] } as const;

export class FunctionWriter {
  private readonly takes = new Set<number>();
  private cost = 0;
  private loops = 0;
  private budget = 0;
  private usesAtomics = false;
  private accesses = false;

  constructor(
    private readonly random: RandomNumbers,
    private readonly shared: Shared,
    /** Those that it may call. */
    private readonly others: readonly MixedFunction[],
  ) {}

  /** `budget`: its greatest cost. */
  write(
    number: number,
    name: string,
    { holds = [], usesAtomics = false, thread }: Partial<MixedFunction>,
    budget: number,
    handoffs?: Handoffs,
  ): MixedFunction {
    this.usesAtomics = usesAtomics;
    this.budget = budget;
    const context: Context = { held: holds, deep: 2, times: 1 };
    const before = handoffs?.before(thread!) ?? [];
    const after = handoffs?.after(thread!) ?? [];
    const key =
      this.shared.key && thread !== undefined && thread > 0 && this.one([true, false])
        ? ['pthread_setspecific(key, calloc(1, 4));']
        : [];
    const statements = Array.from({ length: (thread === undefined ? 1 : 2) + this.random.below(3) }, () =>
      this.statement(context),
    ).flat();
    const body = [...before, ...key, ...statements, ...after];
    const { takes, cost, accesses } = this;
    const gives = before.length + after.length > 0;
    return { number, name, body, holds, takes, cost, usesAtomics, accesses: accesses || gives, thread };
  }

  private one<T>(items: readonly T[]): T {
    return items[this.random.below(items.length)];
  }

  private chance(percent: number): boolean {
    return this.random.below(100) < percent;
  }

  private statements(context: Context): string[] {
    const inner = { ...context, deep: context.deep - 1 };
    return Array.from({ length: 1 + this.random.below(2) }, () => this.statement(inner)).flat();
  }

  private statement(context: Context): string[] {
    const { shared } = this;
    const choices: (() => string[] | undefined)[] = [
      ...repeated(5, () => this.access(context)),
      ...repeated(6, () => this.section(context)),
      ...repeated(5, () => this.call(context)),
      () => [`r = r * 2 + ${this.random.below(3)};`],
      () => this.accessing('*out = *out * 3 + r;'),
      () => this.accessing('r ^= *out;'),
      () => (context.deep > 0 ? this.branch(context) : undefined),
      () => (context.deep > 0 ? this.loop(context) : undefined),
      ...(this.usesAtomics ? repeated(5, () => this.atomic(context)) : []),
      ...(shared.locals > 0 ? [() => this.accessing('r ^= local = local * 3 + k + 1;')] : []),
      ...(shared.once ? [() => this.accessing('pthread_once(&once, initialise);', 'r += initialised;')] : []),
      ...(shared.asserts ? [() => [`assert(r % 8 != ${this.random.below(8)});`]] : []),
    ];
    for (;;) {
      const lines = this.one(choices)();
      if (lines !== undefined) return this.chance(30) ? ['D', ...lines] : lines;
    }
  }

  private accessing(...lines: string[]): string[] {
    this.accesses = true;
    return lines;
  }

  private spend(cost: number, { times }: Context): boolean {
    if (this.cost + cost * times > this.budget) return false;
    this.cost += cost * times;
    return true;
  }

  private access({ held }: Context): string[] | undefined {
    const { random, shared } = this;
    const races = shared.danger === 'races' && this.chance(30);
    const data = shared.data.filter(({ lock }) => races || held.some((h) => h.lock === lock));
    if (data.length === 0) return undefined;
    const item = this.one(data);
    const mayWrite = held.some((h) => h.lock === item.lock && !h.reads) || races;
    // Lists cannot be torn without undefined behaviour other than a race.
    if (item.storage === 'list' && !held.some((h) => h.lock === item.lock)) return undefined;
    if (this.chance(20)) return this.accessing(looking(random, item));
    return this.accessing(mayWrite && this.chance(65) ? writing(random, item) : reading(random, item));
  }

  /** Locks that may be taken where these are held. */
  private free(held: readonly Held[]): Lock[] {
    const { danger, locks } = this.shared;
    const most = danger === 'deadlocks' ? -1 : Math.max(-1, ...held.map(({ lock }) => lock));
    return locks.filter(({ number }) => number > most && held.every(({ lock }) => lock !== number));
  }

  private section(context: Context): string[] | undefined {
    const free = this.free(context.held);
    if (free.length === 0 || context.deep === 0 || !this.spend(1, context)) return undefined;
    const lock = this.one(free);
    this.takes.add(lock.number);
    const reads = lock.takeToRead !== undefined && this.chance(40);
    const inside = { ...context, held: [...context.held, { lock: lock.number, reads }] };
    const body = [...(this.access(inside) ?? []), ...this.statements(inside)];
    if (!reads && this.chance(20)) return [`if (${this.one(lock.tried)}) {`, ...body, lock.release, '}'];
    return [reads ? lock.takeToRead! : lock.take, ...body, ...(this.chance(30) ? ['D'] : []), lock.release];
  }

  private mayCall({ holds, takes }: MixedFunction, held: readonly Held[]): boolean {
    const free = this.free(held).map(({ number }) => number);
    return (
      holds.every((need) => held.some(({ lock, reads }) => lock === need.lock && !reads)) &&
      [...takes].every((lock) => free.includes(lock))
    );
  }

  /** A call, straight or by a pointer that another function is given, or under a lock that this one takes. */
  private call(context: Context): string[] | undefined {
    const callable = (held: readonly Held[]): MixedFunction[] =>
      this.others.filter((f) => f.thread === undefined && this.mayCall(f, held));
    const locks = this.free(context.held).map(({ number }) => number);
    const under = locks.length > 0 && this.chance(35) ? this.one(locks) : undefined;
    const found = callable(under === undefined ? context.held : [...context.held, { lock: under, reads: false }]);
    if (found.length === 0) return undefined;
    const called = this.one(found);
    if (!this.spend(called.cost + (under === undefined ? 0 : 1), context)) return undefined;
    for (const lock of called.takes) this.takes.add(lock);
    if (under !== undefined) this.takes.add(under);
    const argument = this.one(['r', 'k', `${this.random.below(4)}`]);
    const out = this.one(['out', '&x', '&x']);
    if (under !== undefined) return [`r += with_lock${under}(${called.name}, ${argument}, ${out});`, 'r ^= x;'];
    const text = this.one([
      `${called.name}(${argument}, ${out})`,
      `apply(${called.name}, ${argument}, ${out})`,
      `table[${called.number}](${argument}, ${out})`,
    ]);
    if (text.startsWith('table')) this.accesses = true;
    return [`r = r * 3 + ${text};`, ...(this.chance(50) ? ['r ^= x;'] : [])];
  }

  private branch(context: Context): string[] {
    const condition = this.one(['r & 1', 'r & 2', 'x & 1', 'r % 3 == 1']);
    const other = this.chance(40) ? ['} else {', ...this.statements(context)] : [];
    return [`if (${condition}) {`, ...this.statements(context), ...other, '}'];
  }

  /** Some loops are counted by a function that may be hidden: each has a counter of its own in each thread. */
  private loop(context: Context): string[] {
    const body = this.statements({ ...context, times: context.times * 2 });
    const number = this.others.length * 8 + this.loops++;
    switch (this.loops > 8 ? 0 : this.random.below(3)) {
      case 0:
        return ['for (unsigned i = 0; i < 2; i++) {', ...body, ...(this.chance(40) ? ['if (r & 1) break;'] : []), '}'];
      case 1:
        return [`while (step(${number}) != 0) {`, ...body, '}'];
      default:
        return ['do {', ...body, `} while (step(${number}) == 1);`];
    }
  }

  private atomic(context: Context): string[] | undefined {
    if (!this.spend(1, context)) return undefined;
    const { random, shared } = this;
    const place = `&atomic${random.below(shared.atomics)}`;
    const order = (kind: keyof typeof orders): string =>
      `memory_order_${shared.isSequential || this.chance(30) ? 'seq_cst' : this.one(orders[kind])}`;
    switch (random.below(5)) {
      case 4:
        return [`if (atomic_load_explicit(${place}, ${order('load')}) == ${random.below(4)}) r ^= 1;`];
      case 0:
        return [`atomic_store_explicit(${place}, r & 3, ${order('store')});`];
      case 1:
        return [`r ^= atomic_fetch_add_explicit(${place}, 1 + (k & 1), ${order('both')});`];
      default:
        return [`r = r * 3 + atomic_load_explicit(${place}, ${order('load')});`];
    }
  }
}

function repeated<T>(times: number, item: T): T[] {
  return Array.from({ length: times }, () => item);
}
