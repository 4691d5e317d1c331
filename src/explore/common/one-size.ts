/** Programs with atomic accesses of several sizes that overlap (Program.mixesSizes). */
import { DristaError } from '../../base/errors';
import type { Program } from '../../program/program';

/** Throws a DristaError where the program performs such accesses: the strategy does not know them. */
export function requireOneSize({ program }: { readonly program: Program }, strategy: string): void {
  if (program.mixesSizes === true)
    throw new DristaError(
      `--strategy ${strategy} does not support atomic accesses of several sizes that overlap: check the program with ` +
        '--strategy partition',
    );
}
