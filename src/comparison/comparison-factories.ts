/** The factories of published algorithms that drista can be compared with. */
import { optimalDpor } from './sequences/optimal-dpor';
import { sourceDpor } from './sequences/source-dpor';
import { valueCentric } from './vc-dpor/value-centric-search';

export const comparisonFactories = {
  sdpor: [sourceDpor],
  odpor: [optimalDpor],
  'vc-dpor': [valueCentric],
} as const;
