/**
 * Random litmus tests in the part of C that herd7 reads, too: accesses and fences with all memory orders but consume,
 * exchanges that fail spuriously, pointers as values, address dependencies, branches, and loops with two iterations.
 */
import { RandomNumbers } from '../../src/explore/strategy/random-numbers';

const locations = ['x', 'y'];

/** The text of the test with the number. `seed`: tests of another seed are others. */
export function randomLitmus(seed: number, number: number): string {
  return new RandomTest(new RandomNumbers(seed * 1_000_003 + number)).text(`random-${seed}-${number}`);
}

class RandomTest {
  private readonly shown: string[] = [...locations, 'p'];
  private registers = 0;
  /** Registers of integers in this thread. */
  private integers: string[] = [];
  private statements = 0;

  constructor(private readonly random: RandomNumbers) {}

  text(name: string): string {
    const threads = this.among([2, 2, 3]);
    const bodies: string[] = [];
    for (let t = 0; t < threads; t++) bodies.push(this.thread(t, threads === 2 ? 3 : 2));
    const expected = bodies.map((_, t) => `e${t}`);
    return [
      `C ${name}`,
      `{ int *p = &x; ${expected.map((e) => `${e} = 0;`).join(' ')} }`,
      ...bodies,
      `locations [${[...this.shown, ...expected].map((place) => `${place};`).join(' ')}]`,
      'exists (x=1)',
      '',
    ].join('\n');
  }

  private thread(t: number, most: number): string {
    const lines: string[] = [];
    this.registers = 0;
    this.integers = [];
    this.statements = 0;
    while (this.statements < most) lines.push(...this.statement(t, true).map((line) => `  ${line}`));
    const parameters = ['atomic_int *x', 'atomic_int *y', 'int *d', 'atomic_int **p', `int *e${t}`];
    return [`P${t} (${parameters.join(', ')}) {`, ...lines, '}'].join('\n');
  }

  private statement(t: number, mayBranch: boolean): string[] {
    const { random } = this;
    this.statements++;
    const order = (...orders: string[]): string => `memory_order_${this.among(orders)}`;
    const all = (): string => order('relaxed', 'relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst');
    const loads = (): string => order('relaxed', 'acquire', 'seq_cst');
    const stores = (): string => order('relaxed', 'release', 'seq_cst');
    const value = (): number => 1 + random.below(2);
    switch (random.below(mayBranch ? 13 : 9)) {
      case 0:
      case 1:
        return [`atomic_store_explicit(${this.object()}, ${value()}, ${stores()});`];
      case 2:
      case 3:
        return [`int ${this.register(t)} = atomic_load_explicit(${this.object()}, ${loads()});`];
      case 4:
        return [`atomic_thread_fence(${all()});`];
      case 5:
        return [`int ${this.register(t)} = atomic_exchange_explicit(${this.object()}, ${value()}, ${all()});`];
      case 6: {
        const call = `atomic_fetch_${this.among(['add', 'sub', 'or', 'xor', 'and'])}_explicit`;
        return [`int ${this.register(t)} = ${call}(${this.object()}, ${value()}, ${all()});`];
      }
      case 7: {
        const call = `atomic_compare_exchange_${this.among(['strong', 'weak'])}_explicit`;
        const orders = `${all()}, ${loads()}`;
        return [`int ${this.register(t)} = ${call}(${this.object()}, e${t}, ${value()}, ${orders});`];
      }
      case 8:
        return random.below(3) === 0 ? ['*d = 1;'] : [`atomic_store_explicit(p, ${this.location()}, ${stores()});`];
      case 9: {
        const pointer = this.register(t, false);
        const load = `atomic_int *${pointer} = atomic_load_explicit(p, ${loads()});`;
        const access =
          random.below(2) === 0
            ? `int ${this.register(t)} = atomic_load_explicit(${pointer}, ${loads()});`
            : `atomic_store_explicit(${pointer}, ${value()}, ${stores()});`;
        return [load, access];
      }
      case 10:
      case 11: {
        const register = this.register(t);
        const sign = this.among(['==', '!=', '<']);
        return [
          `int ${register} = atomic_load_explicit(${this.location()}, ${loads()});`,
          `if (${register} ${sign} 1) {`,
          ...this.statement(t, false),
          ...(random.below(2) === 0 ? ['}'] : ['} else {', ...this.statement(t, false), '}']),
        ];
      }
      default: {
        this.statements++;
        const count = this.register(t);
        return [
          `int ${count} = 0;`,
          `while (${count} < 2) {`,
          `${count} = ${count} + 1;`,
          ...this.statement(t, false),
          '}',
        ];
      }
    }
  }

  private location(): string {
    return this.among(locations);
  }

  /** What an operation accesses, sometimes by an address that depends on a register. */
  private object(): string {
    const { integers, random } = this;
    if (integers.length === 0 || random.below(4) !== 0) return this.location();
    const register = this.among(integers);
    return `${this.location()} + (${register} ^ ${register})`;
  }

  private register(t: number, isInteger = true): string {
    const name = `r${this.registers++}`;
    this.shown.push(`${t}:${name}`);
    if (isInteger) this.integers.push(name);
    return name;
  }

  private among<T>(all: readonly T[]): T {
    return all[this.random.below(all.length)];
  }
}
