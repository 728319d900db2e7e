// Withdrawal of a form without a task, loaded after the first screen.

import { withDb } from '../db.ts';
import { inTransaction } from '../rows.ts';
import type { TabletDb } from '../tables.ts';

/** Replaces a form without a task by its withdrawal; nothing where the server has none of it. */
export const withdrawBlank = (db: TabletDb, taskId: string): Promise<void> =>
  withDb(db, () =>
    inTransaction(db, 'readwrite', ['drafts'], async (at) => {
      const row = await at('drafts').get(taskId);
      if (row?.blank)
        await at('drafts').put({
          ...row,
          iv: null,
          bytes: null,
          sealed: new Uint8Array(1),
          sealedRev: row.draftRev + 1,
          blank: 'withdrawn',
        });
    }),
  );
