/** Checks that ask for the outcomes of all executions: `drista outcomes`, `drista litmus`. */
import { DristaError } from '../base/errors';
import { modelNames, type ModelName } from '../model/names';
import { newRequest } from './new-request';
import { messages } from './messages';
import { optionValues } from './option';
import { checkOptions, type CheckOptions } from './option-table';
import type { CheckRequest, WantedOutcomes } from '../check/check-request';

/** The option `--model` where several may be given; `what`: what is found under each. */
export const modelsOption = (what: string) =>
  ({
    ...checkOptions.model,
    type: 'texts',
    value: checkOptions.model.choices.join('|'),
    help: `${checkOptions.model.help}; given several times, ${what} under each`,
  }) as const;

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
 * The request to find all outcomes of the program. All executions are explored by executions, not by states: a state
 * may be reached by executions that have observed different things. `saves`: one execution of each outcome is wanted,
 * too. Throws a DristaError if the program cannot be checked.
 */
export function outcomesRequest(
  program: string,
  rest: readonly string[],
  of: WantedOutcomes,
  options: Partial<CheckOptions>,
  saves: boolean,
): CheckRequest {
  const all = { ...optionValues(checkOptions, { chance: '0', 'keep-going': true }), ...options };
  return {
    ...newRequest({ options: all, given: Object.keys(options), words: [program], rest }),
    changesOver: false,
    outcomes: of,
    savesOutcomes: saves,
  };
}
