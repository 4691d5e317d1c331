/** What was found: errors first, then models side by side, their outcomes, and the choice of an execution. */
import { element } from '../../report/html/page/elements';
import type { ModelFindings, PlaygroundFindings } from '../playground-findings';

/** Asks for the picture of an error, or of an execution. */
export type Draw = (model: number, what: 'error' | 'execution', n: number) => void;

interface Entry {
  readonly what: 'error' | 'execution';
  readonly n: number;
  readonly text: string;
}

export class FindingsView {
  readonly root: HTMLElement;
  private readonly model: HTMLSelectElement;
  private readonly execution = element('select', { id: 'execution' });
  private entries: readonly Entry[] = [];
  private readonly nothing = element('p', { class: 'quiet' });

  constructor(
    private readonly findings: PlaygroundFindings,
    private readonly draw: Draw,
  ) {
    const { models } = findings;
    this.model = element(
      'select',
      { id: 'shown-model' },
      ...models.map(({ model }, i) => element('option', { value: i }, model)),
    );
    this.model.addEventListener('change', () => {
      this.fill();
      this.drawChosen();
    });
    this.execution.addEventListener('change', () => {
      this.drawChosen();
    });
    this.root = element(
      'section',
      { 'aria-label': 'Result' },
      ...this.errors(),
      element('h2', {}, 'Models'),
      scrolled('Models', this.modelTable()),
      element('h2', {}, 'Outcomes'),
      scrolled('Outcomes', this.outcomeTable()),
      ...this.answers(),
      element('h2', {}, 'Executions'),
      this.chooser(),
      this.nothing,
    );
  }

  /** Shows the first error, or else the first execution. */
  begin(): void {
    const first = this.findings.models.findIndex(({ errors }) => errors.length > 0);
    this.model.value = String(Math.max(0, first));
    this.fill();
    this.drawChosen();
  }

  private errors(): HTMLElement[] {
    const all = this.findings.models.flatMap(({ model, errors }, m) =>
      errors.map(({ kind, message }, n) => ({ model, m, kind, message, n })),
    );
    if (all.length === 0) return [];
    const items = all.map(({ model, m, kind, message, n }) => {
      const show = element('button', { type: 'button' }, 'Show');
      show.setAttribute('aria-label', `Show the ${kind} under ${model}`);
      show.addEventListener('click', () => {
        this.choose(m, 'error', n);
      });
      const text = element('span', {}, `${model}: ${message}`);
      return element('li', {}, element('span', { class: 'badge' }, kind), text, show);
    });
    return [element('h2', {}, 'Errors'), element('ul', { class: 'errors' }, ...items)];
  }

  private modelTable(): HTMLElement {
    const rows = this.findings.models.map((m) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, m.model),
        element('td', {}, m.verdict),
        element('td', {}, countsOf(m)),
        element('td', {}, `${m.seconds.toFixed(1)} s`),
        element('td', {}, [...m.limits.map(limitText), ...m.notes].join('; ') || '–'),
      ),
    );
    const by = this.findings.equivalence === 'co' ? 'by reads-from and coherence' : 'by what threads observe';
    return table(['Model', 'Verdict', `Executions (${by})`, 'Time', 'Limits and notes'], rows);
  }

  private outcomeTable(): HTMLElement {
    const { models, rows } = this.findings;
    const body = rows.map(({ text, executions, isError }) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, text),
        ...executions.map((n, m) => {
          if (n === undefined) return element('td', {}, '–');
          const show = element('button', { type: 'button' }, String(n));
          show.setAttribute('aria-label', `${n}: show ${text} under ${models[m].model}`);
          show.addEventListener('click', () => {
            const all = isError ? models[m].errors.map(({ message }) => message) : models[m].shown;
            this.choose(m, isError ? 'error' : 'execution', all.indexOf(text));
          });
          return element('td', {}, show);
        }),
      ),
    );
    return table(['Outcome', ...models.map(({ model }) => model)], body);
  }

  /** Those of a litmus test in the lines of herd7. */
  private answers(): HTMLElement[] {
    return this.findings.models.flatMap(({ model, answer }) =>
      answer === undefined
        ? []
        : [
            element(
              'details',
              {},
              element('summary', {}, `${model}: ${answer.at(-1)!}`),
              element('pre', { tabindex: 0, 'aria-label': `Answer under ${model}` }, answer.join('\n')),
            ),
          ],
    );
  }

  private chooser(): HTMLElement {
    const step = (label: string, sign: string, by: number): HTMLElement => {
      const button = element('button', { type: 'button', 'aria-label': label, title: label }, sign);
      button.addEventListener('click', () => {
        const to = this.execution.selectedIndex + by;
        if (to < 0 || to >= this.entries.length) return;
        this.execution.selectedIndex = to;
        this.drawChosen();
      });
      return button;
    };
    return element(
      'div',
      { class: 'chooser' },
      element('label', { class: 'limit' }, element('span', {}, 'Model'), this.model),
      element('label', { class: 'limit wide' }, element('span', {}, 'Execution'), this.execution),
      step('Previous execution', '◀', -1),
      step('Next execution', '▶', 1),
    );
  }

  private choose(model: number, what: Entry['what'], n: number): void {
    this.model.value = String(model);
    this.fill();
    const at = this.entries.findIndex((entry) => entry.what === what && entry.n === n);
    if (at >= 0) this.execution.selectedIndex = at;
    this.drawChosen();
    this.execution.focus();
  }

  /** The executions of the chosen model. */
  private fill(): void {
    const { errors, shown, executions } = this.findings.models[Number(this.model.value)];
    this.entries = [
      ...errors.map(({ message }, n): Entry => ({ what: 'error', n, text: message })),
      ...shown.map((text, n): Entry => ({ what: 'execution', n, text: `${n + 1}: ${text}` })),
    ];
    this.execution.replaceChildren(...this.entries.map(({ text }, i) => element('option', { value: i }, text)));
    this.nothing.textContent =
      this.entries.length === 0
        ? 'There is no execution to show.'
        : shown.length < executions
          ? `Of ${executions} counted executions, ${shown.length} can be shown.`
          : '';
  }

  private drawChosen(): void {
    const entry = this.entries[this.execution.selectedIndex] as Entry | undefined;
    if (entry !== undefined) this.draw(Number(this.model.value), entry.what, entry.n);
  }
}

function countsOf({ executions, blocked }: ModelFindings): string {
  return blocked === 0 ? `${executions}` : `${executions}, and ${blocked} blocked`;
}

const limitTexts: Readonly<Record<string, string>> = {
  executions: 'the limit of executions was reached: there are more',
  time: 'the time was over: there are more executions',
  steps: 'executions with more events were cut off: a loop may have no end',
};

function limitText(limit: string): string {
  return Object.hasOwn(limitTexts, limit) ? limitTexts[limit] : `not all was explored (${limit})`;
}

function table(heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
    element('tbody', {}, ...rows),
  );
}

/** A table that scrolls by itself where it is too wide, by keyboard, too. */
function scrolled(name: string, inner: HTMLElement): HTMLElement {
  return element('div', { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': name }, inner);
}
