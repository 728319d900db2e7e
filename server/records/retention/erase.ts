// Erases one person completely: first the line outside the database, then every row in one commit,
// then the files without references.

import { AppError } from '../../../shared/base/errors.ts';
import { findBlob } from '../../platform/blobs/store.ts';
import type { ErasureCounts } from '../../../shared/records/retention.ts';
import type { Actor, Look, Work } from '../../platform/work.ts';
import { addErased, LEDGER, type Erased } from '../../platform/db/carry/erased-list.ts';
import type { RetentionDeps } from './links.ts';
import { belongingsOf, erasePerson, usedElsewhere } from './store-erase.ts';
import path from 'node:path';

export interface Whom {
  patids: string[];
  /** Documents to be kept. */
  keep: readonly string[];
}

/**
 * Writes the lines of one person to the list of this machine before anything is deleted, and to the
 * backup's target once it is available.
 */
export async function noteErased(
  deps: RetentionDeps,
  cid: string,
  { patids, keep }: Whom,
): Promise<void> {
  const lines: Erased[] = patids.map((patid) => ({
    at: deps.now(),
    cid,
    id: deps.keys.lineOf(cid, patid),
    whole: keep.length === 0,
  }));
  await addErased(path.join(deps.data, LEDGER), lines);
  // A drive that fails here gets them with the next backup.
  for (const file of await deps.otherLists())
    await addErased(file, lines).catch((error: unknown) => {
      deps.log.failure({ code: 'erasure.target', error });
    });
}

/**
 * Deletes all rows in one transaction; `note` records the outcome in it. Idempotent.
 * @throws AppError unavailable when something was added meanwhile: retry
 */
export async function eraseRows(
  deps: RetentionDeps,
  cid: string,
  whom: Whom,
  note: (w: Work, done: { counts: ErasureCounts; blobs: string[] }) => Promise<void>,
): Promise<string[]> {
  const actor: Actor = { kind: 'system', cid },
    look: Look = deps.workshop.look(cid, actor),
    keep = new Set(whom.keep);
  const before = await belongingsOf(look, whom.patids, keep),
    elsewhere = await usedElsewhere(look, before),
    mails = await deps.mailsOf(look, before.emails, whom.patids),
    known = new Set(before.shas);
  return deps.workshop.write(cid, actor, async (w) => {
    const all = await belongingsOf(w, whom.patids, keep);
    if (all.shas.some((one) => !known.has(one))) throw new AppError('unavailable');
    const done = await erasePerson(w, all, keep, elsewhere, mails);
    await note(w, done);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return done.blobs;
  });
}

/** Deletes files whose rows are deleted; a file stored again meanwhile stays. */
export async function removeFiles(
  deps: RetentionDeps,
  cid: string,
  blobs: readonly string[],
): Promise<void> {
  const look = deps.workshop.look(cid, { kind: 'system', cid });
  for (const sha256 of blobs)
    if (!(await findBlob(look, sha256))) await deps.blobs.remove(cid, sha256);
}
