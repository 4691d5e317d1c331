/** The strategies whose walks follow a policy. */
import { Pct } from './pct';
import { PolicyChooser } from './policy-chooser';
import { Pos } from './pos';
import { walksBy } from './random-walks';
import { Surw } from './surw';

export const pctWalks = walksBy('pct', (random, { depth = 3 }) => new PolicyChooser(random, new Pct(random, depth)));
export const posWalks = walksBy('pos', (random) => new PolicyChooser(random, new Pos(random)));
export const surwWalks = walksBy('surw', (random) => new PolicyChooser(random, new Surw(random)));
