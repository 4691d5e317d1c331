/** The strategies of the literature on compiled examples: what the partition says of them under sc. */
import { join } from 'node:path';
import { build } from '../support/compiled';
import { drista } from '../support/command';
import { top } from '../support/paths';

interface Report {
  readonly verdict: string;
  readonly errors: readonly { readonly kind: string }[];
}

function said(program: string, ...options: string[]): string[] {
  const { stdout } = drista([
    '--model',
    'sc',
    '--tune',
    'minimise=off',
    '-q',
    '--report',
    'json=-',
    ...options,
    program,
  ]);
  const { verdict, errors } = JSON.parse(stdout) as Report;
  return [verdict, ...errors.map(({ kind }) => kind)];
}

test.each(['store-buffering', 'message-passing', 'treiber-stack-bug', 'lost-wakeup-bug', 'peterson'])('%s', (name) => {
  const program = build([join(top, 'examples', `${name}.c`)]);
  const expected = said(program);
  for (const strategy of ['odpor', 'sdpor']) expect(said(program, '--strategy', strategy)).toEqual(expected);
});
