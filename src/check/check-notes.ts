/** The notes of a check. */
import type { Verdict } from '../explore/common/verdict';
import { loopText } from '../program/loops';
import type { ProcessProgram } from '../program/process-program';
import type { BinaryNames } from '../report/binary-names';
import { isOfLeak, mergedNotes } from '../report/merged-notes';
import { checkMessages } from './check-messages';
import type { CheckRequest } from './check-request';
import { endlessLoop } from './endless-loop';
import { slowValuesNotes, type CheckTime } from './slow-values';
import { missedAtomicNotes, unobservedNotes } from './visibility';

/** What is said of the check beside its errors. Names in it are looked up, which takes a while. */
export function notesOf(
  request: CheckRequest,
  program: ProcessProgram,
  verdict: Verdict,
  names: BinaryNames,
  time: CheckTime,
): readonly string[] {
  const alone = program.names.length === 0 && verdict.executions > 0 ? [checkMessages.oneThread] : [];
  const said = [
    ...alone,
    ...verdict.notes,
    ...program.notes,
    ...loopNotes(program, verdict),
    ...slowValuesNotes(request.settings, verdict, time),
  ];
  // A client leaves in the structure what it has put there.
  const wanted = request.outcomes === 'history' ? said.filter((note) => !isOfLeak(note)) : said;
  return mergedNotes(wanted.map((note) => names.text(note))).concat([
    ...unobservedNotes([...verdict.errors, ...(verdict.sampled?.errors ?? [])], request),
    ...missedAtomicNotes(request),
  ]);
}

/** A hint at a loop that may never end, if a limit other than one on loops has ended the check. */
function loopNotes(program: ProcessProgram, { limitsHit }: Verdict): string[] {
  if (!limitsHit.some((limit) => ['time', 'interrupted', 'memory'].includes(limit))) return [];
  const loop = endlessLoop(program.nodes);
  return loop === undefined ? [] : [checkMessages.endlessLoop(loopText(loop, program.place(loop.site)))];
}
