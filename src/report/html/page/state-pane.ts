/** The current event in words, and memory, views and objects after it. */
import { RACE, type PicturedError } from '../picture';
import { arrowNames } from './arrows';
import { element, pane } from './elements';
import type { Moments } from './moment';
import { possibleValues, writeName, type Possibility, type PossibleValue } from './possible-values';
import { placeOf } from './rows';

const signs: Readonly<Record<Possibility, string>> = { returned: '✓', possible: '○', excluded: '✗', unknown: '?' };

/** More values than these are counted. */
const MAX_VALUES = 4;
/** Of so many values it is said why they are excluded: those that come last in coherence order. */
const MAX_EXCLUDED = 10;
/** So many that were possible are shown at once: the last ones. A button shows the others. */
const MAX_POSSIBLE = 30;

export class StatePane {
  readonly root: HTMLElement;
  private readonly body = element('div', { class: 'state', tabindex: 0, role: 'group', 'aria-label': 'State' });

  constructor() {
    this.root = pane('state', 'State', this.body);
  }

  /** Shows the state after the event. */
  show(error: PicturedError, moments: Moments | undefined, event: number): void {
    this.body.replaceChildren(
      ...whyParts(error),
      ...eventParts(error, moments, event),
      ...(moments === undefined
        ? [
            element(
              'p',
              { class: 'quiet' },
              'The execution graph of this file cannot be rebuilt: its events do not fit.',
            ),
          ]
        : [...memoryParts(error, moments, event), ...objectParts(moments, event)]),
    );
  }
}

function whyParts({ graph, threads }: PicturedError): HTMLElement[] {
  if (graph === undefined || graph.explanation.length === 0) return [];
  const cycle = graph.waits.filter(({ inCycle }) => inCycle);
  const steps = cycle.map(({ thread, on }) =>
    element('li', {}, `${threads[thread]} → ${on.map((o) => threads[o.thread]).join(', ')}`),
  );
  return [
    element('h3', {}, 'Why'),
    ...graph.explanation.map((text) => element('p', { class: 'why' }, text)),
    ...(steps.length > 1 ? [element('ol', { class: 'cycle', 'aria-label': 'Wait-for cycle' }, ...steps)] : []),
  ];
}

function eventParts(error: PicturedError, moments: Moments | undefined, event: number): HTMLElement[] {
  const { operation, thread, pending, wrong } = error.events[event];
  const place = placeOf(error.events[event]);
  const notes = [wrong ? 'part of the error' : '', pending ? 'not performed: the thread stands before it' : ''];
  const parts: HTMLElement[] = [
    element('h3', {}, 'This event'),
    element('p', { class: 'this' }, element('code', {}, operation)),
    element(
      'p',
      { class: 'quiet' },
      [error.threads[thread], place, ...notes].filter((part) => part !== '').join(' · '),
    ),
  ];
  if (moments === undefined) return parts;
  const stale = moments.choicesOf(event)?.stale;
  if (stale !== undefined && !moments.graph.explanation.includes(stale))
    parts.push(element('p', { class: 'why stale' }, stale));
  parts.push(...valueParts(possibleValues(error, moments, event)));
  parts.push(...edgeParts(error, moments, event));
  return parts;
}

function valueParts(all: readonly PossibleValue[]): HTMLElement[] {
  if (all.length === 0) return [];
  const out = all.filter(({ possibility }) => possibility !== 'returned' && possibility !== 'possible');
  const hidden = new Set(out.slice(0, Math.max(0, out.length - MAX_EXCLUDED)));
  const possible = all.filter(({ possibility }) => possibility === 'possible');
  const later = new Set(possible.slice(0, Math.max(0, possible.length - MAX_POSSIBLE)));
  const tableOf = (values: readonly PossibleValue[]): HTMLElement =>
    table(['', 'Value', 'Written by', 'Because'], values.map(valueRow), 'values');
  const shown = tableOf(all.filter((value) => !hidden.has(value) && !later.has(value)));
  const parts = [element('h3', {}, 'What this read could have returned'), shown];
  if (later.size > 0) {
    const more = element('button', { type: 'button', class: 'more' }, `${later.size} more that it could have returned`);
    more.addEventListener('click', () => {
      shown.replaceWith(tableOf(all.filter((value) => !hidden.has(value))));
      more.remove();
    });
    parts.push(more);
  }
  if (hidden.size > 0) parts.push(element('p', { class: 'quiet' }, `and not: ${hidden.size} more values`));
  return parts;
}

function valueRow({ possibility, value, where, why }: PossibleValue): TableRow {
  return {
    class: `value ${possibility}`,
    cells: [element('span', { title: possibility }, signs[possibility]), value, where, why],
  };
}

/** The edges of the event as a list, for those who do not see the arrows. */
function edgeParts(error: PicturedError, moments: Moments, event: number): HTMLElement[] {
  const shown = moments.edgesOf(event).slice(0, 40);
  if (shown.length === 0) return [];
  const items = shown.map(({ kind, edge: [from, to] }) => {
    const other = writeName(error, from === event ? to : from);
    const text = ` ${from === event ? `→ ${other}` : `← ${other}`}`;
    return element('li', {}, element('span', { class: `kind ${kind}` }, kind), text);
  });
  return [element('ul', { class: 'edges', 'aria-label': 'Edges of this event' }, ...items)];
}

function memoryParts({ threads, graph }: PicturedError, moments: Moments, event: number): HTMLElement[] {
  const memory = moments.memory(event);
  if (memory.length === 0) return [];
  const views = moments.views(event);
  const known = event >= graph!.viewsFrom;
  const shown = threads.flatMap((_, t) => (moments.viewers.has(t) ? [t] : []));
  const rows = memory.map(({ location, latest, changed }) => ({
    class: changed ? 'changed' : '',
    cells: [
      graph!.locations[location].name,
      `${moments.value(latest, location)}${changed ? ' ●' : ''}`,
      ...shown.map((t) => viewCell(moments, views.get(t)?.get(location), location, latest, known)),
    ],
  }));
  return [
    element('h3', {}, 'Memory, and what each thread may still read'),
    table(['Location', 'Last', ...shown.map((t) => threads[t].replace(/ \(.*/, ''))], rows, 'memory'),
  ];
}

function viewCell(
  moments: Moments,
  may: readonly number[] | undefined,
  location: number,
  latest: number,
  known: boolean,
): HTMLElement | string {
  if (!known)
    return element(
      'span',
      { class: 'quiet', title: 'computed for the last events only: the execution is too long' },
      '?',
    );
  if (may === undefined || may.length === 0) return element('span', { class: 'quiet' }, '–');
  if (may.includes(RACE))
    return element(
      'span',
      { class: 'race', title: 'not ordered with a write: reading it would be a data race' },
      'race',
    );
  if (may.length > MAX_VALUES) return `${may.length} values`;
  const older = may.some((w) => w !== latest);
  const text = may.map((w) => moments.value(w, location)).join(' or ');
  return element('span', older ? { class: 'older', title: 'may read an older value' } : {}, text);
}

function objectParts(moments: Moments, event: number): HTMLElement[] {
  const objects = moments.objects(event);
  if (objects.length === 0) return [];
  const rows = objects.map(({ location, state, changed }) => ({
    class: changed ? 'changed' : '',
    cells: [moments.graph.locations[location].name, `${state}${changed ? ' ●' : ''}`],
  }));
  return [element('h3', {}, 'Locks and other objects'), table(['Object', 'State'], rows, 'objects')];
}

interface TableRow {
  readonly class: string;
  readonly cells: readonly (Node | string)[];
}

function table(heads: readonly string[], rows: readonly TableRow[], name: string): HTMLElement {
  const head = heads.map((text) => (text === '' ? element('td', {}) : element('th', { scope: 'col' }, text)));
  const body = rows.map((row) =>
    element(
      'tr',
      { class: row.class === '' ? undefined : row.class },
      ...row.cells.map((cell, i) =>
        i === 0 && heads[0] !== '' ? element('th', { scope: 'row' }, cell) : element('td', {}, cell),
      ),
    ),
  );
  return element(
    'table',
    { class: name },
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  );
}

/** The names of the kinds of arrows, with the letters that the arrows bear. */
export const legend = (['rf', 'sw', 'co', 'fr'] as const).map((kind) => ({ kind, name: arrowNames[kind] }));
