/** Outcomes of a run other than new histories, as exceptions for the exploration. */
import { Restart } from './program';
import { stackText } from './label-text';
import { describeThread, Kind, type Label, type ThreadId, type Value } from './label';

/**
 * Plain data has become events (docs/explanation/architecture.md, promotion): the trees are void, `restart()` empties
 * them.
 */
export class Promoted extends Restart {
  override readonly name = 'Promoted';

  constructor(readonly atoms: number) {
    super(`${atoms} pieces of plain data are synchronised by the program: their accesses are events from now on`);
  }
}

/**
 * Atomic accesses of several sizes overlap: their memory is cut into pieces from now on. The trees are void,
 * `restart()` empties them.
 */
export class MixedSizes extends Restart {
  override readonly name = 'MixedSizes';

  constructor() {
    super('accesses of several sizes overlap: their memory is cut into pieces from now on');
  }
}

/**
 * Atomic objects hold expressions of inputs, so that histories with the same values are different ones: the trees are
 * void, `restart()` empties them.
 */
export class InputsHeld extends Restart {
  override readonly name = 'InputsHeld';

  constructor() {
    super('atomic objects hold expressions of inputs: histories count by their sources from now on');
  }
}

/** Workers have given threads different numbers: the trees are void, `restart()` empties them. */
export class Renumbered extends Restart {
  override readonly name = 'Renumbered';
}

/** The program calls drista_observe, so its outcomes are not what it prints. */
export class ObservesToo extends Error {
  override readonly name = 'ObservesToo';
}

/** A thread did not repeat what it had done after the same values: it depends on something that drista cannot see. */
export class Nondeterminism extends Error {
  override readonly name = 'Nondeterminism';

  /**
   * `event`: which event of the thread, from 0; both versions as text; `stack`: return addresses there; `said`: another
   * text.
   */
  constructor(
    readonly thread: ThreadId,
    readonly event: number,
    readonly before: string,
    readonly now: string,
    { stack = [], said }: { stack?: readonly Value[]; said?: string } = {},
  ) {
    super(said ?? notRepeated(thread, `its event ${event} was ${before}, and is now ${now}`, stack));
  }
}

function notRepeated(thread: ThreadId, what: string, stack: readonly Value[]): string {
  const place = stack.length === 0 ? '' : `${stackText(stack)}: `;
  return `${place}${describeThread(thread)} did not repeat itself: ${what}`;
}

/** Do both report what one call has read of files, and differ in that? */
export function sawOtherFiles(before: Label, now: Label): boolean {
  const areWrites = before.kind === Kind.PlainWrite && now.kind === Kind.PlainWrite;
  return areWrites && before.loc === now.loc && before.text === now.text && now.text !== '';
}

/** The exception where a thread's call has read something else in a file than in an earlier run. */
export function otherContents(
  thread: ThreadId,
  event: number,
  call: string,
  stack: readonly Value[],
  file = 'a file',
): Nondeterminism {
  const what = `${call} found other contents in ${file} than in an earlier run up to here`;
  return new Nondeterminism(thread, event, '', '', { said: notRepeated(thread, what, stack) });
}

/** A run hit a limit before the thread reached its next event, so the thread's further history is not known. */
export class RunLimit extends Error {
  override readonly name = 'RunLimit';

  constructor(
    readonly limit: 'time' | 'deadline' | 'events' | 'memory' | 'killed',
    message: string,
  ) {
    super(message);
  }
}
