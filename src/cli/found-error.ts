/** An error that was found, as a report and as an execution that can be saved. */
import type { FoundError } from '../explore/common/verdict';
import type { ProcessProgram } from '../program/process-program';
import type { BinaryNames } from '../report/binary-names';
import { expectedOf } from '../report/expected';
import type { ReportError } from '../report/report';
import { reportError } from '../report/report-error';
import { executionName, savedAtoms, savedSteps } from '../report/saved';
import type { SavedExecution } from '../report/saved-format';
import type { Task } from './task';

/** `program`: the one whose exploration found the error; `names` looks names up in it. */
export function describeFound(
  error: FoundError,
  task: Task,
  program: ProcessProgram,
  names: BinaryNames,
): { report: ReportError; saved: Omit<SavedExecution, 'format'> } {
  names.load(
    [...error.trace, ...error.involved].map((e) => e.label),
    [error.message, ...program.notes],
    error.schedule,
  );
  const decisions = savedSteps(error.schedule, program.locations);
  const name = executionName([task.buildId, ...task.arguments, error.kind], decisions.steps, program.names);
  const report = reportError(error, names, name);
  const expected = expectedOf(error, program.locations);
  return { report, saved: { ...decisions, name, ...savedConditions(task, program), expected, report } };
}

/** Under which conditions an execution of the program can be run again. */
export function savedConditions(
  task: Task,
  program: ProcessProgram,
): Omit<SavedExecution, 'format' | 'name' | 'steps' | 'memory' | 'expected' | 'report'> {
  const { model, equivalence } = task.options;
  return {
    program: task.program,
    arguments: task.arguments,
    environment: task.environment,
    buildId: task.buildId,
    model,
    equivalence,
    ...(task.options['spurious-wakeups'] ? { spurious: true } : {}),
    timeouts: task.options.timeouts,
    ...(task.options.nondet === undefined ? {} : { nondet: task.options.nondet }),
    ...(program.eventsBesides === undefined ? {} : { events: program.eventsBesides }),
    threads: program.names,
    atoms: savedAtoms(program.promoted),
  };
}
