/** A program that is explored with one symbolic input after the other. */
import type { ProcessProgram } from './process-program';
import type { ProgramCheckpoint } from './program-checkpoint';

/**
 * All runs to come have the input. What runs with other inputs have accessed is forgotten: what those with this one
 * show depends on the others only by `learned`.
 */
export function beginInput(program: ProcessProgram, input: Uint8Array): void {
  program.runner.restore(new Uint8Array());
  program.restartWith(input);
}

/** What decides how a program behaves with an input that begins. Equal texts: in the same way. */
export function learned({ promoted, names, endless, hidesData }: ProcessProgram): string {
  return JSON.stringify([promoted, names, endless, hidesData]);
}

/** The checkpoint for a program that begins with another input: without trees, and without what runs have accessed. */
export function checkpointBetweenInputs(program: ProcessProgram): ProgramCheckpoint {
  const checkpoint = program.checkpoint();
  const forest = { ...checkpoint.forest, nodes: [], labels: [], firsts: [] };
  return { ...checkpoint, initials: [], forest, otherForest: undefined, runtime: new Uint8Array() };
}
