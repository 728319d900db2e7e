// What many questions need beside the sums by day is worked out once an image: in the pauses after a question, piece by piece, so that hardly anybody waits for it.

import type { AnswerSources } from './report-worker.ts';
import type { Snapshot } from './snapshot.ts';
import { yearOf, PIECES } from './derived.ts';

const alreadyStarted = new WeakSet<Snapshot>();
/** Between two of them, so that questions that came meanwhile are answered first. */
const PAUSE_MS = 10;

/** Works the practice's newest image up, once. Never rejects: what fails here is told to who asks for it. */
export async function warmUp(
  { snapshotCache }: AnswerSources,
  cid: string,
  jetzt: number,
): Promise<void> {
  try {
    const { snapshot } = await snapshotCache.hole(cid, jetzt);
    if (alreadyStarted.has(snapshot)) return;
    alreadyStarted.add(snapshot);
    const a = yearOf(snapshot);
    for (const piece of PIECES) {
      await new Promise((done) => {
        setTimeout(done, PAUSE_MS).unref();
      });
      // A newer image is worked up with the next question.
      if (!snapshotCache.isNewest(cid, snapshot)) return;
      piece(a);
    }
  } catch {
    return;
  }
}
