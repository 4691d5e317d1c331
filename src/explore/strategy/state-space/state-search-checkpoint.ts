/** A state search as data: what it has found, and where it is. */
import type { LocationId, ThreadId } from '../../../program/label';
import type { FrameCheckpoint } from './known/frame';
import type { FrontierPhaseCheckpoint } from './frontier/frontier-phase';
import type { LayersCheckpoint } from './layers';
import type { TablesCheckpoint } from './known/tables';

export interface StateSearchCheckpoint {
  readonly stepping: boolean;
  readonly performing: boolean;
  readonly frames: readonly FrameCheckpoint[];
  readonly layers: LayersCheckpoint;
  readonly reported: ReadonlySet<number>;
  /** In the order in which the graph came to have them, which texts of the key follow. */
  readonly locations: readonly LocationId[];
  readonly tables: TablesCheckpoint;
  readonly nextReordered: number;
  readonly frontier: FrontierPhaseCheckpoint;
  readonly exits: ReadonlySet<ThreadId>;
}
