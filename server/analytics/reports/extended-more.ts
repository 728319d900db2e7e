// Extended reports of patients, perio cases, plans, invoices and co-payments.

import { endetGenehmigung } from '../../../shared/analytics/reports/worklist.ts';
import { HKP_ART, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import { imZeitraum, jedeStelleL, passtPlan, passtP } from '../snapshot/selection.ts';
import { TRAEGER, VERS, type Bild } from '../snapshot/snapshot.ts';
import { LEER, monatVon, perioden, plusMonate, quartalVon, tagText } from '../snapshot/calendar.ts';
import { seitenzahnfuellungen, vereinbarteFuellungen } from '../metrics/money.ts';
import { plaeneNachTag } from '../metrics/row-index.ts';
import { jederNeue, neuAm } from '../metrics/patients.ts';
import { hinweiseZuPlaenen } from '../metrics/cutoff-day.ts';
import { centsVon, jederAktive, naechsterTermin, pzrStellen, uptTage } from '../metrics/walks.ts';
import { abStelle, medianVon } from '../snapshot/tables/sort-rows.ts';
import { istParOffen } from '../cases/par-cases.ts';
import { durch, eur, kpisVon, spalte, wertVon, type Macher, type Zeile } from './report-kind.ts';

const neupatienten: Macher = (k) => {
  const { B, L, roh } = k.a.bild,
    p = roh.tabellen.patient,
    rows = new Map<
      string,
      { monat: string; quelle: string; plz: string; neu: number; cents: number; zweite: number }
    >();
  jederNeue(k.a, (pat, besuch) => {
    const first = B.tag[besuch]!,
      day = neuAm(k.a.bild, besuch),
      key = `${monatVon(day)}|${p.text('quelle', pat)}|${p.text('plz', pat)}`;
    let row = rows.get(key);
    if (!row)
      rows.set(
        key,
        (row = {
          monat: tagText(day).slice(0, 7),
          quelle: p.text('quelle', pat) || '–',
          plz: p.text('plz', pat) || '–',
          neu: 0,
          cents: 0,
          zweite: 0,
        }),
      );
    row.neu += 1;
    if (besuch + 1 < B.from[pat + 1]! && B.tag[besuch + 1]! <= first + 180) row.zweite += 1;
    for (let g = L.nachPatient.from[pat]!; g < L.nachPatient.from[pat + 1]!; g += 1) {
      const i = L.nachPatient.rows[g]!;
      if (L.tag[i]! >= first && L.tag[i]! <= first + 180) row.cents += L.betrag[i]!;
    }
  });
  const zeilen = [...rows.values()]
    .map((row) => ({
      monat: row.monat,
      neu: row.neu,
      quelle: row.quelle,
      plz: row.plz,
      umsatz180: eur(row.cents),
      zweitbesuch: row.zweite,
      quote: durch(row.zweite, row.neu),
    }))
    .sort((x, y) => (x.monat < y.monat ? -1 : x.monat > y.monat ? 1 : y.neu - x.neu));
  const parts = perioden(k.a.von, k.a.bis, k.filter.gruppierung);
  return {
    kpis: kpisVon(k, 'neupatienten', 'neupatientenquote', 'bindungNeu'),
    spalten: [
      spalte('monat', 'Monat', 'periode'),
      spalte('neu', 'Neu', 'zahl'),
      spalte('quelle', 'Woher', 'text'),
      spalte('plz', 'PLZ', 'code'),
      spalte('umsatz180', 'Umsatz in 180 Tagen', 'eur'),
      spalte('zweitbesuch', 'Zweiter Besuch', 'zahl'),
      spalte('quote', 'Anteil', 'anteil'),
    ],
    zeilen,
    serien: [
      {
        name: 'neu',
        punkte: parts.map((x) => ({
          x: x.name,
          y: wertVon('neupatienten', imZeitraum(k.a, x.von, x.bis)),
        })),
      },
    ],
    hinweise: k.a.bis + 180 > k.a.bild.heute ? ['nochNichtReif'] : [],
  };
};
/** Cohorts by the quarter of the first visit; a share is empty until its months are over for everybody. */
const patientenbindung: Macher = (k) => {
  const { B, heute } = k.a.bild,
    lange = plusMonate(heute, -18),
    rows = new Map<
      number,
      {
        name: string;
        end: number;
        start: number;
        m6: number;
        m12: number;
        m24: number;
        verloren: number;
        reaktiviert: number;
      }
    >();
  jederNeue(k.a, (pat, besuch) => {
    const first = B.tag[besuch]!,
      day = neuAm(k.a.bild, besuch),
      quarter = quartalVon(day);
    let row = rows.get(quarter);
    if (!row) {
      const [span] = perioden(day, day + 92, 'QUARTAL');
      rows.set(
        quarter,
        (row = {
          name: span!.name,
          end: span!.bis,
          start: 0,
          m6: 0,
          m12: 0,
          m24: 0,
          verloren: 0,
          reaktiviert: 0,
        }),
      );
    }
    row.start += 1;
    const days = [...B.tag.subarray(besuch + 1, B.from[pat + 1])].filter((tag) => tag <= heute),
      seenIn = (from: number, to: number): number => {
        const after = plusMonate(first, from),
          until = plusMonate(first, to);
        return days.some((tag) => tag > after && tag <= until) ? 1 : 0;
      };
    row.m6 += seenIn(0, 6);
    row.m12 += seenIn(6, 12);
    row.m24 += seenIn(12, 24);
    if ((days.at(-1) ?? first) < lange && naechsterTermin(k.a.bild, pat, heute) < 0)
      row.verloren += 1;
    if (
      [first, ...days].some(
        (tag, at, all) => at > 0 && tag - all[at - 1]! > 540 && all[at - 1]! < plusMonate(tag, -18),
      )
    )
      row.reaktiviert += 1;
  });
  const zeilen = [...rows]
    .sort(([x], [y]) => x - y)
    .map(([, row]) => {
      const share = (n: number, months: number): number | null =>
        plusMonate(row.end, months) > heute ? null : durch(n, row.start);
      return {
        kohorte: row.name,
        start: row.start,
        m6: share(row.m6, 6),
        m12: share(row.m12, 12),
        m24: share(row.m24, 24),
        verloren: row.verloren,
        reaktiviert: row.reaktiviert,
      };
    });
  return {
    kpis: kpisVon(
      k,
      'aktivePatienten',
      'abwanderung',
      'patientenwachstum',
      'reaktiviert',
      'bindungNeu',
    ),
    spalten: [
      spalte('kohorte', 'Erster Besuch', 'periode'),
      spalte('start', 'Patienten', 'zahl'),
      spalte('m6', 'Wieder da bis Monat 6', 'anteil'),
      spalte('m12', 'Monat 7 bis 12', 'anteil'),
      spalte('m24', 'Monat 13 bis 24', 'anteil'),
      spalte('verloren', 'Verloren', 'zahl'),
      spalte('reaktiviert', 'Wiedergekommen', 'zahl'),
    ],
    zeilen,
    serien: (['m6', 'm12', 'm24'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.kohorte, y: z[name] })),
    })),
  };
};
/** After so many days without the next step a case is overdue. */
const PAR_FRIST = 90;
const parpipeline: Macher = (k) => {
  const istOffen = istParOffen(k.a.bild),
    { roh, lebende, heute, akte } = k.a.bild,
    c = roh.tabellen.parfall.spalten,
    { from, tage } = uptTage(k.a.bild),
    psi = roh.tabellen.psi,
    screened = new Set<number>();
  for (let at = 0; at < psi.anzahl; at += 1) {
    const p = psi.spalten['patid']![at]!,
      tag = psi.spalten['datum']![at]!;
    if (
      psi.zustand[at] === 1 &&
      p >= 0 &&
      tag >= k.a.von &&
      tag <= k.a.bis &&
      passtP(k.a, akte[p]!) &&
      /[34]/.test(psi.text('codes', at))
    )
      screened.add(akte[p]!);
  }
  const cases = [...lebende.parfall].filter(
    (at) =>
      c['erstelltAm']![at] !== LEER &&
      c['erstelltAm']![at]! >= k.a.von &&
      c['erstelltAm']![at]! <= k.a.bis &&
      passtPlan(k.a, 'parfall', at),
  );
  const second = (at: number): number => {
    const p = c['patid']![at]!,
      ab = c['uptVon']![at]!;
    if (p < 0 || ab === LEER) return LEER;
    let first = LEER;
    for (let g = from[akte[p]!]!; g < from[akte[p]! + 1]!; g += 1) {
      const tag = tage[g]!;
      if (tag < ab || tag === first) continue;
      if (first !== LEER) return tag;
      first = tag;
    }
    return LEER;
  };
  const steps: [string, (at: number) => number][] = [
    ['PLAN', (at) => c['erstelltAm']![at]!],
    ['GENEHMIGT', (at) => c['genehmigtAm']![at]!],
    ['ATG', (at) => c['atgAm']![at]!],
    ['AIT', (at) => c['aitVon']![at]!],
    ['BEV', (at) => c['bevAm']![at]!],
    ['UPT1', (at) => c['uptVon']![at]!],
    ['UPT2', second],
  ];
  const zeilen: Zeile[] = [
      {
        stufe: 'PSI',
        faelle: screened.size,
        quote: null,
        medianTage: null,
        wert: null,
        ueberfaellig: null,
      },
    ],
    reached = steps.map(([, day]) => cases.map(day));
  steps.forEach(([stufe], s) => {
    const here = cases.filter((_, n) => reached[s]![n] !== LEER),
      days =
        s === 0
          ? []
          : cases.flatMap((_, n) =>
              reached[s]![n] !== LEER && reached[s - 1]![n] !== LEER
                ? [reached[s]![n]! - reached[s - 1]![n]!]
                : [],
            );
    // Stuck here: the case goes on, this step was reached, none after it, and it is long ago.
    const stuck = cases.filter(
      (at, n) =>
        reached[s]![n] !== LEER &&
        reached.slice(s + 1).every((step) => step[n] === LEER) &&
        s < steps.length - 1 &&
        istOffen(at) &&
        heute - reached[s]![n]! > PAR_FRIST,
    );
    zeilen.push({
      stufe,
      faelle: here.length,
      quote: durch(here.length, cases.length),
      medianTage: medianVon(days),
      wert: eur(here.reduce((sum, at) => sum + centsVon(c['wert']![at]!), 0)),
      ueberfaellig: stuck.length,
    });
  });
  return {
    kpis: kpisVon(k, 'parTrichter', 'psiQuote', 'uptTreue'),
    spalten: [
      spalte('stufe', 'Stufe', 'wort'),
      spalte('faelle', 'Fälle', 'zahl'),
      spalte('quote', 'Anteil der Pläne', 'anteil'),
      spalte('medianTage', 'Tage seit der Stufe davor', 'tage'),
      spalte('wert', 'Wert', 'eur'),
      spalte('ueberfaellig', 'Überfällig', 'zahl'),
    ],
    zeilen,
    serien: [
      {
        name: 'faelle',
        punkte: zeilen.map((z) => ({ x: String(z['stufe']), y: z['faelle'] as number })),
      },
    ],
  };
};
/** Days of a plan in the order of its way. */
const HKP_TAGE = [
  'erstelltAm',
  'besprochenAm',
  'angenommenAm',
  'gesendetAm',
  'beantwortetAm',
  'genehmigtAm',
  'terminAm',
  'begonnenAm',
  'eingegliedertAm',
  'abgerechnetAm',
  'verworfenAm',
] as const;
/** Last day on which something happened to a plan. */
export const letzterSchritt = (bild: Bild, at: number): number => letzteSchritte(bild)(at);
function letzteSchritte({ roh }: Bild): (at: number) => number {
  const columns = HKP_TAGE.map((name) => roh.tabellen.hkp.spalten[name]!);
  return (at) => {
    let last = LEER;
    for (const column of columns) if (column[at]! > last) last = column[at]!;
    return last;
  };
}
const GENEHMIGT = HKP_STATUS.indexOf('GENEHMIGT'),
  IN_ARBEIT = HKP_STATUS.indexOf('IN_ARBEIT');
/** An approval that ran out before anything was put in: by its own day, else half a year after it was given. */
export function istAbgelaufen(bild: Bild, at: number, tag: number): boolean {
  const c = bild.roh.tabellen.hkp.spalten,
    status = c['status']![at]!;
  if (status < GENEHMIGT || status > IN_ARBEIT || c['eingegliedertAm']![at] !== LEER) return false;
  const end = gueltigBis(bild, at);
  return end !== LEER && end < tag;
}
/** Last day of an approval; LEER where it has none. */
export function gueltigBis(bild: Bild, at: number): number {
  const { gueltigBis: said, genehmigtAm, art } = bild.roh.tabellen.hkp.spalten,
    given = genehmigtAm![at]!;
  if (said![at] !== LEER) return said![at]!;
  return given === LEER || !endetGenehmigung(HKP_ART[art![at]!]) ? LEER : plusMonate(given, 6);
}
const hkptrichter: Macher = (k) => {
  const { bild } = k.a,
    c = bild.roh.tabellen.hkp.spalten,
    rows = new Map<string, { status: string; order: number; grund: string; plans: number[] }>();
  const { rows: made, tag } = plaeneNachTag(bild),
    lastOf = letzteSchritte(bild);
  for (let n = abStelle(tag, k.a.von), end = abStelle(tag, k.a.bis + 1); n < end; n += 1) {
    const at = made[n]!;
    if (!passtPlan(k.a, 'hkp', at)) continue;
    const expired = istAbgelaufen(bild, at, bild.heute),
      status = expired ? 'ABGELAUFEN' : (HKP_STATUS[c['status']![at]!] ?? 'ENTWURF'),
      grund =
        status === 'VERWORFEN' || status === 'ABGELEHNT'
          ? bild.roh.tabellen.hkp.text('grund', at)
          : '',
      key = `${status}|${grund}`;
    let row = rows.get(key);
    if (!row)
      rows.set(
        key,
        (row = { status, order: expired ? 12.5 : c['status']![at]!, grund, plans: [] }),
      );
    row.plans.push(at);
  }
  const sum = (plans: number[], name: string): number => {
    const column = c[name]!;
    return eur(plans.reduce((cents, at) => cents + centsVon(column[at]!), 0));
  };
  const zeilen = [...rows.values()]
    .sort((x, y) => x.order - y.order || (x.grund < y.grund ? -1 : 1))
    .map((row) => ({
      status: row.status,
      anzahl: row.plans.length,
      gesamt: sum(row.plans, 'gesamt'),
      festzuschuss: sum(row.plans, 'festzuschuss'),
      eigenanteil: sum(row.plans, 'eigenanteil'),
      medianTage: medianVon(row.plans.map((at) => bild.heute - lastOf(at))),
      grund: row.grund,
    }));
  return {
    kpis: kpisVon(
      k,
      'hkpAnnahme',
      'hkpAnnahmeWert',
      'hkpOffen',
      'patientenAnnahme',
      'behandlungsAnnahme',
    ),
    spalten: [
      spalte('status', 'Stand', 'wort'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('gesamt', 'Summe', 'eur'),
      spalte('festzuschuss', 'Festzuschuss', 'eur'),
      spalte('eigenanteil', 'Eigenanteil', 'eur'),
      spalte('medianTage', 'Tage seit dem letzten Schritt', 'tage'),
      spalte('grund', 'Grund', 'text'),
    ],
    zeilen,
    serien: [
      {
        name: 'gesamt',
        punkte: zeilen.map((z) => ({
          x: z.grund === '' ? z.status : `${z.status}: ${z.grund}`,
          y: z.gesamt,
        })),
      },
    ],
    hinweise: hinweiseZuPlaenen(k.a),
  };
};
const OFFEN = ['offen0bis30', 'offen31bis60', 'offen61bis90', 'offenUeber90'] as const;
const rechnungslauf: Macher = (k) => {
  const zeilen: Zeile[] = perioden(k.a.von, k.a.bis, k.filter.gruppierung).map((p) => {
    const own = imZeitraum(k.a, p.von, p.bis);
    return {
      monat: p.name,
      ...Object.fromEntries(
        ['zeitBisRechnung', 'nichtFakturiert', ...OFFEN, 'factoringquote', 'dso'].map((key) => [
          key,
          wertVon(key, own),
        ]),
      ),
    };
  });
  return {
    kpis: kpisVon(
      k,
      'zeitBisRechnung',
      'nichtFakturiert',
      'offenePosten',
      'dso',
      'factoringquote',
      'forderungsausfall',
      'beanstandungsquote',
    ),
    spalten: [
      spalte('monat', 'Zeitraum', 'periode'),
      spalte('zeitBisRechnung', 'Tage bis zur Rechnung', 'tage'),
      spalte('nichtFakturiert', 'Nicht fakturiert', 'eur'),
      spalte('offen0bis30', 'Offen bis 30 Tage', 'eur'),
      spalte('offen31bis60', '31 bis 60', 'eur'),
      spalte('offen61bis90', '61 bis 90', 'eur'),
      spalte('offenUeber90', 'Über 90', 'eur'),
      spalte('factoringquote', 'Factoring', 'anteil'),
      spalte('dso', 'Außenstandsdauer', 'tage'),
    ],
    zeilen,
    serien: OFFEN.map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: String(z['monat']), y: z[name] as number })),
    })),
  };
};
/** Where patients of the statutory insurance could agree to pay more, and how often they do. */
const mehrkosten: Macher = (k) => {
  const { bild } = k.a,
    { L, roh } = bild,
    zeilen: Zeile[] = [];
  const row = (bereich: string, moeglich: number, count: number, cents: number): void => {
    zeilen.push({
      bereich,
      moeglich,
      vereinbart: count,
      quote: durch(count, moeglich),
      erloes: eur(cents),
      offenesPotenzial: count === 0 ? null : eur((cents / count) * Math.max(0, moeglich - count)),
    });
  };
  let fillings = 0,
    withMore = 0,
    paid = 0,
    pzrCents = 0;
  const pzrPatients = new Set<number>();
  jedeStelleL(k.a, seitenzahnfuellungen(bild), (i) => {
    if (L.versicherung[i] === VERS.GKV) fillings += 1;
  });
  jedeStelleL(k.a, vereinbarteFuellungen(bild), (i) => {
    if (L.versicherung[i] === VERS.GKV) withMore += 1;
  });
  jedeStelleL(k.a, pzrStellen(bild), (i) => {
    if (L.versicherung[i] === VERS.GKV && L.traeger[i] !== TRAEGER.GKV) {
      pzrCents += L.betrag[i]!;
      if (L.pat[i]! >= 0) pzrPatients.add(L.pat[i]!);
    }
  });
  const mkv = roh.tabellen.mkv;
  for (let at = 0; at < mkv.anzahl; at += 1) {
    const p = mkv.spalten['patid']![at]!,
      tag = mkv.spalten['datum']![at]!;
    if (
      mkv.zustand[at] === 1 &&
      p >= 0 &&
      tag >= k.a.von &&
      tag <= k.a.bis &&
      passtP(k.a, bild.akte[p]!)
    )
      paid += centsVon(mkv.spalten['betrag']![at]!);
  }
  row('FUELLUNG', fillings, withMore, paid);
  const c = roh.tabellen.hkp.spalten,
    vers = roh.tabellen.patient.spalten['versicherung']!;
  let plans = 0,
    better = 0,
    cents = 0;
  for (const at of bild.lebende.hkp) {
    const p = c['patid']![at]!;
    if (
      c['art']![at] !== 0 ||
      c['erstelltAm']![at]! < k.a.von ||
      c['erstelltAm']![at]! > k.a.bis ||
      p < 0 ||
      vers[bild.akte[p]!] !== VERS.GKV ||
      !passtPlan(k.a, 'hkp', at)
    )
      continue;
    plans += 1;
    if (c['versorgungsart']![at]! >= 1) {
      better += 1;
      cents += centsVon(c['honorarGoz']![at]!) + centsVon(c['matLabPrivat']![at]!);
    }
  }
  row('ZE', plans, better, cents);
  let gkv = 0;
  jederAktive(k.a, k.a.stichtag, (p) => {
    if (vers[p] === VERS.GKV) gkv += 1;
  });
  row('PZR', gkv, pzrPatients.size, pzrCents);
  return {
    kpis: kpisVon(k, 'mehrkostenquote', 'gkvAmPrivatumsatz', 'pzrQuote'),
    spalten: [
      spalte('bereich', 'Bereich', 'wort'),
      spalte('moeglich', 'Möglich', 'zahl'),
      spalte('vereinbart', 'Vereinbart', 'zahl'),
      spalte('quote', 'Anteil', 'anteil'),
      spalte('erloes', 'Erlös', 'eur'),
      spalte('offenesPotenzial', 'Noch möglich', 'eur'),
    ],
    zeilen,
    serien: [
      {
        name: 'quote',
        punkte: zeilen.map((z) => ({ x: String(z['bereich']), y: z['quote'] as number | null })),
      },
    ],
  };
};
export const extendedMehr: Readonly<Record<string, Macher>> = {
  'extended/neupatienten': neupatienten,
  'extended/patientenbindung': patientenbindung,
  'extended/parpipeline': parpipeline,
  'extended/hkptrichter': hkptrichter,
  'extended/rechnungslauf': rechnungslauf,
  'extended/mehrkosten': mehrkosten,
};
