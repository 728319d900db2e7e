// What many questions need beside the sums by day is worked out once an image: in the pauses after a question, piece by piece, so that hardly anybody waits for it.

import { KENNZAHLEN } from '../../shared/kennzahlen.ts';
import type { BerichtFilter } from '../../shared/bericht.ts';
import { auswahlVon, beimBehandler, beiTerminart, hatL, jedeA, jederT, linseVon, type Auswahl } from './auswahl.ts';
import type { Rechner } from './auswerter.ts';
import type { Bild } from './bild.ts';
import { plusMonate, tagText } from './kalender.ts';
import { berechne } from './kennzahlen/rechnen.ts';
import { stelleDesTermins } from './kennzahlen/stellen.ts';
import { bereichspositionen } from './reports/extended.ts';
import { positionenVon } from './reports/positionen.ts';
import { stundeDer, traegerDer } from './reports/umsatz.ts';

const nichts = (): void => undefined;
/** The pieces, what people open first before the rest. Each looks at what it needs, which is kept then. */
export const STUECKE: readonly ((a: Auswahl) => unknown)[] = [
  a => hatL(beimBehandler(a, 0)), a => { jederT(beimBehandler(a, 0), nichts); jedeA(beimBehandler(a, 0), nichts); }, a => stelleDesTermins(a.bild),
  a => a.bild.R, ...KENNZAHLEN.map(({ key }) => (a: Auswahl) => berechne(key, a)),
  a => hatL(beiTerminart(a, 0)), a => { jederT(beiTerminart(a, 0), nichts); }, a => positionenVon(a.bild), a => bereichspositionen(a.bild), a => traegerDer(a.bild), a => stundeDer(a.bild), a => linseVon(a.bild, 'zahlung'), a => linseVon(a.bild, 'rechnung'),
];
const begonnen = new WeakSet<Bild>();
/** Between two of them, so that questions that came meanwhile are answered first. */
const PAUSE_MS = 10;

/** Works the practice's newest image up, once. Never rejects: what fails here is told to who asks for it. */
export async function waermeVor({ halter }: Rechner, cid: string, jetzt: number): Promise<void> {
  try {
    const { bild } = await halter.hole(cid, jetzt);
    if (begonnen.has(bild)) return;
    begonnen.add(bild);
    const filter: BerichtFilter = { von: tagText(plusMonate(bild.heute, -12) + 1), bis: tagText(bild.heute), vergleich: 'KEIN', behandler: [], zimmer: [], teams: [], stempel: [], versicherung: [], bereich: [], terminart: [], termingruppe: [], basis: 'leistung', gruppierung: 'MONAT', kennzahl: 'umsatz' }, a = auswahlVon(bild, filter);
    for (const stueck of STUECKE) {
      await new Promise(done => { setTimeout(done, PAUSE_MS).unref(); });
      // A newer image is worked up with the next question.
      if (!halter.istNeuestes(cid, bild)) return;
      stueck(a);
    }
  } catch { return; }
}
