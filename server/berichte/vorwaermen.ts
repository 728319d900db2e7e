// What many questions need is worked out once an image: in the pauses after a question, so that hardly anybody waits for it.

import type { BerichtFilter } from '../../shared/bericht.ts';
import { auswahlVon } from './auswahl.ts';
import type { Rechner } from './auswerter.ts';
import type { Bild } from './bild.ts';
import { plusMonate, tagText } from './kalender.ts';
import { BERICHTE } from './reports/liste.ts';

/** Reports that between them ask for everything that is kept beside an image; the ones that people open first come first. */
const FRAGEN = ['dashboard/executive', 'praxiskpi', 'umsatz/zeitreihe', 'umsatz/behandler', 'terminqualitaet', 'dashboard/aufgaben', 'extended/behandlerleistung', 'umsatz/kostentraeger', 'umsatz/leistungen', 'extended/leistungsmix', 'umsatz/wochentag', 'umsatz/steuerbuero', 'extended/terminausfall', 'extended/prophylaxe', 'extended/zimmerauslastung', 'extended/rechnungslauf', 'extended/faktoren', 'hkp/kennzahlen', 'extended/hkptrichter', 'benchmark', 'benchmark/behandler'] as const;
const begonnen = new WeakSet<Bild>();
/** Between two of them, so that questions that came meanwhile are answered first. */
const PAUSE_MS = 30;

/** Works the practice's newest image up, once. Never rejects: what fails here is told to who asks for it. */
export async function waermeVor({ halter }: Rechner, cid: string, jetzt: number): Promise<void> {
  try {
    const stand = await halter.hole(cid, jetzt), { bild } = stand;
    if (begonnen.has(bild)) return;
    begonnen.add(bild);
    const filter: BerichtFilter = { von: tagText(plusMonate(bild.heute, -12) + 1), bis: tagText(bild.heute), vergleich: 'KEIN', behandler: [], zimmer: [], teams: [], stempel: [], versicherung: [], bereich: [], terminart: [], termingruppe: [], basis: 'leistung', gruppierung: 'MONAT', kennzahl: 'umsatz' };
    for (const pfad of FRAGEN) {
      await new Promise(done => { setTimeout(done, PAUSE_MS).unref(); });
      // A newer image is worked up with the next question.
      if ((await halter.hole(cid, jetzt)).bild !== bild) return;
      await BERICHTE.find(one => one.pfad === pfad)!.mache({ a: auswahlVon(bild, filter), vor: null, filter, stand, extra: {}, jetzt, cid, markt: () => Promise.resolve([{ cid, bild }]), vorschlaege: () => Promise.resolve([]), vorschlaegeBereit: () => Promise.resolve(null) });
    }
  } catch { return; }
}
