// How the exports of known practice programs are read; all but our own are unproved and say so.

import type { PvsMapping } from '../../shared/pvs-mapping.ts';
import charly from './charly.json' with { type: 'json' };
import dampsoft from './dampsoft.json' with { type: 'json' };
import eigene from './eigene.json' with { type: 'json' };
import evident from './evident.json' with { type: 'json' };
import z1 from './z1.json' with { type: 'json' };

export const PVS_MAPPINGS: readonly PvsMapping[] = [eigene, charly, dampsoft, z1, evident];
export const OWN_MAPPING: PvsMapping = eigene;
