// Import mappings: our own columns, and common German column names, which are marked as untested
// with any program's export.

import type { PvsMapping } from '../../shared/analytics/deliveries/pvs-mapping.ts';
import eigene from './eigene.json' with { type: 'json' };
import gaengig from './gaengig.json' with { type: 'json' };

export const PVS_MAPPINGS: readonly PvsMapping[] = [eigene, gaengig];
export const OWN_MAPPING: PvsMapping = eigene;
