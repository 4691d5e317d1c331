/** Arrows between events of the lanes: an overlay of SVG over the rows that are visible. */
import { svgElement } from './elements';

export type ArrowKind = 'rf' | 'sw' | 'co' | 'fr' | 'missing' | 'waits';

/** Names of the kinds, for the legend and for readers. */
export const arrowNames: Readonly<Record<ArrowKind, string>> = {
  rf: 'reads-from',
  sw: 'synchronizes-with',
  co: 'coherence',
  fr: 'from-reads',
  missing: 'no order',
  waits: 'waits for',
};

/** From one event to another. */
export interface Arrow {
  readonly kind: ArrowKind;
  readonly from: number;
  readonly to: number;
}

/** A box in the lanes, in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

/** Kinds leave a box at different heights, so that arrows between the same boxes lie side by side. */
const heights: Readonly<Record<ArrowKind, number>> = { rf: -4, sw: 4, co: 0, fr: 7, missing: -7, waits: 0 };

/** So are their names. */
const shifts: Readonly<Record<ArrowKind, number>> = { rf: -12, sw: 12, co: 0, fr: 6, missing: 0, waits: 0 };

/** The overlay. It keeps what is drawn, and changes only what a step changes. */
export class ArrowLayer {
  readonly root: SVGSVGElement;
  private readonly drawn = new Map<string, SVGGElement>();

  constructor() {
    const kinds = Object.keys(arrowNames) as ArrowKind[];
    this.root = svgElement(
      'svg',
      { class: 'arrows', 'aria-hidden': 'true' },
      svgElement('defs', {}, ...kinds.map(marker)),
    );
  }

  /** Begins anew, as boxes lie elsewhere now. In pixels, of all rows. */
  begin(width: number, height: number): void {
    this.root.style.width = `${width}px`;
    this.root.style.height = `${height}px`;
    for (const arrow of this.drawn.values()) arrow.remove();
    this.drawn.clear();
  }

  /** Shows these arrows alone. `boxOf`: undefined where an event is not in the lanes. */
  draw(arrows: readonly Arrow[], boxOf: (event: number) => Box | undefined): void {
    const wanted = new Map(arrows.map((arrow) => [`${arrow.kind} ${arrow.from} ${arrow.to}`, arrow]));
    for (const [key, arrow] of this.drawn)
      if (!wanted.has(key)) {
        arrow.remove();
        this.drawn.delete(key);
      }
    for (const [key, arrow] of wanted) {
      if (this.drawn.has(key)) continue;
      const from = boxOf(arrow.from);
      const to = boxOf(arrow.to);
      if (from === undefined || to === undefined || from.middle === to.middle) continue;
      const made = drawing(arrow, from, to);
      this.drawn.set(key, made);
      this.root.append(made);
    }
  }
}

function marker(kind: ArrowKind): SVGMarkerElement {
  return svgElement(
    'marker',
    {
      id: `head-${kind}`,
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 8,
      markerHeight: 8,
      markerUnits: 'userSpaceOnUse',
      orient: 'auto-start-reverse',
    },
    svgElement('path', { d: 'M0 0.5 L8 4 L0 7.5 z', class: `head ${kind}` }),
  );
}

function drawing({ kind, from, to }: Arrow, a: Box, b: Box): SVGGElement {
  const dy = heights[kind];
  const [y1, y2] = [a.middle + dy, b.middle + dy];
  let path: string;
  let middle: number;
  if (a.left === b.left) {
    const bend = Math.min(24, 10 + Math.abs(y2 - y1) / 12);
    path = `M${a.right} ${y1} C${a.right + bend} ${y1} ${b.right + bend} ${y2} ${b.right} ${y2}`;
    middle = a.right + bend * 0.75;
  } else {
    const right = b.left > a.left;
    const [x1, x2] = right ? [a.right, b.left] : [a.left, b.right];
    const bend = Math.max(24, Math.abs(x2 - x1) / 2) * (right ? 1 : -1);
    path = `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
    middle = (x1 + x2) / 2;
  }
  const label = kind === 'missing' ? '✗ no order' : kind === 'waits' ? 'waits for' : kind;
  return svgElement(
    'g',
    { class: `arrow ${kind}`, 'data-from': from, 'data-to': to },
    svgElement('path', { d: path, 'marker-end': `url(#head-${kind})` }),
    svgElement(
      'text',
      { x: middle + (a.left === b.left ? 0 : shifts[kind]), y: (y1 + y2) / 2 + 3, 'text-anchor': 'middle' },
      label,
    ),
  );
}
