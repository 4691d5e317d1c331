/**
 * Records the tree of branches of a real check: the partition as it is, which notes each state as it goes. Costs are
 * counted, not measured, so that a record does not depend on what else the machine does.
 */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import type { StepResult } from '../../src/explore/strategy/depth-first';
import {
  partitionState,
  RfPartition,
  type PartitionCheckpoint,
  type PartitionFrame,
} from '../../src/explore/strategy/rf-partition';
import type { GraphSearch } from '../../src/explore/strategy/graph-search';
import type { StrategyFactory } from '../../src/explore/strategy/strategy';
import type { Program } from '../../src/program/program';
import { BranchTree, type StateRecord } from './tree';

type Writable = { -readonly [Key in keyof StateRecord]: StateRecord[Key] };

/** A state on the stack: its record, its number, and the node of each thread's history. */
interface Noted {
  readonly record: Writable;
  readonly number: number;
  readonly histories: readonly number[];
}

class RecordingPartition extends RfPartition {
  readonly records: StateRecord[] = [];
  private readonly noted: Noted[] = [];
  /** By number of a history node: the run that showed it. */
  private readonly shownBy: number[] = [];
  private eventsBefore = 0;

  constructor(
    private readonly searched: GraphSearch,
    private readonly program: Program,
    private readonly runs: () => number,
  ) {
    super(searched);
  }

  protected override enter(): PartitionFrame | undefined {
    const depth = this.frames.length;
    const above = this.frames.at(-1);
    const parent = above && this.noted[depth - 1];
    const histories = this.searched.graph.threads.map((_, t) => this.searched.graph.last(t)?.node?.id ?? -1);
    const { events } = this.session.counts;
    const record: Writable = {
      parent: parent?.number ?? -1,
      branch: above === undefined || above.deferred ? 'deferred' : above.next - 1,
      cost: 1 + events - this.eventsBefore,
      run: this.runFor(histories, parent?.histories ?? []),
      choices: 0,
      deferrable: false,
    };
    this.eventsBefore = events;
    this.noted[depth] = { record, number: this.records.length, histories };
    this.records.push(record);
    return super.enter();
  }

  protected override step(f: PartitionFrame): StepResult {
    const { record } = this.noted[this.frames.length - 1];
    const result = super.step(f);
    if (result !== 'entered') {
      record.cost++;
    } else if (!f.deferred) {
      record.choices = f.choices.length;
      record.deferrable = f.deferrable[f.at] ?? false;
    }
    return result;
  }

  /** The latest run that showed a history of these that the parent does not have. */
  private runFor(histories: readonly number[], before: readonly number[]): number {
    const runs = this.runs();
    while (this.shownBy.length < this.program.nodes.length) this.shownBy.push(runs);
    return histories.reduce((run, h, t) => (h < 0 || h === before[t] ? run : Math.max(run, this.shownBy[h])), 0);
  }
}

export interface Recorded {
  readonly verdict: Verdict;
  /** The tree of the last round. */
  readonly tree: BranchTree;
  /** How many rounds there were. */
  readonly rounds: number;
}

/** Explores the program by one worker and records the tree; `runs`: how often it has run so far. */
export function record(program: Program, runs: () => number, options: ExploreOptions): Recorded {
  let last: RecordingPartition | undefined;
  let rounds = 0;
  const recording: StrategyFactory<PartitionCheckpoint> = {
    name: 'partition',
    applies: () => true,
    create: (context) => {
      rounds++;
      return (last = new RecordingPartition(partitionState(context), program, runs));
    },
  };
  const verdict = explore(program, options, [recording]);
  return { verdict, tree: BranchTree.of(last!.records), rounds };
}
