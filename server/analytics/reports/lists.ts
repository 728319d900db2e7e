// What to keep an eye on among plans; lists that name patients: services, invoices, one patient, and the rows behind a key figure.

import type { HkpGrund } from '../../../shared/analytics/reports/worklist.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { istKennzahl, kennzahlVon } from '../../../shared/analytics/reports/figures.ts';
import {
  GEBUEHREN,
  HKP_STATUS,
  LEISTUNG_STATUS,
  PVS_FIELDS,
  RECHNUNG_ART,
  TERMIN_STATUS,
  VERSICHERUNG,
  type PvsEntity,
} from '../../../shared/analytics/deliveries/pvs.ts';
import {
  alleZeilen,
  anteilR,
  auswahlVon,
  beimWochentag,
  gewaehlteL,
  imZeitraum,
  nachLeistungen,
  neuesteL,
  passtPlan,
  type Auswahl,
} from '../snapshot/selection.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { LEER, plusMonate, tagOderNull, tagText, WOCHENTAGE } from '../snapshot/calendar.ts';
import {
  jedeUnberechnete,
  jederOffenePosten,
  jederUeberfaelligePosten,
  jedeRechnung,
} from '../metrics/plans.ts';
import { hinweiseZuPlaenen, istOffen, jederOffenePlanAm } from '../metrics/cutoff-day.ts';
import { kpi } from '../metrics/compute.ts';
import { jederOffeneRecall } from '../metrics/recalls.ts';
import { stelleDesTermins, stellenL } from '../metrics/row-index.ts';
import { centsVon, jederFall, naechsterTermin } from '../metrics/walks.ts';
import { offenAm } from '../snapshot/invoices.ts';
import { abStelle, gewaehlt, gruppiert, medianVon } from '../snapshot/tables/sort-rows.ts';
import { mitTafel, type TafelSpalte } from '../snapshot/tables/pack.ts';
import type { Zahlen } from '../snapshot/tables/column-table.ts';
import {
  durch,
  eur,
  idVon,
  kpisVon,
  nameVon,
  patientenName,
  rowLimit,
  rund,
  spalte,
  type Kontext,
  type Macher,
  type Teil,
  type Zeile,
} from './report-kind.ts';
import { faelligePlaene } from '../cases/hkp-cases.ts';
import { gueltigBis, istAbgelaufen } from './extended-more.ts';
import { nachPosition, positionenVon, textDerPosition } from './positions.ts';
import { seiteVon } from './page.ts';
import { summenNach } from './revenue.ts';

/** Rows that one answer carries at most. */
const HOECHSTENS = 5000;
const person = (bild: Bild, p: number): { patid: string | null; name: string } => ({
  patid: idVon(bild, 'patient', p),
  name: patientenName(bild, p),
});
const patientSpalten = [
  spalte('patid', 'Patient', 'patient'),
  spalte('name', 'Name', 'text'),
] as const;
/** A report with the lines of as many places as an answer carries. */
function mitZeilen(
  k: Kontext,
  teil: Omit<Teil, 'zeilen'>,
  found: readonly number[],
  spalten: readonly TafelSpalte[],
): Teil {
  const most = rowLimit(k, HOECHSTENS);
  const hinweise = [...(teil.hinweise ?? []), ...(found.length > most ? ['gekuerzt'] : [])];
  return mitTafel({ ...teil, hinweise }, { orte: found.slice(0, most), spalten });
}
/** From the last day back, those of one day as they stood; no further than lines are shown, and one day more. @param found by day */
function neuesteZuerst(k: Kontext, found: readonly number[], tag: Zahlen): number[] {
  const newest: number[] = [],
    most = rowLimit(k, HOECHSTENS);
  for (let to = found.length; to > 0 && newest.length <= most;) {
    let from = to - 1;
    while (from > 0 && tag[found[from - 1]!] === tag[found[from]!]) from -= 1;
    for (let k = from; k < to; k += 1) newest.push(found[k]!);
    to = from;
  }
  return newest;
}
const wurzel = (bild: Bild, p: number): number => (p < 0 ? -1 : bild.akte[p]!);

/** What a practice keeps an eye on, each with its number of plans and their value. */
const hkpKennzahlen: Macher = (k) => {
  const { bild } = k.a,
    { heute } = bild,
    c = bild.roh.tabellen.hkp.spalten,
    S = (word: (typeof HKP_STATUS)[number]): number => HKP_STATUS.indexOf(word),
    all = [...bild.lebende.hkp].filter(
      (at) => c['erstelltAm']![at]! <= k.a.bis && passtPlan(k.a, 'hkp', at),
    ),
    cohort = all.filter(
      (at) => c['erstelltAm']![at]! >= k.a.von && c['status']![at] !== S('ALTERNATIVE'),
    );
  const is = (word: (typeof HKP_STATUS)[number]): ((at: number) => boolean) => {
    const place = S(word),
      status = c['status']!;
    return (at) => status[at] === place;
  };
  const sum = (plans: readonly number[]): number =>
      eur(plans.reduce((cents, at) => cents + centsVon(c['gesamt']![at]!), 0)),
    zeilen: Zeile[] = [];
  const tell = (was: string, plans: readonly number[]): void => {
    zeilen.push({ was, anzahl: plans.length, wert: sum(plans), anteil: null, tage: null });
  };
  const offen: number[] = [];
  jederOffenePlanAm(bild, k.a.stichtag, (at) => {
    if (passtPlan(k.a, 'hkp', at)) offen.push(at);
  });
  tell('OFFEN', offen);
  const both =
    (one: (at: number) => boolean, other: (at: number) => boolean) =>
    (at: number): boolean =>
      one(at) && other(at);
  // What wants somebody is said by the rule of the work list, so that both count the same plans.
  const faellig = faelligePlaene(bild),
    wants = (grund: HkpGrund): number[] => all.filter((at) => faellig.get(at)?.includes(grund));
  tell('BEI_PATIENT_14', wants('beim_patienten'));
  tell('BEI_KASSE_21', wants('bei_der_kasse'));
  tell('GENEHMIGT_OHNE_TERMIN', wants('ohne_termin'));
  const istGenehmigt = is('GENEHMIGT'),
    istTerminiert = is('TERMINIERT');
  tell(
    'GENEHMIGT_NICHT_BEGONNEN',
    all.filter((at) => (istGenehmigt(at) || istTerminiert(at)) && !istAbgelaufen(bild, at, heute)),
  );
  tell('LAEUFT_AB', wants('laeuft_ab'));
  tell('ABGELAUFEN', wants('abgelaufen'));
  const share = (was: string, z: readonly number[], n: readonly number[]): void => {
    zeilen.push({
      was,
      anzahl: z.length,
      wert: sum(z),
      anteil: durch(z.length, n.length),
      tage: null,
    });
  };
  const has = (name: string): ((at: number) => boolean) => {
    const column = c[name]!;
    return (at) => column[at] !== LEER;
  };
  share('BEGONNEN', cohort.filter(has('begonnenAm')), cohort);
  share(
    'ANGENOMMEN',
    cohort.filter(both(has('angenommenAm'), has('besprochenAm'))),
    cohort.filter(has('besprochenAm')),
  );
  share(
    'ABGELEHNT_KASSE',
    cohort.filter(both(is('ABGELEHNT'), has('beantwortetAm'))),
    cohort.filter(has('beantwortetAm')),
  );
  const wait = (was: string, from: string, to: string): void => {
    const days: number[] = [],
      first = c[from]!,
      last = c[to]!;
    for (const at of cohort)
      if (first[at] !== LEER && last[at] !== LEER) days.push(last[at]! - first[at]!);
    zeilen.push({ was, anzahl: days.length, wert: null, anteil: null, tage: medianVon(days) });
  };
  wait('ZEIT_BIS_GENEHMIGUNG', 'gesendetAm', 'genehmigtAm');
  wait('ZEIT_BIS_BEGINN', 'genehmigtAm', 'begonnenAm');
  wait('ZEIT_BIS_ABRECHNUNG', 'eingegliedertAm', 'abgerechnetAm');
  const { L } = bild,
    planned = new Uint8Array(bild.roh.tabellen.hkp.anzahl),
    { rows } = stellenL(bild, 'hkp', (at) => L.hkp[at]! >= 0);
  for (const at of cohort) planned[at] = 1;
  let billed = 0;
  for (let n = 0; n < rows.length; n += 1) {
    const i = rows[n]!;
    if (planned[L.hkp[i]!] === 1) billed += L.betrag[i]!;
  }
  zeilen.push({
    was: 'GEPLANT_ABGERECHNET',
    anzahl: cohort.length,
    wert: eur(billed),
    anteil: durch(billed / 100, sum(cohort)),
    tage: null,
  });
  return {
    kpis: kpisVon(k, 'hkpOffen', 'hkpAnnahme', 'hkpAnnahmeWert'),
    spalten: [
      spalte('was', 'Was', 'wort'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('wert', 'Wert', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
      spalte('tage', 'Tage', 'tage'),
    ],
    zeilen,
    hinweise: hinweiseZuPlaenen(k.a),
  };
};

const personSpalten = (bild: Bild, code: (at: number) => number): TafelSpalte[] => [
  { name: 'patid', code, wort: (p) => idVon(bild, 'patient', p) },
  { name: 'name', code, wort: (p) => patientenName(bild, p) },
];
/** Columns of lines of services, by their places. */
function leistungSpalten(bild: Bild): TafelSpalte[] {
  const {
      L,
      roh: {
        tabellen: { leistung },
      },
    } = bild,
    zahn = leistung.spalten['zahn']!,
    breite = L.nummern.liste.length + 1,
    position = (i: number): number => (L.system[i]! + 1) * breite + L.nr[i]! + 1;
  const system = (code: number): string => GEBUEHREN[Math.floor(code / breite) - 1] ?? 'EIGEN',
    nr = (code: number): string => L.nummern.liste[(code % breite) - 1] ?? '';
  return [
    { name: 'id', wert: (i) => idVon(bild, 'leistung', L.roh[i]!) },
    { name: 'tag', code: (i) => L.tag[i]!, wort: tagText },
    ...personSpalten(bild, (i) => L.pat[i]!),
    {
      name: 'behandler',
      code: (i) => L.behandler[i]!,
      wort: (at) => nameVon(bild, 'behandler', at),
    },
    { name: 'system', code: position, wort: system },
    { name: 'nr', code: position, wort: nr },
    { name: 'text', code: position, wort: (code) => textDerPosition(bild, system(code), nr(code)) },
    {
      name: 'zahn',
      code: (i) => zahn[L.roh[i]!]!,
      wort: (code) => (code < 0 ? '' : leistung.woerter['zahn']!.liste[code]!),
    },
    { name: 'anzahl', wert: (i) => L.menge[i]! },
    { name: 'honorar', wert: (i) => eur(L.honorar[i]!) },
    { name: 'betrag', wert: (i) => eur(L.betrag[i]!) },
    { name: 'status', code: (i) => L.status[i]!, wort: (code) => LEISTUNG_STATUS[code] ?? null },
  ];
}
const LEISTUNG = [
  spalte('tag', 'Tag', 'tag'),
  ...patientSpalten,
  spalte('behandler', 'Behandler', 'text'),
  spalte('system', 'Gebührenordnung', 'wort'),
  spalte('nr', 'Nr.', 'code'),
  spalte('text', 'Leistung', 'text'),
  spalte('zahn', 'Zahn', 'code'),
  spalte('anzahl', 'Anzahl', 'zahl'),
  spalte('honorar', 'Honorar', 'eur'),
  spalte('betrag', 'Betrag', 'eur'),
  spalte('status', 'Stand', 'wort'),
];
const leistungen: Macher = (k) => {
  const { L } = k.a.bild,
    word = k.extra['nr'],
    nr = word === undefined ? undefined : (L.nummern.nach.get(word) ?? -2),
    newest: number[] = [],
    most = rowLimit(k, HOECHSTENS);
  // No further back than lines are shown, and one more.
  neuesteL(k.a, (i) => {
    if (nr === undefined || L.nr[i] === nr) newest.push(i);
    return newest.length > most;
  });
  return mitZeilen(
    k,
    { kpis: kpisVon(k, 'honorarumsatz'), spalten: LEISTUNG },
    newest,
    leistungSpalten(k.a.bild),
  );
};
const unabgerechnet: Macher = (k) => {
  const found: number[] = [];
  jedeUnberechnete(k.a, 7, (i) => {
    found.push(i);
  });
  return mitZeilen(
    k,
    { kpis: kpisVon(k, 'nichtFakturiert', 'nichtFakturiert30'), spalten: LEISTUNG },
    found,
    leistungSpalten(k.a.bild),
  );
};
/** Patients with a chosen service of each position: position by position, so that one mark a patient is enough to count each once. */
function zaehlePatienten(a: Auswahl, counts: Int32Array): void {
  const { L } = a.bild,
    last = new Int32Array(a.bild.roh.tabellen.patient.anzahl + 1).fill(-1),
    count = (at: number, pat: Int32Array, from: number, to: number): void => {
      for (let g = from; g < to; g += 1) {
        const p = pat[g]! + 1;
        if (last[p] !== at) {
          last[p] = at;
          counts[at]! += 1;
        }
      }
    };
  if (alleZeilen(a)) {
    const { from, tag, pat } = nachPosition(a.bild);
    for (let at = 0; at < counts.length; at += 1) {
      const days = tag.subarray(from[at], from[at + 1]);
      count(at, pat, from[at]! + abStelle(days, a.von), from[at]! + abStelle(days, a.bis + 1));
    }
    return;
  }
  const rows = gewaehlteL(a),
    { from, rows: by } = gruppiert(gewaehlt(positionenVon(a.bild).von, rows), counts.length),
    pat = gewaehlt(gewaehlt(L.pat, rows), by);
  for (let at = 0; at < counts.length; at += 1) count(at, pat, from[at]!, from[at + 1]!);
}
const statistik: Macher = (k) => {
  const { L } = k.a.bild,
    basisTag = { ...k.a, filter: { ...k.filter, basis: 'leistung' as const } },
    places = positionenVon(k.a.bild),
    sums = summenNach(basisTag, places.von),
    patients = new Int32Array(places.nr.length);
  let faelle = 0;
  jederFall(k.a, () => {
    faelle += 1;
  });
  zaehlePatienten(k.a, patients);
  const zeilen = [...sums]
    .map(([at, sum]) => {
      const system = GEBUEHREN[places.system[at]!] ?? 'EIGEN',
        nr = L.nummern.liste[places.nr[at]!] ?? '';
      return {
        system,
        nr,
        text: textDerPosition(k.a.bild, system, nr),
        anzahl: sum.anzahl,
        patienten: patients[at]!,
        je100Faelle: durch(sum.anzahl * 100, faelle, 2),
        honorar: eur(sum.honorar),
      };
    })
    .sort((x, y) => y.anzahl - x.anzahl || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisVon(k, 'fuellungenJe100', 'punkteJeFall', 'fallwertGkv'),
    spalten: [
      spalte('system', 'Gebührenordnung', 'wort'),
      spalte('nr', 'Nr.', 'code'),
      spalte('text', 'Leistung', 'text'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('patienten', 'Patienten', 'zahl'),
      spalte('je100Faelle', 'Je 100 Fälle', 'zahl'),
      spalte('honorar', 'Honorar', 'eur'),
    ],
    zeilen,
  };
};

/** Columns of lines of invoices, by their places, as they stand at the end of a day. @param anteil part of what is open that was chosen */
function rechnungSpalten(
  bild: Bild,
  tag: number,
  anteil: (at: number) => number = () => 1,
): TafelSpalte[] {
  const t = bild.roh.tabellen.rechnung,
    { art, datum, faelligAm, betrag, mahnstufe, factoringfirma } = t.spalten,
    { R } = bild;
  return [
    { name: 'id', wert: (at) => t.ids[at]! },
    { name: 'nummer', wert: (at) => t.text('nummer', at) },
    ...personSpalten(bild, (at) => R.pat[at]!),
    { name: 'art', code: (at) => art![at]!, wort: (code) => RECHNUNG_ART[code] ?? null },
    { name: 'datum', code: (at) => datum![at]!, wort: tagOderNull },
    { name: 'faelligAm', code: (at) => faelligAm![at]!, wort: tagOderNull },
    { name: 'betrag', wert: (at) => eur(centsVon(betrag![at]!)) },
    { name: 'offen', wert: (at) => eur(offenAm(bild.roh, R, at, tag) * anteil(at)) },
    { name: 'alter', code: (at) => datum![at]!, wort: (day) => (day === LEER ? null : tag - day) },
    {
      name: 'mahnstufe',
      code: (at) => mahnstufe![at]!,
      wort: (code) => (code === LEER ? null : code),
    },
    {
      name: 'firma',
      code: (at) => factoringfirma![at]!,
      wort: (code) => (code < 0 ? '' : t.woerter['factoringfirma']!.liste[code]!),
    },
  ];
}
const RECHNUNG = [
  spalte('nummer', 'Nummer', 'code'),
  ...patientSpalten,
  spalte('art', 'Art', 'wort'),
  spalte('datum', 'Datum', 'tag'),
  spalte('faelligAm', 'Fällig', 'tag'),
  spalte('betrag', 'Betrag', 'eur'),
  spalte('offen', 'Offen', 'eur'),
  spalte('alter', 'Tage alt', 'tage'),
  spalte('mahnstufe', 'Mahnstufe', 'zahl'),
  spalte('firma', 'Abrechnungsgesellschaft', 'text'),
];
/** Says that of invoices of several people a part is open for the chosen ones. */
const hinweisAnteil = (k: Kontext): string[] => (nachLeistungen(k.a) ? ['rechnungAnteil'] : []);
const rechnungen: Macher = (k) => {
  const found: number[] = [];
  jedeRechnung(k.a, (at) => {
    found.push(at);
  });
  const datum = k.a.bild.roh.tabellen.rechnung.spalten['datum']!;
  return mitZeilen(
    k,
    {
      kpis: kpisVon(k, 'zeitBisRechnung', 'factoringquote', 'beanstandungsquote'),
      spalten: RECHNUNG,
      hinweise: hinweisAnteil(k),
    },
    neuesteZuerst(k, found, datum),
    rechnungSpalten(k.a.bild, k.a.stichtag, (at) => anteilR(k.a, at)),
  );
};
const rechnungenOffen: Macher = (k) => {
  const found: { at: number; age: number }[] = [];
  jederOffenePosten(k.a, (at, _cents, age) => {
    found.push({ at, age });
  });
  return mitZeilen(
    k,
    {
      kpis: kpisVon(
        k,
        'offenePosten',
        'offen0bis30',
        'offen31bis60',
        'offen61bis90',
        'offenUeber90',
        'dso',
      ),
      spalten: RECHNUNG,
      hinweise: hinweisAnteil(k),
    },
    found.sort((x, y) => y.age - x.age || x.at - y.at).map(({ at }) => at),
    rechnungSpalten(k.a.bild, k.a.stichtag, (at) => anteilR(k.a, at)),
  );
};

/** Invoices to patients that are due and not paid, the longest due first. */
const rechnungenUeberfaellig: Macher = (k) => {
  const due = k.a.bild.roh.tabellen.rechnung.spalten['faelligAm']!,
    found: number[] = [];
  jederUeberfaelligePosten(k.a, (at) => {
    found.push(at);
  });
  return mitZeilen(
    k,
    {
      kpis: kpisVon(k, 'ueberfaelligePosten', 'offenePosten'),
      spalten: RECHNUNG,
      hinweise: hinweisAnteil(k),
    },
    found.sort((x, y) => due[x]! - due[y]! || x - y),
    rechnungSpalten(k.a.bild, k.a.stichtag, (at) => anteilR(k.a, at)),
  );
};

/** One patient in short: last and next visit, revenue of 24 months, plans, open items, recall. */
const patient: Macher = (k) => {
  const { bild } = k.a,
    t = bild.roh.tabellen.patient,
    given = t.nach.get(k.extra['patid'] ?? '');
  if (given === undefined || t.zustand[given] !== 1) throw new AppError('not_found');
  const p = bild.akte[given]!,
    { B, L, T, heute } = bild,
    all = auswahlVon(bild, {
      ...k.filter,
      behandler: [],
      zimmer: [],
      teams: [],
      stempel: [],
      versicherung: [],
      bereich: [],
      terminart: [],
      termingruppe: [],
      basis: 'leistung',
    });
  let last = LEER,
    cents = 0,
    open = 0;
  for (let b = B.from[p]!; b < B.from[p + 1]!; b += 1) if (B.tag[b]! <= heute) last = B.tag[b]!;
  for (let g = L.nachPatient.from[p]!; g < L.nachPatient.from[p + 1]!; g += 1) {
    const i = L.nachPatient.rows[g]!;
    if (L.tag[i]! > plusMonate(heute, -24) && L.tag[i]! <= heute) cents += L.betrag[i]!;
  }
  jederOffenePosten(imZeitraum(all, heute, heute), (at, sum) => {
    if (bild.R.pat[at] === p) open += sum;
  });
  const next = naechsterTermin(bild, p, heute),
    { patid, status, gesamt } = bild.roh.tabellen.hkp.spalten,
    plans = bild.lebende.hkp.filter(
      (at) => wurzel(bild, patid![at]!) === p && istOffen(status![at]!),
    );
  let due = LEER;
  jederOffeneRecall(all, (_at, who, day) => {
    if (who === p && (due === LEER || day < due)) due = day;
  });
  const row: Zeile = {
    patid: t.ids[p]!,
    name: patientenName(bild, p),
    geburtsdatum: tagOderNull(t.spalten['geburtsdatum']![p]!),
    versicherung: VERSICHERUNG[t.spalten['versicherung']![p]!] ?? null,
    kasse: t.text('kasse', p),
    letzterBesuch: tagOderNull(last),
    naechsterTermin: next < 0 ? null : tagText(T.tag[next]!),
    umsatz24: eur(cents),
    hkpOffen: plans.length,
    hkpWert: eur(plans.reduce((sum, at) => sum + centsVon(gesamt![at]!), 0)),
    offen: eur(open),
    recallFaellig: tagOderNull(due),
  };
  return {
    spalten: [
      ...patientSpalten,
      spalte('geburtsdatum', 'Geboren', 'tag'),
      spalte('versicherung', 'Versicherung', 'wort'),
      spalte('kasse', 'Kasse', 'text'),
      spalte('letzterBesuch', 'Letzter Besuch', 'tag'),
      spalte('naechsterTermin', 'Nächster Termin', 'tag'),
      spalte('umsatz24', 'Umsatz in 24 Monaten', 'eur'),
      spalte('hkpOffen', 'Offene Pläne', 'zahl'),
      spalte('hkpWert', 'Wert der Pläne', 'eur'),
      spalte('offen', 'Offene Posten', 'eur'),
      spalte('recallFaellig', 'Recall fällig', 'tag'),
    ],
    zeilen: [row],
  };
};
const patientLeistungen: Macher = (k) => {
  const { bild } = k.a,
    t = bild.roh.tabellen.patient,
    given = t.nach.get(k.extra['patid'] ?? '');
  if (given === undefined || t.zustand[given] !== 1) throw new AppError('not_found');
  const p = bild.akte[given]!,
    { L } = bild,
    found: number[] = [];
  for (let g = L.nachPatient.from[p]!; g < L.nachPatient.from[p + 1]!; g += 1) {
    const i = L.nachPatient.rows[g]!;
    if (L.tag[i]! >= k.a.von && L.tag[i]! <= k.a.bis) found.push(i);
  }
  return mitZeilen(k, { spalten: LEISTUNG }, found.reverse(), leistungSpalten(bild));
};

const einerDer = (k: Kontext): { p: number; t: Bild['roh']['tabellen']['patient'] } => {
  const t = k.a.bild.roh.tabellen.patient,
    given = t.nach.get(k.extra['patid'] ?? '');
  if (given === undefined || t.zustand[given] !== 1) throw new AppError('not_found');
  return { p: k.a.bild.akte[given]!, t };
};
/** Plans of one patient, the newest first. */
const patientPlaene: Macher = (k) => {
  const { bild } = k.a,
    { p } = einerDer(k),
    t = bild.roh.tabellen.hkp,
    c = t.spalten,
    found = Array.from(bild.lebende.hkp.filter((at) => wurzel(bild, c['patid']![at]!) === p)).sort(
      (x, y) => c['erstelltAm']![y]! - c['erstelltAm']![x]!,
    );
  return {
    spalten: [
      spalte('erstelltAm', 'Erstellt', 'tag'),
      spalte('bezeichnung', 'Plan', 'text'),
      spalte('status', 'Stand', 'wort'),
      spalte('behandler', 'Behandler', 'text'),
      spalte('gesamt', 'Summe', 'eur'),
      spalte('eigenanteil', 'Eigenanteil', 'eur'),
      spalte('gueltigBis', 'Gilt bis', 'tag'),
    ],
    zeilen: found.map((at) => ({
      id: t.ids[at]!,
      erstelltAm: tagOderNull(c['erstelltAm']![at]!),
      bezeichnung: t.text('bezeichnung', at),
      status: HKP_STATUS[c['status']![at]!] ?? null,
      behandler: nameVon(bild, 'behandler', c['behandler']![at]!),
      gesamt: eur(centsVon(c['gesamt']![at]!)),
      eigenanteil: Number.isNaN(c['eigenanteil']![at])
        ? null
        : eur(centsVon(c['eigenanteil']![at]!)),
      gueltigBis: tagOderNull(gueltigBis(bild, at)),
    })),
  };
};
/** Invoices of one patient that still count, the newest first. */
const patientRechnungen: Macher = (k) => {
  const { bild } = k.a,
    { p } = einerDer(k),
    datum = bild.roh.tabellen.rechnung.spalten['datum']!,
    { pat } = bild.R,
    found = Array.from(bild.R.lebende.filter((at) => pat[at] === p && datum[at] !== LEER)).sort(
      (x, y) => datum[y]! - datum[x]!,
    );
  const own = (name: string): boolean => name !== 'patid' && name !== 'name';
  return mitZeilen(
    k,
    { spalten: RECHNUNG.filter((one) => own(one.key)) },
    found,
    rechnungSpalten(bild, bild.heute).filter((one) => own(one.name)),
  );
};

/** Whose any delivered row is, and its words. */
function worteVon(
  bild: Bild,
  entity: PvsEntity,
  at: number,
  nenntBehandler: boolean,
): { pat: number; worte: string } {
  const t = bild.roh.tabellen[entity],
    c = t.spalten;
  const words: string[] = [];
  for (const { name, type, words: list } of PVS_FIELDS[entity]) {
    if (!(name in c) || ['patid', 'datum', 'vorname', 'nachname'].includes(name)) continue;
    if (!nenntBehandler && (name === 'behandler' || name === 'mitarbeiter')) continue;
    if (
      (name === 'behandler' ||
        name === 'zimmer' ||
        name === 'terminart' ||
        name === 'mitarbeiter') &&
      c[name]![at]! >= 0
    )
      words.push(nameVon(bild, name === 'terminart' ? 'terminarten' : name, c[name]![at]!));
    else if (
      (name === 'nr' ||
        name === 'system' ||
        name === 'status' ||
        name === 'art' ||
        name === 'nummer' ||
        name === 'name' ||
        name === 'bezeichnung') &&
      c[name]![at]! >= 0
    )
      words.push(type === 'word' ? list[c[name]![at]!]! : t.text(name, at));
  }
  const pat =
    entity === 'patient'
      ? at
      : entity === 'zahlung'
        ? c['rechnungId']![at]! < 0
          ? -1
          : bild.R.pat[c['rechnungId']![at]!]!
        : wurzel(bild, c['patid']?.[at] ?? -1);
  const status = entity === 'termin' ? stelleDesTermins(bild)[at]! : -1;
  if (status >= 0 && c['status']![at]! < 0) words.push(TERMIN_STATUS[bild.T.status[status]!]!);
  return { pat, worte: words.join(' · ') };
}
/** The rows that a key figure counted, newest first, by pages of 200: their sum is the figure's numerator or denominator. */
const zeilenHinter: Macher = (k) => {
  const key = k.extra['kennzahl'] ?? '',
    page = Math.max(1, Math.floor(Number(k.extra['seite'] ?? '1')) || 1);
  if (!istKennzahl(key)) throw new AppError('not_found');
  const meta = kennzahlVon(key),
    day = k.extra['wochentag'],
    weekday = day === undefined ? -1 : WOCHENTAGE.indexOf(day as (typeof WOCHENTAGE)[number]);
  if (day !== undefined && weekday < 0) throw new AppError('not_found');
  const of = (one: typeof k.a): typeof k.a =>
      day === undefined ? one : beimWochentag(one, weekday),
    { anzahl, seite } = seiteVon(of(k.a), key, page);
  const unit = (teil: string): string =>
      teil === 'zaehler' ? meta.zaehlerIn : (meta.nennerIn ?? meta.einheit),
    zeilen = seite
      .map((b) => ({
        ...b,
        ...worteVon(k.a.bild, b.entity, b.at, k.extra['ohneBehandler'] === undefined),
      }))
      .map((b) => ({
        teil: b.teil,
        entity: b.entity,
        id: k.a.bild.roh.tabellen[b.entity].ids[b.at]!,
        tag: tagOderNull(b.tag),
        ...person(k.a.bild, b.pat),
        worte: b.worte,
        wert: unit(b.teil) === 'eur' ? eur(b.wert) : rund(b.wert, 4),
      }));
  const count = {
    key: 'anzahl',
    wert: anzahl,
    vergleich: null,
    delta: null,
    ziel: null,
    zaehler: null,
    nenner: null,
  };
  return {
    kpis: [kpi(key, of(k.a), k.vergleich && of(k.vergleich)), count],
    spalten: [
      spalte('teil', 'Zählt als', 'wort'),
      spalte('entity', 'Art', 'wort'),
      spalte('tag', 'Tag', 'tag'),
      ...patientSpalten,
      spalte('worte', 'Was', 'text'),
      spalte('wert', 'Wert', meta.zaehlerIn),
    ],
    zeilen,
  };
};
export const listen: Readonly<Record<string, Macher>> = {
  'hkp/kennzahlen': hkpKennzahlen,
  leistungen,
  'leistungen/unabgerechnet': unabgerechnet,
  'leistungen/statistik': statistik,
  rechnungen,
  'rechnungen/offen': rechnungenOffen,
  'rechnungen/ueberfaellig': rechnungenUeberfaellig,
  'patient/{patid}': patient,
  'patient/{patid}/leistungen': patientLeistungen,
  'patient/{patid}/plaene': patientPlaene,
  'patient/{patid}/rechnungen': patientRechnungen,
  'zeilen/{kennzahl}': zeilenHinter,
};
