/**
 * An error that a rolled-back run has shown is confirmed before it is reported: its execution is run once more in a
 * process of its own, of a newly started program.
 */
import type { Server } from '../channel/server';
import { DristaError } from '../base/errors';
import type { FoundError } from '../explore/common/verdict';
import type { ProcessProgram } from '../program/process-program';
import { difference, expectedOf, type Executed } from '../report/expected';
import { checkMessages } from './check-messages';
import type { CheckRequest } from './check-request';
import { startServer } from './checked-program';

export class Confirmation {
  /** By exploration: thread numbers differ between explorations, so each has a server of its own. */
  private readonly servers = new Map<ProcessProgram, Server>();

  constructor(private readonly request: CheckRequest) {}

  /**
   * Runs the execution of the error that the program's exploration has found. Throws a DristaError if the run does not
   * show it.
   */
  confirm(error: FoundError, program: ProcessProgram): void {
    this.confirmExecution(error, error.kind, program);
  }

  /** Confirms any execution. `what`: the name of what it shows, for messages. */
  confirmExecution(
    execution: Executed & Pick<FoundError, 'schedule' | 'input'>,
    what: string,
    program: ProcessProgram,
  ): void {
    const differs = this.difference(execution, program);
    if (differs !== undefined) throw new DristaError(checkMessages.onlyRolledBack(this.request.program, what, differs));
  }

  /**
   * Runs the execution, for at most so many seconds. Returns how the run differs from the execution; undefined: it does
   * not.
   */
  difference(
    execution: Executed & Pick<FoundError, 'schedule' | 'input'>,
    program: ProcessProgram,
    seconds?: number,
  ): string | undefined {
    let server = this.servers.get(program);
    if (server === undefined) this.servers.set(program, (server = startServer(this.request)));
    const seen = program.executeOn(server, execution.schedule, seconds, execution.input);
    return difference(expectedOf(execution, program.locations), seen, program.locations);
  }

  /** Stops the servers. */
  stop(): void {
    for (const server of this.servers.values()) server.stop();
  }
}
