/** Symbolic inputs that a thread of `drista worker` explores for `--symbolic --on`. */
import type { Server } from '../channel/server';
import type { InputReport, InputTask, InputsStart } from '../cluster/input-job';
import { explore } from '../explore/explorer';
import { noCounts, totalCounts, type Verdict } from '../explore/common/verdict';
import { beginInput, learned } from '../program/next-input';
import { ProcessProgram } from '../program/process-program';
import { Expressions } from '../symbolic/expression';
import { shownRows } from '../symbolic/expression-rows';
import { ShownPaths } from '../symbolic/shown-paths';
import type { CheckRequest } from './check-request';
import { exploreOptionsOf, programOptions, type ProgramTraits } from './checked-program';
import { TaskWorker, type DoneTask } from './task-worker';

export class InputWorker extends TaskWorker {
  /** `start`: the program as it is known at the beginning of the round; `slots`: how many threads share the memory. */
  constructor(
    private readonly request: CheckRequest,
    private readonly traits: ProgramTraits,
    private readonly start: InputsStart,
    private readonly server: Server,
    private readonly slots: number,
    words: Int32Array,
  ) {
    super(words);
  }

  /** Explores the program with the input of the job. Undefined: that is of no use any more. */
  explore(job: string, { input }: InputTask): DoneTask<InputReport> | undefined {
    const { request, traits, start, server } = this;
    const expressions = new Expressions();
    const shown = new ShownPaths(expressions);
    const program = new ProcessProgram(server, {
      ...programOptions(request, traits, start.program),
      onSymbolic: (run) => {
        shown.add(run);
      },
    });
    const before = learned(program);
    beginInput(program, input);
    let verdict: Verdict | undefined;
    try {
      verdict = explore(program, {
        ...exploreOptionsOf({ ...request.settings, jobs: this.slots, keepGoing: false }),
        interrupted: this.interrupted,
      });
    } catch {
      // The lead meets the failure itself, or it belongs to this machine.
    }
    if (this.isStopped) return undefined;
    const none = { counts: noCounts(), notes: [], said: [], statistics: { runs: 0, events: 0 }, shown: nothing };
    const rows = verdict === undefined ? undefined : shownRows(shown, expressions);
    // What others know of the program would be different from here on.
    const usable = verdict !== undefined && learned(program) === before;
    if (verdict === undefined || rows === undefined || !usable)
      return { report: { ...this.reportOf(job, verdict ?? failed), found: 'other', ...none }, usable };
    const report = this.reportOf(job, verdict);
    if (report.found !== 'verified') return { report: { ...report, ...none }, usable };
    const { runs, events } = program.statistics;
    const { statistics } = start.program;
    return {
      report: {
        ...report,
        counts: totalCounts([verdict]),
        notes: verdict.notes,
        said: program.said,
        statistics: { runs: runs - statistics.runs, events: events - statistics.events },
        shown: rows,
      },
      usable,
    };
  }
}

const nothing = { expressions: [], paths: [], objects: [], unseen: [] };
const failed = { errors: [], limitsHit: ['failure'] };
