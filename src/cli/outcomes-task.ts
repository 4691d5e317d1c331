/** Checks that ask for the outcomes of all executions: `drista outcomes`, `drista litmus`. */
import { DristaError } from '../base/errors';
import { modelNames, type ModelName } from '../model/names';
import { newTask } from './commands/check';
import { messages } from './messages';
import { optionValues } from './option';
import { checkOptions, type CheckOptions } from './option-table';
import type { Task, WantedOutcomes } from '../check/task';

/**
 * The models that were given, each once; by default the first of all. Throws a DristaError, which names the command
 * `help`, if one is not known.
 */
export function modelsIn(given: readonly string[], help: string): readonly ModelName[] {
  const models = given.map((name) => {
    const known = modelNames.find((model) => model === name);
    if (known === undefined) throw new DristaError(messages.badChoice('model', name, modelNames, help));
    return known;
  });
  return models.length === 0 ? [modelNames[0]] : [...new Set(models)];
}

/**
 * The task to find all outcomes of the program. All executions are explored by executions, not by states: a state may
 * be reached by executions that have observed different things. `saves`: one execution of each outcome is wanted, too.
 * Throws a DristaError if the program cannot be checked.
 */
export function outcomesTask(
  program: string,
  rest: readonly string[],
  of: WantedOutcomes,
  options: Partial<CheckOptions>,
  saves: boolean,
): Task {
  const all = { ...optionValues(checkOptions, { chance: '0', 'keep-going': true }), ...options };
  return {
    ...newTask({ options: all, given: Object.keys(options), words: [program], rest }),
    changesOver: false,
    outcomes: of,
    savesOutcomes: saves,
  };
}
