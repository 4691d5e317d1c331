/** Random C programs with two threads and a few bits of symbolic input, the same for the same seed. */
import { RandomNumbers } from '../../../src/explore/strategy/random-numbers';
import { common } from './common-code';

/** A symbolic object of the program. */
export interface Variable {
  readonly name: string;
  readonly type: string;
  /** It has the values from `least` on that so many bits can number. */
  readonly bits: number;
  readonly least: number;
}

/**
 * What the programs have besides the usual statements: integers of 128 bits, or plain and volatile data that is shared
 * without a lock.
 */
export const inputShapes = ['usual', 'wide', 'racing'] as const;
export type InputShape = (typeof inputShapes)[number];

export interface InputProgram {
  /**
   * With CONCRETE defined the input is the number that is the first argument, below 2 ** bits; otherwise it is
   * symbolic, and others are assumed not to be.
   */
  readonly text: string;
  readonly bits: number;
  readonly variables: readonly Variable[];
  /** A level of optimisation. */
  readonly flag: string;
  readonly shape: InputShape;
}

/** The last two are rare, since divisions of them take Z3 long. */
const types = ['int8_t', 'uint8_t', 'int16_t', 'uint16_t', 'int32_t', 'uint32_t', '_Bool', 'int64_t', 'uint64_t'];

/** Functions of <ctype.h>. */
const classes = ['isdigit', 'isalpha', 'isspace', 'ispunct', 'isxdigit', 'iscntrl', 'tolower', 'toupper'];

class Writer {
  private temporaries = 0;

  constructor(
    private readonly random: RandomNumbers,
    private readonly variables: readonly Variable[],
    /** The thread that may fail: with two, the order in which they are explored decides which error is found. */
    private readonly failing: number,
    /** May it divide by zero? Optimised code does that only where the result counts. */
    private readonly divides: boolean,
    private readonly shape: InputShape,
  ) {}

  one<T>(items: readonly T[]): T {
    return items[this.random.below(items.length)];
  }

  type(): string {
    return this.one(this.chance(90) ? types.slice(0, -2) : types);
  }

  chance(percent: number): boolean {
    return this.random.below(100) < percent;
  }

  /** An expression of integers; `names`: what may occur in it. */
  expression(names: readonly string[], depth: number): string {
    if (depth === 0 || this.chance(25))
      return this.chance(75) ? this.one(names) : `${this.random.below(12) - (this.chance(20) ? 20 : 0)}`;
    const left = this.expression(names, depth - 1);
    const right = this.expression(names, depth - 1);
    switch (this.random.below(10)) {
      case 9:
        return `${this.one(classes)}((unsigned char)(${left}${this.one(['', " + '0'", " ^ 'A'"])}))`;
      case 0:
        return `(${left} ${this.one(['<<', '>>'])} (${right} & 3))`;
      case 1:
        return `(${left} ${this.one(['/', '%'])} ((${right} & 7) + 1))`;
      case 2:
        return `(${this.type()})(${left})`;
      case 3:
        return `(${this.condition(names, depth - 1)} ? ${left} : ${right})`;
      default:
        return `(${left} ${this.one(['+', '-', '*', '^', '&', '|'])} ${right})`;
    }
  }

  condition(names: readonly string[], depth: number): string {
    const relation = this.one(['==', '!=', '<', '>', '<=', '>=']);
    const one = `${this.expression(names, depth)} ${relation} ${this.expression(names, depth)}`;
    if (this.chance(15)) return `!(${one})`;
    return this.chance(15) ? `${one} ${this.one(['&&', '||'])} ${this.one(names)}` : one;
  }

  /** Statements of thread t, each in lines of its own. */
  statements(t: number, deep = 1): string[] {
    return Array.from({ length: 1 + this.random.below(3) }, () => this.statement(t, deep)).flat();
  }

  /** Statements that use what threads share. */
  shared(t: number): string[] {
    const local = `l${t}`;
    const names = [...this.variables.map((v) => v.name), local];
    const value = (): string => this.expression(names, 1);
    const locked = (body: string): string[] => ['pthread_mutex_lock(&m);', body, 'pthread_mutex_unlock(&m);'];
    const order = (): string => `memory_order_${this.one(['relaxed', 'acquire', 'release', 'seq_cst'])}`;
    const name = `v${this.temporaries++}`;
    if (this.shape === 'racing') return [...this.racing(local, name, value), ...this.racing(local, `${name}b`, value)];
    switch (this.random.below(8)) {
      case 5:
        return [`${local} -= atomic_exchange_explicit(&a, ${value()}, ${order()});`];
      case 6:
        return [
          `int ${name} = ${value()};`,
          `if (atomic_compare_exchange_${this.one(['strong', 'weak'])}_explicit(&b, &${name}, ${value()}, ` +
            `${order()}, memory_order_relaxed))`,
          `${local} += 3;`,
          `else ${local} ^= ${name};`,
        ];
      case 7:
        return [
          `${local} += atomic_fetch_${this.one(['sub', 'and', 'or', 'xor'])}_explicit(&b, ${value()}, ${order()});`,
        ];
      case 0:
        return locked(`s = ${this.expression([...names, 's'], 2)};`);
      case 1:
        return locked(`${local} = s;`);
      case 2:
        return [`atomic_store_explicit(&a, ${value()}, memory_order_${this.one(['relaxed', 'release', 'seq_cst'])});`];
      case 3:
        return [`${local} += atomic_load_explicit(&a, memory_order_${this.one(['relaxed', 'acquire', 'seq_cst'])});`];
      default:
        return [`${local} ^= atomic_fetch_add(&a, ${value()});`];
    }
  }

  /** Statements with integers of 128 bits. `name`: of a variable. */
  private wide(name: string, local: string, value: () => string): string[] {
    const type = this.one(['__int128', 'unsigned __int128']);
    const shifted = `((${type})(${value()}) << ${30 + this.random.below(90)})`;
    const made = `${type} ${name} = (${type})(${value()}) ${this.one(['*', '+', '-', '^', '|'])} ${shifted};`;
    const use = this.one([
      `${local} = ${name} >> ((${value()}) & 127);`,
      `${local} = (${name} << ((${value()}) & 63)) >> 70;`,
      `${local} = (${name} ${this.one(['/', '%'])} (((${value()}) & 7) + 1)) >> 32;`,
      `${local} += ${name} ${this.one(['<', '>=', '==', '!='])} (${type})(${value()}) << 64;`,
      `${local} = (uint64_t)widened(${name}, ${value()}) ^ (uint64_t)(widened(${value()}, ${name}) >> 64);`,
      `memcpy((char *)&${name} + 7, &${local}, 1); ${local} = ${name} >> 56;`,
      `switch (${name} & 3) { case 1: ${local}++; break; case 3: ${local} ^= 5; }`,
    ]);
    return [made, use];
  }

  /** Statements that use plain and volatile data without a lock. */
  private racing(local: string, name: string, value: () => string): string[] {
    return this.one([
      [`r = ${value()};`],
      [`${local} += r;`],
      [`w = ${value()};`],
      [`${local} ^= w;`],
      [`r += ${value()};`],
      [`g.all = ${value()};`],
      [`g.bytes[${this.random.below(4)}] = ${value()};`],
      [`${local} += g.bytes[${this.random.below(4)}];`],
      [`${local} ^= g.all;`],
      [`union word ${name};`, `memcpy(&${name}, &g, sizeof g);`, `${local} -= ${name}.all;`],
      [`if (r == ${this.random.below(4)})`, `${local} += 2;`],
    ]);
  }

  /** What a function of libc says about the text. */
  private ofText(name: string, value: string): string {
    return this.one([
      `strtol(${name}, 0, 16)`,
      `strtoul(${name} + 1, 0, 0)`,
      `atoi(${name})`,
      `strspn(${name}, "0123aB")`,
      `strcspn(${name}, "5b ")`,
      `!strchr(${name}, ${value})`,
      `!strstr(${name}, "3a")`,
      `strcasecmp(${name}, "5A") > 0`,
      `strtok(${name}, "04 ") != ${name}`,
    ]);
  }

  /** A call of libc that reads what depends on the input. `name`: of a variable. */
  private call(name: string, local: string, value: string, other: string): string[] {
    const time = `struct timespec ${name} = {${other} & 1, ((${value}) & 7) * 200000000l - ((${value}) >> 3 & 1)};`;
    return this.one([
      [time, `if ((${local} = pthread_mutex_timedlock(&m, &${name})) == 0)`, 'pthread_mutex_unlock(&m);'],
      [time, `${local} = nanosleep(&${name}, 0);`],
      [
        `char ${name}[4] = {'a' + (${value} & 3), ${other}}, c${name}[16];`,
        `pthread_setname_np(pthread_self(), ${name});`,
        `pthread_getname_np(pthread_self(), c${name}, sizeof c${name});`,
        `${local} = c${name}[0] + strlen(c${name});`,
      ],
      [
        `pthread_mutexattr_t ${name};`,
        `int c${name} = ${other};`,
        `pthread_mutexattr_init(&${name});`,
        `${local} = pthread_mutexattr_settype(&${name}, ${value} & 7);`,
        `pthread_mutexattr_gettype(&${name}, &c${name});`,
        `${local} += c${name};`,
      ],
      [
        `char ${name}[32], c${name}[3] = {'a', ${other}};`,
        `${local} = snprintf(${name}, sizeof ${name}, "%s%x", c${name}, (unsigned)(${value} & 31)) + ${name}[1];`,
      ],
    ]);
  }

  private statement(t: number, deep: number): string[] {
    const local = `l${t}`;
    const names = [...this.variables.map((v) => v.name), local];
    const value = (depth = 2): string => this.expression(names, depth);
    const inner = (): string[] => (deep > 0 ? this.statements(t, deep - 1) : [`${local}++;`]);
    const name = `v${this.temporaries++}`;
    if (this.shape === 'wide' && this.chance(40)) return this.wide(name, local, () => value(1));
    switch (this.random.below(18)) {
      case 17:
        return this.call(name, local, value(1), value(1));
      case 16:
        return [
          `char ${name}[4] = {'0' + (${value(1)} & 7), "aB1 "[${value(1)} & 3], ${value(1)}};`,
          `${local} = ${this.ofText(name, value(1))};`,
        ];
      case 0:
      case 1:
        return [
          `if (${this.condition(names, 2)}) {`,
          ...inner(),
          ...(this.chance(50) ? ['} else {', ...inner()] : []),
          '}',
        ];
      case 2:
        return [`${local} = ${value()};`];
      case 3:
      case 4:
      case 5:
        return this.shared(t);
      case 6:
        if (t !== this.failing) return [`${local} -= ${value()};`];
        return [`drista_assert(${this.condition(names, 2)} || ${this.condition(names, 1)} || ${value(1)} != 2);`];
      case 7:
        return [
          `switch (${value()} & 7) {`,
          `case 1: ${local} += 3; break;`,
          `case ${2 + this.random.below(5)}: ${local} -= 2;`,
          `default: ${local} ^= 1;`,
          '}',
        ];
      case 8:
        return [`for (int i = 0; i < (${value(1)} & 3); i++)`, `${local} += ${value(1)} + i;`];
      case 9:
        return [
          `union word ${name} = {.all = ${value()}};`,
          `${name}.fields.${this.one(['low', 'middle', 'high'])} = ${value(1)};`,
          `${local} = ${this.one(['all', 'bytes[1]', 'fields.middle', 'fields.high'].map((f) => `${name}.${f}`))};`,
        ];
      case 10:
        return [
          `struct pair ${name} = paired(${value(1)}, ${value(1)}), c${name};`,
          `memcpy(&c${name}, &${name}, sizeof c${name});`,
          `${local} = c${name}.${this.one(['first', 'second'])};`,
        ];
      case 11:
        return [`${local} = table[${value(1)} & 7];`];
      case 12:
        return [`${local} = functions[${this.condition(names, 1)}](${value(1)});`];
      case 13:
        return [`${local} = sum(2, (int)${value(1)}, (int)${value(1)});`];
      case 14:
        return [`${local} = (int)((double)(${value(1)} & 15) * 0.75);`];
      default:
        return [`${local} = ${value(1)} / (int8_t)(${value(1)}${t === this.failing && this.divides ? '' : ' | 1'});`];
    }
  }
}

/** The program of that seed. */
export function randomInputs(seed: number, shape: InputShape = 'usual'): InputProgram {
  const random = new RandomNumbers(seed);
  random.below(2); // the first numbers of neighbouring seeds are alike
  const bits = [4, 4, 4, 4, 5, 5, 6, 8][random.below(8)];
  const variables = inputs(random, bits);
  const failing = random.below(2);
  const level = random.below(4);
  // Optimised code leaves out plain writes, and which ones depends on what else is in the program.
  const flag = `-O${shape === 'racing' ? 0 : level}`;
  const writer = new Writer(random, variables, failing, flag === '-O0', shape);
  const [first, second] = [0, 1].map((t) => [...writer.statements(t), ...writer.shared(t), ...writer.statements(t, 0)]);
  const result = writer.chance(40) ? 'l0 += (intptr_t)result;' : '';
  const last = failing === 0 && writer.chance(60) ? [`drista_assert(s * 3 + l0 != ${random.below(40)});`] : [];
  const observed = writer.chance(50) ? ['drista_observe("end", (l0 ^ s) & 3);'] : [];
  const argument = writer.one(['2', writer.expression([variables[0].name], 1)]);
  let at = 0;
  const concrete = variables.map((v) => {
    const value = `(number >> ${at} & ${2 ** v.bits - 1})`;
    at += v.bits;
    return `${v.name} = ${value}${v.least < 0 ? ` - ${-v.least}` : ''};`;
  });
  const text = [
    common,
    'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;',
    `static ${writer.type()} s;`,
    `static _Atomic ${writer.one(['int', 'short', 'unsigned char'])} a;`,
    'static atomic_int b;',
    ...(shape === 'racing' ? ['static short r;', 'static volatile int w;', 'static union word g;'] : []),
    ...variables.map((v) => `static ${v.type} ${v.name};`),
    'static void *thread(void *argument)',
    '{',
    `${writer.type()} l1 = (intptr_t)argument;`,
    ...second,
    ...(writer.chance(50) ? ['drista_observe("thread", l1 & 1);'] : []),
    'return (void *)(intptr_t)(l1 & 7);',
    '}',
    'int main(int argc, char **argv)',
    '{',
    'pthread_t t;',
    'void *result;',
    '#ifdef CONCRETE',
    'int number = atoi(argv[1]);',
    ...concrete,
    '#else',
    ...variables.map((v) => `drista_symbolic(&${v.name}, sizeof ${v.name}, "${v.name}");`),
    ...variables.map((v) => `drista_assume(${v.name} >= ${v.least} && ${v.name} < ${v.least + 2 ** v.bits});`),
    '#endif',
    `${writer.type()} l0 = 1;`,
    `pthread_create(&t, 0, thread, (void *)(intptr_t)(${argument}));`,
    ...first,
    'pthread_join(t, &result);',
    result,
    ...last,
    ...observed,
    'return 0;',
    '}',
    '',
  ].join('\n');
  return { text, bits, variables, flag, shape };
}

/** The contents of the program's objects for the input of that number. */
export function inputBytes({ variables }: InputProgram, number: number): Uint8Array[] {
  let at = 0;
  return variables.map(({ bits, least, type }) => {
    const value = ((number >> at) & (2 ** bits - 1)) + least;
    at += bits;
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setBigInt64(0, BigInt(value), true);
    return new Uint8Array(bytes.buffer, 0, Number(/\d+/.exec(type)![0]) / 8);
  });
}

/** Symbolic objects of so many bits together. */
function inputs(random: RandomNumbers, bits: number): Variable[] {
  const variable = (name: string, of: number): Variable => {
    const type = types[random.below(random.below(2) === 0 ? 2 : 6)];
    const isSigned = type.startsWith('i');
    return { name, type, bits: of, least: isSigned ? -(2 ** (of - 1)) : 0 };
  };
  if (random.below(2) === 0) return [variable('x', bits)];
  const half = Math.floor(bits / 2);
  return [variable('x', half), variable('y', bits - half)];
}
