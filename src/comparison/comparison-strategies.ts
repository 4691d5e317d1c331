/**
 * The names of published algorithms that drista can be compared with, as entries of the table of strategies
 * (explore/strategies.ts). comparison-factories.ts has what they do.
 */
export const comparisonStrategies = {
  sdpor: {
    help: 'all executions under sc, by source-set DPOR (SDPOR of Drišta)',
    options: [],
    equivalences: ['mazurkiewicz', 'observational'],
    models: ['sc'],
    page: 'docs/explanation/sequences.md',
    finest: 'mazurkiewicz',
  },
  odpor: {
    help: 'all executions under sc, by optimal DPOR',
    options: [],
    equivalences: ['mazurkiewicz'],
    models: ['sc'],
    page: 'docs/explanation/sequences.md',
    finest: 'mazurkiewicz',
  },
  'vc-dpor': {
    help: 'all executions under sc, by value-centric DPOR; no read-modify-writes',
    options: [],
    equivalences: ['value-centric'],
    models: ['sc'],
  },
} as const;
