// What changed against the span compared with, taken apart by practitioner, area, insurance and weekday; and what waits to be done, in numbers.

import type { HkpGrund } from '../../../shared/analytics/reports/worklist.ts';
import { BEREICHE, VERSICHERUNG } from '../../../shared/analytics/deliveries/pvs.ts';
import { deltaOf } from '../../../shared/analytics/reports/report.ts';
import { UNBERECHNET_TAGE } from '../../../shared/analytics/reports/overview.ts';
import { auswahlVon, beimWochentag, imZeitraum, type Auswahl } from '../snapshot/selection.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { plaeneMit } from '../cases/hkp-cases.ts';
import { ersterDesMonats, monatVon, tagText, WOCHENTAGE } from '../snapshot/calendar.ts';
import { jedeUnberechnete, jederUeberfaelligePosten } from '../metrics/plans.ts';
import { jederUeberfaellige } from '../metrics/recalls.ts';
import { centsVon } from '../metrics/walks.ts';
import {
  eur,
  idVon,
  kpisVon,
  nameVon,
  rund,
  spalte,
  type Kontext,
  type Macher,
  type Zeile,
} from './report-kind.ts';
import { gesamt, summenJe, type Summe } from './revenue.ts';

/** Rows of each part: what is smaller explains nothing. */
const JE_TEIL = 5;

interface Teil {
  art: 'BEHANDLER' | 'BEREICH' | 'VERSICHERUNG' | 'WOCHENTAG';
  je: (a: Auswahl) => Map<number, Summe>;
  id: (bild: Bild, at: number) => string | null;
  name: (bild: Bild, at: number) => string;
}
const TEILE: readonly Teil[] = [
  {
    art: 'BEHANDLER',
    je: (a) => summenJe(a, 'behandler'),
    id: (bild, at) => idVon(bild, 'behandler', at),
    name: (bild, at) => nameVon(bild, 'behandler', at),
  },
  {
    art: 'BEREICH',
    je: (a) => summenJe(a, 'bereich'),
    id: (_bild, at) => BEREICHE[at] ?? null,
    name: (_bild, at) => BEREICHE[at] ?? '–',
  },
  {
    art: 'VERSICHERUNG',
    je: (a) => summenJe(a, 'versicherung'),
    id: (_bild, at) => VERSICHERUNG[at] ?? null,
    name: (_bild, at) => VERSICHERUNG[at] ?? '–',
  },
  {
    art: 'WOCHENTAG',
    je: (a) => new Map(WOCHENTAGE.map((_word, day) => [day, gesamt(beimWochentag(a, day))])),
    id: (_bild, at) => WOCHENTAGE[at] ?? null,
    name: (_bild, at) => WOCHENTAGE[at] ?? '–',
  },
];
/** How far whole months of each group strayed from their mean in the twelve before the span, in cents. */
function streuung(
  a: Auswahl,
  je: Teil['je'],
  which: 'honorar' | 'umsatz',
): (group: number) => number {
  const first = monatVon(a.von) - 12,
    months = Array.from({ length: 12 }, (_, at) =>
      je(imZeitraum(a, ersterDesMonats(first + at), ersterDesMonats(first + at + 1) - 1)),
    );
  return (group) => {
    const list = months.map((month) => month.get(group)?.[which] ?? 0),
      mean = list.reduce((sum, x) => sum + x, 0) / 12;
    return Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 11);
  };
}
/** A span of `tage` days strays as that many independent months would. */
const MONAT_TAGE = 30.44;

const aenderungen: Macher = (k) => {
  const { vor } = k,
    which = k.filter.kennzahl,
    zeilen: Zeile[] = [];
  // Rows are told apart by the day of treatment: of invoices and payments a weekday says nothing.
  if (vor)
    for (const { art, je, id, name } of TEILE.filter(
      (one) => one.art !== 'WOCHENTAG' || k.filter.basis === 'leistung',
    )) {
      const now = je(k.a),
        then = je(vor),
        spread = streuung(k.a, je, which),
        laenge = Math.sqrt((k.a.bis - k.a.von + 1) / MONAT_TAGE);
      const rows = [...new Set([...now.keys(), ...then.keys()])]
        .map((at) => {
          const jetzt = eur(now.get(at)?.[which] ?? 0),
            vorher = eur(then.get(at)?.[which] ?? 0),
            differenz = rund(jetzt - vorher, 2),
            normal = (spread(at) / 100) * laenge;
          return {
            art,
            id: id(k.a.bild, at),
            name: name(k.a.bild, at),
            jetzt,
            vorher,
            differenz,
            delta: deltaOf(jetzt, vorher),
            auffaellig: normal > 0 && Math.abs(differenz) > 2 * normal,
          };
        })
        .filter((row) => row.differenz !== 0);
      zeilen.push(
        ...rows
          .sort(
            (x, y) => Math.abs(y.differenz) - Math.abs(x.differenz) || (x.name < y.name ? -1 : 1),
          )
          .slice(0, JE_TEIL),
      );
    }
  zeilen.sort((x, y) => Math.abs(Number(y['differenz'])) - Math.abs(Number(x['differenz'])));
  return {
    kpis: kpisVon(k, which === 'umsatz' ? 'umsatz' : 'honorarumsatz'),
    spalten: [
      spalte('name', 'Was', 'wort'),
      spalte('art', 'Teil', 'wort'),
      spalte('jetzt', 'Jetzt', 'eur'),
      spalte('vorher', 'Vorher', 'eur'),
      spalte('differenz', 'Unterschied', 'eur'),
      spalte('delta', 'Veränderung', 'anteil'),
      spalte('auffaellig', 'Ungewöhnlich', 'janein'),
    ],
    zeilen,
    serien: [
      {
        name: 'differenz',
        punkte: zeilen.map((z) => ({ x: String(z['name']), y: z['differenz'] as number })),
      },
    ],
    hinweise: k.vergleich ? [] : ['ohneVergleich'],
  };
};

/** What waits today in the whole practice, whatever is asked for: each with its number and what it is worth. Each is counted as the list that it opens counts. */
const aufgaben: Macher = (k) => {
  const { bild } = k.a,
    { gesamt: worth } = bild.roh.tabellen.hkp.spalten,
    today = heuteGanz(k),
    zeilen: Zeile[] = [];
  const tell = (was: string, anzahl: number, wert: number | null): void => {
    zeilen.push({ was, anzahl, wert });
  };
  for (const [was, grund] of PLAENE) {
    const plans = plaeneMit(bild, grund);
    tell(was, plans.length, eur(plans.reduce((cents, at) => cents + centsVon(worth![at]!), 0)));
  }
  let recalls = 0;
  jederUeberfaellige(today, () => {
    recalls += 1;
  });
  tell('RECALL_UEBERFAELLIG', recalls, null);
  const services = unberechnetHeute(today);
  tell('NICHT_FAKTURIERT', services.anzahl, eur(services.cents));
  let invoices = 0,
    open = 0;
  jederUeberfaelligePosten(today, (_at, cents) => {
    invoices += 1;
    open += cents;
  });
  tell('RECHNUNG_UEBERFAELLIG', invoices, eur(open));
  return {
    spalten: [
      spalte('was', 'Was', 'wort'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('wert', 'Wert', 'eur'),
    ],
    zeilen,
  };
};
/** Plans that wait, by the reason that the work list names. */
const PLAENE: readonly (readonly [string, HkpGrund])[] = [
  ['GENEHMIGT_OHNE_TERMIN', 'ohne_termin'],
  ['LAEUFT_AB', 'laeuft_ab'],
  ['BEI_PATIENT_14', 'beim_patienten'],
];
/** Everything of the practice on this day. */
const heuteGanz = ({ a: { bild }, filter }: Kontext): Auswahl => {
  const tag = tagText(bild.heute);
  return auswahlVon(bild, {
    ...filter,
    von: tag,
    bis: tag,
    behandler: [],
    zimmer: [],
    teams: [],
    stempel: [],
    versicherung: [],
    bereich: [],
    terminart: [],
    termingruppe: [],
  });
};
/** Private services of the last year that nobody has billed for a week. */
export function unberechnetHeute(a: Auswahl): { anzahl: number; cents: number } {
  const { heute, L } = a.bild,
    found = { anzahl: 0, cents: 0 };
  jedeUnberechnete(imZeitraum(a, heute - UNBERECHNET_TAGE, heute), 7, (i) => {
    found.anzahl += 1;
    found.cents += L.betrag[i]!;
  });
  return found;
}
export const aenderungsBerichte: Readonly<Record<string, Macher>> = {
  'dashboard/aenderungen': aenderungen,
  'dashboard/aufgaben': aufgaben,
};
