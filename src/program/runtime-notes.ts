/** Notes of the runtime on runs: messages for users, the libraries that runs have loaded, and the isolation of runs. */
import type { Module } from '../channel/protocol';

/** The note of a call of drista_observe (runtime/atomic/observe.c). */
const OBSERVES = 'observes';

export class RuntimeNotes {
  /** By place in the program: the first note on it. */
  private readonly byPlace = new Map<string, string>();
  private readonly known: Module[];

  /** `modules`: the libraries that the program has from its start. */
  constructor(private readonly initial: readonly Module[]) {
    this.known = [...initial];
  }

  /** The program's libraries, including those that runs have loaded. */
  get modules(): readonly Module[] {
    return this.known;
  }

  /** Libraries that runs have loaded. */
  get loaded(): readonly Module[] {
    return this.known.slice(this.initial.length);
  }

  /** All notes, including those on libraries. */
  get all(): string[] {
    return [...this.byPlace.values()];
  }

  /** Messages for users. Addresses in braces are placeholders of source places. */
  get forPeople(): string[] {
    return this.all.filter((note) => moduleOf(note) === undefined && reasonOf(note) === undefined && note !== OBSERVES);
  }

  /** Has a run called drista_observe, although what is printed counts? */
  get observes(): boolean {
    return this.byPlace.has(OBSERVES);
  }

  /** Has __VERIFIER_nondet_int or the like returned some of its values only (runtime/libc/intrinsics.c)? */
  get fewValues(): boolean {
    return this.all.some((note) => /^__VERIFIER_nondet_\w+ returned .* only:/.test(note));
  }

  /** Why runs are processes although they might have been rolled back ("it ..."); undefined: they are not. */
  get asProcesses(): string | undefined {
    return this.all.map(reasonOf).find((reason) => reason !== undefined);
  }

  /** For checkpoints. */
  get entries(): [string, string][] {
    return [...this.byPlace];
  }

  /** Adds notes on places that have none yet. */
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

/** Notes on what a run has reached and compared (runtime/fuzz/), which are about no place of the program. */
export interface RunTraces {
  /** The edges of the code that it has taken: a hexadecimal digit for each four; undefined: they are not known. */
  readonly edges: string | undefined;
  /** What was compared and not equal: the bytes of both sides, in hexadecimal digits. */
  readonly compared: readonly string[];
}

const EDGES = 'edges: ',
  COMPARED = 'compared: ';

/** The traces among the notes of a run, and the other notes. */
export function tracesIn(notes: readonly string[]): { traces: RunTraces | undefined; others: readonly string[] } {
  const [edges, compared] = [EDGES, COMPARED].map((head) => notes.find((note) => note.startsWith(head)));
  if (edges === undefined && compared === undefined) return { traces: undefined, others: notes };
  return {
    traces: {
      edges: edges?.slice(EDGES.length),
      compared: compared === undefined ? [] : compared.slice(COMPARED.length).split(' '),
    },
    others: notes.filter((note) => note !== edges && note !== compared),
  };
}

/** The reason, if the note says why the runtime rolls back no more runs (runtime/server/rollback.h). */
function reasonOf(note: string): string | undefined {
  return /^processes: (.*)$/.exec(note)?.[1];
}

/** The library, if the note is about a loaded library (runtime/memory/modules.h). */
function moduleOf(note: string): Module | undefined {
  const [, base, size, path] = /^module: (\w+) (\w+) (.*)$/.exec(note) ?? [];
  return base === undefined ? undefined : { base: parseInt(base, 16), size: parseInt(size, 16), path };
}
