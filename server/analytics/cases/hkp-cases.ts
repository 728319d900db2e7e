// Plans that want somebody today, told of the image by the rule of the work list: reports, to-dos and the list count alike.

import {
  hkpGruende,
  isHkpOpen,
  type HkpFacts,
  type HkpGrund,
} from '../../../shared/analytics/reports/worklist.ts';
import { HKP_ART, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { tagOderNull, tagText } from '../snapshot/calendar.ts';
import { einmal } from '../metrics/row-index.ts';
import { istGeplant } from '../metrics/walks.ts';

/** Of each plan whether an appointment to come is for it, or for its person and named after no plan. */
function planHatTermin(bild: Bild): (at: number) => boolean {
  const { T, akte, heute, roh } = bild;
  const { hkp, patient } = roh.tabellen;
  const [plans, people] = einmal(bild, 'hkp termine', () => {
    const ofPlan = new Uint8Array(hkp.anzahl),
      ofPerson = new Uint8Array(patient.anzahl);
    for (let i = T.tag.length - 1; i >= 0 && T.tag[i]! >= heute; i -= 1) {
      if (!istGeplant(T.status[i]!)) continue;
      if (T.hkp[i]! >= 0) ofPlan[T.hkp[i]!] = 1;
      else if (T.pat[i]! >= 0) ofPerson[T.pat[i]!] = 1;
    }
    return [ofPlan, ofPerson] as const;
  });
  const patid = hkp.spalten['patid']!;
  return (at) => plans[at] === 1 || (patid[at]! >= 0 && people[akte[patid[at]!]!] === 1);
}
const standVon = (bild: Bild, at: number): HkpFacts['status'] =>
  HKP_STATUS[bild.roh.tabellen.hkp.spalten['status']![at]!] ?? 'ENTWURF';

/** Ids of plans that are not ended and have an appointment to come. */
export function hkpTermine(bild: Bild): string[] {
  const hat = planHatTermin(bild),
    { ids } = bild.roh.tabellen.hkp;
  return Array.from(bild.lebende.hkp)
    .filter((at) => isHkpOpen(standVon(bild, at)) && hat(at))
    .map((at) => ids[at]!);
}
/** Of each plan that wants somebody today what for, the most urgent first; by its place. */
export function faelligePlaene(bild: Bild): ReadonlyMap<number, readonly HkpGrund[]> {
  return einmal(bild, 'hkp faellig', () => {
    const hat = planHatTermin(bild),
      { spalten } = bild.roh.tabellen.hkp,
      today = tagText(bild.heute);
    const found = new Map<number, readonly HkpGrund[]>();
    for (const at of bild.lebende.hkp) {
      const status = standVon(bild, at);
      if (!isHkpOpen(status)) continue;
      const day = (name: string): string | null => tagOderNull(spalten[name]![at]!);
      const gruende = hkpGruende(
        {
          status,
          art: HKP_ART[spalten['art']![at]!] ?? null,
          erstelltAm: day('erstelltAm') ?? '',
          besprochenAm: day('besprochenAm'),
          gesendetAm: day('gesendetAm'),
          genehmigtAm: day('genehmigtAm'),
          eingegliedertAm: day('eingegliedertAm'),
          gueltigBis: day('gueltigBis'),
          hatTermin: hat(at),
        },
        today,
      ).map(({ grund }) => grund);
      if (gruende.length > 0) found.set(at, gruende);
    }
    return found;
  });
}
/** Places of plans that want somebody for a reason today. */
export const plaeneMit = (bild: Bild, grund: HkpGrund): number[] =>
  [...faelligePlaene(bild)].filter(([, gruende]) => gruende.includes(grund)).map(([at]) => at);
