// The practice's own rules for what a Mappe is filled with (writer: server/desk/rules).

import type { MappeRule } from '../../../../shared/desk/mappe-rules.ts';
import type { Kit } from '../kit.ts';

export const regelnTables = (k: Kit) => ({
  /** One row once the practice changed the shipped rules; the list is saved as a whole against its version. Set back it says so, and keeps counting. */
  mappeRules: k.table('mappe_rules', {
    cid: k.text().primaryKey(),
    rules: k.json<readonly MappeRule[] | 'shipped'>().notNull(),
    version: k.int().notNull(),
    changedBy: k.text().notNull(),
    changedAt: k.big().notNull(),
  }),
});
