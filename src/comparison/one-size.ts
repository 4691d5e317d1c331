/** The algorithms to compare with know no atomic accesses of several sizes that overlap (Program.mixesSizes). */
import { DristaError } from '../base/errors';
import type { SearchContext } from '../explore/strategy/strategy';

/** Throws a DristaError where the program performs such accesses. */
export function requireOneSize({ program }: SearchContext, strategy: string): void {
  if (program.mixesSizes === true)
    throw new DristaError(
      `--strategy ${strategy} does not support atomic accesses of several sizes that overlap: check the program with ` +
        '--strategy partition',
    );
}
