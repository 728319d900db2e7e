/** The tablet that calls. */

import type { Actor } from '../../platform/work.ts';

export type TabletActor = Extract<Actor, { kind: 'tablet' }>;
