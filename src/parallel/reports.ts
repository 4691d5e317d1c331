/** What a worker has found, as data in its own numbers, and how another worker adds it to its knowledge. */
import { ServerFailure, type Server } from '../channel/server';
import type { Atom } from '../channel/protocol';
import { DristaError } from '../base/errors';
import type { FoundError } from '../explore/common/verdict';
import type { Speculation, Speculations } from '../explore/histories/speculations';
import type { BranchResult, Part, Round, Worker } from '../explore/session/worker-group';
import type { HistoryReceiver, HistoryUpdate } from '../program/history-exchange';
import type { Label } from '../program/label';
import { MixedSizes, Nondeterminism, Promoted, Renumbered } from '../program/outcomes';
import type { ProcessProgram } from '../program/process-program';

/** What a worker has found, in the end or in a part of the search. */
export interface FinalReport {
  readonly histories: HistoryUpdate;
  readonly found: readonly BranchResult[];
  readonly speculations: readonly Speculation[];
  /** The state of its program's runtime, if everything is explored, or what remains is known. */
  readonly runtime?: Uint8Array;
  /** The rest of the worker's searches, and the searches that it was about to begin. */
  readonly parts?: readonly Part[];
  /** The executions that it had named, but did not count. */
  readonly forgotten?: readonly string[];
  readonly statistics: { readonly runs: number; readonly events: number };
  readonly notes: readonly string[];
  /** The round with which all must restart, if they must. */
  readonly restart?: Round;
  readonly renumbered?: boolean;
  readonly atoms: readonly Atom[];
  /** Why it could not continue. */
  readonly failure?: { readonly name: string; readonly message: string };
}

/** The report of a worker that has found nothing. */
export const nothing: FinalReport = {
  histories: { names: [], sites: [], locations: [], initials: [], nodes: [], labels: [] },
  found: [],
  speculations: [],
  statistics: { runs: 0, events: 0 },
  notes: [],
  atoms: [],
};

/** The worker that takes reports. */
export interface ReportTaker {
  readonly program: ProcessProgram;
  readonly worker: Worker;
  readonly server: Server;
  readonly speculations: Speculations;
}

/**
 * Adds a report in the numbers that the receiver translates. Throws what the report asks for: a Stop at an error or a
 * limit, a restart, the failure of the worker.
 */
export function takeReport(
  { program, worker, server, speculations: own }: ReportTaker,
  receiver: HistoryReceiver,
  { histories, found, speculations, runtime, statistics, notes, restart, renumbered, atoms, failure }: FinalReport,
): void {
  program.statistics.runs += statistics.runs;
  program.statistics.events += statistics.events;
  program.note(notes);
  if (failure !== undefined) throw failureOf(failure);
  program.agreeOn(histories.names);
  if (renumbered === true) throw new Renumbered();
  program.promote(atoms);
  receiver.add(histories);
  for (const one of found) worker.absorb(translated(receiver, one));
  if (restart !== undefined) worker.restartWith(restart);
  addSpeculations(own, receiver, speculations);
  if (runtime !== undefined) program.promote(server.merge(runtime));
  else worker.stop();
}

/** The findings, in the numbers of this worker. */
export function translated(receiver: HistoryReceiver, found: BranchResult): BranchResult {
  return relabelled(
    found,
    (l) => receiver.label(l),
    (loc) => receiver.location(loc),
  );
}

/** The findings with other labels and locations. Events of an error with one label still have one. */
export function relabelled(
  found: BranchResult,
  label: (l: Label) => Label,
  location: (loc: number) => number,
): BranchResult {
  const labels = new Map<Label, Label>();
  const once = (l: Label): Label => {
    const known = labels.get(l) ?? label(l);
    labels.set(l, known);
    return known;
  };
  return { ...found, errors: found.errors.map((e) => relabelledError(e, once, location)) };
}

function relabelledError(e: FoundError, label: (l: Label) => Label, location: (loc: number) => number): FoundError {
  return {
    ...e,
    involved: e.involved.map((i) => ({ ...i, label: label(i.label) })),
    trace: e.trace.map((t) => ({ ...t, label: label(t.label) })),
    schedule: {
      ...e.schedule,
      steps: e.schedule.steps.map((s) => ({ ...s, label: label(s.label) })),
      memory: e.schedule.memory.map((m) => ({ ...m, loc: location(m.loc) })),
    },
  };
}

/** Is the number of this kind of speculation that of a location? */
export function isOfLocation(what: Speculation[0]): boolean {
  return what === 'locs' || what === 'tries';
}

/** Adds speculations of another worker. */
export function addSpeculations(
  own: Speculations,
  receiver: HistoryReceiver,
  speculations: readonly Speculation[],
): void {
  for (const [what, node, n] of speculations)
    own.rely(what, receiver.node(node).id, isOfLocation(what) ? receiver.location(n) : n);
}

/** The reason why a worker could not continue. Promotions and thread numbers are part of every report. */
export function reasonToEnd(error: unknown): Partial<FinalReport> {
  if (error instanceof Promoted || error instanceof MixedSizes) return {};
  if (error instanceof Renumbered) return { renumbered: true };
  if (error instanceof Nondeterminism) return { failure: { name: error.name, message: error.message } };
  if (error instanceof ServerFailure) return { failure: { name: error.name, message: error.message } };
  if (error instanceof DristaError) return { failure: { name: 'DristaError', message: error.message } };
  if (error instanceof RangeError) return { failure: { name: 'RangeError', message: error.message } };
  return { failure: { name: 'Error', message: (error as Error).stack ?? String(error) } };
}

function failureOf({ name, message }: NonNullable<FinalReport['failure']>): Error {
  if (name === 'Nondeterminism') return Object.assign(new Nondeterminism(0, 0, '', ''), { message });
  if (name === 'ServerFailure') return new ServerFailure(message);
  return name === 'DristaError'
    ? new DristaError(message)
    : name === 'RangeError'
      ? new RangeError(message)
      : new Error(message);
}
