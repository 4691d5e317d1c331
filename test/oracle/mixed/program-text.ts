/**
 * The text of a mixed program. It is compiled once for each place, with PLACE defined as one of `places`; P0, P1 ...
 * are the places of its functions, V0 ... those of its data, all of them 0 if nothing else is said. With NATIVE it
 * delays its threads at random, from a seed that is its argument.
 */
import type { RandomNumbers } from '../../../src/explore/strategy/random-numbers';
import type { MixedFunction } from './function-writer';
import type { Handoffs } from './handoffs';
import { declarationOf, initialisationOf, summedUp } from './objects';
import type { Shared } from './shared';

/** Where functions may be; the values of PLACE. An attribute takes the place of a file of its own. */
export const places = { program: 0, object: 1, library: 2, attribute: 3, instrumentedLibrary: 4 } as const;

const head = `#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#ifndef PLACE
#define PLACE 0
#endif
#define HERE(place) ((place) == PLACE || ((place) == 3 && PLACE == 0))
#define ATTRIBUTES_0
#define ATTRIBUTES_1
#define ATTRIBUTES_2
#define ATTRIBUTES_3 __attribute__((noinline, no_sanitize("thread")))
#define ATTRIBUTES_4
#define ATTRIBUTES__(place) ATTRIBUTES_##place
#define ATTRIBUTES(place) ATTRIBUTES__(place)
#ifdef NATIVE
static unsigned delay_seed;
static _Thread_local unsigned delay_state;
static void delay_from(unsigned thread) { delay_state = delay_seed * 2654435761u + thread * 40503u + 1; }
static void delay(void)
{
	unsigned x = delay_state = delay_state * 1664525u + 1013904223u;
	struct timespec shortly = {0, 1 + (x >> 8 & 1023)};
	switch (x >> 28) {
	case 0: case 1: case 2: sched_yield(); break;
	case 3: usleep(x >> 8 & 63); break;
	case 4: case 5: nanosleep(&shortly, NULL); break;
	case 6: case 7: case 8: for (volatile unsigned i = 0; i < (x >> 8 & 4095); i++) ; break;
	}
}
#define DELAY() delay()
#else
#define delay_from(thread) ((void)0)
#define DELAY() ((void)0)
#endif
typedef unsigned function(unsigned k, unsigned *out);
struct node { unsigned value; struct node *next; };
static const struct timespec later = {4000000000, 0};
`;

/** `meanwhile`: does main call the last function before it joins the threads? */
export function textOf(
  random: RandomNumbers,
  shared: Shared,
  functions: readonly MixedFunction[],
  handoffs: Handoffs,
  meanwhile: boolean,
): string {
  const { locks, data, atomics } = shared;
  const withLocks = locks.map(({ number, take, release }) => ({
    name: `with_lock${number}`,
    declared: `unsigned with_lock${number}(function *f, unsigned k, unsigned *out)`,
    body: [take, 'unsigned r = f(k, out);', 'DELAY();', release, 'return r;'],
  }));
  const declarations = [
    ...locks.map(({ declared }) => declared),
    ...handoffs.declarations,
    ...Array.from({ length: atomics }, (_, i) => `atomic_uint atomic${i};`),
    ...(shared.once ? ['pthread_once_t once = PTHREAD_ONCE_INIT;', 'unsigned initialised;'] : []),
    ...(shared.key ? ['pthread_key_t key;'] : []),
    ...(shared.locals > 0 ? ['_Thread_local unsigned local;'] : []),
    'unsigned result[8];',
  ];
  const numbers = functions.length;
  const helperPlace = (): number => random.below(numbers + 1);
  const helper = (declared: string, body: readonly string[]): string[] => {
    const place = `P${helperPlace()}`;
    return at(place, [`ATTRIBUTES(${place}) ${declared}`, '{', ...body, '}']);
  };
  const bodies = functions.flatMap(({ name, body, number, thread }) =>
    at(`P${number}`, [
      `ATTRIBUTES(P${number}) unsigned ${name}(unsigned k, unsigned *out)`,
      '{',
      'unsigned r = k, x = k;',
      ...(thread === undefined ? [] : [`delay_from(${thread});`]),
      ...body.map((line) => (line === 'D' ? 'DELAY();' : line)),
      'return r + x * 5 + *out;',
      '}',
      ...(thread === undefined || thread === 0
        ? []
        : [
            `ATTRIBUTES(P${number}) void *start${thread}(void *argument)`,
            '{',
            'unsigned x = 0;',
            `result[${thread}] = ${name}((unsigned)(size_t)argument, &x);`,
            'return NULL;',
            '}',
          ]),
    ]),
  );
  const places = [...functions.map((_, i) => `P${i}`), `P${numbers}`, ...data.map((_, i) => `V${i}`)];
  return [
    ...places.flatMap((name) => [`#ifndef ${name}`, `#define ${name} 0`, '#endif']),
    head,
    ...declarations.map((text) => (text.includes('(void);') ? text : `extern ${text.replace(/ = .*;/, ';')}`)),
    ...data.map((item) => `extern ${declarationOf(item)}`),
    'unsigned step(int loop), apply(function *f, unsigned k, unsigned *out);',
    'void initialise(void), destroy(void *value);',
    'extern function *const table[];',
    ...withLocks.map(({ declared }) => `${declared};`),
    ...functions.flatMap(({ name, thread }) => [
      `function ${name};`,
      ...(thread === undefined || thread === 0 ? [] : [`void *start${thread}(void *);`]),
    ]),
    '',
    ...data.flatMap((item, i) => at(`V${i}`, [declarationOf(item)])),
    ...at('0', [
      ...declarations.filter((text) => !text.includes('(void);')),
      ...handoffs.seenFunctions,
      `function *const table[] = {${functions.map(({ name }) => name).join(', ')}};`,
    ]),
    // Counts 1, 2, 0 for each thread.
    ...helper('unsigned step(int loop)', [
      'static _Thread_local unsigned char steps[128];',
      'return steps[loop] = (steps[loop] + 1) % 3;',
    ]),
    ...helper('unsigned apply(function *f, unsigned k, unsigned *out)', ['return f(k, out) + 1;']),
    ...(shared.once ? helper('void initialise(void)', ['DELAY();', 'initialised = 5;']) : []),
    ...(shared.key
      ? helper('void destroy(void *value)', ['free(value);', locks[0].take, 'result[0]++;', locks[0].release])
      : []),
    ...withLocks.flatMap(({ declared, body }) => helper(declared, body)),
    ...bodies,
    ...at(`P${numbers}`, mainText(random, shared, functions, handoffs, meanwhile)),
    '',
  ].join('\n');
}

/** The lines in the file of that place. */
function at(place: string, lines: readonly string[]): string[] {
  return [`#if HERE(${place})`, ...lines, '#endif'];
}

function mainText(
  random: RandomNumbers,
  { locks, data, threads, asserts, key }: Shared,
  functions: readonly MixedFunction[],
  handoffs: Handoffs,
  meanwhile: boolean,
): string[] {
  const first = Array.from({ length: threads }, (_, i) => i + 1);
  const late = functions.flatMap(({ thread = 0 }) => (thread > threads ? [thread] : []));
  const numbers = [...first, ...late];
  const create = (t: number): string[] => [
    `pthread_create(&thread[${t}], NULL, start${t}, (void *)${random.below(3)});`,
    'DELAY();',
  ];
  const results = numbers.map((t) => `, result[${t}]`).join('');
  return [
    `ATTRIBUTES(P${functions.length}) int main(int argc, char **argv)`,
    '{',
    '(void)argc, (void)argv;',
    '#ifdef NATIVE',
    'delay_seed = atoi(argv[1]);',
    'delay_from(0);',
    'alarm(10);',
    '#endif',
    ...locks.map(({ initialised }) => initialised),
    ...handoffs.initialisations,
    ...data.flatMap(initialisationOf),
    ...(key ? ['pthread_key_create(&key, destroy);'] : []),
    `pthread_t thread[${threads + 2}];`,
    ...first.flatMap(create),
    'unsigned all = 0, x = 0;',
    ...(meanwhile ? [`all = meanwhile(${random.below(3)}, &x);`] : []),
    'pthread_join(thread[1], NULL);',
    ...late.flatMap(create),
    ...numbers.slice(1).map((t) => `pthread_join(thread[${t}], NULL);`),
    ...data.map(summedUp),
    ...numbers.map((t) => `all ^= result[${t}] * ${2 * t + 1};`),
    ...(asserts ? [`assert(all % 8 != ${random.below(8)});`] : []),
    `printf("%u${numbers.map(() => ' %u').join('')} %u\\n", all, result[0]${results});`,
    'return 0;',
    '}',
  ];
}
