/**
 * The lanes: a column for each thread, a row for each event in the order of the execution. Only the rows in view are in
 * the document. To assistive technology it is a list, of which one row is chosen (WAI-ARIA 1.2, listbox).
 */
import type { PicturedError, PicturedEvent } from '../picture';
import { arrowLayer, drawArrows, type Arrow, type Box } from './arrows';
import { element } from './elements';
import { placeOf, type LaneRow } from './rows';

const ROW = 26;
const GUTTER = 56;
const NARROWEST = 180;
/** Room for arrows right of a box. */
const ROOM = 26;
/** Rows that are made beyond those in view. */
const BEYOND = 12;

const shapes: Readonly<Record<PicturedEvent['shape'], readonly [sign: string, name: string]>> = {
  read: ['R', 'read'],
  write: ['W', 'write'],
  update: ['U', 'read-modify-write'],
  fence: ['F', 'fence'],
  object: ['S', 'synchronization object'],
  thread: ['T', 'thread'],
  other: ['·', ''],
};

export interface LaneCallbacks {
  /** The row was chosen. */
  readonly choose: (row: number) => void;
  /** Folded iterations are to be shown. */
  readonly open: (row: LaneRow) => void;
}

export class Lanes {
  readonly root: HTMLElement;
  private readonly head = element('div', { class: 'lane-head', 'aria-hidden': 'true' });
  private readonly list = element('div', { class: 'rows', role: 'listbox', tabindex: 0, 'aria-label': 'Events' });
  private readonly layer = arrowLayer();
  private readonly scroller: HTMLElement;
  private rows: readonly LaneRow[] = [];
  private rowOf = new Map<number, number>();
  private error!: PicturedError;
  private current = 0;
  private hovered: number | undefined;
  /** All arrows that are to be seen now; by the event that is hovered. */
  private arrowsNow: (hovered: number | undefined) => readonly Arrow[] = () => [];

  constructor(private readonly callbacks: LaneCallbacks) {
    const content = element('div', { class: 'lane-content' }, this.head, this.list);
    content.append(this.layer);
    this.scroller = element('div', { class: 'lane-scroller' }, content);
    this.root = element('section', { class: 'lanes', 'aria-label': 'Execution' }, this.scroller);
    this.scroller.addEventListener('scroll', () => {
      this.render();
    });
    new ResizeObserver(() => {
      this.render();
    }).observe(this.scroller);
    this.list.addEventListener('click', (event) => {
      const row = this.rowAt(event.target);
      if (row === undefined) return;
      if (this.rows[row].iterations > 0) this.callbacks.open(this.rows[row]);
      else this.callbacks.choose(row);
    });
    for (const type of ['mouseover', 'mouseout'] as const)
      this.list.addEventListener(type, (event) => {
        const inBox = type === 'mouseover' && (event.target as Element).closest('.event') !== null;
        const row = inBox ? this.rowAt(event.target) : undefined;
        const hovered = row === undefined ? undefined : this.rows[row].events[0];
        if (hovered === this.hovered) return;
        this.hovered = hovered;
        this.draw();
      });
  }

  /** Shows other rows. */
  show(error: PicturedError, rows: readonly LaneRow[]): void {
    this.error = error;
    this.rows = rows;
    this.rowOf = new Map(rows.flatMap(({ events }, row) => events.map((event) => [event, row] as const)));
    this.hovered = undefined;
    this.head.replaceChildren(
      element('div', { class: 'gutter' }, '#'),
      ...error.threads.map((thread) => element('div', { class: 'lane-name', title: thread }, thread)),
    );
    const narrowest = GUTTER + error.threads.length * NARROWEST;
    for (const part of [this.head, this.list]) part.style.minWidth = `${narrowest}px`;
    this.head.style.gridTemplateColumns = `${GUTTER}px repeat(${error.threads.length}, minmax(0, 1fr))`;
    this.list.style.height = `${rows.length * ROW}px`;
  }

  /** Chooses the row; `arrows`: which arrows are to be seen while an event is hovered, or none. */
  choose(row: number, arrows: (hovered: number | undefined) => readonly Arrow[]): void {
    this.current = row;
    this.arrowsNow = arrows;
    const top = row * ROW;
    const { scrollTop, clientHeight } = this.scroller;
    const inView = clientHeight - this.head.offsetHeight - ROW;
    if (top < scrollTop + ROW) this.scroller.scrollTop = Math.max(0, top - 2 * ROW);
    else if (top > scrollTop + inView - 2 * ROW) this.scroller.scrollTop = top - inView + 3 * ROW;
    this.render();
  }

  /** Puts the focus on the list. */
  focus(): void {
    this.list.focus({ preventScroll: true });
  }

  private rowAt(target: EventTarget | null): number | undefined {
    const row = (target as Element | null)?.closest<HTMLElement>('.row');
    return row === null || row === undefined ? undefined : Number(row.dataset.row);
  }

  private range(): [number, number] {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - BEYOND);
    return [first, Math.min(this.rows.length, Math.ceil((scrollTop + clientHeight) / ROW) + BEYOND)];
  }

  private render(): void {
    const [first, end] = this.range();
    const made: HTMLElement[] = [];
    for (let row = first; row < end; row++) made.push(this.rowElement(row));
    this.list.replaceChildren(...made);
    this.list.setAttribute('aria-activedescendant', `row-${this.current}`);
    this.draw();
  }

  private rowElement(row: number): HTMLElement {
    const { thread, events, iterations } = this.rows[row];
    const [event] = events;
    const e = this.error.events[event];
    const isCurrent = row === this.current;
    const classes = ['row', isCurrent ? 'current' : '', row > this.current ? 'ahead' : '', e.wrong ? 'wrong' : ''];
    const box =
      iterations > 0
        ? element(
            'div',
            { class: 'event fold' },
            `▸ ${iterations} more ${iterations === 1 ? 'iteration' : 'iterations'}`,
          )
        : this.boxElement(e);
    box.style.gridColumn = String(thread + 2);
    const sign = e.wrong && iterations === 0 ? '!' : isCurrent ? '▶' : '';
    const made = element(
      'div',
      {
        id: `row-${row}`,
        class: classes.filter((c) => c !== '').join(' '),
        role: 'option',
        'data-row': row,
        'aria-selected': String(isCurrent),
        'aria-setsize': this.rows.length,
        'aria-posinset': row + 1,
      },
      element(
        'div',
        { class: 'gutter', 'aria-hidden': 'true' },
        element('span', { class: 'sign' }, sign),
        String(event + 1),
      ),
      box,
      element('span', { class: 'only-read' }, this.label(row)),
    );
    box.setAttribute('aria-hidden', 'true');
    made.style.top = `${row * ROW}px`;
    made.style.gridTemplateColumns = this.head.style.gridTemplateColumns;
    return made;
  }

  private boxElement(e: PicturedEvent): HTMLElement {
    const [sign, name] = shapes[e.shape];
    const place = placeOf(e);
    const line = e.line ? `:${e.line}` : '';
    const text = e.pending ? `${e.operation} (next)` : e.operation;
    return element(
      'div',
      { class: `event ${e.shape}${e.pending ? ' pending' : ''}`, title: `${place}${place === '' ? '' : '  '}${text}` },
      element('span', { class: 'shape', title: name }, sign),
      element('span', { class: 'line' }, line),
      element('span', { class: 'operation' }, brief(text)),
    );
  }

  /** The row in words, for those who do not see it. */
  label(row: number): string {
    const { thread, events, iterations } = this.rows[row];
    const title = this.error.threads[thread];
    if (iterations > 0) return `${title}: ${iterations} more iterations of a loop; Enter shows them`;
    const e = this.error.events[events[0]];
    const place = placeOf(e);
    const wrong = e.wrong ? 'part of the error, ' : '';
    return `${wrong}${title}${place === '' ? '' : `, ${place}`}: ${e.operation}${e.pending ? ', not performed' : ''}`;
  }

  private draw(): void {
    const top = this.head.offsetHeight;
    const { width } = this.list.getBoundingClientRect();
    const lane = (width - GUTTER) / this.error.threads.length;
    const boxOf = (event: number): Box | undefined => {
      const row = this.rowOf.get(event);
      if (row === undefined) return undefined;
      const left = GUTTER + lane * this.error.events[event].thread;
      return { left: left + 4, right: left + lane - ROOM, middle: top + row * ROW + ROW / 2 };
    };
    const [first, end] = this.range();
    const inView = ({ from, to }: Arrow): boolean => {
      const rows = [this.rowOf.get(from) ?? -1, this.rowOf.get(to) ?? -1];
      return Math.max(...rows) >= first && Math.min(...rows) < end;
    };
    this.layer.style.width = `${width}px`;
    this.layer.style.height = `${top + this.rows.length * ROW}px`;
    drawArrows(this.layer, this.arrowsNow(this.hovered).filter(inView), boxOf);
  }
}

const briefOrders: Readonly<Record<string, string>> = {
  relaxed: 'rlx',
  consume: 'con',
  acquire: 'acq',
  release: 'rel',
  acq_rel: 'ar',
  seq_cst: 'sc',
};

/** The operation with memory orders as papers abbreviate them, so that its value is seen in a narrow lane. */
function brief(operation: string): string {
  return operation.replace(
    /(?<=[(, ])(relaxed|consume|acquire|release|acq_rel|seq_cst)(?=\))/,
    (order) => briefOrders[order],
  );
}
