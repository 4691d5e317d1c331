/** The elements of rows: an event, or iterations that are folded. */
import type { PicturedError, PicturedEvent } from '../picture';
import { element } from './elements';
import type { LabelLines } from './label-lines';
import { placeOf, type LaneRow } from './rows';

const shapes: Readonly<Record<PicturedEvent['shape'], readonly [sign: string, name: string]>> = {
  read: ['R', 'read'],
  write: ['W', 'write'],
  update: ['U', 'read-modify-write'],
  fence: ['F', 'fence'],
  object: ['S', 'synchronization object'],
  thread: ['T', 'thread'],
  other: ['·', ''],
};

/** The row's element but for its place, and what depends on the row that is chosen. */
export function rowElement(
  error: PicturedError,
  rows: readonly LaneRow[],
  row: number,
  { lines }: LabelLines,
): HTMLElement {
  const { thread, events, iterations } = rows[row];
  const [event] = events;
  const e = error.events[event];
  const box = iterations > 0 ? element('div', { class: 'event fold' }, lines[0]) : boxElement(e, lines);
  box.style.gridColumn = String(thread + 2);
  box.setAttribute('aria-hidden', 'true');
  return element(
    'div',
    {
      id: `row-${row}`,
      class: `row${e.wrong ? ' wrong' : ''}${row % 2 === 1 ? ' odd' : ''}`,
      role: 'option',
      'data-row': row,
      'aria-selected': 'false',
      'aria-setsize': rows.length,
      'aria-posinset': row + 1,
    },
    element(
      'div',
      { class: 'gutter', 'aria-hidden': 'true' },
      element('span', { class: 'sign' }, signOf(error, rows[row], false)),
      String(event + 1),
    ),
    box,
    element('span', { class: 'only-read' }, rowLabel(error, rows[row])),
  );
}

/** What stands left of the row. */
export function signOf({ events }: PicturedError, row: LaneRow, isCurrent: boolean): string {
  return events[row.events[0]].wrong && row.iterations === 0 ? '!' : isCurrent ? '▶' : '';
}

function boxElement(e: PicturedEvent, lines: readonly string[]): HTMLElement {
  const [sign, name] = shapes[e.shape];
  const place = placeOf(e);
  const title = `${place}${place === '' ? '' : '  '}${e.operation}${e.pending ? ' (next)' : ''}`;
  const text = lines.flatMap((line, i) => (i === 0 ? [line] : [element('br'), line]));
  return element(
    'div',
    { class: `event ${e.shape}${e.pending ? ' pending' : ''}`, title },
    element('span', { class: 'shape', title: name }, sign),
    element('span', { class: 'line' }, lineText(e)),
    element('span', { class: 'operation' }, ...text),
  );
}

/** The line of the event in the source, as its box shows it; empty where it is not known. */
export function lineText({ line }: PicturedEvent): string {
  return line ? `:${line}` : '';
}

/** The text of the row's box. */
export function boxText({ events }: PicturedError, { events: [event], iterations }: LaneRow): string {
  if (iterations > 0) return `▸ ${iterations} more ${iterations === 1 ? 'iteration' : 'iterations'}`;
  const { operation, pending } = events[event];
  return brief(pending ? `${operation} (next)` : operation);
}

/** The row in words, for those who do not see it. */
export function rowLabel({ threads, events: all }: PicturedError, { thread, events, iterations }: LaneRow): string {
  const title = threads[thread];
  if (iterations > 0) return `${title}: ${iterations} more iterations of a loop; Enter shows them`;
  const e = all[events[0]];
  const place = placeOf(e);
  const wrong = e.wrong ? 'part of the error, ' : '';
  return `${wrong}${title}${place === '' ? '' : `, ${place}`}: ${e.operation}${e.pending ? ', not performed' : ''}`;
}

const briefOrders: Readonly<Record<string, string>> = {
  relaxed: 'rlx',
  consume: 'con',
  acquire: 'acq',
  release: 'rel',
  acq_rel: 'ar',
  seq_cst: 'sc',
};

/** The operation with memory orders as papers abbreviate them, so that most fit in one line of a narrow lane. */
function brief(operation: string): string {
  return operation.replace(
    /(?<=[(, ])(relaxed|consume|acquire|release|acq_rel|seq_cst)(?=\))/,
    (order) => briefOrders[order],
  );
}
