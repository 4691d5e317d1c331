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

/**
 * race:NAME and &NAME:SIZE, which callers share without a lock, and the locale, for which setlocale may race with all
 * that it affects (C11 7.11.1.1p5). An object that is `static` is one row's own.
 */
const isShared = ({ name }) => /^(race:|&|locale$)/.test(name);

function stateText(all) {
  const bits = all.map((state) => {
    const { name } = state;
    if (isShared(state) && name !== 'locale') return 'DR_STATE_RACE';
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

/** What declares each shared state in C, by its name there. */
const declared = new Map();
/** Lists of shared states, as text; equal ones are there once. */
const shared = [],
  sharedAt = new Map();

/** What stands for the state in C, or the variable's name as a text, and its size. */
function cellOf(name, row) {
  const [, variable, size] = /^&(\w+):(\d+)$/.exec(name) ?? [];
  if (variable !== undefined) return [`"${variable}"`, size];
  const own = name.replace('race:', '');
  const cell = `state_of_${(own === 'static' ? `static_${row.names[0]}` : own).replaceAll(/\W/g, '_')}`;
  declared.set(cell, `static const char ${cell} = 0;`);
  return [`&${cell}`, 1];
}

/** Where the row's list of shared states begins, and how many there are. */
function sharedOf(row) {
  const all = new Map();
  for (const { name, isWritten } of row.state.filter(isShared))
    all.set(name, isWritten || (all.get(name) ?? false));
  const texts = [...all].map(([name, isWritten]) => {
    const [cell, size] = cellOf(name, row);
    return `{${cell}, ${size}, ${isWritten ? 1 : 0}, ${name.startsWith('&') ? 1 : 0}}`;
  });
  const key = texts.join();
  if (!sharedAt.has(key)) {
    sharedAt.set(key, shared.length);
    shared.push(...texts);
  }
  return `${sharedAt.get(key)}, ${texts.length}`;
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
  ...declared.values(),
  'static const struct dr_effect_shared effect_shared[] = {',
  ...shared.map((text) => `${text},`),
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
