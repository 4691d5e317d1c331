/** The registry of the forms in which a run of tests is written to a file: each makes a choice of
 * `drista test --report FORM=FILE`. */
import { JSON_BEGINNINGS, JUNIT_BEGINNINGS } from '../base/report-beginnings';
import { testsGccText, TESTS_GCC_BEGINNING } from './test-gcc';
import { tapText, TAP_BEGINNING } from './tap';
import { testsJsonText, TESTS_JSON_BEGINNING } from './test-json';
import { testsJunitText, TESTS_JUNIT_BEGINNING } from './test-junit';
import { testsSarifText, TESTS_SARIF_BEGINNING } from './test-sarif';

export const testForms = {
  json: {
    help: 'the results as JSON',
    beginning: TESTS_JSON_BEGINNING,
    alike: JSON_BEGINNINGS,
    text: testsJsonText,
  },
  junit: {
    help: 'the results as JUnit XML',
    beginning: TESTS_JUNIT_BEGINNING,
    alike: JUNIT_BEGINNINGS,
    text: testsJunitText,
  },
  sarif: {
    help: 'what has not passed as SARIF 2.1.0, for code scanning',
    beginning: TESTS_SARIF_BEGINNING,
    text: testsSarifText,
  },
  gcc: {
    help: 'what has not passed as gcc and clang print diagnostics, for editors',
    beginning: TESTS_GCC_BEGINNING,
    text: testsGccText,
  },
  tap: { help: 'the results in the Test Anything Protocol', beginning: TAP_BEGINNING, text: tapText },
} as const;

export type TestForm = keyof typeof testForms;

export const testFormNames = Object.keys(testForms) as TestForm[];
