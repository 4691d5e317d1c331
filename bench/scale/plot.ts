/** A plot of lines over logarithmic axes, as SVG. */

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly colour: string;
  readonly dashed?: boolean;
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

const WIDTH = 330,
  HEIGHT = 300,
  LEFT = 52,
  TOP = 34,
  BOTTOM = 44,
  RIGHT = 12;

/** The panels side by side, with one legend. Both axes reach from 1 to `most`. */
export function plot(panels: readonly Panel[], most: number, xTitle: string, yTitle: string): string {
  const decades = Math.ceil(Math.log10(most));
  const legend = panels[0].lines;
  const height = HEIGHT + 22 * Math.ceil(legend.length / 5) + 10;
  const parts = panels.map((panel, i) => panelOf(panel, i * WIDTH, decades, xTitle, i === 0 ? yTitle : ''));
  const entries = legend.map(({ name, colour, dashed }, i) => {
    const x = LEFT + (i % 5) * 118,
      y = HEIGHT + 14 + 22 * Math.floor(i / 5);
    return `${stroke([`${x},${y}`, `${x + 22},${y}`], colour, dashed)}${text(x + 27, y + 4, name, 'start')}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH * panels.length} ${height}" ` +
      'font-family="sans-serif" font-size="12">',
    '<rect width="100%" height="100%" fill="white"/>',
    ...parts,
    ...entries,
    '</svg>\n',
  ].join('\n');
}

function panelOf({ title, lines }: Panel, left: number, decades: number, xTitle: string, yTitle: string): string {
  const width = WIDTH - LEFT - RIGHT,
    height = HEIGHT - TOP - BOTTOM;
  const x = (v: number): number => round(left + LEFT + (Math.log10(v) / decades) * width);
  const y = (v: number): number => round(TOP + height - (Math.log10(Math.max(1, v)) / decades) * height);
  const parts = [text(left + LEFT + width / 2, 20, title, 'middle')];
  for (let d = 0; d <= decades; d++) {
    const v = 10 ** d;
    parts.push(
      stroke([`${x(v)},${TOP}`, `${x(v)},${TOP + height}`], '#ddd'),
      stroke([`${x(1)},${y(v)}`, `${x(10 ** decades)},${y(v)}`], '#ddd'),
      text(x(v), TOP + height + 16, `${v}`, 'middle'),
      text(left + LEFT - 6, y(v) + 4, `${v}`, 'end'),
    );
  }
  parts.push(stroke([`${x(1)},${y(1)}`, `${x(10 ** decades)},${y(10 ** decades)}`], '#999', true));
  for (const { points, colour, dashed } of lines)
    parts.push(
      stroke(
        points.map(([a, b]) => `${x(a)},${y(b)}`),
        colour,
        dashed,
      ),
    );
  parts.push(text(left + LEFT + width / 2, HEIGHT - 8, xTitle, 'middle'));
  if (yTitle !== '')
    parts.push(
      `<text transform="translate(14 ${TOP + height / 2}) rotate(-90)" text-anchor="middle">${escaped(yTitle)}</text>`,
    );
  return parts.join('\n');
}

function stroke(points: readonly string[], colour: string, dashed = false): string {
  const dash = dashed ? ' stroke-dasharray="5 4"' : '';
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"${dash}/>`;
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
