/** The page of one execution: what is chosen, and how the parts follow it. */
import type { Picture, PicturedError } from '../picture';
import type { Arrow } from './arrows';
import { element } from './elements';
import { Lanes } from './lanes';
import { Moments } from './moment';
import { resizable } from './pane-sizes';
import { rowsOf, type LaneRow } from './rows';
import { SourcePane } from './source-pane';
import { legend, StatePane } from './state-pane';

type Toggle = (typeof legend)[number]['kind'];

export class ExecutionPage {
  readonly root: HTMLElement;
  private readonly lanes: Lanes;
  private readonly source: SourcePane;
  private readonly state = new StatePane();
  private readonly slider = element('input', { type: 'range', min: 1, value: 1, id: 'step', 'aria-label': 'Step' });
  private readonly count = element('output', { for: 'step', class: 'count' });
  private readonly live = element('div', { class: 'only-read', role: 'status', 'aria-live': 'polite' });
  private readonly toggles = new Map<Toggle, HTMLInputElement>();
  private readonly all = element('input', { type: 'checkbox', id: 'all' });
  private readonly whole = element('input', { type: 'checkbox', id: 'whole' });
  private readonly wholeToggle = element(
    'label',
    { class: 'toggle', hidden: true },
    this.whole,
    element('span', {}, 'whole names (w)'),
  );
  private readonly open = new Set<number>();
  private moments: Moments | undefined;
  private rows: LaneRow[] = [];
  private current = 0;
  private error: PicturedError;

  /** `isPart`: is it a part of a page with other parts? Then it takes the keys that are pressed in it alone. */
  constructor(
    picture: Picture,
    private readonly isPart = false,
  ) {
    [this.error] = picture.errors;
    this.source = new SourcePane(picture);
    this.lanes = new Lanes({
      choose: (row) => {
        this.choose(row);
      },
      open: (row) => {
        this.unfold(row);
      },
      shortened: (some) => {
        this.wholeToggle.hidden = !some && !this.whole.checked;
      },
    });
    this.root = element(
      isPart ? 'section' : 'main',
      { class: 'execution', 'aria-label': isPart ? 'The chosen execution' : undefined },
      this.toolbar(),
      resizable([this.source.root, this.lanes.root, this.state.root]),
      this.live,
    );
    (isPart ? this.root : document).addEventListener('keydown', (event) => {
      this.onKey(event as KeyboardEvent);
    });
  }

  /** Shows another error's execution, at the last wrong event. */
  show(error: PicturedError): void {
    this.error = error;
    this.moments = error.graph === undefined ? undefined : new Moments(error.graph);
    this.open.clear();
    // Where nothing explains the error, everything is shown.
    this.all.checked = !error.events.some((e) => e.matters || e.wrong);
    this.refill(error.events.findLastIndex((e) => e.wrong));
    if (!this.isPart) this.lanes.focus();
  }

  private toolbar(): HTMLElement {
    const button = (label: string, sign: string, to: () => number): HTMLElement => {
      const made = element('button', { type: 'button', 'aria-label': label, title: label }, sign);
      made.addEventListener('click', () => {
        this.choose(to());
      });
      return made;
    };
    this.slider.addEventListener('input', () => {
      this.choose(Number(this.slider.value) - 1);
    });
    this.all.addEventListener('change', () => {
      this.refill(this.rows[this.current]?.events[0] ?? 0);
    });
    this.whole.addEventListener('change', () => {
      this.refill(this.rows[this.current]?.events[0] ?? 0);
    });
    const boxes = legend.map(({ kind, name }) => {
      const box = element('input', { type: 'checkbox', id: `show-${kind}` });
      box.addEventListener('change', () => {
        this.choose(this.current);
      });
      this.toggles.set(kind, box);
      return element(
        'label',
        { class: 'toggle' },
        box,
        element('span', { class: `kind ${kind}` }, kind),
        element('span', {}, name),
      );
    });
    return element(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': 'Steps and arrows' },
      element(
        'div',
        { class: 'steps' },
        button('First event (Home)', '|◀', () => 0),
        button('Previous event (k)', '◀', () => this.current - 1),
        button('Next event (j)', '▶', () => this.current + 1),
        button('Last event (End)', '▶|', () => this.rows.length - 1),
        this.slider,
        this.count,
      ),
      element('div', { class: 'toggles', role: 'group', 'aria-label': 'Arrows' }, ...boxes),
      element('label', { class: 'toggle' }, this.all, element('span', {}, 'all events')),
      this.wholeToggle,
    );
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const focused = document.activeElement;
    const scrolls = focused !== null && focused.closest('[type=range], select, .source, .state') !== null;
    if (event.key === 'w' && !this.wholeToggle.hidden) {
      this.whole.click();
      return;
    }
    const to = this.target(event.key, scrolls);
    if (to === undefined) {
      const row = this.rows[this.current];
      const opens = (event.key === 'Enter' || event.key === ' ') && row.iterations > 0;
      if (opens && focused?.closest('input, select, button') === null) this.unfold(row);
      return;
    }
    event.preventDefault();
    this.choose(to);
  }

  /** Where the key leads; undefined: it has no meaning here. `scrolls`: the focus is where keys scroll. */
  private target(key: string, scrolls: boolean): number | undefined {
    if (key === 'j') return this.current + 1;
    if (key === 'k') return this.current - 1;
    if (scrolls) return undefined;
    switch (key) {
      case 'ArrowDown':
      case 'ArrowRight':
        return this.current + 1;
      case 'ArrowUp':
      case 'ArrowLeft':
        return this.current - 1;
      case 'PageDown':
        return this.current + 20;
      case 'PageUp':
        return this.current - 20;
      case 'Home':
        return 0;
      case 'End':
        return this.rows.length - 1;
      default:
        return undefined;
    }
  }

  private unfold(row: LaneRow): void {
    this.open.add(row.events[0]);
    this.refill(row.events[0]);
  }

  /** Makes the rows anew, and chooses that of the event, or the next one that is shown. */
  private refill(event: number): void {
    this.rows = rowsOf(this.error, this.all.checked, this.open);
    this.lanes.show(this.error, this.rows, this.whole.checked);
    this.slider.max = String(this.rows.length);
    const row = this.rows.findIndex(({ events }) => events.at(-1)! >= event);
    this.choose(row < 0 ? this.rows.length - 1 : row);
  }

  private choose(to: number): void {
    const row = Math.max(0, Math.min(this.rows.length - 1, to));
    this.current = row;
    // The state is that after the last event of folded iterations.
    const event = this.rows[row].events.at(-1)!;
    this.lanes.choose(row, (hovered) => this.arrows(hovered, event));
    this.source.show(this.error, event);
    this.state.show(this.error, this.moments, event);
    this.slider.value = String(row + 1);
    this.slider.setAttribute('aria-valuetext', `step ${row + 1} of ${this.rows.length}`);
    this.count.textContent = `${row + 1} / ${this.rows.length}`;
    this.live.textContent = `Step ${row + 1} of ${this.rows.length}. ${this.lanes.label(row)}.${this.news(event)}`;
  }

  /** What the event has changed, in words. */
  private news(event: number): string {
    const { moments } = this;
    if (moments === undefined) return '';
    const { locations } = moments.graph;
    const memory = moments.memory(event).filter((m) => m.changed);
    const objects = moments.objects(event).filter((o) => o.changed);
    return [
      ...memory.map((m) => ` ${locations[m.location].name} is ${moments.value(m.latest, m.location)}.`),
      ...objects.map((o) => ` ${locations[o.location].name}: ${o.state}.`),
    ].join('');
  }

  /**
   * The arrows to be seen: those of the hovered event alone, else those of the kinds that are switched on, and of the
   * current event.
   */
  private arrows(hovered: number | undefined, current: number): Arrow[] {
    const { graph } = this.error;
    if (graph === undefined) return [];
    const at = hovered ?? current;
    const found: Arrow[] = [];
    for (const { kind } of legend) {
      const isOn = hovered === undefined && this.toggles.get(kind)!.checked;
      if (isOn) for (const [from, to] of graph.edges[kind]) found.push({ kind, from, to });
    }
    for (const { kind, edge } of this.moments!.edgesOf(at)) found.push({ kind, from: edge[0], to: edge[1] });
    if (graph.missing !== undefined && (hovered === undefined || graph.missing.includes(hovered)))
      found.push({ kind: 'missing', from: graph.missing[0], to: graph.missing[1] });
    for (const { event, on } of graph.waits)
      for (const { since } of on)
        if (since >= 0 && (hovered === undefined || hovered === event || hovered === since))
          found.push({ kind: 'waits', from: event, to: since });
    return found;
  }
}
