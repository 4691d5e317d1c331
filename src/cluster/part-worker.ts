/** Explores parts of one round for a lead on another machine: one after the other, each reported for itself. */
import type { Server } from '../channel/server';
import { DristaError } from '../base/errors';
import type { ExploreOptions } from '../explore/explore-options';
import { Speculations, type Speculation } from '../explore/histories/speculations';
import { assist } from '../explore/parallel-search';
import {
  GivenAway,
  type BranchResult,
  type Part,
  type PartResult,
  type Round,
  type WorkerGroup,
} from '../explore/session/worker-group';
import { dismissed } from '../parallel/member';
import { isOfLocation, nothing, reasonToEnd, relabelled, type FinalReport } from '../parallel/reports';
import type { HistoryUpdate } from '../program/history-exchange';
import { LeadNumbers, type ReportNumbers } from '../program/lead-numbers';
import type { ProcessProgram } from '../program/process-program';
import { FORMAT, type PartReport } from './part-job';

/** Indices of the words that a worker's main thread shares with the thread that explores. */
export const SlotWord = {
  /** Not 0: the part is of no use any more. */
  Stop: 0,
  /** How many threads of all machines wait for a part. */
  Wanted: 1,
  /** The process group of the program. */
  Group: 2,
  /** Not 0: the part is to be given away soon, as the worker ends. */
  Leave: 3,
} as const;

/** How long parts are explored, in milliseconds. */
export interface PartTimes {
  /** A part is split only after so long, since jobs have a cost. */
  readonly least: number;
  /** What remains after so long becomes a new job: as much work is lost at most where a worker is lost. */
  readonly most: number;
}

/** The most branches that are split from a part at once. */
const MAX_BRANCHES = 16;

/** The group as one part sees it: all that remains is given away where others wait, or the part takes long. */
class PartMember implements WorkerGroup {
  readonly speculations = new Speculations();
  cut: boolean;
  executions = 0;
  private readonly known = new Set<string>();
  private readonly started = Date.now();
  /** When its first state was reached, once its path had been performed. */
  private arrived: number | undefined;

  constructor(
    cut: boolean,
    private readonly words: Int32Array,
    private readonly times: PartTimes,
  ) {
    this.cut = cut;
  }

  get milliseconds(): number {
    return Date.now() - this.started;
  }

  isWorkWanted(): boolean {
    if (Atomics.load(this.words, SlotWord.Stop) !== 0) throw dismissed();
    if (Atomics.load(this.words, SlotWord.Leave) !== 0) return true;
    const { times } = this;
    // The first state is always entered: a part that is given away again before it would never get smaller.
    if (this.arrived === undefined) {
      this.arrived = Date.now();
      return false;
    }
    const milliseconds = Date.now() - this.arrived;
    return milliseconds >= times.most || (milliseconds >= times.least && this.wanted > 0);
  }

  take(split: (branches: number) => Part[]): never {
    throw new GivenAway(split(Math.min(this.wanted, MAX_BRANCHES)));
  }

  handOver(): never {
    throw new Error('a part hands no branch over: what remains is given away as a whole');
  }

  count(n: number): number {
    this.executions += n;
    return this.executions - n;
  }

  isNew(name: string): boolean {
    if (this.known.has(name)) return false;
    this.known.add(name);
    return true;
  }

  forget(name: string): void {
    this.known.delete(name);
  }

  /** The executions that were counted by name. */
  get hashes(): Uint8Array {
    return Buffer.from([...this.known].join(''), 'hex');
  }

  private get wanted(): number {
    return Math.max(0, Atomics.load(this.words, SlotWord.Wanted));
  }
}

function inNumbers([what, node, n]: Speculation, { node: nodeOf, location }: ReportNumbers): Speculation {
  return [what, nodeOf(node), isOfLocation(what) ? location(n) : n];
}

export class PartWorker {
  private readonly numbers: LeadNumbers;

  /** `program`: restored from the lead's checkpoint of the beginning of the round. */
  constructor(
    private readonly program: ProcessProgram,
    private readonly server: Server,
    private readonly options: ExploreOptions,
    private readonly round: Round,
    private readonly words: Int32Array,
    private readonly times: PartTimes,
  ) {
    this.numbers = new LeadNumbers(
      () => program.knowledge,
      program.common,
      (loc, value) => {
        program.learnInitial(loc, value);
      },
    );
  }

  /**
   * Explores the part of the job; `updates`: what the lead has published since the last part. Returns the report, and
   * whether this worker can go on; undefined: the part is of no use any more.
   */
  explore(
    job: string,
    part: Part,
    cut: boolean,
    updates: readonly HistoryUpdate[],
  ): { readonly report: PartReport; readonly usable: boolean } | undefined {
    const { program, options, round } = this;
    const before = { ...program.statistics };
    const member = new PartMember(cut, this.words, this.times);
    let result: PartResult | undefined;
    let end: Partial<FinalReport>;
    try {
      for (const update of updates) {
        program.agreeOn(update.names);
        this.numbers.receive(update);
      }
      const { found, restart } = assist(program, options, { ...round, cut: round.cut || cut }, (worker) =>
        Object.assign(member, { serve: () => void (result = worker.explorePart(part)) }),
      );
      if (this.isStopped) return undefined;
      end = { found: [result === undefined ? found : result.found], restart };
      if (result !== undefined) end = { ...end, runtime: this.runtime() };
    } catch (error) {
      if (this.isStopped) return undefined;
      result = undefined;
      end = reasonToEnd(error);
    }
    const { common, histories, numbers } = this.numbers.report();
    const { runs, events } = program.statistics;
    const report: PartReport = {
      ...nothing,
      format: FORMAT,
      job,
      histories,
      common,
      notes: program.said,
      atoms: program.promoted,
      statistics: { runs: runs - before.runs, events: events - before.events },
      speculations: member.speculations.all.map((s) => inNumbers(s, numbers)),
      remaining: result?.remaining ?? [],
      names: member.hashes,
      cut: member.cut,
      milliseconds: member.milliseconds,
      ...end,
      found: (end.found ?? []).map((found): BranchResult => relabelled(found, numbers.label, numbers.location)),
    };
    return { report, usable: result !== undefined };
  }

  private get isStopped(): boolean {
    return Atomics.load(this.words, SlotWord.Stop) !== 0;
  }

  /** What the program's runtime has collected. Without it, conflicts between runs of two machines would be missed. */
  private runtime(): Uint8Array {
    const runtime = this.server.checkpoint();
    if (runtime.length === 0)
      throw new DristaError('the program accesses too much plain data for several machines: leave out --on');
    return runtime;
  }
}
