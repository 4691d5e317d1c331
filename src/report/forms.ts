/** The registry of output forms: each makes a choice of `--report FORM=FILE`. */
import { dotForm } from './dot';
import type { ReportForm } from './form';
import { gccForm } from './gcc';
import { htmlForm } from './html';
import { jsonForm } from './json';
import { junitForm } from './junit';
import { sarifForm } from './sarif';
import { svgForm } from './svg';

export const reportForms = {
  json: jsonForm,
  junit: junitForm,
  sarif: sarifForm,
  gcc: gccForm,
  dot: dotForm,
  svg: svgForm,
  html: htmlForm,
} as const satisfies Record<string, ReportForm>;

export type FormName = keyof typeof reportForms;

/** The names of all forms, in the order in which reports are written. */
export const formNames = Object.keys(reportForms) as FormName[];

/** The name of a file by which a report goes to stdout, in place of the text. */
export const STDOUT = '-';
