// Table of codes that transfer a running Mappe to another device (writer: server/desk/takeover).

import type { Kit } from '../kit.ts';

export const takeoverTables = (k: Kit) => ({
  /**
   * Only the hash of the code; single use. `fromTablet` has the Mappe when the code is created,
   * null if no tablet has it.
   */
  takeover: k.table(
    'takeover',
    {
      hash: k.text().primaryKey(),
      cid: k.text().notNull(),
      mappeId: k.text().notNull(),
      taskId: k.text().notNull(),
      fromTablet: k.text(),
      createdBy: k.text().notNull(),
      createdAt: k.big().notNull(),
      expiresAt: k.big().notNull(),
      endedAt: k.big(),
      usedAt: k.big(),
      toTablet: k.text(),
    },
    (t) => [
      k.index('takeover_from').on(t.cid, t.fromTablet),
      k.index('takeover_to').on(t.cid, t.toTablet),
    ],
  ),
});
