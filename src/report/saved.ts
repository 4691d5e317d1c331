/** A saved execution: all that is needed to run it again with the same binary. */
import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readBounded, reasonOf } from '../base/bounded-file';
import type { FileForm } from '../base/output-file';
import type { Atom, ThreadName } from '../channel/protocol';
import { DristaError } from '../base/errors';
import { sha256 } from '../base/hash';
import { Kind, label, type Value } from '../program/label';
import type { Locations } from '../program/locations';
import type { Schedule } from '../program/program';
import { SPURIOUS, valueRead } from '../program/rmw';
import { printableData, printableJson } from './printable';
import { FORMAT, type SavedExecution } from './saved-format';
import { wrongField } from './saved-shape';

/**
 * Bytes of the largest file of this kind that is read: an execution has some thousands of events, each a few hundred
 * bytes.
 */
const LARGEST_SAVED = 2 ** 28;

/** The decisions of a schedule in a form that does not depend on this process. */
export function savedSteps(schedule: Schedule, locations: Locations): Pick<SavedExecution, 'steps' | 'memory'> {
  return {
    steps: schedule.steps.map(({ thread, label: l, value }) => ({
      thread,
      kind: Kind[l.kind],
      object: l.loc < 0 ? '0' : hex(locations.addressOf(l)),
      size: l.loc < 0 ? 0 : locations.sizeOf(l),
      value: hex(valueRead(l, value)),
      ...(value === SPURIOUS ? { fails: true as const } : {}),
    })),
    memory: schedule.memory.map(({ loc, value }) => ({
      object: hex(locations.address(loc)),
      size: locations.size(loc),
      value: hex(value),
    })),
  };
}

/** The schedule again, for a program with these locations. */
export function savedSchedule(saved: SavedExecution, locations: Locations): Schedule {
  return {
    steps: saved.steps.map((s) => {
      const kind = Kind[s.kind as keyof typeof Kind];
      const loc = unhex(s.object) === 0 ? -1 : locations.intern(unhex(s.object), s.size);
      const value = s.fails === true ? SPURIOUS : unhex(s.value);
      return { thread: s.thread, label: label(kind, { loc, size: s.size }), value };
    }),
    memory: saved.memory.map((m) => ({ loc: locations.intern(unhex(m.object), m.size), value: unhex(m.value) })),
  };
}

/** Atoms with their addresses in hexadecimal. Those that runs do not ask for are left out. */
export function savedAtoms(atoms: readonly Atom[]): SavedExecution['atoms'] {
  return atoms.flatMap(({ address, size, mixed, cuts }) => (cuts ? [] : [{ address: hex(address), size, mixed }]));
}

/** The atoms of a saved execution again. */
export function atomsOf(saved: SavedExecution): Atom[] {
  return saved.atoms.map(({ address, size, mixed }) => ({ address: unhex(address), size, mixed }));
}

/**
 * The short name of an execution: a hash of its decisions, and of what distinguishes it from those of other programs
 * (`of`).
 */
export function executionName(
  of: readonly string[],
  steps: SavedExecution['steps'],
  threads: readonly ThreadName[],
): string {
  const text = [
    ...of,
    ...threads.map((t) => `${t.creator}.${t.child}`),
    ...steps.map((s) => `${s.thread} ${s.kind} ${s.value}${s.fails === true ? ' fails' : ''}`),
  ].join('\n');
  return sha256(text).slice(0, 12);
}

/**
 * The file for an error: `target` itself, or, when that is a folder (or ends in /), one in it named like the execution.
 */
export function savedPath(target: string, name: string, number: number): string {
  const isFolder = target.endsWith('/') || statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder) return join(target, `${name}.json`);
  const end = extname(target);
  return number === 0 ? target : `${target.slice(0, target.length - end.length)}-${number + 1}${end}`;
}

/** Reads a saved execution. A DristaError says what is wrong with the file. */
export function readSaved(file: string): SavedExecution {
  let text: string;
  try {
    text = readBounded(file, LARGEST_SAVED).toString();
  } catch (e) {
    throw new DristaError(`${file} cannot be read (${reasonOf(e)}): name a file that drista saved`);
  }
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    throw new DristaError(`${file} is not a saved execution (not JSON): name a file that drista saved`);
  }
  const fields = (saved ?? {}) as Record<string, unknown>;
  const { format } = fields;
  if (typeof format !== 'number')
    throw new DristaError(`${file} is not a saved execution: name a file that drista saved`);
  if (format !== FORMAT)
    throw new DristaError(`${file} has format ${format}, this drista reads format ${FORMAT}: check the program again`);
  const wrong = wrongField(fields);
  if (wrong !== undefined)
    throw new DristaError(
      `${file} is not a saved execution (its ${wrong} is missing or was changed): name a file that drista saved`,
    );
  return saved as SavedExecution;
}

/** The form of the file. */
export const savedForm: FileForm = { beginning: '{\n "format": ', isInFolder: true };

/** The text of the file: JSON in the present format, safe to print (printable.ts). */
export function savedText(fields: Omit<SavedExecution, 'format'>): string {
  return printableJson({ format: FORMAT, ...fields, report: printableData(fields.report) }, 1);
}

function hex(v: Value): string {
  return v.toString(16);
}

function unhex(text: string): Value {
  const v = BigInt(`0x${text}`);
  return v <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(v) : v;
}
