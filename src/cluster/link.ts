/** The thread of a check as it speaks with the thread that speaks with Redis; it never returns to its event loop. */
import { MessageChannel, Worker as Thread, type MessagePort } from 'node:worker_threads';
import { DristaError } from '../base/errors';
import { Mailbox, sharedWords } from '../parallel/mailbox';
import type { FromLink, ToLink, Traffic, Workers } from './link-messages';

/** How long the thread may take to connect, and to remove the check in the end, in milliseconds. */
const CONNECTING = 15_000,
  ENDING = 10_000;

/** A check that is shared with other machines, or is about to be. */
export interface SharedCheck {
  /** Names the check. */
  readonly check: string;
  readonly build: string;
  /** Does this lead go on with a check that another one has begun? */
  readonly attached: boolean;
}

export class Link implements SharedCheck {
  readonly check: string;
  readonly build: string;
  /** The first round of the check goes on; later ones are this lead's own. */
  attached: boolean;
  workers: Workers = { machines: 0, slots: 0, busy: 0, wanted: 0, others: [] };
  private readonly mailbox: Mailbox<ToLink | FromLink>;
  private readonly thread: Thread;
  private traffic: Traffic = { messages: 0, bytes: 0 };
  private lost: string | undefined;
  /** Has the last look found no message? */
  private empty = false;

  /** Starts the thread, `file`, with the `data` and its own end of the channel; waits until it is connected. */
  constructor(
    { check, build, attached }: SharedCheck,
    file: string,
    data: (link: { words: SharedArrayBuffer; port: MessagePort }) => object,
  ) {
    this.check = check;
    this.build = build;
    this.attached = attached;
    const words = sharedWords(2);
    const { port1, port2 } = new MessageChannel();
    this.mailbox = new Mailbox(words, 0, [undefined, port1]);
    this.thread = new Thread(file, { workerData: data({ words, port: port2 }), transferList: [port2] });
    this.thread.unref();
    const end = Date.now() + CONNECTING;
    for (;;) {
      const message = this.receive();
      if (message?.type === 'ready') return;
      if (message?.type === 'lost') throw new DristaError(message.message);
      if (Date.now() > end) throw new DristaError('--on: Redis gives no answer: check that it runs and can be reached');
      if (message === undefined) this.mailbox.wait(50);
    }
  }

  /** Sends the message, unless Redis is lost. */
  send(message: ToLink): void {
    if (this.lost === undefined) this.mailbox.send(1, message);
  }

  /** A message that has arrived; undefined: there is none. What it says of workers is kept. */
  receive(): FromLink | undefined {
    if (this.empty && !this.mailbox.mayHaveMessage) return undefined;
    const message = this.mailbox.receive()?.message as FromLink | undefined;
    this.empty = message === undefined;
    if (message?.type === 'workers') ({ workers: this.workers } = message);
    if (message?.type === 'ended') ({ traffic: this.traffic } = message);
    if (message?.type === 'lost') this.lost = message.message;
    return message;
  }

  /** Waits until a message arrives, at most so long. */
  wait(milliseconds: number): void {
    this.mailbox.wait(milliseconds);
  }

  /** Removes the check from Redis and ends the thread; what was exchanged. */
  end(): Traffic {
    this.send({ type: 'end' });
    const end = Date.now() + ENDING;
    while (this.lost === undefined && Date.now() < end && this.receive()?.type !== 'ended') this.wait(20);
    void this.thread.terminate();
    return this.traffic;
  }
}
