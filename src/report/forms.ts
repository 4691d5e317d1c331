/** The registry of output forms: each makes an option `--NAME FILE` of the command line. */
import type { ReportForm } from './form';
import { jsonForm } from './json';

export const reportForms = {
  json: jsonForm,
} as const satisfies Record<string, ReportForm>;

export type FormName = keyof typeof reportForms;

/** The names of all forms, in the order in which reports are written. */
export const formNames = Object.keys(reportForms) as FormName[];
