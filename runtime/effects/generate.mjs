/**
 * Writes the table of effects in C, for effects.c: node generate.mjs OUTPUT FILE.effects ... Rows that are drafts are
 * left out, since their functions are unknown.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import parser from './parse.cjs';

const fail = (line) => {
  console.error(`effects: ${line}`);
  process.exit(1);
};

/** The states that effects.h names. */
const header = readFileSync(join(import.meta.dirname, 'effects.h'), 'utf8');
const states = new Set([...header.matchAll(/\bDR_STATE_([A-Z]+) = /g)].map(([, name]) => name));

const constant = (prefix, name) => `${prefix}${name.toUpperCase().replaceAll('-', '_')}`;

function extentOf(extent) {
  switch (extent?.kind) {
    case undefined:
      return ['NONE', 0, 0, 0];
    case 'constant':
      return ['CONSTANT', 0, 0, extent.bytes];
    case 'argument':
      return ['ARGUMENT', extent.argument, 0, extent.times];
    case 'product':
      return ['PRODUCT', ...extent.arguments, 0];
    case 'result':
      return extent.plus > 0 ? ['RESULT_PLUS', 0, 0, extent.plus] : ['RESULT', 0, 0, extent.times];
    case 'any':
      return ['ANY', 0, 0, 0];
    default:
      return [extent.kind.toUpperCase(), extent.atMost ?? 0, 0, 0];
  }
}

function accessText({ kind, argument, extent }) {
  const [name, a, b, times] = extentOf(extent);
  return `{${argument}, ${constant('DR_EFFECT_', kind)}, DR_EXTENT_${name}, ${a}, ${b}, ${times}}`;
}

/** A state of what is an argument: its name, and the argument. */
const handleOf = (state) => /^(stream|descriptor)(\d+)$/.exec(state) ?? [state, state, '0'];

/** race:NAME, which callers share without a lock. An object that is `static` is one row's own. */
const isShared = ({ name }) => name.startsWith('race:');

function stateText(all) {
  const bits = all.map((state) => {
    if (isShared(state)) return 'DR_STATE_RACE';
    const { name } = state;
    const known = handleOf(name)[1].toUpperCase();
    return `DR_STATE_${states.has(known) ? known : 'OTHER'}`;
  });
  return [...new Set(bits)].join(' | ') || '0';
}

const [output, ...files] = process.argv.slice(2);
if (files.length === 0) fail('usage: generate.mjs OUTPUT FILE.effects ...');

const named = new Map();
const accesses = [],
  firstOf = new Map();

/** Where the list of accesses begins in the table of all; equal lists are there once. */
function placeOf(list) {
  const texts = list.map(accessText),
    key = texts.join();
  if (!firstOf.has(key)) {
    firstOf.set(key, accesses.length);
    accesses.push(...texts);
  }
  return firstOf.get(key);
}

/** Shared states by name; the first stands for none. */
const shared = [''];

/** The number of the row's shared state. */
function sharedOf(row) {
  const found = row.state.filter(isShared).map(({ name }) => name.slice('race:'.length));
  const [name] = found.filter((each) => each !== 'static').concat(found.length > 0 ? [`static_${row.names[0]}`] : []);
  if (name === undefined) return 0;
  if (!shared.includes(name)) shared.push(name);
  return shared.indexOf(name);
}

const rows = [];
try {
  for (const file of files)
    for (const row of parser.parseEffects(readFileSync(file, 'utf8'), basename(file), named)) {
      if (row.flags.has('draft')) continue;
      const flags = [...row.flags].map((flag) => constant('DR_EFFECT_', flag)).join(' | ') || '0';
      const reads = stateText(row.state),
        writes = stateText(row.state.filter(({ isWritten }) => isWritten));
      const handle = Math.max(0, ...row.state.map(({ name }) => Number(handleOf(name)[2])));
      const accesses = `${placeOf(row.accesses)}, ${row.accesses.length}`;
      const rest = `${reads}, ${writes}, ${accesses}, ${handle}, ${flags}, ${sharedOf(row)}`;
      rows.push(...row.names.map((name) => ({ name, rest })));
    }
} catch (error) {
  fail(error.message);
}
rows.sort((a, b) => (a.name < b.name ? -1 : 1));

let at = 0;
const lines = [
  '/* Made by generate.mjs. */',
  'static const char effect_names[] =',
  ...rows.map(({ name }) => `"${name}\\0"`),
  ';',
  'static const struct dr_effect_access effect_accesses[] = {',
  ...accesses.map((text) => `${text},`),
  '};',
  ...shared.slice(1).map((name) => `static const char state_of_${name.replaceAll(/\W/g, '_')} = 0;`),
  'static const char *const effect_shared[] = {0,',
  ...shared.slice(1).map((name) => `&state_of_${name.replaceAll(/\W/g, '_')},`),
  '};',
  'static const struct dr_effect effects[] = {',
  ...rows.map(({ name, rest }) => {
    const line = `{${at}, ${rest}}, /* ${name} */`;
    at += name.length + 1;
    return line;
  }),
  '};',
];
writeFileSync(output, `${lines.join('\n')}\n`);
