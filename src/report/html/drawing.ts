/**
 * The HTML report: one file with its style, its script and its data, which loads nothing. The policy that it
 * states (Content Security Policy Level 3) lets a browser run this script alone, whatever texts the data holds.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readBounded, reasonOf } from '../../base/bounded-file';
import { DristaError } from '../../base/errors';
import { packageRoot } from '../../base/paths';
import type { ModelName } from '../../model/names';
import { isObjectKind } from '../../object';
import { Kind, type Label } from '../../program/label';
import type { PageContents } from '../html';
import { printableData, printableJson } from '../printable';
import type { ReportEvent, ShownExecution } from '../report';
import { tracedLabel } from '../traced-execution';
import type { EventShape, Picture, PicturedError, PicturedEvent, PicturedGraph } from './picture';
import { picturedGraph } from './pictured-graph';
import { Inconsistent } from './replayed-graph';
import { sourceTexts } from './source-texts';

/** The text of the page, which begins with `beginning`. Throws a DristaError if parts of drista are missing. */
export function pageText(beginning: string, contents: PageContents): string {
  const style = part('page.css');
  const script = part('page.js');
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'`;
  return `${beginning}<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>drista</title>
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript. It loads nothing from a network.</noscript>
<script type="application/json" id="picture">${embedded(pictureOf(contents))}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** The data of the page. */
export function pictureOf({ program, model, verdict, notes, errors }: PageContents): Picture {
  return printableData({
    version: 1,
    program,
    model,
    verdict,
    notes,
    errors: errors.map(({ error, replay }) => picturedError(error, model, replay)),
    sources: sourceTexts(errors.flatMap(({ error }) => error.events)),
  });
}

/** JSON that can stand in a script element (HTML, 4.12.1.3): no text of it ends the element or begins a comment. */
function embedded(picture: Picture): string {
  return printableJson(picture, 0).replaceAll('<', '\\u003c').trim();
}

function picturedError(error: ShownExecution, model: string, replay: string | undefined): PicturedError {
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

/** A part of the page that `npm run compile` made. */
function part(name: string): string {
  const path = join(packageRoot(), 'build', 'command', name);
  try {
    return readBounded(path).toString();
  } catch (error) {
    throw new DristaError(
      `${path} cannot be read (${reasonOf(error)}), which --report html needs: install drista again`,
    );
  }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
