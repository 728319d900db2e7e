// What many questions need beside the sums by day is worked out once an image: in the pauses after a question, piece by piece, so that hardly anybody waits for it.

import type { Rechner } from './report-worker.ts';
import type { Bild } from './snapshot.ts';
import { jahrVon, STUECKE } from './derived.ts';

const begonnen = new WeakSet<Bild>();
/** Between two of them, so that questions that came meanwhile are answered first. */
const PAUSE_MS = 10;

/** Works the practice's newest image up, once. Never rejects: what fails here is told to who asks for it. */
export async function waermeVor({ halter }: Rechner, cid: string, jetzt: number): Promise<void> {
  try {
    const { bild } = await halter.hole(cid, jetzt);
    if (begonnen.has(bild)) return;
    begonnen.add(bild);
    const a = jahrVon(bild);
    for (const stueck of STUECKE) {
      await new Promise((done) => {
        setTimeout(done, PAUSE_MS).unref();
      });
      // A newer image is worked up with the next question.
      if (!halter.istNeuestes(cid, bild)) return;
      stueck(a);
    }
  } catch {
    return;
  }
}
