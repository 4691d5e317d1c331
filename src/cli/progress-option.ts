/** What is to be guaranteed of how threads get on: --check progress, obstruction-free and lock-free. */
import { DristaError } from '../base/errors';
import type { ProgressGuarantee } from '../explore/common/progress-guarantee';
import { messages } from './messages';
import { optionSpelled, type CheckOptions } from './option-table';

export const progressOptions = ['check-progress', 'check-obstruction-free', 'check-lock-free'] as const;

const guarantees: Readonly<Record<(typeof progressOptions)[number], ProgressGuarantee>> = {
  'check-progress': 'starvation-free',
  'check-obstruction-free': 'obstruction-free',
  'check-lock-free': 'lock-free',
};

/** The option that was given; undefined: none. Throws a DristaError for more than one. */
export function progressOption(options: CheckOptions): (typeof progressOptions)[number] | undefined {
  const [first, second] = progressOptions.filter((name) => options[name]);
  if (second !== undefined) throw new DristaError(messages.contradiction(optionSpelled(first), optionSpelled(second)));
  return first;
}

/** The guarantee that is asked for; undefined: none. Throws a DristaError for more than one. */
export function progressOf(options: CheckOptions): ProgressGuarantee | undefined {
  const name = progressOption(options);
  return name === undefined ? undefined : guarantees[name];
}
