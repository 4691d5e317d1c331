/**
 * Errors that runs have shown which were rolled back are seen again before they are reported: in a process of its own,
 * of a program that was started for this.
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
  /** Threads have other numbers in another exploration, so each has a program of its own. */
  private readonly servers = new Map<ProcessProgram, Server>();

  constructor(private readonly task: Task) {}

  /** Runs the execution of the error that the program's exploration found. Throws a DristaError if it is not there. */
  confirm(error: FoundError, program: ProcessProgram): void {
    let server = this.servers.get(program);
    if (server === undefined) this.servers.set(program, (server = startServer(this.task)));
    const seen = program.executeOn(server, error.schedule);
    const differs = difference(expectedOf(error, program.locations), seen, program.locations);
    if (differs !== undefined) throw new DristaError(messages.onlyRolledBack(this.task.program, error.kind, differs));
  }

  /** Ends what was started. */
  stop(): void {
    for (const server of this.servers.values()) server.stop();
  }
}
