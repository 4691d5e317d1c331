/** A litmus test as a program in C, which observes (drista_observe) what its condition is about. */
import { locationName, NO_OFFSET, registerName } from './c-expressions';
import { isWide, nullPointer, typeInC, type ValueType } from './c-types';
import { placesIn, placeText, type LitmusValue, type Place } from './final-condition';
import type { LitmusObject, LitmusTest } from './litmus-test';

/** All places that states are shown by or decided by. */
function observedPlaces({ shown, filter }: LitmusTest): Place[] {
  const all = [...shown, ...(filter === undefined ? [] : placesIn(filter))];
  return [...new Map(all.map((place) => [placeText(place), place])).values()];
}

function typeOf({ locations, registers }: LitmusTest, { thread, name }: Place): ValueType {
  return (thread < 0 ? locations : registers[thread]).get(name)!.type;
}

/** The name under which the upper half of a value of 128 bits is observed. */
const upper = (place: Place): string => `${placeText(place)} >> 64`;

/**
 * The text of the program. Plain accesses are volatile, so that the compiler leaves each where it is. Main reads the
 * locations after it has joined all threads, so it finds the last write in coherence order.
 */
export function litmusProgram(test: LitmusTest): string {
  const { threads, registers } = test;
  const observed = observedPlaces(test);
  const functions = threads.flatMap(({ statements }, t) => [
    `static void *P${t}(void *unused)`,
    '{',
    ...[...registers[t]].map(([name, object]) => `\t${declared(registerName(name), object)}`),
    ...[...registers[t].keys()].map((name) => `\t(void)${registerName(name)};`),
    ...statements,
    ...observed
      .filter(({ thread }) => thread === t)
      .flatMap((place) => observation(test, place, registerName(place.name))),
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
    ...byDepth(test).map(([name, object]) => `static ${declared(locationName(name), object, true)}`),
    '',
    ...(functions.some((line) => line.includes(`${NO_OFFSET}(`)) ? offsetCheck : []),
    ...functions,
    'int main(void)',
    '{',
    `\tpthread_t thread[${threads.length}];`,
    ...threads.map((_, t) => `\tpthread_create(&thread[${t}], NULL, P${t}, NULL);`),
    ...threads.map((_, t) => `\tpthread_join(thread[${t}], NULL);`),
    ...observed
      .filter(({ thread }) => thread < 0)
      .flatMap((place) =>
        observation(test, place, `atomic_load_explicit(&${locationName(place.name)}, memory_order_relaxed)`),
      ),
    '\treturn 0;',
    '}',
    '',
  ].join('\n');
}

const offsetCheck = [
  'static long no_offset(long added_to_address)',
  '{',
  '\tdrista_assert(added_to_address == 0);',
  '\treturn 0;',
  '}',
  '',
];

/** The locations; those that pointers point to first. */
function byDepth({ locations }: LitmusTest): [string, LitmusObject][] {
  const depth = (type: ValueType): number => (typeof type === 'string' ? 0 : 1 + depth(type.to.value));
  return [...locations].sort(([, a], [, b]) => depth(a.type) - depth(b.type));
}

/** The declaration of a variable in C. */
function declared(name: string, { type: of, initial }: LitmusObject, atomic = false): string {
  const type = typeInC(of);
  const value =
    typeof initial === 'string'
      ? `&${locationName(initial)}`
      : typeof of === 'string'
        ? constant(initial)
        : nullPointer(of);
  return `${atomic ? `_Atomic(${type})` : type} ${name} = ${value};`;
}

/** The number in C, in which constants have at most 64 bits. */
function constant(value: bigint): string {
  const bits = BigInt.asUintN(128, value);
  if (BigInt.asIntN(64, value) === value) return value === -(2n ** 63n) ? '(-9223372036854775807 - 1)' : `${value}`;
  return `(__int128)((unsigned __int128)${bits >> 64n}u << 64 | ${BigInt.asUintN(64, bits)}u)`;
}

/** Statements that observe the value of the place; an address as the number of its location, from 1. */
function observation(test: LitmusTest, place: Place, value: string): string[] {
  const type = typeOf(test, place);
  const call = (name: string, what: string): string => `\tdrista_observe("${name}", ${what});`;
  if (typeof type === 'string' && !isWide(type)) return [call(placeText(place), value)];
  const lines =
    typeof type === 'string'
      ? [
          call(placeText(place), '(unsigned long)value'),
          call(upper(place), type.startsWith('unsigned') ? '(unsigned long)(value >> 64)' : '(long)(value >> 64)'),
        ]
      : [call(placeText(place), `${pointees(test, type.to.value).join('')}0`)];
  return ['\t{', `\t\t${typeInC(type)} value = ${value};`, ...lines.map((line) => `\t${line}`), '\t}'];
}

/** For each location of the type: is it the one? */
function pointees({ locations }: LitmusTest, type: ValueType): string[] {
  return [...locations].flatMap(([name, object], i) =>
    typeInC(object.type) === typeInC(type) ? [`value == &${locationName(name)} ? ${i + 1} : `] : [],
  );
}

/** The values of the places by name (placeText), from what the program has observed. */
export function observedState(test: LitmusTest, values: ReadonlyMap<string, string>): Map<string, LitmusValue> {
  const names = [...test.locations.keys()];
  const state = new Map<string, LitmusValue>();
  for (const place of observedPlaces(test)) {
    const type = typeOf(test, place);
    const name = placeText(place);
    const value = BigInt(values.get(name)!);
    if (typeof type !== 'string') state.set(name, value === 0n ? value : names[Number(value) - 1]);
    else state.set(name, isWide(type) ? (BigInt(values.get(upper(place))!) << 64n) + value : value);
  }
  return state;
}
