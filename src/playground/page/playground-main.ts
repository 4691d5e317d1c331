/** The playground: a program is typed or chosen, explored by a worker, and its executions are shown. */
import { modelHelp, modelNames, type ModelName } from '../../model/names';
import { element } from '../../report/html/page/elements';
import { ExecutionPage } from '../../report/html/page/execution-page';
import { examples } from '../examples';
import type { PlaygroundFindings } from '../playground-findings';
import { fragmentOf, linkedProgram } from '../program-link';
import type { FromWorker, ToWorker } from '../worker-messages';
import { FindingsView } from './findings-view';

/** Of each model. */
const limits = [1_000, 10_000, 100_000];
const seconds = [10, 60, 600];

class Playground {
  private readonly program = element('textarea', {
    id: 'program',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    wrap: 'off',
    rows: 22,
    'aria-describedby': 'program-help',
  });
  private readonly example = element(
    'select',
    { id: 'example' },
    element('option', { value: '' }, 'Your own program'),
    ...examples.map(({ name }, i) => element('option', { value: i }, name)),
  );
  private readonly models = new Map<ModelName, HTMLInputElement>();
  private readonly most = chooser('most', limits, 10_000, (n) => n.toLocaleString('en'));
  private readonly time = chooser('time', seconds, 60, (n) => `${n} s`);
  private readonly start = element('button', { type: 'submit', class: 'main-button' }, 'Explore');
  private readonly stop = element('button', { type: 'button', class: 'main-button', disabled: true }, 'Stop');
  private readonly copy = element('button', { type: 'button', class: 'main-button' }, 'Copy link');
  private readonly status = element('p', { id: 'status', role: 'status' });
  private readonly results = element('div', { id: 'results' });
  private readonly drawing = element('div', { id: 'drawing' });
  private worker: Worker | undefined;
  private source: string | undefined;

  constructor() {
    document.getElementById('playground')!.append(this.form(), this.status, this.results, this.drawing);
    this.stop.addEventListener('click', () => {
      this.halt(
        `Stopped ${this.status.textContent.replace(/^Exploring/, 'while exploring')} Nothing is said of the rest.`,
      );
    });
    this.copy.addEventListener('click', () => {
      void this.copyLink();
    });
    this.example.addEventListener('change', () => {
      const chosen = examples.at(Number(this.example.value));
      if (this.example.value !== '' && chosen !== undefined) this.program.value = chosen.text;
    });
    this.program.addEventListener('input', () => {
      this.example.value = '';
    });
    window.addEventListener('hashchange', () => {
      this.readLink();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.explore();
    });
    this.example.value = '0';
    this.program.value = examples[0].text;
    this.readLink();
  }

  private form(): HTMLElement {
    const boxes = modelNames.map((name) => {
      const box = element('input', { type: 'checkbox', value: name });
      box.checked = name === 'rc11' || name === 'sc';
      this.models.set(name, box);
      return element('label', { class: 'choice', title: modelHelp[name] }, box, element('span', {}, name));
    });
    const form = element(
      'form',
      {},
      element('p', { class: 'field' }, element('label', { for: 'example' }, 'Example'), this.example),
      element(
        'div',
        { class: 'field' },
        element('label', { for: 'program' }, 'Program'),
        this.program,
        element('p', { id: 'program-help', class: 'quiet' }, 'C11 with threads, or a litmus test of herd7.'),
      ),
      element('fieldset', {}, element('legend', {}, 'Memory models'), element('div', { class: 'choices' }, ...boxes)),
      element(
        'div',
        { class: 'actions' },
        this.start,
        this.stop,
        this.copy,
        element(
          'label',
          { class: 'limit' },
          element('span', {}, 'At most'),
          this.most,
          element('span', {}, 'executions'),
        ),
        element('label', { class: 'limit' }, element('span', {}, 'and'), this.time, element('span', {}, 'a model')),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.explore();
    });
    return form;
  }

  private get chosen(): ModelName[] {
    return modelNames.filter((name) => this.models.get(name)!.checked);
  }

  private readLink(): void {
    const linked = linkedProgram(location.hash);
    if (linked === undefined) {
      if (location.hash.startsWith('#p=')) this.say('The link is damaged: its program cannot be read.', true);
      return;
    }
    this.example.value = '';
    this.program.value = linked.text;
    for (const [name, box] of this.models) box.checked = linked.models.includes(name);
  }

  private async copyLink(): Promise<void> {
    history.replaceState(null, '', fragmentOf({ text: this.program.value, models: this.chosen }));
    try {
      await navigator.clipboard.writeText(location.href);
      this.say('The link was copied.');
    } catch {
      this.say('The address of this page is the link now: copy it from there.');
    }
  }

  private explore(): void {
    if (this.worker !== undefined && this.start.disabled) return;
    this.halt('');
    const request = {
      text: this.program.value,
      models: this.chosen,
      maxExecutions: Number(this.most.value),
      maxSeconds: Number(this.time.value),
    };
    this.say('Exploring ...');
    this.start.disabled = true;
    this.stop.disabled = false;
    this.source ??= URL.createObjectURL(
      new Blob([JSON.parse(document.getElementById('engine')!.textContent) as string], { type: 'text/javascript' }),
    );
    const worker = (this.worker = new Worker(this.source));
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.worker) this.hear(data);
    });
    worker.addEventListener('error', ({ message }) => {
      if (worker === this.worker) this.halt(`The exploration has failed: ${message}`, true);
    });
    this.tell({ do: 'explore', request });
  }

  private tell(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  /** Ends the worker, with what it knows. */
  private halt(text: string, isError = false): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.start.disabled = false;
    this.stop.disabled = true;
    this.results.replaceChildren();
    this.drawing.replaceChildren();
    this.say(text, isError);
  }

  private say(text: string, isError = false): void {
    this.status.textContent = text;
    this.status.classList.toggle('error', isError);
  }

  private hear(message: FromWorker): void {
    switch (message.said) {
      case 'progress':
        this.say(`Exploring ${message.model}: ${message.executions} executions so far.`);
        return;
      case 'refused':
        this.halt(message.message, true);
        return;
      case 'found':
        this.start.disabled = false;
        this.stop.disabled = true;
        this.show(message.findings);
        return;
      case 'picture': {
        const page = new ExecutionPage(message.picture, true);
        this.drawing.replaceChildren(page.root);
        page.show(message.picture.errors[0]);
      }
    }
  }

  private show(findings: PlaygroundFindings): void {
    const text = findings.models.map(
      ({ model, verdict, executions }) =>
        `${model}: ${verdict}, ${executions} ${executions === 1 ? 'execution' : 'executions'}`,
    );
    this.say(`${text.join('; ')}.`);
    const view = new FindingsView(findings, (model, what, n) => {
      this.tell({ do: 'draw', model, what, n });
    });
    this.results.replaceChildren(view.root);
    view.begin();
  }
}

function chooser(id: string, values: readonly number[], usual: number, text: (n: number) => string): HTMLSelectElement {
  return element(
    'select',
    { id },
    ...values.map((n) => element('option', { value: n, selected: n === usual }, text(n))),
  );
}

new Playground();
