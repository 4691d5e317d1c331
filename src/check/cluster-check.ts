/** A check with --on: its part in the thread of the check. */
import type { Server } from '../channel/server';
import { ClusterLead, type ClusterStatistics } from '../cluster/cluster-lead';
import { encode } from '../cluster/codec';
import type { Link } from '../cluster/link';
import type { Workers } from '../cluster/link-messages';
import { timeSetting } from '../cluster/time-setting';
import type { PartLead, Worker } from '../explore/session/worker-group';
import type { ProcessProgram } from '../program/process-program';
import type { CheckpointBody } from './checkpoint-file';
import type { Expressions } from '../symbolic/expression';
import type { InputsElsewhere } from '../symbolic/symbolic-search';
import { linkOf } from './cluster-head';
import { InputLead } from './input-lead';
import { checkMessages } from './check-messages';
import type { CheckRequest } from './check-request';
import type { ProgramTraits } from './checked-program';

/** One check that is shared with other machines, over all its rounds. */
export class ClusterCheck {
  private readonly link: Link | undefined;
  private lead: ClusterLead | undefined;
  private inputs: InputLead | undefined;
  private readonly statistics: ClusterStatistics = { parts: 0, exploring: 0, available: 0 };
  /** The largest number of machines that took part at once. */
  private machines = 0;
  private others: readonly string[] = [];
  private ended = false;

  /** Without `--on` the parts of a resumed check are explored here. Throws a DristaError if Redis cannot be reached. */
  constructor(
    request: CheckRequest,
    private readonly server: Server,
    traits: ProgramTraits,
  ) {
    const { cluster } = request;
    if (cluster === undefined) return;
    // Workers need nothing of how the check is led and reported.
    const uploaded: CheckRequest = { ...request, cluster: undefined, before: undefined, resume: undefined };
    this.link = linkOf(uploaded, cluster, traits, server.modules);
  }

  /** Leads the exploration of inputs; undefined: there is only this machine. */
  leadInputs(program: ProcessProgram, expressions: Expressions, isOver: () => boolean): InputsElsewhere | undefined {
    return (this.inputs = this.link && new InputLead(this.link, program, expressions, isOver));
  }

  /** Leads the next round. */
  leadParts(program: ProcessProgram, worker: Worker): PartLead {
    this.lead = new ClusterLead(
      program,
      worker,
      this.server,
      this.link,
      this.statistics,
      timeSetting('DRISTA_PART_ALONE'),
    );
    return this.lead;
  }

  /** Saves the state of the check in Redis. */
  save(body: () => CheckpointBody): void {
    this.lead?.save(() => encode(body()));
  }

  /** The workers that are there now. */
  get workers(): Workers | undefined {
    const workers = this.link?.workers;
    if (workers === undefined) return undefined;
    this.machines = Math.max(this.machines, workers.machines);
    this.others = workers.others;
    return workers;
  }

  /** Removes the check from Redis. Notes on who has explored it; `verbose`: with what was exchanged. */
  end(executions: number, verbose: boolean): string[] {
    const { link, statistics } = this;
    if (link === undefined || this.ended) return [];
    this.ended = true;
    if (this.inputs !== undefined) return this.inputs.end(verbose);
    void this.workers;
    const traffic = link.end();
    if (this.lead === undefined) return [checkMessages.onHadNoEffect];
    if (statistics.parts === 0) return [checkMessages.noWorkers(this.machines, this.others)];
    return verbose ? [checkMessages.traffic(this.machines, statistics, traffic, executions)] : [];
  }
}
