// Reports of revenue that look at patients, targets, the months ahead and money that came in.

import {
  alleZeilen,
  anteilR,
  beimBehandler,
  imZeitraum,
  jedeBuchung,
  jederAuszug,
  jederT,
  passtR,
  type Auswahl,
} from '../snapshot/selection.ts';
import { zieleAm } from '../snapshot/targets.ts';
import { S, type Bild } from '../snapshot/snapshot.ts';
import {
  ersterDesMonats,
  LEER,
  monatVon,
  perioden,
  plusMonate,
  tagText,
} from '../snapshot/calendar.ts';
import { zielImZeitraum } from '../metrics/money.ts';
import { istGeplant } from '../metrics/walks.ts';
import { RECHNUNG } from '../snapshot/invoices.ts';
import { abStelle, gewaehlt } from '../snapshot/tables/sort-rows.ts';
import { hinweisZu, regionDer, werktage } from '../snapshot/working-days.ts';
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
  type Macher,
} from './report-kind.ts';
import { behandlerIn, gesamt } from './revenue.ts';

const ALTER: readonly (readonly [string, number])[] = [
    ['0-5', 0],
    ['6-17', 6],
    ['18-29', 18],
    ['30-44', 30],
    ['45-59', 45],
    ['60-74', 60],
    ['75+', 75],
  ],
  AELTESTE = 201;
/** Patients of one answer. */
const GEZEIGT = 200;
const patienten: Macher = (k) => {
  const { bild } = k.a,
    { L, roh } = bild,
    { ids, spalten } = roh.tabellen.patient,
    geb = spalten['geburtsdatum']!,
    sums = new Float64Array(roh.tabellen.patient.anzahl),
    seen = new Uint8Array(sums.length),
    which = k.filter.kennzahl === 'honorar' ? L.honorar : L.betrag;
  jederAuszug(k.a, (rows, anteile, from, to) => {
    for (let g = from; g < to; g += 1) {
      const i = rows ? rows[g]! : g,
        p = L.pat[i]!;
      if (p >= 0) {
        seen[p] = 1;
        sums[p]! += which[i]! * (anteile ? anteile[g]! : 1);
      }
    }
  });
  const chosen = new Int32Array(sums.length);
  let many = 0;
  for (let p = 0; p < seen.length; p += 1) if (seen[p] === 1) chosen[many++] = p;
  const who = chosen.subarray(0, many),
    steigend = gewaehlt(sums, who).sort(),
    jeAlter = new Float64Array(ALTER.length);
  // Born on this day or before, somebody is that old; those whose year cannot be right are of no age.
  const spaetestens = ALTER.map(([, years]) => plusMonate(k.a.stichtag, -12 * years)),
    zuFrueh = plusMonate(k.a.stichtag, -12 * AELTESTE);
  let all = 0,
    reached = 0;
  for (let at = 0; at < many; at += 1) {
    const p = who[at]!,
      born = geb[p]!;
    all += sums[p]!;
    if (born === LEER || born <= zuFrueh) continue;
    for (let group = ALTER.length - 1; group >= 0; group -= 1)
      if (born <= spaetestens[group]!) {
        jeAlter[group]! += sums[p]!;
        break;
      }
  }
  // Only those that are shown are put in order; of the rest their sums are enough.
  const most = rowLimit(k, GEZEIGT),
    least = many > most ? steigend[many - most]! : -Infinity,
    list = who
      .filter((p) => sums[p]! >= least)
      .sort((p, q) => sums[q]! - sums[p]! || (ids[p]! < ids[q]! ? -1 : 1))
      .slice(0, most);
  const zeilen = Array.from(list, (p, at) => {
    const cents = sums[p]!;
    reached += cents;
    return {
      rang: at + 1,
      patid: idVon(bild, 'patient', p),
      name: patientenName(bild, p),
      umsatz: eur(cents),
      anteil: durch(cents, all),
      kumuliert: durch(reached, all),
    };
  });
  const decile = (d: number): number => {
    let sum = 0;
    for (let at = Math.round((many * d) / 10); at < Math.round((many * (d + 1)) / 10); at += 1)
      sum += steigend[many - 1 - at]!;
    return sum;
  };
  const zehntel = (d: number): string => `${d * 10 + 1}–${d * 10 + 10}\u00A0%`;
  return {
    kpis: kpisVon(k, 'umsatz', 'umsatzJePatient'),
    spalten: [
      spalte('rang', 'Rang', 'zahl'),
      spalte('patid', 'Patient', 'patient'),
      spalte('name', 'Name', 'text'),
      spalte('umsatz', 'Umsatz', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
      spalte('kumuliert', 'Anteil bis hier', 'anteil'),
    ],
    zeilen,
    serien: [
      {
        name: 'zehntel',
        punkte: Array.from({ length: 10 }, (_, d) => ({ x: zehntel(d), y: durch(decile(d), all) })),
      },
      {
        name: 'kumuliert',
        punkte: Array.from({ length: 10 }, (_, d) => ({
          x: zehntel(d),
          y: durch(
            Array.from({ length: d + 1 }, (_one, at) => decile(at)).reduce(
              (sum, cents) => sum + cents,
              0,
            ),
            all,
          ),
        })),
      },
      { name: 'alter', punkte: ALTER.map(([x], at) => ({ x, y: eur(jeAlter[at]!) })) },
    ],
    hinweise: many > most ? ['gekuerzt'] : [],
  };
};

/** What was reached, and what is to be expected until the end of the month where the span is still running. */
const sollIst: Macher = (k) => {
  const { heute } = k.a.bild,
    which = k.filter.kennzahl,
    key = which === 'umsatz' ? 'umsatz' : 'honorarumsatz',
    region = regionDer(k.stand),
    bis = k.a.bis < heute ? k.a.bis : ersterDesMonats(monatVon(k.a.bis) + 1) - 1,
    ganz = imZeitraum(k.a, k.a.von, bis);
  const gone = werktage(k.a.von, Math.min(k.a.bis, heute), region),
    days = werktage(k.a.von, bis, region);
  const zeilen = behandlerIn(k.a).map((at) => {
    const id = idVon(k.a.bild, 'behandler', at)!,
      target = zieleAm(k.stand.vorgaben, k.filter.bis, id).get(key),
      ziel = target === undefined ? null : rund(zielImZeitraum(ganz, target), 2),
      ist = eur(gesamt(beimBehandler(k.a, at))[which]);
    const hochrechnung = gone === 0 ? null : rund((ist / gone) * days, 2);
    return {
      id,
      behandler: nameVon(k.a.bild, 'behandler', at),
      ziel,
      ist,
      hochrechnung,
      differenz: ziel === null || hochrechnung === null ? null : rund(hochrechnung - ziel, 2),
    };
  });
  return {
    kpis: kpisVon(k, 'umsatz', 'zielerreichung'),
    spalten: [
      spalte('behandler', 'Behandler', 'text'),
      spalte('ziel', 'Ziel', 'eur'),
      spalte('ist', 'Ist', 'eur'),
      spalte('hochrechnung', 'Hochrechnung', 'eur'),
      spalte('differenz', 'Hochrechnung minus Ziel', 'eur'),
    ],
    zeilen,
    serien: (['ist', 'ziel', 'hochrechnung'] as const)
      .filter((name) => zeilen.some((z) => z[name] !== null))
      .map((name) => ({ name, punkte: zeilen.map((z) => ({ x: z.behandler, y: z[name] })) })),
    hinweise: [
      ...(bis > k.a.bis ? ['bisMonatsende'] : []),
      ...(zeilen.every((z) => z.ziel === null) ? ['ohneZiele'] : []),
      ...hinweisZu(region),
    ],
  };
};

/** Mean revenue of an appointment kept, by its type and practitioner, over the twelve months before a day; in cents. */
export function erwarteterWert(
  a: Auswahl,
  tag: number,
): (terminart: number, behandler: number) => number {
  const { bild } = a,
    { L, T } = bild,
    span = imZeitraum(a, plusMonate(tag, -12), tag - 1),
    breite = bild.roh.tabellen.behandler.anzahl + 1,
    keyOf = (art: number, b: number): number => (art + 1) * breite + b + 1,
    sums = new Float64Array((bild.roh.tabellen.terminarten.anzahl + 1) * breite),
    many = new Float64Array(sums.length);
  const add = (key: number, cents: number, n: number): void => {
    sums[key]! += cents;
    many[key]! += n;
  };
  const into = (art: number, b: number, cents: number, n: number): void => {
    if (b >= 0) add(keyOf(art, b), cents, n);
    if (art >= 0) add(keyOf(art, -1), cents, n);
    add(0, cents, n);
  };
  jederT(span, (i) => {
    if (T.status[i] === S.WAHRGENOMMEN) into(T.terminart[i]!, T.behandler[i]!, 0, 1);
  });
  jedeBuchung({ ...span, filter: { ...span.filter, basis: 'leistung' } }, (i) => {
    const t = L.termin[i]!;
    if (t >= 0 && T.status[t] === S.WAHRGENOMMEN)
      into(T.terminart[t]!, T.behandler[t]!, L.betrag[i]!, 0);
  });
  // Few appointments say little: below five the type alone counts, then all.
  return (art, b) => {
    for (const key of [keyOf(art, b), keyOf(art, -1), 0])
      if (many[key]! >= 5) return sums[key]! / many[key]!;
    return 0;
  };
}
export const geplanterWert = (
  a: Auswahl,
  bild: Bild,
): { von: (von: number, bis: number) => number } => {
  const worth = erwarteterWert(a, bild.heute),
    { T } = bild;
  return {
    von: (von, bis) => {
      let cents = 0;
      jederT(imZeitraum(a, von, bis), (i) => {
        if (istGeplant(T.status[i]!)) cents += worth(T.terminart[i]!, T.behandler[i]!);
      });
      return cents;
    },
  };
};
/** This month and the five after it: what is booked, what the last twelve months let expect, and how far months strayed from it. */
const prognose: Macher = (k) => {
  const { heute } = k.a.bild,
    first = monatVon(heute),
    which = k.filter.kennzahl,
    booked = geplanterWert(k.a, k.a.bild),
    region = regionDer(k.stand);
  const past = Array.from({ length: 12 }, (_, at) => {
    const von = ersterDesMonats(first - 12 + at),
      bis = ersterDesMonats(first - 11 + at) - 1;
    return gesamt(imZeitraum(k.a, von, bis))[which] / Math.max(1, werktage(von, bis, region));
  });
  const mean = past.reduce((sum, x) => sum + x, 0) / 12,
    spread = Math.sqrt(past.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 11);
  const zeilen = Array.from({ length: 6 }, (_, at) => {
    const von = ersterDesMonats(first + at),
      bis = ersterDesMonats(first + at + 1) - 1,
      isNow = at === 0,
      done = isNow ? gesamt(imZeitraum(k.a, von, heute))[which] : 0,
      rest = werktage(isNow ? heute + 1 : von, bis, region);
    // Eight of ten months lie within 1.28 standard deviations.
    return {
      periode: tagText(von).slice(0, 7),
      ist: isNow ? eur(done) : null,
      gebucht: eur(booked.von(Math.max(von, heute), bis)),
      hochrechnung: eur(done + mean * rest),
      von: eur(done + Math.max(0, mean - 1.28 * spread) * rest),
      bis: eur(done + (mean + 1.28 * spread) * rest),
    };
  });
  return {
    kpis: kpisVon(k, 'umsatz'),
    spalten: [
      spalte('periode', 'Monat', 'periode'),
      spalte('ist', 'Bisher', 'eur'),
      spalte('gebucht', 'Gebuchte Termine', 'eur'),
      spalte('hochrechnung', 'Erwartet', 'eur'),
      spalte('von', 'Wahrscheinlich ab', 'eur'),
      spalte('bis', 'Wahrscheinlich bis', 'eur'),
    ],
    zeilen,
    serien: (['hochrechnung', 'von', 'bis', 'gebucht'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.periode, y: z[name] })),
    })),
    hinweise: hinweisZu(region),
  };
};
const zahlungseingang: Macher = (k) => {
  const { R, roh } = k.a.bild,
    { Z } = R,
    art = roh.tabellen.rechnung.spalten['art']!,
    alle = alleZeilen(k.a);
  const zeilen = perioden(k.a.von, k.a.bis, k.filter.gruppierung).map((p) => ({
    ...p,
    privat: 0,
    kzv: 0,
    factoring: 0,
  }));
  let at = 0;
  for (let i = abStelle(Z.tag, k.a.von), to = abStelle(Z.tag, k.a.bis + 1); i < to; i += 1) {
    const tag = Z.tag[i]!,
      r = Z.rechnung[i]!;
    if (Z.istAbschreibung[i] === 1 || R.ziel[r]! < 0 || (!alle && !passtR(k.a, r))) continue;
    while (zeilen[at]!.bis < tag) at += 1;
    zeilen[at]![
      art[r] === RECHNUNG.KZV ? 'kzv' : art[r] === RECHNUNG.FACTORING ? 'factoring' : 'privat'
    ] += alle ? Z.betrag[i]! : Z.betrag[i]! * anteilR(k.a, r);
  }
  const rows = zeilen.map((z) => ({
    periode: z.name,
    privat: eur(z.privat),
    kzv: eur(z.kzv),
    factoring: eur(z.factoring),
    gesamt: eur(z.privat + z.kzv + z.factoring),
  }));
  return {
    kpis: kpisVon(k, 'offenePosten', 'dso', 'factoringquote'),
    spalten: [
      spalte('periode', 'Zeitraum', 'periode'),
      spalte('privat', 'Privat', 'eur'),
      spalte('kzv', 'KZV', 'eur'),
      spalte('factoring', 'Abrechnungsgesellschaft', 'eur'),
      spalte('gesamt', 'Zusammen', 'eur'),
    ],
    zeilen: rows,
    serien: (['privat', 'kzv', 'factoring'] as const).map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: z.periode, y: z[name] })),
    })),
  };
};
export const umsatzMehr: Readonly<Record<string, Macher>> = {
  'umsatz/patienten': patienten,
  'umsatz/soll-ist': sollIst,
  'umsatz/prognose': prognose,
  'umsatz/zahlungseingang': zahlungseingang,
};
