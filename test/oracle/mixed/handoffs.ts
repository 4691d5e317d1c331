/**
 * Data that one thread hands to another at the outermost level of both: by a semaphore, by a condition variable, by
 * thread-specific moments (a barrier), or by an atomic flag that may not be set yet.
 */
import type { RandomNumbers } from '../../../src/explore/strategy/random-numbers';

export class Handoffs {
  readonly declarations: string[] = [];
  readonly initialisations: string[] = [];
  /** By thread: what it does first of all, and last of all. */
  private readonly first: string[][] = [];
  private readonly last: string[][] = [];
  /** Functions that set and look at flags: the only ones that must be instrumented. */
  readonly seenFunctions: string[] = [];

  constructor(random: RandomNumbers, threads: number) {
    for (let t = 0; t <= threads; t++) {
      this.first.push([]);
      this.last.push([]);
    }
    const giver = 1 + random.below(threads);
    const taker = 1 + ((giver + random.below(threads - 1)) % threads);
    switch (random.below(8)) {
      case 0:
        this.semaphore(giver, taker, random.below(2) === 0);
        break;
      case 1:
        this.condition(giver, taker);
        break;
      case 2:
        this.barrier(threads, giver);
        break;
      case 3:
        this.flag(giver, taker);
        break;
    }
  }

  before(thread: number): readonly string[] {
    return this.first[thread];
  }

  after(thread: number): readonly string[] {
    return this.last[thread];
  }

  private semaphore(giver: number, taker: number, early: boolean): void {
    this.declarations.push('sem_t handed;', 'unsigned gift;');
    this.initialisations.push('sem_init(&handed, 0, 0);');
    (early ? this.first : this.last)[giver].push('gift = r + 3;', 'D', 'sem_post(&handed);');
    this.last[taker].push('sem_wait(&handed);', 'r = r * 3 + gift;');
  }

  private condition(giver: number, taker: number): void {
    this.declarations.push('pthread_mutex_t guard;', 'pthread_cond_t changed;', 'unsigned given, gift;');
    this.initialisations.push('pthread_mutex_init(&guard, NULL);', 'pthread_cond_init(&changed, NULL);');
    this.first[giver].push(
      'pthread_mutex_lock(&guard);',
      'gift = r + 3;',
      'given = 1;',
      'D',
      'pthread_cond_broadcast(&changed);',
      'pthread_mutex_unlock(&guard);',
    );
    this.last[taker].push(
      'pthread_mutex_lock(&guard);',
      'while (!given)',
      'pthread_cond_wait(&changed, &guard);',
      'r = r * 3 + gift;',
      'pthread_mutex_unlock(&guard);',
    );
  }

  private barrier(threads: number, giver: number): void {
    this.declarations.push('pthread_barrier_t met;', 'unsigned gift;');
    this.initialisations.push(`pthread_barrier_init(&met, NULL, ${threads});`);
    for (let t = 1; t <= threads; t++) {
      this.last[t].push(...(t === giver ? ['gift = r + 3;'] : []), 'D', 'pthread_barrier_wait(&met);');
      this.last[t].push('r = r * 3 + gift;');
    }
  }

  private flag(giver: number, taker: number): void {
    this.declarations.push('atomic_int flag;', 'unsigned gift;', 'void set_flag(void);', 'int look_at_flag(void);');
    this.seenFunctions.push(
      'void set_flag(void) { atomic_store_explicit(&flag, 1, memory_order_release); }',
      'int look_at_flag(void) { return atomic_load_explicit(&flag, memory_order_acquire); }',
    );
    this.first[giver].push('gift = r + 3;', 'D', 'set_flag();');
    this.last[taker].push('if (look_at_flag())', 'r = r * 3 + gift;');
  }
}
