/**
 * The lanes: a column for each thread, a row for each event in the order of the execution. Only the rows in view are in
 * the document, and a step changes only those that it concerns. To assistive technology it is a list, of which one row
 * is chosen (WAI-ARIA 1.2, listbox).
 *
 * What is measured is kept: to ask for it after a change makes the browser lay out the page at once.
 */
import type { PicturedError } from '../picture';
import { ArrowLayer, type Arrow, type Box } from './arrows';
import { element } from './elements';
import { labelLines, type LabelLines } from './label-lines';
import { boxText, lineText, rowElement, rowLabel, signOf } from './row-elements';
import { RowHeights } from './row-heights';
import type { LaneRow } from './rows';

const ROW = 26;
/** A further line of a label. */
const LINE = 16;
const GUTTER = 56;
const NARROWEST = 180;
/** Room for arrows right of a box. */
const ROOM = 26;
/** What of a lane's width no text of a box takes: the margins of the box, its borders and padding, its letter. */
const AROUND_TEXT = 30 + 12 + 21;
/** Between parts of a box. */
const GAP = 5;
/** Rows that are made beyond those in view. */
const BEYOND = 6;

export interface LaneCallbacks {
  /** The row was chosen. */
  readonly choose: (row: number) => void;
  /** Folded iterations are to be shown. */
  readonly open: (row: LaneRow) => void;
  /** Rows have been laid out anew: whether names are shortened in some. */
  readonly shortened: (some: boolean) => void;
}

export class Lanes {
  readonly root: HTMLElement;
  private readonly head = element('div', { class: 'lane-head', 'aria-hidden': 'true' });
  private readonly list = element('div', { class: 'rows', role: 'listbox', tabindex: 0, 'aria-label': 'Events' });
  private readonly probe = element('span', { class: 'operation probe', 'aria-hidden': 'true' }, '0'.repeat(64));
  private readonly layer = new ArrowLayer();
  private readonly scroller: HTMLElement;
  private rows: readonly LaneRow[] = [];
  private labels: readonly LabelLines[] = [];
  private heights = new RowHeights([]);
  private rowOf = new Map<number, number>();
  private error!: PicturedError;
  private current = 0;
  private hovered: number | undefined;
  private isWhole = false;
  /** The rows that are in the document. */
  private readonly made = new Map<number, HTMLElement>();
  private size = { width: 0, head: 0, view: 0, character: 0 };
  private scrollTop = 0;
  /** All arrows that are to be seen now; by the event that is hovered. */
  private arrowsNow: (hovered: number | undefined) => readonly Arrow[] = () => [];

  constructor(private readonly callbacks: LaneCallbacks) {
    const content = element('div', { class: 'lane-content' }, this.head, this.list);
    content.append(this.layer.root, this.probe);
    this.scroller = element('div', { class: 'lane-scroller' }, content);
    this.root = element('section', { class: 'lanes', 'aria-label': 'Execution' }, this.scroller);
    this.scroller.addEventListener('scroll', () => {
      const { scrollTop } = this.scroller;
      if (scrollTop === this.scrollTop) return;
      this.scrollTop = scrollTop;
      this.render();
    });
    new ResizeObserver(() => {
      this.resize();
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

  /** Shows other rows. `isWhole`: names are not shortened. */
  show(error: PicturedError, rows: readonly LaneRow[], isWhole: boolean): void {
    this.error = error;
    this.rows = rows;
    this.isWhole = isWhole;
    this.rowOf = new Map(rows.flatMap(({ events }, row) => events.map((event) => [event, row] as const)));
    this.hovered = undefined;
    this.head.replaceChildren(
      element('div', { class: 'gutter' }, '#'),
      ...error.threads.map((thread) => element('div', { class: 'lane-name', title: thread }, thread)),
    );
    const narrowest = GUTTER + error.threads.length * NARROWEST;
    for (const part of [this.head, this.list]) part.style.minWidth = `${narrowest}px`;
    this.head.style.gridTemplateColumns = `${GUTTER}px repeat(${error.threads.length}, minmax(0, 1fr))`;
    this.measure();
    this.layOut();
  }

  /** Chooses the row; `arrows`: which arrows are to be seen while an event is hovered, or none. */
  choose(row: number, arrows: (hovered: number | undefined) => readonly Arrow[]): void {
    const before = this.current;
    this.current = row;
    this.arrowsNow = arrows;
    this.reveal();
    this.render();
    const [from, to] = [Math.min(before, row), Math.max(before, row)];
    for (const [made, root] of this.made) if (made >= from && made <= to) this.mark(made, root);
    this.list.setAttribute('aria-activedescendant', `row-${row}`);
  }

  /** Puts the focus on the list. */
  focus(): void {
    this.list.focus({ preventScroll: true });
  }

  /** The row in words, for those who do not see it. */
  label(row: number): string {
    return rowLabel(this.error, this.rows[row]);
  }

  private rowAt(target: EventTarget | null): number | undefined {
    const row = (target as Element | null)?.closest<HTMLElement>('.row');
    return row === null || row === undefined ? undefined : Number(row.dataset.row);
  }

  /** Asks the browser for all sizes, at once. */
  private measure(): void {
    this.size = {
      width: this.list.getBoundingClientRect().width,
      head: this.head.offsetHeight,
      view: this.scroller.clientHeight,
      character: this.probe.getBoundingClientRect().width / 64 || 7.25,
    };
  }

  /** Where the width has changed, labels are broken anew; the chosen row stays in view. */
  private resize(): void {
    const { width } = this.size;
    this.measure();
    if (this.size.width !== width) {
      this.layOut();
      this.reveal();
    }
    this.render();
  }

  private get lane(): number {
    return (this.size.width - GUTTER) / this.error.threads.length;
  }

  private layOut(): void {
    const { character } = this.size;
    const known = new Map<string, LabelLines>();
    const locations = this.error.graph?.locations;
    this.labels = this.rows.map((row) => {
      const e = this.error.events[row.events[0]];
      const line = lineText(e);
      const text = boxText(this.error, row);
      const room = this.lane - AROUND_TEXT - GAP - line.length * character;
      const columns = Math.max(8, Math.floor(room / character));
      const key = `${columns} ${text}`;
      const name = e.location === undefined ? '' : (locations?.[e.location].name ?? '');
      const lines =
        row.iterations > 0
          ? { lines: [text], isShortened: false }
          : (known.get(key) ?? labelLines(text, name, columns, this.isWhole));
      known.set(key, lines);
      return lines;
    });
    this.heights = new RowHeights(this.labels.map(({ lines }) => ROW + LINE * (lines.length - 1)));
    this.list.style.height = `${this.heights.total}px`;
    this.layer.begin(this.size.width, this.size.head + this.heights.total);
    this.made.clear();
    this.list.replaceChildren();
    this.callbacks.shortened(this.labels.some(({ isShortened }) => isShortened));
  }

  /** Scrolls to the chosen row where it is not in view. */
  private reveal(): void {
    const inView = this.size.view - this.size.head;
    const top = this.heights.top(this.current);
    const bottom = top + this.heights.height(this.current);
    let to = this.scrollTop;
    if (top < to + ROW) to = Math.max(0, top - 2 * ROW);
    else if (bottom > to + inView - ROW) to = bottom - inView + 2 * ROW;
    to = Math.max(0, Math.min(to, Math.ceil(this.heights.total - inView)));
    if (to === this.scrollTop) return;
    this.scroller.scrollTop = to;
    this.scrollTop = to;
  }

  /** The rows that are to be in the document. */
  private range(): [number, number] {
    if (this.rows.length === 0) return [0, 0];
    const first = this.heights.at(this.scrollTop) - BEYOND;
    return [
      Math.max(0, first),
      Math.min(this.rows.length, this.heights.at(this.scrollTop + this.size.view) + 1 + BEYOND),
    ];
  }

  private render(): void {
    const [first, end] = this.range();
    for (const [row, root] of this.made)
      if (row < first || row >= end) {
        root.remove();
        this.made.delete(row);
      }
    const added = document.createDocumentFragment();
    const lowest = Math.min(...this.made.keys());
    const above = document.createDocumentFragment();
    for (let row = first; row < end; row++) {
      if (this.made.has(row)) continue;
      const root = this.rowElement(row);
      this.made.set(row, root);
      (row < lowest && lowest !== Infinity ? above : added).append(root);
    }
    this.list.prepend(above);
    this.list.append(added);
    this.draw();
  }

  private rowElement(row: number): HTMLElement {
    const root = rowElement(this.error, this.rows, row, this.labels[row]);
    root.style.top = `${this.heights.top(row)}px`;
    root.style.height = `${this.heights.height(row)}px`;
    root.style.gridTemplateColumns = this.head.style.gridTemplateColumns;
    this.mark(row, root);
    return root;
  }

  /** Sets what depends on the chosen row. */
  private mark(row: number, root: HTMLElement): void {
    const isCurrent = row === this.current;
    root.classList.toggle('current', isCurrent);
    root.classList.toggle('ahead', row > this.current);
    root.setAttribute('aria-selected', String(isCurrent));
    root.querySelector('.sign')!.textContent = signOf(this.error, this.rows[row], isCurrent);
  }

  private draw(): void {
    const { lane } = this;
    const boxOf = (event: number): Box | undefined => {
      const row = this.rowOf.get(event);
      if (row === undefined) return undefined;
      const left = GUTTER + lane * this.error.events[event].thread;
      return { left: left + 4, right: left + lane - ROOM, middle: this.size.head + this.heights.middle(row) };
    };
    const [first, end] = this.range();
    const inView = ({ from, to }: Arrow): boolean => {
      const [a, b] = [this.rowOf.get(from) ?? -1, this.rowOf.get(to) ?? -1];
      return Math.max(a, b) >= first && Math.min(a, b) < end;
    };
    this.layer.draw(this.arrowsNow(this.hovered).filter(inView), boxOf);
  }
}
