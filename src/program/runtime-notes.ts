/** Remarks of the runtime on runs: for people, the libraries that runs have loaded, and how runs are kept apart. */
import type { Module } from '../channel/protocol';

export class RuntimeNotes {
  /** By place in the program: the first remark on it. */
  private readonly byPlace = new Map<string, string>();
  private readonly known: Module[];

  /** `modules`: the libraries that the program has from its start. */
  constructor(private readonly initial: readonly Module[]) {
    this.known = [...initial];
  }

  /** The program's libraries, those too that runs have loaded. */
  get modules(): readonly Module[] {
    return this.known;
  }

  /** Libraries that runs have loaded. */
  get loaded(): readonly Module[] {
    return this.known.slice(this.initial.length);
  }

  /** All remarks, those on libraries too. */
  get all(): string[] {
    return [...this.byPlace.values()];
  }

  /** Remarks for people. Addresses in braces stand for places in the source. */
  get forPeople(): string[] {
    return this.all.filter((note) => moduleOf(note) === undefined && reasonOf(note) === undefined);
  }

  /** Why runs are processes although they might have been rolled back ("it ..."); undefined: they are not. */
  get asProcesses(): string | undefined {
    return this.all.map(reasonOf).find((reason) => reason !== undefined);
  }

  /** For checkpoints. */
  get entries(): [string, string][] {
    return [...this.byPlace];
  }

  /** Adds remarks on places that have none yet. */
  add(notes: readonly string[]): void {
    for (const note of notes) {
      const place = /\{.*\}/.exec(note)?.[0] ?? note;
      if (this.byPlace.has(place)) continue;
      this.byPlace.set(place, note);
      const module = moduleOf(note);
      if (module !== undefined) this.known.push(module);
    }
  }
}

/** Why the runtime rolls back no more runs (runtime/server/rollback.h); undefined: it is about something else. */
function reasonOf(note: string): string | undefined {
  return /^processes: (.*)$/.exec(note)?.[1];
}

/** The library that a note of the runtime names (runtime/server/modules.h); undefined: it is about something else. */
function moduleOf(note: string): Module | undefined {
  const [, base, size, path] = /^module: (\w+) (\w+) (.*)$/.exec(note) ?? [];
  return base === undefined ? undefined : { base: parseInt(base, 16), size: parseInt(size, 16), path };
}
