/**
 * The text of a task's program as drista can check it. SV-COMP gives some functions a meaning of their own (rules,
 * "Verification Task"): a call of reach_error violates unreach-call whatever its definition does, and abort ends the
 * program without a violation.
 */
import type { Property } from './task';

/** What stands in for abort: the execution ends, and is no error. */
export const support = `extern void drista_runtime_assume_failed(void);
void drista_svcomp_abort(void) { drista_runtime_assume_failed(); for (;;) ; }
`;

/** The text to compile. `file`: its name in reports. */
export function changedText(text: string, file: string, property: Property): string {
  const own = /\breach_error(\s*\([^)]*\)\s*\{)/g;
  const reaches = property === 'unreach-call';
  const body = reaches ? text.replace(own, 'drista_svcomp_reach_error$1') : text;
  return [
    '#define abort drista_svcomp_abort',
    ...(reaches && body !== text ? ['void reach_error();'] : []),
    `#line 1 ${JSON.stringify(file)}`,
    body,
  ].join('\n');
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

/** How many values each input takes: all of a byte, where there are no larger ones. */
export function inputValues(text: string): number | undefined {
  const types = inputTypes(text);
  const bytes = types.some((type) => small.has(type) && !/bool/i.test(type));
  return bytes && largeInputTypes(text).length === 0 ? 256 : undefined;
}
