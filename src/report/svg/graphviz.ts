/** Graphviz, compiled to WebAssembly (@viz-js/viz): no system graphviz is needed. */
import type * as Viz from '@viz-js/viz' with { 'resolution-mode': 'import' };

/** Draws each graph, which is in the DOT language, as SVG. Rejects if one cannot be drawn. */
export async function drawGraphs(graphs: readonly string[]): Promise<string[]> {
  /* eslint-disable-next-line @typescript-eslint/no-require-imports -- its types are those of an ES module */
  const { instance } = require('@viz-js/viz') as typeof Viz;
  const viz = await instance();
  return graphs.map((graph) => viz.renderString(graph, { format: 'svg' }));
}
