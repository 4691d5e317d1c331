/** The executions of errors as drawn by Graphviz: the graphs of form `dot` as one SVG image, one below the other. */
import { join } from 'node:path';
import { emptyGraph, graphText } from './dot';
import type { ReportForm, Write } from './form';
import { printable, printableData } from './printable';
import type { ReportError, ShownExecution } from './report';
import type { Reporter } from './reporter';
import type { Summary } from './summary';
import { verdictText } from './verdict-text';
import { XML_DECLARATION } from './xml';

const BEGINNING = `${XML_DECLARATION}<!-- drista: executions of errors -->\n`;

/** `--report svg=FILE`. */
export const svgForm: ReportForm = {
  help: 'the executions of all errors as an SVG image of these graphs',
  beginning: BEGINNING,
  create: (write) => new SvgReporter(write),
};

/** The module svg/graphviz.ts, which is large and loaded only when an image is drawn. */
interface Graphviz {
  readonly drawGraphs: (graphs: readonly string[]) => Promise<string[]>;
}

/** The image of these executions. */
export function svgText(all: readonly ShownExecution[]): Promise<string> {
  return imageOf(all.map((shown) => graphText(printableData(shown))));
}

/** Writes an image when the check has ended; one with the verdict alone if there is no error. */
class SvgReporter implements Reporter {
  private readonly errors: ReportError[] = [];

  constructor(private readonly write: Write) {}

  error(error: ReportError): void {
    this.errors.push(error);
  }

  async end(summary: Summary): Promise<void> {
    await this.write(
      this.errors.length > 0
        ? await svgText(this.errors)
        : await imageOf([emptyGraph(verdictText(printableData(summary)))]),
    );
  }

  async failure(message: string): Promise<void> {
    await this.write(await imageOf([emptyGraph(printable(message))]));
  }
}

/** The graphs as one image. */
async function imageOf(graphs: readonly string[]): Promise<string> {
  /* eslint-disable-next-line @typescript-eslint/no-require-imports -- where it lies depends on the bundle */
  const { drawGraphs } = require(join(__dirname, 'svg', 'graphviz.js')) as Graphviz;
  const images = (await drawGraphs(graphs)).map(parsed);
  const allWidth = Math.max(...images.map((image) => image.width));
  const allHeight = images.reduce((sum, image) => sum + image.height, 0);
  let top = 0;
  const placed = images.map(({ width, height, rest }, i) => {
    const y = top;
    top += height;
    // Names of elements are unique in the whole image; in texts the quote is escaped.
    return `<svg x="0" y="${y}" width="${width}" height="${height}" ${rest.replaceAll(' id="', ` id="${i + 1}-`)}`;
  });
  const size = `width="${allWidth}pt" height="${allHeight}pt" viewBox="0 0 ${allWidth} ${allHeight}"`;
  return `${BEGINNING}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>
${placed.join('')}</svg>
`;
}

interface Image {
  readonly width: number;
  readonly height: number;
  /** The element after its size. */
  readonly rest: string;
}

/** An image of Graphviz: its size in points, and what follows. */
function parsed(image: string): Image {
  const found = /<svg width="([\d.]+)pt" height="([\d.]+)pt"\s*([^]*)$/.exec(image);
  if (found === null) throw new Error('Graphviz has drawn something else');
  const [, width, height, rest] = found;
  return { width: Number(width), height: Number(height), rest };
}
