/** A litmus test as a program in C, which observes (drista_observe) what its condition is about. */
import { locationName, registerName } from './c-expressions';
import { placesIn, placeText, type Place } from './final-condition';
import type { LitmusTest } from './litmus-test';

/** All places that states are shown by or decided by. */
export function observedPlaces({ shown, filter }: LitmusTest): Place[] {
  const all = [...shown, ...(filter === undefined ? [] : placesIn(filter))];
  return [...new Map(all.map((place) => [placeText(place), place])).values()];
}

/**
 * The text of the program. Plain accesses are volatile, so that the compiler leaves each where it is. Main reads the
 * locations after it has joined all threads, so it finds the last write in coherence order.
 */
export function litmusProgram(test: LitmusTest): string {
  const { locations, threads } = test;
  const observed = observedPlaces(test);
  const observe = (place: Place, value: string): string => `\tdrista_observe("${placeText(place)}", ${value});`;
  const functions = threads.flatMap(({ registers, statements }, t) => [
    `static void *P${t}(void *unused)`,
    '{',
    ...[...registers].map(([name, { base }]) => `\t${base} ${registerName(name)} = 0;`),
    ...[...registers.keys()].map((name) => `\t(void)${registerName(name)};`),
    ...statements,
    ...observed.filter(({ thread }) => thread === t).map((place) => observe(place, registerName(place.name))),
    '\treturn unused;',
    '}',
    '',
  ]);
  return [
    `/* ${test.name.replaceAll('*/', '')}: translated from a litmus test by drista. */`,
    '#include <drista.h>',
    '#include <pthread.h>',
    '#include <stdatomic.h>',
    '#include <stddef.h>',
    '#include <stdint.h>',
    '',
    ...[...locations].map(([name, { type, initial }]) => `static _Atomic(${type}) ${locationName(name)} = ${initial};`),
    '',
    ...functions,
    'int main(void)',
    '{',
    `\tpthread_t thread[${threads.length}];`,
    ...threads.map((_, t) => `\tpthread_create(&thread[${t}], NULL, P${t}, NULL);`),
    ...threads.map((_, t) => `\tpthread_join(thread[${t}], NULL);`),
    ...observed
      .filter(({ thread }) => thread < 0)
      .map((place) => observe(place, `atomic_load_explicit(&${locationName(place.name)}, memory_order_relaxed)`)),
    '\treturn 0;',
    '}',
    '',
  ].join('\n');
}
