/** A test of one client, which the test for `drista spec` is a part of: it keeps an error from coming back. */
import { basename, dirname, relative, resolve } from 'node:path';
import type { FileForm } from '../base/output-file';
import type { SpecFailure } from './spec-result';

const BEGINNING = '// A client of ';

export const clientTestForm: FileForm = { beginning: BEGINNING };

/**
 * The text of the test `file`, for the source of the failing one. It expects the error; `how`: options with which the
 * client was checked.
 */
export function clientTest(
  file: string,
  source: string,
  { client, error }: SpecFailure,
  how: readonly string[],
): string {
  const include = relative(dirname(resolve(file)), resolve(source));
  return `${BEGINNING}${basename(source)} with an error. Once it is repaired, the next line says "verified".
// drista: error ${error.kind} ${[...how, `--client '${client}'`].join(' ')}
#include <drista/spec.h>
#include "${include}"
`;
}
