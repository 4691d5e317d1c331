/**
 * Both ends of the wire protocol say the same: every constant of runtime/core/protocol.h and every offset of its
 * structs, as the C compiler sees them, equals what src/channel/protocol.ts and src/program/label.ts have.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ATOM,
  DR_FAILS,
  DR_UNINITIALISED,
  DR_MAGIC,
  DR_MIXED,
  DR_PENDING,
  DR_WAITING_LOOP,
  DR_VERSION,
  EVENT,
  Frame,
  NAME,
  PATCH,
  RESULT,
  RunFlag,
  STACK,
  Status,
  STEP,
} from '../../src/channel/protocol';
import { Symbolic, SYMBOLIC } from '../../src/channel/symbolic';
import {
  Bound,
  Cancel,
  ErrorKind,
  Kind,
  MutexFlag,
  MutexType,
  NEVER,
  RMW_UNUSED,
  RmwOp,
  WaitFlag,
} from '../../src/program/label';
import { top } from '../support/paths';

const header = join(top, 'runtime', 'core', 'protocol.h');
const text = readFileSync(header, 'utf8').replace(/\/\*[^]*?\*\//g, '');

/** Names of the enumerators of each enum, in order. */
const enums = [...text.matchAll(/enum\s*(\w*)\s*\{([^}]*)\}/g)].map(([, name, body]) => ({
  name,
  members: [...body.matchAll(/\b(DR_\w+)\s*=/g)].map(([, member]) => member),
}));
/** Without those that only the pass uses. */
const macros = [...text.matchAll(/^#define (DR_(?!LOOP_)\w+) \S/gm)].map(([, name]) => name);

/** Names of the fields of each struct, in order. */
const structs = new Map(
  [...text.matchAll(/struct (dr_\w+) \{([^}]*)\}/g)].map(([, name, body]) => [
    name,
    body
      .split(';')
      .flatMap((line) => line.replace(/^\s*(struct \w+|\w+)\s/, '').split(','))
      .map((field) => field.trim().replace(/\[\d*\]$/, ''))
      .filter((f) => f !== ''),
  ]),
);

/** What the compiler makes of the header: values of constants, offsets of fields, sizes of structs. */
function compiled(): {
  readonly constants: Record<string, number>;
  readonly offsets: Record<string, Record<string, number>>;
} {
  const print = (key: string, value: string): string =>
    `printf("\\"${key}\\": %llu,", (unsigned long long)(${value}));`;
  const offsets = [...structs].map(([name, fields]) =>
    [
      `printf("\\"${name}\\": {");`,
      ...fields.map((f) => print(f, `offsetof(struct ${name}, ${f})`)),
      print('bytes', `sizeof(struct ${name})`),
      'printf("\\"\\": 0},");',
    ].join('\n'),
  );
  const source = `#include <stddef.h>\n#include <stdio.h>\n#include "${header}"\nint main(void) {
    printf("{\\"constants\\": {");
    ${[...enums.flatMap(({ members }) => members), ...macros].map((name) => print(name, name)).join('\n')}
    printf("\\"\\": 0}, \\"offsets\\": {"); ${offsets.join('\n')} printf("\\"\\": {}}}"); }`;
  const folder = mkdtempSync(join(tmpdir(), 'drista-wire-'));
  try {
    writeFileSync(join(folder, 'wire.c'), source);
    const made = spawnSync('cc', ['-o', join(folder, 'wire'), join(folder, 'wire.c')], { encoding: 'utf8' });
    expect(made.stderr).toBe('');
    return JSON.parse(spawnSync(join(folder, 'wire'), { encoding: 'utf8' }).stdout) as ReturnType<typeof compiled>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { constants, offsets } = compiled();

/** `DR_COND_INIT` as `CondInit`. */
const camel = (name: string, prefix = 'DR_'): string =>
  name
    .slice(prefix.length)
    .toLowerCase()
    .replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

function membersOf(e: object): Record<string, number> {
  return Object.fromEntries(Object.entries(e).filter(([, value]) => typeof value === 'number')) as Record<
    string,
    number
  >;
}

function inHeader(names: readonly string[], prefix?: string): Record<string, number> {
  return Object.fromEntries(names.map((name) => [camel(name, prefix), constants[name]]));
}

const enumOf = (name: string): string[] => enums.find((e) => e.name === name)!.members;
const anonymous = (prefix: string): string[] =>
  enums
    .filter((e) => e.name === '')
    .flatMap((e) => e.members)
    .filter((m) => m.startsWith(prefix));

test('the header is read', () => {
  expect(enums.length).toBeGreaterThanOrEqual(5);
  expect([...structs.keys()].sort()).toEqual([
    'dr_atom',
    'dr_event',
    'dr_header',
    'dr_name',
    'dr_patch',
    'dr_result',
    'dr_stack',
    'dr_step',
    'dr_symbolic',
    'dr_value',
  ]);
});

test.each<[string, string, object]>([
  ['frames', 'dr_frame', Frame],
  ['event kinds', 'dr_kind', Kind],
  ['ways in which a run ends', 'dr_status', Status],
])('%s', (_, name, here) => {
  expect(membersOf(here)).toEqual(inHeader(enumOf(name)));
});

test('errors and rmw operations', () => {
  expect(membersOf(ErrorKind)).toEqual(inHeader(enumOf('dr_error')));
  expect(membersOf(RmwOp)).toEqual(inHeader(enumOf('dr_rmw')));
});

test('symbolic operations', () => {
  expect(membersOf(Symbolic)).toEqual(inHeader(enumOf('dr_symbolic_op'), 'DR_SYMBOLIC_'));
});

test('flags of operations', () => {
  expect(membersOf(WaitFlag)).toEqual(inHeader(anonymous('DR_WAIT_'), 'DR_WAIT_'));
  expect(membersOf(Bound)).toEqual(inHeader(anonymous('DR_BOUND_'), 'DR_BOUND_'));
  expect(membersOf(Cancel)).toEqual(inHeader(anonymous('DR_CANCEL_'), 'DR_CANCEL_'));
  expect({ ...membersOf(MutexFlag), Spin: MutexType.Spin }).toEqual(inHeader(anonymous('DR_MUTEX_'), 'DR_MUTEX_'));
});

test('flags of RUN, events and atoms, magic number and version', () => {
  const others: Record<string, number> = {
    Magic: DR_MAGIC,
    Version: DR_VERSION,
    Pending: DR_PENDING,
    WaitingLoop: DR_WAITING_LOOP,
    Fails: DR_FAILS,
    Uninitialised: DR_UNINITIALISED,
    Mixed: DR_MIXED,
    Never: NEVER,
    RmwUnused: RMW_UNUSED,
  };
  expect({ ...membersOf(RunFlag), ...others }).toEqual(inHeader(macros));
});

test.each<[string, Readonly<Record<string, number>>]>([
  ['dr_event', EVENT],
  ['dr_stack', STACK],
  ['dr_atom', ATOM],
  ['dr_name', NAME],
  ['dr_step', STEP],
  ['dr_patch', PATCH],
  ['dr_result', RESULT],
  ['dr_symbolic', SYMBOLIC],
])('struct %s', (name, here) => {
  const there = Object.fromEntries(
    Object.entries(offsets[name])
      .filter(([field]) => field !== '' && field !== 'unused')
      .map(([field, offset]) => [field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), offset]),
  );
  expect(here).toEqual(there);
});
