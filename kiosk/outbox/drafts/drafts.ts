// Drafts of the patient's input, each encrypted by its own key, written within 300 ms; destroying
// the key destroys the draft (sync 6.6, F1, F2).

import { withDb } from '../db.ts';
import { createDraftWriter } from './draft-writer.ts';
import type { Drafts, DraftsDeps } from './drafts.types.ts';
import { ensureKey, taskKeyId } from '../keys.ts';
import { shredAllDrafts, shredDraft, tidyDrafts } from './shred-drafts.ts';
import { dropSent, loadDraft, sealDraft, unsentDrafts } from './stored-drafts.ts';

/** Creates the store of drafts. */
export function createDrafts(deps: DraftsDeps): Drafts {
  const { db } = deps;
  const { save, flush, raiseRev, drop, dropAll } = createDraftWriter(deps);
  const seal: Drafts['seal'] = (taskId, answers) => sealDraft(deps, flush, taskId, answers);
  return {
    open: (taskId) =>
      withDb(db, async () => {
        await ensureKey(db, taskKeyId(taskId));
      }),
    save,
    flush,
    load: (task) => loadDraft(deps, task),
    seal,
    unsent: () => unsentDrafts(db),
    sent: (taskId, draftRev) => dropSent(db, taskId, draftRev),
    async shred(taskId) {
      await drop(taskId);
      await shredDraft(db, taskId);
    },
    async shredAll() {
      await dropAll();
      await shredAllDrafts(db);
    },
    tidy: (options = {}) => tidyDrafts(db, seal, options),
    raiseRev,
  };
}
