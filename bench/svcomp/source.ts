/**
 * The text of a task's program as drista can check it. SV-COMP gives some functions a meaning of their own (rules,
 * "Verification Task"): a call of reach_error violates unreach-call whatever its definition does, and abort, also that
 * of an assertion that fails, ends the program without a violation.
 */
import type { Property } from './task';

/**
 * What stands in for abort, for assert and for __VERIFIER_assume of programs that do not define it: the program ends
 * without an error. It does not count as an assumption of drista, which leaves out the whole execution, with what other
 * threads do before the end.
 */
const ends = `extern void _Exit(int);
void drista_svcomp_abort(void) { _Exit(0); }
void drista_svcomp_assert_fail(void) { _Exit(0); }
__attribute__((weak)) void __VERIFIER_assume(int condition) { if (!condition) _Exit(0); }
`;

/** Where a call of reach_error is no violation, it ends the program if the program does not say what it does. */
const reachEnds = `__attribute__((weak)) void reach_error(void) { _Exit(0); }
__attribute__((weak)) void __VERIFIER_error(void) { _Exit(0); }
`;

/** Ends the program where a thread creates one thread more than so many. The counter orders no accesses. */
const creates = (threads: number): string => `#include <pthread.h>
int drista_svcomp_create(pthread_t *t, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
	static int created;
	if (__atomic_fetch_add(&created, 1, __ATOMIC_RELAXED) >= ${threads})
		_Exit(0);
	return pthread_create(t, attributes, routine, argument);
}
`;

/** A second source file of each program. `threads`: how many it may create; undefined: as many as drista allows. */
export function support(property: Property, threads?: number): string {
  const reach = property === 'unreach-call' ? '' : reachEnds;
  return `${ends}${reach}${threads === undefined ? '' : creates(threads)}`;
}

/** Text to preprocess. `file`: its name in reports. */
export function namedText(text: string, file: string): string {
  return [
    '#define abort drista_svcomp_abort',
    '#define __assert_fail drista_svcomp_assert_fail',
    `#line 1 ${JSON.stringify(file)}`,
    text,
  ].join('\n');
}

/** The text to compile, of preprocessed text: a header may define reach_error, too. `threads`: as for support. */
export function changedText(text: string, property: Property, threads?: number): string {
  const create = threads === undefined ? '' : '#define pthread_create drista_svcomp_create\n';
  if (property !== 'unreach-call') return create + text;
  const own = /\b(reach_error|__VERIFIER_error)(\s*\([^()]*\)\s*\{)/g;
  const names = new Set([...text.matchAll(own)].map(([, name]) => name));
  return [create, ...[...names].map((name) => `void ${name}();\n`), text.replace(own, 'drista_svcomp_$1$2')].join('');
}

/** Types whose values all fit into a byte: drista takes each of them. */
const small = new Set(['bool', '_Bool', 'char', 'uchar', 'u8']);

/** The types X of the functions __VERIFIER_nondet_X that the text calls. */
export function inputTypes(text: string): string[] {
  const declared = /^\s*(extern\s+)?(?!return\b)[A-Za-z_][\w\s*]*?\b__VERIFIER_nondet_\w+\s*\([^()]*\)[^;{=]*;/gm;
  const used = text.replace(declared, '');
  return [...new Set([...used.matchAll(/\b__VERIFIER_nondet_(\w+)\s*\(/g)].map(([, type]) => type))].sort();
}

/** Types of inputs of which drista takes only some values. */
export function largeInputTypes(text: string): string[] {
  return inputTypes(text).filter((type) => !small.has(type));
}

/** Is it the type of inputs that drista can take all values of, if they are symbolic? */
export function isInteger(type: string): boolean {
  return !/float|double|pointer|string|128/.test(type);
}

/** How many values each input takes: all of a byte, where there are no larger ones. */
export function inputValues(text: string): number | undefined {
  const types = inputTypes(text);
  const bytes = types.some((type) => small.has(type) && !/bool/i.test(type));
  return bytes && largeInputTypes(text).length === 0 ? 256 : undefined;
}

/** What gives a program values from outside, other than inputs of SV-COMP: drista has one of them in each execution. */
const outside = /\b(f?scanf|getchar|f?gets|f?getc|fread|read|getenv|[dlm]rand48|rand|random|clock|time)\s*\(/g;

/** Functions of preprocessed text by which values come from outside, and `argc` where it is read. */
export function outsideInputs(text: string): string[] {
  const own = withoutSystemHeaders(text);
  const names = [...own.matchAll(outside)].map(([, name]) => name);
  const counted = [...own.matchAll(/\bargc\b/g)].length > 1 ? ['argc'] : [];
  return [...new Set([...names, ...counted])].sort();
}

/** Has preprocessed text numbers of type long, which have 32 bits on 32-bit machines? */
export function hasLong(text: string): boolean {
  return /\blong\b/.test(withoutSystemHeaders(text).replace(/\blong\s+long\b/g, ''));
}

function withoutSystemHeaders(text: string): string {
  let system = false;
  const own = text.split('\n').filter((line) => {
    const marker = /^# \d+ "([^"]*)"([ \d]*)/.exec(line);
    if (marker !== null) system = marker[1].startsWith('/usr/') || marker[2].split(' ').includes('3');
    return marker === null && !system;
  });
  return own.join('\n');
}
