/**
 * An error that a rolled-back run has shown is confirmed before it is reported: its execution is run once more in a
 * process of its own, of a newly started program.
 */
import type { Server } from '../channel/server';
import { DristaError } from '../base/errors';
import type { FoundError } from '../explore/common/verdict';
import type { ProcessProgram } from '../program/process-program';
import { difference, expectedOf } from '../report/expected';
import { messages } from './messages';
import type { Task } from './task';
import { startServer } from './task-program';

export class Confirmation {
  /** By exploration: thread numbers differ between explorations, so each has a server of its own. */
  private readonly servers = new Map<ProcessProgram, Server>();

  constructor(private readonly task: Task) {}

  /**
   * Runs the execution of the error that the program's exploration has found. Throws a DristaError if the run does not
   * show it.
   */
  confirm(error: FoundError, program: ProcessProgram): void {
    const differs = this.difference(error, program);
    if (differs !== undefined) throw new DristaError(messages.onlyRolledBack(this.task.program, error.kind, differs));
  }

  /**
   * Runs the execution, for at most so many seconds. What the run does otherwise than the execution of the error;
   * undefined: nothing.
   */
  difference(error: FoundError, program: ProcessProgram, seconds?: number): string | undefined {
    let server = this.servers.get(program);
    if (server === undefined) this.servers.set(program, (server = startServer(this.task)));
    const seen = program.executeOn(server, error.schedule, seconds);
    return difference(expectedOf(error, program.locations), seen, program.locations);
  }

  /** Stops the servers. */
  stop(): void {
    for (const server of this.servers.values()) server.stop();
  }
}
