/** The source, with the line of the current event marked. */
import type { Picture, PicturedError } from '../picture';
import { element, pane } from './elements';

export class SourcePane {
  readonly root: HTMLElement;
  private readonly name = element('p', { class: 'file' });
  private readonly text = element('div', { class: 'source', tabindex: 0, role: 'group', 'aria-label': 'Source' });
  private file: string | undefined;
  private marked: HTMLElement | undefined;
  /** The lines that are shown, and where: measured once, as each question makes the browser lay out the page. */
  private lines = new Map<number, { readonly root: HTMLElement; top: number }>();
  private line = 0;
  private view = 0;
  private scrollTop = 0;

  constructor(private readonly picture: Picture) {
    this.root = pane('source', 'Source', this.name, this.text);
    this.text.addEventListener('scroll', () => {
      this.scrollTop = this.text.scrollTop;
    });
    new ResizeObserver(() => {
      this.measure();
    }).observe(this.text);
  }

  /** Shows the place of the event. */
  show({ events }: PicturedError, event: number): void {
    const { file, line, function: within } = events[event];
    this.marked?.classList.remove('marked');
    this.marked?.removeAttribute('aria-current');
    this.marked = undefined;
    if (file === undefined || file === '' || !line) {
      this.name.textContent = within ? `in ${within}` : 'This event has no place in the source.';
      return;
    }
    this.name.textContent = `${file}:${line}${within ? `  in ${within}` : ''}`;
    const source = this.picture.sources.find((s) => s.file === file);
    if (file !== this.file)
      this.fill(
        file,
        events.flatMap((e) => (e.file === file && e.line ? [e.line] : [])),
      );
    const at = source === undefined ? undefined : this.lines.get(line);
    if (at === undefined) return;
    this.marked = at.root;
    this.marked.classList.add('marked');
    this.marked.setAttribute('aria-current', 'true');
    if (at.top >= this.scrollTop + this.line && at.top <= this.scrollTop + this.view - 3 * this.line) return;
    this.scrollTop = Math.max(0, at.top - this.view / 3);
    this.text.scrollTop = this.scrollTop;
  }

  private measure(): void {
    this.view = this.text.clientHeight;
    for (const line of this.lines.values()) line.top = line.root.offsetTop;
    const [first] = this.lines.values();
    this.line = first === undefined ? 0 : first.root.offsetHeight;
    this.scrollTop = this.text.scrollTop;
  }

  private fill(file: string, used: readonly number[]): void {
    this.file = file;
    this.lines.clear();
    const source = this.picture.sources.find((s) => s.file === file);
    if (source === undefined) {
      this.text.replaceChildren(
        element('p', { class: 'quiet' }, 'The file could not be read when this page was made.'),
      );
      return;
    }
    const lines = new Set(used);
    const shown = source.blocks.flatMap(({ from, lines: texts }, block) => {
      const made = texts.map((text, i) => {
        const number = from + i;
        const root = element(
          'div',
          { class: lines.has(number) ? 'code used' : 'code', 'data-line': number },
          element('span', { class: 'number' }, String(number)),
          element('code', {}, text === '' ? ' ' : text),
        );
        this.lines.set(number, { root, top: 0 });
        return root;
      });
      return block === 0 ? made : [element('div', { class: 'gap' }, '⋯'), ...made];
    });
    this.text.replaceChildren(...shown);
    this.measure();
  }
}
