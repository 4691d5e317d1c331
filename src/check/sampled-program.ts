/** The program of a check once more, for the executions that are sampled at random. */
import type { Server } from '../channel/server';
import { ProcessProgram } from '../program/process-program';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import type { CheckRequest } from './check-request';
import { programOptions, programTraits, startServer } from './checked-program';

/** A process of its own, started on first use. */
export class SampledProgram {
  private server: Server | undefined;
  private started: ProcessProgram | undefined;

  /** `deadline`: when a run is cut (runDeadline). `resumed`: the program's checkpoint where the check is resumed. */
  constructor(
    private readonly request: CheckRequest,
    private readonly deadline: number,
    private readonly resumed: ProgramCheckpoint | undefined,
  ) {}

  get program(): ProcessProgram {
    if (this.started === undefined) {
      const server = (this.server ??= startServer(this.request));
      this.started = new ProcessProgram(server, {
        ...programOptions(this.request, programTraits(this.request, server.modules), this.resumed),
        deadline: this.deadline,
      });
    }
    return this.started;
  }

  /** May it have rolled back a run? */
  get rolledBack(): boolean {
    return this.started?.rolledBack === true;
  }

  /** How long its runs took. */
  get runSeconds(): number {
    return this.server?.runSeconds ?? 0;
  }

  /** What is known of the program, as data; undefined: it has not been started, and nothing was known before. */
  checkpoint(): ProgramCheckpoint | undefined {
    return this.started === undefined ? this.resumed : this.started.checkpoint();
  }

  /** Ends the process; does nothing if it was not started. */
  stop(): void {
    this.server?.stop();
  }
}
