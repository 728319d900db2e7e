// Precomputes the values per image that many questions need in addition to the daily sums: in idle
// time after a question, piece by piece, so that hardly any request waits for it.

import type { AnswerSources } from './report-worker.ts';
import type { Snapshot } from './snapshot.ts';
import { yearOf, PIECES } from './derived.ts';

const alreadyStarted = new WeakSet<Snapshot>();
/** Pause between two pieces, so that questions that arrived meanwhile are answered first. */
const PAUSE_MS = 10;

/**
 * Precomputes the practice's newest image, once. Never rejects: an error here is reported to the
 * request that needs the value.
 */
export async function warmUp(
  { snapshotCache }: AnswerSources,
  cid: string,
  now: number,
): Promise<void> {
  try {
    const { snapshot } = await snapshotCache.load(cid, now);
    if (alreadyStarted.has(snapshot)) return;
    alreadyStarted.add(snapshot);
    const a = yearOf(snapshot);
    for (const piece of PIECES) {
      await new Promise((done) => {
        setTimeout(done, PAUSE_MS).unref();
      });
      // A newer image is precomputed with the next question.
      if (!snapshotCache.isNewest(cid, snapshot)) return;
      piece(a);
    }
  } catch {
    return;
  }
}
