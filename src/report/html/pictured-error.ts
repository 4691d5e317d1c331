/** The picture of one execution: its events, and what is computed from its graph. */
import type { ModelName } from '../../model/names';
import { isObjectKind } from '../../object';
import { Kind, type Label } from '../../program/label';
import type { ReportEvent, ShownExecution } from '../report';
import { tracedLabel } from '../traced-execution';
import type { EventShape, PicturedError, PicturedEvent, PicturedGraph } from './picture';
import { picturedGraph } from './pictured-graph';
import { Inconsistent } from './replayed-graph';

/** The picture. `replay`: the command that runs the execution again. */
export function picturedError(error: ShownExecution, model: string, replay: string | undefined): PicturedError {
  const { kind, message, threads, events, execution, traced } = error;
  return {
    kind,
    headline: message,
    ...(replay === undefined ? {} : { replay }),
    execution,
    threads,
    events: events.map((event, i) => picturedEvent(event, traced && tracedLabel(traced.events[i]), i, traced)),
    ...graphOf(error, model as ModelName),
  };
}

function graphOf(error: ShownExecution, model: ModelName): { graph?: PicturedGraph } {
  if (error.traced === undefined) return {};
  try {
    return { graph: picturedGraph(error, error.traced, model) };
  } catch (failure) {
    if (failure instanceof Inconsistent) return {};
    throw failure;
  }
}

function picturedEvent(
  { thread, operation, place, wrong, matters }: ReportEvent,
  label: Label | undefined,
  i: number,
  traced: ShownExecution['traced'],
): PicturedEvent {
  return {
    thread,
    operation,
    ...(place === undefined ? {} : { file: place.file, line: place.line, function: place.function }),
    ...(wrong ? { wrong } : {}),
    ...(matters ? { matters } : {}),
    ...(traced?.events[i].pending === true ? { pending: true } : {}),
    shape: label === undefined ? 'other' : shapeOf(label),
    ...(label === undefined || label.loc < 0 ? {} : { location: label.loc }),
  };
}

function shapeOf({ kind }: Label): EventShape {
  switch (kind) {
    case Kind.Load:
    case Kind.PlainRead:
      return 'read';
    case Kind.Store:
    case Kind.PlainWrite:
      return 'write';
    case Kind.Rmw:
      return 'update';
    case Kind.Fence:
      return 'fence';
    case Kind.Begin:
    case Kind.End:
    case Kind.Create:
    case Kind.Join:
    case Kind.Detach:
    case Kind.Exit:
      return 'thread';
    default:
      return isObjectKind(kind) ? 'object' : 'other';
  }
}
