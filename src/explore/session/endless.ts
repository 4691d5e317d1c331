/** Notes on executions that go on for ever although not all threads wait: no error. */
import { describeThread, Kind, type Label, type ThreadId } from '../../program/label';
import type { Session } from './session';

/** Notes that an execution goes on for ever, and which threads wait in it. */
export function noteEndless(
  session: Session,
  waiting: readonly { readonly thread: ThreadId; readonly label: Label }[],
): void {
  session.note('the program does not end: some executions go on for ever');
  for (const { thread, label } of waiting)
    if (label.kind !== Kind.Join) session.note(`${describeThread(thread)} may wait for ever while others go on`);
}
