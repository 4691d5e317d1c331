/** Begins the page: reads its data and shows the first error. */
import type { Picture } from '../picture';
import { element } from './elements';
import { ExecutionPage } from './execution-page';

function start(): void {
  const picture = JSON.parse(document.getElementById('picture')!.textContent) as Picture;
  const { errors, program, model, verdict, notes } = picture;
  const [first] = errors;
  document.title = first === undefined ? `drista: ${program}` : `drista: ${first.kind} in ${program}`;
  const headline = element('h1', {});
  const kind = element('span', { class: 'badge' });
  const said = element('span', {});
  headline.append(kind, said);
  const facts = element('p', { class: 'facts' });
  const header = element('header', { class: 'top' }, headline, facts);
  document.body.append(header);
  const about = [program, model === '' ? '' : `memory model ${model}`, verdict, ...notes.map((n) => `note: ${n}`)];
  if (first === undefined) {
    kind.remove();
    said.textContent = verdict === '' ? program : verdict;
    facts.textContent = about.filter((text) => text !== '' && text !== verdict).join(' · ');
    document.body.append(element('main', { class: 'nothing' }, element('p', {}, 'There is no execution to show.')));
    return;
  }
  const page = new ExecutionPage(picture);
  const show = (i: number): void => {
    const error = errors[i];
    kind.textContent = error.kind;
    said.textContent = ` ${error.headline}`;
    const replay = error.replay === undefined ? '' : error.replay;
    facts.textContent = [...about, replay].filter((text) => text !== '').join(' · ');
    page.show(error);
  };
  if (errors.length > 1) {
    const choice = element(
      'select',
      { 'aria-label': 'Error' },
      ...errors.map((e, i) => element('option', { value: i }, `${i + 1} of ${errors.length}: ${e.headline}`)),
    );
    choice.addEventListener('change', () => {
      show(Number(choice.value));
    });
    header.append(choice);
  }
  document.body.append(page.root);
  show(0);
}

start();
