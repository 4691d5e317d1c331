/**
 * The folder of a corpus. `inputs/` has inputs as they are, which other fuzzers read and write, too; `schedules/` has
 * what executions with them have shown, of one build of the program each; `errors/` has inputs that lead to errors.
 * Each file is written as a whole, under a name that says what it holds, so that several processes may use the folder.
 */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { DristaError } from '../base/errors';
import { readBounded, reasonOf } from '../base/bounded-file';
import { shortHash } from '../base/hash';
import { makeFolder } from '../base/output-file';
import type { CorpusEntry } from './corpus';
import { lengthOf } from './decisions';
import { pairOf, readOf, writeOf, type Pair } from './coverage';
import type { Places } from './places';

/** The most bytes of a file of a schedule. */
const LARGEST = 1 << 24;

/** A file of `schedules/`. Places are named (places.ts), pairs are [write, read]. */
interface ScheduleFile {
  readonly form: 'fuzz schedule';
  readonly build: string;
  /** The name of the input in `inputs/`; null: the program takes none. */
  readonly input: string | null;
  readonly schedule: readonly { readonly write: string; readonly read: string; readonly wanted: boolean }[];
  readonly prefix: readonly number[];
  readonly pairs: readonly (readonly [string, string])[];
  readonly possible: readonly (readonly [string, string])[];
  readonly edges: readonly number[];
}

/** What a folder holds that was not read before. */
export interface NewFiles {
  readonly entries: readonly CorpusEntry[];
  /** Inputs that no schedule of this build is about. */
  readonly inputs: readonly Uint8Array[];
  /** How many schedules are of another build. */
  readonly others: number;
}

export class CorpusFolder {
  private readonly seen = new Set<string>();
  /** The files of `schedules/` by what they hold. */
  private readonly files = new WeakMap<CorpusEntry, string>();
  private readonly inputs = new Map<string, Uint8Array>();
  private readonly used = new Set<string>();
  private others = 0;

  /** Makes the folder. Throws a DristaError where that is not possible, or it holds something else. */
  constructor(
    readonly path: string,
    private readonly build: string,
    private readonly places: Places,
    private readonly largestInput: number,
  ) {
    try {
      for (const name of ['inputs', 'schedules']) makeFolder(join(path, name));
    } catch (error) {
      throw new DristaError(`the corpus ${path} cannot be made: ${reasonOf(error)}: name another folder with --corpus`);
    }
  }

  /** What has come to the folder since the last time. Files that cannot be read, or make no sense, are left out. */
  read(): NewFiles {
    const before = new Set(this.inputs.keys());
    for (const name of this.listed('inputs')) {
      const bytes = this.bytes(join('inputs', name), this.largestInput);
      if (bytes !== undefined) this.inputs.set(name, Uint8Array.from(bytes));
    }
    const entries = this.listed('schedules').flatMap((name) => this.entry(name) ?? []);
    const inputs = [...this.inputs].filter(([name]) => !before.has(name) && !this.used.has(name));
    const { others } = this;
    this.others = 0;
    return { entries, inputs: inputs.map(([, bytes]) => bytes), others };
  }

  /** Adds an entry. Throws a DristaError if it cannot be written; then nothing is left of it. */
  write(entry: CorpusEntry): void {
    const { input, schedule, prefix, shown } = entry;
    const name = input === undefined ? null : this.writeInput('inputs', input);
    const namesOf = (pairs: readonly Pair[]): [string, string][] =>
      pairs.map((pair) => [this.places.name(writeOf(pair)), this.places.name(readOf(pair))]);
    const file: ScheduleFile = {
      form: 'fuzz schedule',
      build: this.build,
      input: name,
      schedule: schedule.map(({ write, read, wanted }) => ({
        write: this.places.name(write),
        read: this.places.name(read),
        wanted,
      })),
      prefix,
      pairs: namesOf(shown.pairs),
      possible: namesOf(shown.possible),
      edges: shown.edges,
    };
    const text = `${JSON.stringify(file)}\n`;
    const path = join('schedules', `${shortHash(text)}.json`);
    this.seen.add(path);
    this.put(path, text);
    this.files.set(entry, path);
  }

  /**
   * Removes the file of an entry. `alsoInput`: and that of its input, as no other one has it. Inputs that somebody has
   * put there have other names, and stay.
   */
  remove(entry: CorpusEntry, alsoInput: boolean): void {
    const file = this.files.get(entry);
    if (file !== undefined) this.drop(file);
    if (alsoInput && entry.input !== undefined) this.drop(join('inputs', shortHash(entry.input)));
  }

  private drop(file: string): void {
    try {
      rmSync(join(this.path, file), { force: true });
    } catch (error) {
      throw new DristaError(`the corpus ${this.path} cannot be written: ${reasonOf(error)}`);
    }
  }

  /** Keeps an input that leads to an error. Returns the path of the file. */
  writeError(input: Uint8Array): string {
    return join(this.path, 'errors', this.writeInput('errors', input));
  }

  private writeInput(folder: string, input: Uint8Array): string {
    const name = shortHash(input);
    this.seen.add(join(folder, name));
    if (!existsSync(join(this.path, folder, name))) this.put(join(folder, name), input);
    return name;
  }

  private put(path: string, data: string | Uint8Array): void {
    const unfinished = join(this.path, `.${process.pid}-${threadId}.unfinished`);
    try {
      makeFolder(join(this.path, dirname(path)));
      writeFileSync(unfinished, data);
      renameSync(unfinished, join(this.path, path));
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw new DristaError(`the corpus ${this.path} cannot be written: ${reasonOf(error)}`);
    }
  }

  /** Names in a folder that were not seen before. */
  private listed(folder: string): string[] {
    try {
      return readdirSync(join(this.path, folder))
        .filter((name) => !name.startsWith('.') && !this.seen.has(join(folder, name)))
        .sort();
    } catch (error) {
      throw new DristaError(`the corpus ${this.path} cannot be read: ${reasonOf(error)}`);
    }
  }

  private bytes(path: string, largest: number): Buffer | undefined {
    this.seen.add(path);
    try {
      return readBounded(join(this.path, path), largest);
    } catch {
      return undefined;
    }
  }

  private entry(name: string): CorpusEntry | undefined {
    const file = scheduleIn(this.bytes(join('schedules', name), LARGEST)?.toString());
    if (file === undefined) return undefined;
    if (file.build !== this.build) {
      this.others++;
      return undefined;
    }
    const input = file.input === null ? undefined : this.inputs.get(file.input);
    if (file.input !== null && input === undefined) return undefined;
    if (file.input !== null) this.used.add(file.input);
    const pairsOf = (names: ScheduleFile['pairs']): Pair[] =>
      names.map(([write, read]) => pairOf(this.places.named(write), this.places.named(read)));
    const entry = {
      input,
      schedule: file.schedule.map(({ write, read, wanted }) => ({
        write: this.places.named(write),
        read: this.places.named(read),
        wanted,
      })),
      prefix: file.prefix,
      shown: { pairs: pairsOf(file.pairs), possible: pairsOf(file.possible), edges: file.edges },
    };
    this.files.set(entry, join('schedules', name));
    return entry;
  }
}

/** The file that the text is; undefined: none. */
function scheduleIn(text: string | undefined): ScheduleFile | undefined {
  if (text === undefined) return undefined;
  try {
    const file = JSON.parse(text) as ScheduleFile;
    return isScheduleFile(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

function isScheduleFile(file: Partial<ScheduleFile> | null): boolean {
  const isPairs = (value: unknown): boolean =>
    Array.isArray(value) &&
    value.every((p) => Array.isArray(p) && p.length === 2 && p.every((n) => typeof n === 'string'));
  const isNumbers = (value: unknown): boolean => Array.isArray(value) && value.every((n) => Number.isInteger(n));
  return (
    file?.form === 'fuzz schedule' &&
    typeof file.build === 'string' &&
    (file.input === null || /^[0-9a-f]+$/.test(String(file.input))) &&
    Array.isArray(file.schedule) &&
    file.schedule.every((c) => typeof c.write === 'string' && typeof c.read === 'string') &&
    isPairs(file.pairs) &&
    isPairs(file.possible) &&
    isNumbers(file.prefix) &&
    Number.isInteger(lengthOf(file.prefix!)) &&
    isNumbers(file.edges)
  );
}
