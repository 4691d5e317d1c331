/** Notes on threads that wait for ever when others end the program: no error, but rarely intended. */
import { awaits, describeThread, Kind, type Label, type ThreadId } from '../../program/label';
import type { Program } from '../../program/program';
import { describeWaiting, blockedAtExit } from '../common/error-text';
import type { Session } from './session';

export class BlockedAtExit {
  private readonly told = new WeakSet<Label>();

  constructor(
    private readonly program: Program,
    private readonly session: Session,
  ) {}

  /**
   * Adds a note for each place at which a thread waits for an event that cannot happen any more. `exited`: has the
   * thread ended the program?
   */
  note(
    pending: readonly { readonly thread: ThreadId; readonly label: Label }[],
    exited: (t: ThreadId) => boolean,
  ): void {
    for (const { thread, label } of pending) {
      // A thread that has ended the program cannot be joined.
      if (this.told.has(label) || awaits(label) || (label.kind === Kind.Join && exited(label.thread))) continue;
      this.told.add(label);
      this.session.note(`${describeThread(thread)} ${blockedAtExit} ${this.describe(thread, label)}`);
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
