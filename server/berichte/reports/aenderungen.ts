// What changed against the span compared with, taken apart by practitioner, area, insurance and weekday; and what waits to be done, in numbers.

import { BEREICHE, VERSICHERUNG } from '../../../shared/pvs.ts';
import { deltaOf } from '../../../shared/bericht.ts';
import { imZeitraum, type Auswahl } from '../auswahl.ts';
import type { Bild } from '../bild.ts';
import { LEER, monatVon, plusMonate, WOCHENTAGE, wochentagVon } from '../kalender.ts';
import { jedeUnberechnete, jederOffenePosten } from '../kennzahlen/plaene.ts';
import { jederUeberfaellige } from '../kennzahlen/recalls.ts';
import { eur, idVon, kpisVon, nameVon, rund, spalte, type Kontext, type Macher, type Zeile } from './art.ts';
import { listen } from './listen.ts';
import { summen } from './umsatz.ts';

/** Rows of each part: what is smaller explains nothing. */
const JE_TEIL = 5;

interface Teil { art: 'BEHANDLER' | 'BEREICH' | 'VERSICHERUNG' | 'WOCHENTAG'; von: (bild: Bild) => (i: number, tag: number) => number; id: (bild: Bild, at: number) => string | null; name: (bild: Bild, at: number) => string }
const TEILE: readonly Teil[] = [
  { art: 'BEHANDLER', von: ({ L }) => i => L.behandler[i]!, id: (bild, at) => idVon(bild, 'behandler', at), name: (bild, at) => nameVon(bild, 'behandler', at) },
  { art: 'BEREICH', von: ({ L }) => i => L.bereich[i]!, id: (_bild, at) => BEREICHE[at] ?? null, name: (_bild, at) => BEREICHE[at] ?? '–' },
  { art: 'VERSICHERUNG', von: ({ L }) => i => L.versicherung[i]!, id: (_bild, at) => VERSICHERUNG[at] ?? null, name: (_bild, at) => VERSICHERUNG[at] ?? '–' },
  { art: 'WOCHENTAG', von: () => (_i, tag) => wochentagVon(tag), id: (_bild, at) => WOCHENTAGE[at] ?? null, name: (_bild, at) => WOCHENTAGE[at] ?? '–' },
];
/** How far whole months of each group strayed from their mean in the twelve before the span, in cents. */
function streuung(a: Auswahl, von: (i: number, tag: number) => number, which: 'honorar' | 'umsatz'): (group: number) => number {
  const first = monatVon(a.von) - 12, start = plusMonate(a.von, -12) - 31, months = new Map<number, number[]>();
  for (const [key, sum] of summen(imZeitraum(a, start, a.von - 1), (i, tag) => (von(i, tag) + 1) * 64 + (monatVon(tag) - first + 2))) {
    const at = (key % 64) - 2;
    if (at < 0 || at > 11) continue;
    const group = Math.floor(key / 64) - 1, list = months.get(group) ?? Array.from({ length: 12 }, () => 0);
    list[at] = sum[which];
    months.set(group, list);
  }
  return group => {
    const list = months.get(group);
    if (!list) return 0;
    const mean = list.reduce((sum, x) => sum + x, 0) / 12;
    return Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 11);
  };
}
/** A span of `tage` days strays as that many independent months would. */
const MONAT_TAGE = 30.44;

const aenderungen: Macher = k => {
  const { vor } = k, which = k.filter.kennzahl, zeilen: Zeile[] = [];
  // Rows are told apart by the day of treatment: of invoices and payments a weekday says nothing.
  if (vor) for (const { art, von, id, name } of TEILE.filter(one => one.art !== 'WOCHENTAG' || k.filter.basis === 'leistung')) {
    const of = von(k.a.bild), now = summen(k.a, of), then = summen(vor, of), spread = streuung(k.a, of, which), laenge = Math.sqrt((k.a.bis - k.a.von + 1) / MONAT_TAGE);
    const rows = [...new Set([...now.keys(), ...then.keys()])].map(at => {
      const jetzt = eur(now.get(at)?.[which] ?? 0), vorher = eur(then.get(at)?.[which] ?? 0), differenz = rund(jetzt - vorher, 2), normal = (spread(at) / 100) * laenge;
      return { art, id: id(k.a.bild, at), name: name(k.a.bild, at), jetzt, vorher, differenz, delta: deltaOf(jetzt, vorher), auffaellig: normal > 0 && Math.abs(differenz) > 2 * normal };
    }).filter(row => row.differenz !== 0);
    zeilen.push(...rows.sort((x, y) => Math.abs(y.differenz) - Math.abs(x.differenz) || (x.name < y.name ? -1 : 1)).slice(0, JE_TEIL));
  }
  zeilen.sort((x, y) => Math.abs(Number(y['differenz'])) - Math.abs(Number(x['differenz'])));
  return {
    kpis: kpisVon(k, which === 'umsatz' ? 'umsatz' : 'honorarumsatz'),
    spalten: [spalte('name', 'Was', 'wort'), spalte('art', 'Teil', 'wort'), spalte('jetzt', 'Jetzt', 'eur'), spalte('vorher', 'Vorher', 'eur'), spalte('differenz', 'Unterschied', 'eur'), spalte('delta', 'Veränderung', 'anteil'), spalte('auffaellig', 'Ungewöhnlich', 'janein')],
    zeilen, serien: [{ name: 'differenz', punkte: zeilen.map(z => ({ x: String(z['name']), y: z['differenz'] as number })) }], hinweise: vor ? [] : ['ohneVergleich'],
  };
};

/** What waits today, whatever days are asked for: each with its number and what it is worth. */
const aufgaben: Macher = async k => {
  const { bild } = k.a, { heute } = bild, today: Kontext = { ...k, a: imZeitraum(k.a, k.a.von, heute) }, zeilen: Zeile[] = [];
  const plans = new Map((await listen['hkp/kennzahlen']!(today)).zeilen.map(z => [z['was'], z])), tell = (was: string, anzahl: number, wert: number | null): void => { zeilen.push({ was, anzahl, wert }); };
  for (const was of ['GENEHMIGT_OHNE_TERMIN', 'LAEUFT_AB', 'BEI_PATIENT_14']) tell(was, Number(plans.get(was)?.['anzahl'] ?? 0), plans.get(was)?.['wert'] as number | null ?? null);
  let recalls = 0;
  jederUeberfaellige(today.a, () => { recalls += 1; });
  tell('RECALL_UEBERFAELLIG', recalls, null);
  let services = 0, cents = 0;
  jedeUnberechnete(imZeitraum(k.a, heute - 365, heute), 7, i => { services += 1; cents += bild.L.betrag[i]!; });
  tell('NICHT_FAKTURIERT', services, eur(cents));
  let invoices = 0, open = 0;
  const due = bild.roh.tabellen.rechnung.spalten['faelligAm']!;
  jederOffenePosten(imZeitraum(k.a, heute, heute), (at, sum) => { if (sum > 0 && due[at] !== LEER && due[at]! < heute) { invoices += 1; open += sum; } });
  tell('RECHNUNG_UEBERFAELLIG', invoices, eur(open));
  return { spalten: [spalte('was', 'Was', 'wort'), spalte('anzahl', 'Anzahl', 'zahl'), spalte('wert', 'Wert', 'eur')], zeilen };
};
export const aenderungsBerichte: Readonly<Record<string, Macher>> = { 'dashboard/aenderungen': aenderungen, 'dashboard/aufgaben': aufgaben };
