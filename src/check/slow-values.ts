/**
 * A hint at another equivalence, where the default one takes much longer for an execution than it saves executions:
 * whether given values can be read is NP-hard (Gibbons and Korach, Testing shared memories, SIAM J. Comput. 1997).
 */
import type { Verdict } from '../explore/common/verdict';
import { checkMessages } from './check-messages';
import type { CheckSettings } from './settings';

/**
 * Events a second below which it is said. Measured with three threads and three rounds of relaxed accesses to three
 * variables: 10 to 170 a second where the search for a source of each value takes nearly all the time, and 10,000 under
 * rf; 1,300 and more for other programs.
 */
const FEW_EVENTS = 400;
/** The least seconds beside runs of the program, if a limit has ended the check, and otherwise. */
const LIMITED = 5,
  LONG = 60;

/** The seconds of a check, and those of them that runs of the program took. */
export interface CheckTime {
  readonly seconds: number;
  readonly ofRuns: number;
}

/** The hint, if it is to be given at the end of the check. */
export function slowValuesNotes(
  { equivalence, strategy, jobs }: Pick<CheckSettings, 'equivalence' | 'strategy' | 'jobs'>,
  { byStates, events, errors, limitsHit }: Pick<Verdict, 'byStates' | 'events' | 'errors' | 'limitsHit'>,
  { seconds, ofRuns }: CheckTime,
): string[] {
  if (equivalence !== 'observational' || strategy !== 'partition' || jobs > 1) return [];
  if (byStates === true || errors.length > 0) return [];
  const isLimited = limitsHit.includes('time') || limitsHit.includes('interrupted');
  const exploring = seconds - ofRuns;
  if (exploring < (isLimited ? LIMITED : LONG) || events >= FEW_EVENTS * exploring) return [];
  return [checkMessages.slowValues];
}
