/**
 * The executions of errors as graphs in the DOT language of Graphviz: a column for each thread, an edge from each write
 * to the reads that return it. Events that do not explain the error are left out.
 */
import type { ReportForm, Write } from './form';
import { printable, printableData } from './printable';
import type { ReportError, ReportEvent, ShownExecution } from './report';
import type { Reporter } from './reporter';
import { shortPlace } from './source-places';
import type { Summary } from './summary';
import { verdictText } from './verdict-text';

const BEGINNING = '// drista: executions of errors\n';

/** `--report dot=FILE`. */
export const dotForm: ReportForm = {
  help: 'the executions of all errors as graphs for Graphviz',
  beginning: BEGINNING,
  create: (write) => new DotReporter(write),
};

/** Writes a digraph for each error; one without nodes if there is none. */
class DotReporter implements Reporter {
  private readonly graphs: string[] = [];

  constructor(private readonly write: Write) {}

  error(error: ReportError): void {
    this.graphs.push(graphText(printableData(error)));
  }

  end(summary: Summary): Promise<void> {
    const graphs = this.graphs.length > 0 ? this.graphs : [emptyGraph(verdictText(printableData(summary)))];
    return this.write(BEGINNING + graphs.join('\n'));
  }

  failure(message: string): Promise<void> {
    return this.write(BEGINNING + emptyGraph(printable(message)));
  }
}

/** A graph without nodes, with a label. */
export function emptyGraph(label: string): string {
  return `digraph drista {\n  label=${quoted(label)};\n}\n`;
}

/** The execution, whose texts are printable, as a graph. */
export function graphText({ kind, message, threads, events, execution }: ShownExecution): string {
  const shown = events.flatMap((event, i) => (event.matters || event.wrong ? [i] : []));
  const columns = threads.flatMap((title, thread) => {
    const own = shown.filter((i) => events[i].thread === thread);
    return own.length === 0 ? [] : [columnText(thread, title, own, events)];
  });
  const reads = shown.flatMap((i) => {
    const { source } = events[i];
    return shown.includes(source)
      ? [`  e${source} -> e${i} [color=blue, fontcolor=blue, label="rf", constraint=false];`]
      : [];
  });
  return [
    `digraph ${quoted(execution)} {`,
    `  label=${quoted(`${kind}: ${message}`)};`,
    '  labelloc=t;',
    '  node [shape=box, fontname=Courier];',
    ...columns,
    ...reads,
    '}\n',
  ].join('\n');
}

/** A thread: its events in program order. */
function columnText(thread: number, title: string, own: readonly number[], events: readonly ReportEvent[]): string {
  const nodes = own.map((i) => {
    const { operation, place, wrong } = events[i];
    const at = shortPlace(place);
    const label = at === '' ? operation : `${at}  ${operation}`;
    // Colour is not alone: what is wrong has a double border too.
    return `    e${i} [label=${quoted(label)}${wrong ? ', color=red, peripheries=2' : ''}];`;
  });
  const order = own.length < 2 ? [] : [`    ${own.map((i) => `e${i}`).join(' -> ')};`];
  return [`  subgraph cluster_${thread} {`, `    label=${quoted(title)};`, ...nodes, ...order, '  }'].join('\n');
}

/** A string of the language; a backslash before a letter would be an escape of labels. */
function quoted(text: string): string {
  return `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
}
