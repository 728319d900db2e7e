// Precomputes the values that many questions need in addition to the daily sums: in idle time after
// a question, piece by piece, so that hardly any request waits for it.

import { judgeAhead } from '../proposal-engine/forgotten.ts';
import { surroundingsOf } from '../proposal-engine/surroundings.ts';
import type { ProposalSnapshot } from '../proposal-engine/findings-cache.ts';
import type { AnswerSources } from './report-worker.ts';
import type { Snapshot } from './snapshot.ts';
import { yearOf, PIECES } from './derived.ts';

const startedImages = new WeakSet<Snapshot>(),
  startedFindings = new WeakSet<ProposalSnapshot['findings']>();
/** Pause between two pieces, so that questions that arrived meanwhile are answered first. */
const PAUSE_MS = 10;
const pause = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, PAUSE_MS).unref();
  });

async function warmUpImage(
  { snapshotCache }: AnswerSources,
  cid: string,
  now: number,
): Promise<void> {
  const { snapshot } = await snapshotCache.load(cid, now);
  if (startedImages.has(snapshot)) return;
  startedImages.add(snapshot);
  const a = yearOf(snapshot);
  for (const piece of PIECES) {
    await pause();
    // A newer image is precomputed with the next question.
    if (!snapshotCache.isNewest(cid, snapshot)) return;
    piece(a);
  }
}

/** Judges the offers of findings that exist; it computes no findings. */
async function warmUpOffers({ proposals }: AnswerSources, cid: string): Promise<void> {
  const kept = proposals.kept(cid);
  if (!kept || startedFindings.has(kept.findings)) return;
  startedFindings.add(kept.findings);
  const pieces = judgeAhead(await surroundingsOf(kept, proposals.source, cid));
  while (proposals.kept(cid)?.findings === kept.findings && pieces.next().done !== true)
    await pause();
}

/**
 * Precomputes the practice's newest image and the offers of its findings, each once. Never rejects:
 * an error here is reported to the request that needs the value.
 */
export async function warmUp(sources: AnswerSources, cid: string, now: number): Promise<void> {
  try {
    await warmUpImage(sources, cid, now);
    await warmUpOffers(sources, cid);
  } catch {
    return;
  }
}
