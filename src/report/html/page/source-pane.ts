/** The source, with the line of the current event marked. */
import type { Picture, PicturedError } from '../picture';
import { element, pane } from './elements';

export class SourcePane {
  readonly root: HTMLElement;
  private readonly name = element('p', { class: 'file' });
  private readonly text = element('div', { class: 'source', tabindex: 0, role: 'group', 'aria-label': 'Source' });
  private file: string | undefined;
  private marked: HTMLElement | undefined;

  constructor(private readonly picture: Picture) {
    this.root = pane('source', 'Source', this.name, this.text);
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
    if (source === undefined) return;
    this.marked = this.text.querySelector<HTMLElement>(`[data-line="${line}"]`) ?? undefined;
    if (this.marked === undefined) return;
    this.marked.classList.add('marked');
    this.marked.setAttribute('aria-current', 'true');
    const { offsetTop, offsetHeight } = this.marked;
    const { scrollTop, clientHeight } = this.text;
    if (offsetTop < scrollTop + offsetHeight || offsetTop > scrollTop + clientHeight - 3 * offsetHeight)
      this.text.scrollTop = offsetTop - clientHeight / 3;
  }

  private fill(file: string, used: readonly number[]): void {
    this.file = file;
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
        return element(
          'div',
          { class: lines.has(number) ? 'code used' : 'code', 'data-line': number },
          element('span', { class: 'number' }, String(number)),
          element('code', {}, text === '' ? ' ' : text),
        );
      });
      return block === 0 ? made : [element('div', { class: 'gap' }, '⋯'), ...made];
    });
    this.text.replaceChildren(...shown);
  }
}
