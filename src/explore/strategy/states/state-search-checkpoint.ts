/** A state search as data: what it has found, and where it is. */
import type { LocationId, ThreadId } from '../../../program/label';
import type { FrameCheckpoint } from './frame';
import type { HiddenOrderCheckpoint } from './hidden-order';
import type { KnownStep } from './known-steps';
import type { LayersCheckpoint } from './layers';
import type { StateReductionCheckpoint } from './reduction';
import type { StarvationCheckpoint } from './starvation';
import type { StateGraphCheckpoint } from './state-graph';
import type { StateKeyCheckpoint } from './state-key';

export interface StateSearchCheckpoint {
  readonly stepping: boolean;
  readonly frames: readonly FrameCheckpoint[];
  readonly layers: LayersCheckpoint;
  readonly reported: ReadonlySet<number>;
  readonly visited: Int32Array;
  /** In the order in which the graph came to have them, which texts of the key follow. */
  readonly locations: readonly LocationId[];
  readonly key: StateKeyCheckpoint;
  readonly states: StateGraphCheckpoint;
  readonly order: HiddenOrderCheckpoint;
  readonly reduction: StateReductionCheckpoint;
  readonly starvation: StarvationCheckpoint | undefined;
  readonly knownSteps: Map<number, KnownStep[]>;
  readonly nextReordered: number;
  readonly exits: ReadonlySet<ThreadId>;
}
