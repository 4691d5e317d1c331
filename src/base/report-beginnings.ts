/** How reports begin that several commands write in one form. Each may replace the others (output-file.ts). */

/** Of JSON: a check's, also where it was not possible, and that of a run of tests have no name. */
export const JSON_BEGINNINGS = [
  ...['program', 'verdict', 'passed'].map((second) => `{\n  "version": 1,\n  "${second}":`),
  ...['litmus', 'memory orders', 'outcomes', 'spec'].map((name) => `{\n  "form": "${name}",`),
];

/** Of JUnit XML: a check's, and that of a run of tests. */
export const JUNIT_BEGINNINGS = ['drista', 'drista test'].map(
  (name) => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="${name}"`,
);

/** Of pages for a browser. */
export const HTML_BEGINNINGS = ['executions of errors', 'memory orders', 'pairs of writes and reads'].map(
  (holds) => `<!doctype html>\n<!-- drista: ${holds} -->\n`,
);
