import { Restart } from '../../program/program';

/** The exploration itself wants to begin afresh; what is known of the program stays. */
export class ExplorationRestart extends Restart {}
