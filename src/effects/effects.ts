/** The table of effects: what functions of libraries do beside returning a value (docs/explanation/effects.md). */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, parseRow, type Access, type Flag, type State } from '../../runtime/effects/parse.cjs';
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
  const row = (lines ??= load()).get(name);
  if (row === undefined) return undefined;
  let effect = parsed.get(row);
  if (effect === undefined) parsed.set(row, (effect = effectIn(row)));
  return effect === 'draft' ? undefined : effect;
}

/** By names: the text of the row. Few rows are ever asked for. */
let lines: ReadonlyMap<string, string> | undefined;
/** By texts of rows. */
const parsed = new Map<string, CallEffect | 'draft'>();

function load(): Map<string, string> {
  const folder = effectsFolder();
  const files = readdirSync(folder).filter((each) => each.endsWith('.effects'));
  return new Map(files.flatMap((file) => namesIn(readFileSync(join(folder, file), 'utf8'))));
}

/** The build has checked the row (runtime/effects/generate.mjs). */
function effectIn(text: string): CallEffect | 'draft' {
  const row = parseRow(text);
  if (typeof row === 'string') throw new Error(`table of effects: ${row}`);
  return row.flags.has('draft') ? 'draft' : row;
}
