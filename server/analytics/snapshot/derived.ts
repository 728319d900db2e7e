// What is kept beside an image is made with it: sums by day follow a delivery, else they and everything else are made as a whole, in small pieces between which other questions are answered.

import type { BerichtFilter } from '../../../shared/analytics/reports/report.ts';
import { KENNZAHLEN } from '../../../shared/analytics/reports/figures.ts';
import {
  auswahlVon,
  beimBehandler,
  beiTerminart,
  hatL,
  jedeA,
  jederT,
  type Auswahl,
} from './selection.ts';
import { nachfolgeVon, type Bild } from './snapshot.ts';
import { plusMonate, tagText } from './calendar.ts';
import { alleLuecken } from '../metrics/gaps.ts';
import { alleMasse, berechne } from '../metrics/compute.ts';
import { stelleDesTermins } from '../metrics/row-index.ts';
import { baueTagessummen, folgeTagessummen } from '../metrics/day-sums.ts';
import { bereichspositionen, jederTermin, prophylaxeZeilen } from '../reports/extended.ts';
import { nachPosition, positionenVon } from '../reports/positions.ts';
import { linsensummen, traegerDer, wochenstundeDer } from '../reports/revenue.ts';
import { veraenderteTage } from './changed-days.ts';

const nichts = (): void => undefined;
/** What else is kept, in pieces: what people open first before the rest. Each looks at what it needs, which is kept then. */
export const STUECKE: readonly ((a: Auswahl) => unknown)[] = [
  (a) => hatL(beimBehandler(a, 0)),
  (a) => {
    jederT(beimBehandler(a, 0), nichts);
    jedeA(beimBehandler(a, 0), nichts);
  },
  (a) => stelleDesTermins(a.bild),
  (a) => a.bild.R,
  ...KENNZAHLEN.map(
    ({ key }) =>
      (a: Auswahl) =>
        berechne(key, a),
  ),
  (a) => hatL(beiTerminart(a, 0)),
  (a) => {
    jederT(beiTerminart(a, 0), nichts);
  },
  (a) => positionenVon(a.bild),
  (a) => nachPosition(a.bild),
  (a) => bereichspositionen(a.bild),
  (a) => jederTermin(a.bild),
  prophylaxeZeilen,
  (a) => alleLuecken(a.bild),
  (a) => traegerDer(a.bild),
  (a) => wochenstundeDer(a.bild),
  (a) => linsensummen(a.bild, 'zahlung'),
  (a) => linsensummen(a.bild, 'rechnung'),
];
/** The practice's last twelve months. */
export function jahrVon(bild: Bild): Auswahl {
  const filter: BerichtFilter = {
    von: tagText(plusMonate(bild.heute, -12) + 1),
    bis: tagText(bild.heute),
    vergleich: 'KEIN',
    behandler: [],
    zimmer: [],
    teams: [],
    stempel: [],
    versicherung: [],
    bereich: [],
    terminart: [],
    termingruppe: [],
    basis: 'leistung',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
  };
  return auswahlVon(bild, filter);
}

/** Longer nothing else waits. */
const STUECK_MS = 5;
async function inStuecken(steps: Generator<void>): Promise<void> {
  let began = performance.now();
  for (const _ of steps)
    if (performance.now() - began > STUECK_MS) {
      await new Promise((done) => {
        setImmediate(done);
      });
      began = performance.now();
    }
}
/** Makes what an image's first questions ask for. To be called before the next image of the same rows is built. @returns whether the last image's sums could be followed */
export async function bereite(bild: Bild): Promise<boolean> {
  const last = nachfolgeVon(bild),
    isFollowed =
      last !== undefined && folgeTagessummen(last.vor, bild, veraenderteTage(bild, last));
  await inStuecken(baueTagessummen(bild, alleMasse()));
  // After a delivery the rest is made in the pauses, so that it shows at once.
  if (!isFollowed)
    await inStuecken(
      (function* () {
        const a = jahrVon(bild);
        for (const stueck of STUECKE) {
          stueck(a);
          yield;
        }
      })(),
    );
  return isFollowed;
}
