/** Inputs as test cases that run without drista. */
import { cBytes } from './input-text';

import type { OutsideInput } from '../channel/environment';

/** The contents of one object, and the name that the program gave it. */
export interface NamedObject {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What it is, where it comes from outside the program. */
  readonly outside?: OutsideInput;
}

export interface TestCase {
  readonly objects: readonly NamedObject[];
  /** The messages of the errors that the program has with this input. */
  readonly errors: readonly string[];
}

/** Types of __VERIFIER_nondet_..., by the end of the name. */
const types: Readonly<Record<string, string>> = {
  bool: '_Bool',
  char: 'char',
  uchar: 'unsigned char',
  short: 'short',
  ushort: 'unsigned short',
  int: 'int',
  uint: 'unsigned',
  long: 'long',
  ulong: 'unsigned long',
  longlong: 'long long',
  ulonglong: 'unsigned long long',
  unsigned: 'unsigned',
  u32: 'unsigned',
  u16: 'unsigned short',
  u8: 'unsigned char',
  size_t: 'size_t',
};

/**
 * The test case as JSON: the bytes of the objects in hexadecimal digits, in the order in which they were made. `run`:
 * how the program gets those that come from outside (check/test-cases.ts).
 */
export function testJson({ objects, errors }: TestCase, run?: string): string {
  const shown = objects.map(({ name, bytes, outside }) => ({
    name,
    ...(outside === undefined ? {} : { from: outside.kind }),
    bytes: Buffer.from(bytes).toString('hex'),
  }));
  return `${JSON.stringify({ objects: shown, errors, run }, null, 2)}\n`;
}

/**
 * The test case as a C file to be linked with the program: it gives the n-th object of a name and size the n-th
 * contents, and zeros where there are none. Where threads make objects of one name, which one comes first may differ.
 * `run`: as for testJson.
 */
export function testSource({ objects: all, errors }: TestCase, run?: string): string {
  const objects = all.filter(({ outside }) => outside === undefined);
  const uncommented = (text: string): string => text.replace(/\/\*|\*\//g, ' ');
  const about = errors.length === 0 ? 'no error' : errors.map(uncommented).join('; ');
  const how = run === undefined ? '' : ` Then: ${uncommented(run)}`;
  const kinds = objects.flatMap(({ name }) => (name.startsWith('nondet_') ? [name.slice('nondet_'.length)] : []));
  return [
    `/* An input that drista has found: ${about}. Link it with the program.${how} */`,
    '#include <stddef.h>',
    '#include <string.h>',
    '',
    ...objects.map(({ bytes }, i) => `static const unsigned char input${i}[] = { ${cBytes(bytes)} };`),
    'static const struct {',
    '\tconst char *name;',
    '\tconst unsigned char *bytes;',
    '\tsize_t size;',
    '} inputs[] = {',
    ...objects.map(({ name }, i) => `\t{ ${JSON.stringify(name)}, input${i}, sizeof input${i} },`),
    '\t{ "", NULL, 0 },',
    '};',
    'static int used[sizeof inputs / sizeof inputs[0]];',
    '',
    'void drista_runtime_symbolic(void *object, size_t size, const char *name)',
    '{',
    '\tmemset(object, 0, size);',
    '\tfor (size_t i = 0; inputs[i].bytes != NULL; i++)',
    '\t\tif (inputs[i].size == size && strcmp(inputs[i].name, name) == 0 &&',
    '\t\t    !__atomic_exchange_n(&used[i], 1, __ATOMIC_RELAXED)) {',
    '\t\t\tmemcpy(object, inputs[i].bytes, size);',
    '\t\t\treturn;',
    '\t\t}',
    '}',
    ...[...new Set(kinds)].filter((kind) => kind in types).flatMap((kind) => ['', ...nondet(kind)]),
    '',
  ].join('\n');
}

function nondet(kind: string): string[] {
  return [
    `${types[kind]} __VERIFIER_nondet_${kind}(void)`,
    '{',
    `\t${types[kind]} value;`,
    `\tdrista_runtime_symbolic(&value, sizeof value, "nondet_${kind}");`,
    '\treturn value;',
    '}',
  ];
}
