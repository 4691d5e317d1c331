/** What a run may turn out to be, other than more history: thrown to whoever explores. */
import { Restart } from './program';
import { describeThread, type ThreadId } from './label';

/** Plain data has become events (docs/contracts.md, promotion): the trees are void, `restart()` begins afresh. */
export class Promoted extends Restart {
  override readonly name = 'Promoted';

  constructor(readonly atoms: number) {
    super(`${atoms} pieces of plain data are synchronised by the program: their accesses are events from now on`);
  }
}

/** Workers have given threads different numbers: the trees are void, `restart()` begins afresh, with one numbering. */
export class Renumbered extends Restart {
  override readonly name = 'Renumbered';
}

/** A thread did not repeat what it had done after the same values: it depends on something that drista cannot see. */
export class Nondeterminism extends Error {
  override readonly name = 'Nondeterminism';

  /** `event`: which event of the thread, from 0; both versions as text. */
  constructor(readonly thread: ThreadId, readonly event: number, readonly before: string, readonly now: string) {
    super(`${describeThread(thread)} did not repeat itself: its event ${event} was ${before}, and is now ${now}`);
  }
}

/** A run hit a limit before the thread got to its next event: what follows is not known. */
export class RunLimit extends Error {
  override readonly name = 'RunLimit';

  constructor(readonly limit: 'time' | 'events' | 'memory' | 'killed', message: string) {
    super(message);
  }
}
