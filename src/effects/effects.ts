/** The table of effects: what functions of libraries do beside returning a value (docs/explanation/effects.md). */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseRow, rowOf, type Access, type Flag, type State } from '../../runtime/effects/parse.cjs';
import { effectsFolder } from '../base/paths';

/** What one function does. */
export interface CallEffect {
  readonly accesses: readonly Access[];
  /** Hidden state that it reads or writes. */
  readonly state: readonly State[];
  readonly flags: ReadonlySet<Flag>;
}

/** The row of the function. Undefined: it is unknown. It may do anything then. */
export function effectOf(name: string): CallEffect | undefined {
  let effect = known.get(name);
  if (effect === undefined) known.set(name, (effect = lookUp(name)));
  return typeof effect === 'string' ? undefined : effect;
}

type Found = CallEffect | 'draft' | 'unknown';

/** By names. Few are ever asked for, so the table is searched for each rather than read as a whole. */
const known = new Map<string, Found>();
/** The texts of the table. */
let texts: readonly string[] | undefined;

function lookUp(name: string): Found {
  for (const text of (texts ??= load())) {
    const row = rowOf(text, name);
    if (row !== undefined) return effectIn(row);
  }
  return 'unknown';
}

function load(): string[] {
  const folder = effectsFolder();
  const files = readdirSync(folder).filter((each) => each.endsWith('.effects'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** The build has checked the row (runtime/effects/generate.mjs). */
function effectIn(text: string): Found {
  const row = parseRow(text);
  if (typeof row === 'string') throw new Error(`table of effects: ${row}`);
  return row.flags.has('draft') ? 'draft' : row;
}
