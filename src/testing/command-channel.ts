/** What `drista test` and the processes that perform commands for it say to each other. */
import type { Ended } from './launch';

/** The word by which a process is started that performs the commands of its parent. */
export const PERFORMS_COMMANDS = '--perform-commands';

/** What it answers to the arguments of a command. */
export interface CommandAnswer extends Ended {
  /** Bytes of its resident memory. */
  readonly memory: number;
}
