// Photos of accepted answers that an earlier visit of a page could not send to the end: the answers
// are known to the practice, so their photos need neither the link nor a sign-in.

import { backoff } from '../../shared/base/ports.ts';
import { browserClock, browserRandom } from '../app/ports.ts';
import type { HomeCalls } from '../sync/home.ts';
import { namedPhotos, sendPhotos } from '../sync/photos/home-photos.ts';
import { createLoop } from '../sync/loop.ts';
import { isRefused } from '../sync/photos/pieces.ts';
import { unseal, type Cabinet, type DraftRow } from './cabinet.ts';
import { asDraft } from './draft.ts';
import { endedRow } from './keeper.ts';

/** Delay between attempts (ms), increasing each time. */
const LEAST_MS = 4_000;

/** Refuses every further photo after a refusal: unknown answers have no known photo. */
function stopping(putPhoto: HomeCalls['putPhoto']): HomeCalls['putPhoto'] {
  let refusal: Error | undefined;
  return async (piece) => {
    if (refusal) throw refusal;
    try {
      return await putPhoto(piece);
    } catch (error) {
      if (error instanceof Error && isRefused(error)) refusal = error;
      throw error;
    }
  };
}

/**
 * Sends the photos of one row, and ends the row once the practice has all of them. Answers that
 * were not accepted stay: they need their link.
 */
export async function sendRow(
  cabinet: Cabinet,
  row: DraftRow,
  putPhoto: HomeCalls['putPhoto'],
): Promise<void> {
  if (!row.key) return;
  const handed = asDraft(await unseal(row, 'draft').catch(() => null))?.handed;
  if (!handed) return;
  const { photos } = await namedPhotos(handed.answers);
  if (photos.size === 0) return;
  const refused = await sendPhotos(handed.answers.id, photos, () => undefined, {
    putPhoto: stopping(putPhoto),
    clock: browserClock,
  });
  if (refused === 0)
    await cabinet.change(row.id, (now) =>
      now?.draftId === row.draftId ? endedRow(now, browserClock.now()) : now,
    );
}

/** Sends the photos of all rows, again after a failure, while the page is open. */
export function sendLeft(
  cabinet: Cabinet,
  rows: readonly DraftRow[],
  putPhoto: HomeCalls['putPhoto'],
): void {
  const left = [...rows];
  let failures = 0;
  const work = async (): Promise<number> => {
    for (let row = left[0]; row; row = left[0]) {
      try {
        await sendRow(cabinet, row, putPhoto);
      } catch {
        return LEAST_MS + backoff(++failures, browserRandom);
      }
      left.shift();
    }
    return 0;
  };
  createLoop(browserClock, work).wake();
}
