// How exports are read: our own columns, and common German names of columns, which say of themselves that they were tried with no program's export.

import type { PvsMapping } from '../../shared/analytics/deliveries/pvs-mapping.ts';
import eigene from './eigene.json' with { type: 'json' };
import gaengig from './gaengig.json' with { type: 'json' };

export const PVS_MAPPINGS: readonly PvsMapping[] = [eigene, gaengig];
export const OWN_MAPPING: PvsMapping = eigene;
