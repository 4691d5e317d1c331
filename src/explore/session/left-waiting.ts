/** Threads that wait for good when others end the program: no error, but seldom meant. */
import { awaits, describeThread, Kind, type Label, type ThreadId } from '../../program/label';
import type { Program } from '../../program/program';
import { describeWaiting, leftWaiting } from '../common/error-text';
import type { Session } from './session';

export class LeftWaiting {
  private readonly told = new WeakSet<Label>();

  constructor(
    private readonly program: Program,
    private readonly session: Session,
  ) {}

  /**
   * Tells of threads that stand before events which nothing makes possible any more, once for each place. `exited`: has
   * the thread ended the program?
   */
  note(
    pending: readonly { readonly thread: ThreadId; readonly label: Label }[],
    exited: (t: ThreadId) => boolean,
  ): void {
    for (const { thread, label } of pending) {
      // Whoever has ended the program is joined by nobody.
      if (this.told.has(label) || awaits(label) || (label.kind === Kind.Join && exited(label.thread))) continue;
      this.told.add(label);
      this.session.note(`${describeThread(thread)} ${leftWaiting} ${this.describe(thread, label)}`);
    }
  }

  private describe(thread: ThreadId, label: Label): string {
    const { program } = this;
    const what = describeWaiting(thread, label).slice(`${describeThread(thread)} waits `.length);
    const data = label.loc < 0 || label.text !== '' ? '' : (program.data?.(label.loc) ?? '');
    const named = data === '' ? what : what === 'in a loop' ? `${what} that looks at ${data}` : `${what} (${data})`;
    return label.site < 0 || program.place === undefined ? named : `${named}, ${program.place(label.site)}`;
  }
}
