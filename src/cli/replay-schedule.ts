/** `drista replay --schedule STRING PROGRAM`: follows an execution that a report gave as a string. */
import { DristaError } from '../base/errors';
import { runCheck } from '../check/check-thread';
import { readScheduleText } from '../check/schedule-string';
import { readArguments, type CommandLine } from './arguments';
import { messages } from './messages';
import { newRequest } from './new-request';
import { checkOptions } from './option-table';
import { save } from './outputs';
import type { ReportError } from '../report/report';

/** The error that the execution has. */
export interface Followed {
  readonly program: string;
  readonly model: string;
  readonly report: ReportError;
  /** Where it was saved; undefined: it could not be. */
  readonly file: string | undefined;
}

/** Follows the execution. Rejects with a DristaError where that is not possible, or it has no error. */
export async function followSchedule(
  schedule: string,
  { options, words: [program, ...extra], rest }: CommandLine<{ readonly env: readonly string[] }>,
): Promise<Followed> {
  if (program === undefined) throw new DristaError(messages.noScheduleProgram);
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
  const { options: explored, ...follows } = readScheduleText(schedule);
  const line = await readArguments(
    [...explored, ...options.env.map((text) => `--env=${text}`), program, '--', ...rest],
    checkOptions,
    { usage: 'drista', epilogue: '' },
  );
  const request = newRequest(line!);
  const outcome = await runCheck(
    {
      ...request,
      follows,
      changesOver: false,
      settings: {
        ...request.settings,
        strategy: 'random',
        equivalence: 'rf',
        chance: 0,
        minimise: false,
        isolation: 'process',
      },
    },
    () => undefined,
  );
  const { errors, model } = outcome.summary;
  if (errors.length === 0)
    throw new DristaError(outcome.followed === true ? messages.noErrorThere(program) : messages.notFollowed(program));
  return { program, model, report: errors[0], file: save(outcome, checkOptions.save.default).files[0] };
}
