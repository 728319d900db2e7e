// The practice's own rules for the contents of a Mappe (writer: server/desk/rules).

import type { MappeRule } from '../../../../shared/desk/mappe-rules.ts';
import type { Kit } from '../kit.ts';

export const regelnTables = (k: Kit) => ({
  /**
   * One row once the practice changed the shipped rules; the list is saved as a whole against its
   * version. A reset is recorded, and the version continues.
   */
  mappeRules: k.table('mappe_rules', {
    cid: k.text().primaryKey(),
    rules: k.json<readonly MappeRule[] | 'shipped'>().notNull(),
    version: k.int().notNull(),
    changedBy: k.text().notNull(),
    changedAt: k.big().notNull(),
  }),
});
