/**
 * Separators between panes that lie side by side: dragged, or moved by keys (WAI-ARIA 1.2, separator). The sizes are
 * kept where the browser lets a page keep anything.
 */
import { element } from './elements';

const KEY = 'drista.panes';
const names = ['source', 'lanes', 'state'] as const;
/** In per cent of all panes. */
const usual: readonly number[] = [22, 50, 28];
const LEAST = 10;
/** What a key changes. */
const STEP = 2;

/** The panes with separators between them. `panes`: source, lanes and state. */
export function resizable(panes: readonly HTMLElement[]): HTMLElement {
  const root = element('div', { class: 'panes' });
  const separators = [separator('Width of the source', panes[0].id), separator('Width of the state', panes[2].id)];
  let sizes = keptSizes();
  /** Where the separator is: per cent left of it. */
  const placeOf = (i: number): number => (i === 0 ? sizes[0] : 100 - sizes[2]);
  const most = (i: number): number => (i === 0 ? 100 - sizes[2] - LEAST : 100 - LEAST);
  const least = (i: number): number => (i === 0 ? LEAST : sizes[0] + LEAST);
  const show = (): void => {
    names.forEach((name, i) => {
      root.style.setProperty(`--${name}`, `${sizes[i]}fr`);
    });
    separators.forEach((made, i) => {
      made.setAttribute('aria-valuenow', String(Math.round(placeOf(i))));
      made.setAttribute('aria-valuemin', String(Math.round(least(i))));
      made.setAttribute('aria-valuemax', String(Math.round(most(i))));
    });
  };
  const move = (i: number, to: number): void => {
    const place = Math.max(least(i), Math.min(most(i), to));
    sizes = i === 0 ? [place, 100 - place - sizes[2], sizes[2]] : [sizes[0], place - sizes[0], 100 - place];
    show();
    keep(sizes);
  };
  separators.forEach((made, i) => {
    made.addEventListener('keydown', (event) => {
      const to = target(event.key, placeOf(i), least(i), most(i));
      if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      // These keys would lead to another event.
      event.preventDefault();
      event.stopPropagation();
      move(i, to);
    });
    made.addEventListener('pointerdown', (event) => {
      made.setPointerCapture(event.pointerId);
      event.preventDefault();
      made.focus({ preventScroll: true });
    });
    made.addEventListener('pointermove', (event) => {
      if (!made.hasPointerCapture(event.pointerId)) return;
      const { left, width } = root.getBoundingClientRect();
      move(i, ((event.clientX - left) / width) * 100);
    });
    made.addEventListener('dblclick', () => {
      sizes = usual;
      show();
      keep(sizes);
    });
  });
  root.append(panes[0], separators[0], panes[1], separators[1], panes[2]);
  show();
  return root;
}

function separator(label: string, controls: string): HTMLElement {
  return element('div', {
    class: 'separator',
    role: 'separator',
    tabindex: 0,
    'aria-orientation': 'vertical',
    'aria-label': label,
    'aria-controls': controls,
    title: `${label}: drag, or arrow keys; double-click: as it was`,
  });
}

function target(key: string, now: number, least: number, most: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return now - STEP;
    case 'ArrowRight':
      return now + STEP;
    case 'Home':
      return least;
    case 'End':
      return most;
    default:
      return undefined;
  }
}

/** The sizes that were kept, if they are some. */
function keptSizes(): readonly number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (Array.isArray(kept) && kept.length === names.length && kept.every((n) => typeof n === 'number' && n >= LEAST)) {
      const sizes = kept as number[];
      if (Math.abs(sizes.reduce((a, b) => a + b) - 100) < 0.01) return sizes;
    }
  } catch {
    // The browser keeps nothing for this page, or someone else has written there.
  }
  return usual;
}

function keep(sizes: readonly number[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(sizes));
  } catch {
    // It keeps nothing for this page.
  }
}
