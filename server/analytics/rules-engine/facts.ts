// How each fact of the rule language is found for the patient and day at hand; null where nothing is known of it.

import { surgeryNumbers } from '../../../shared/analytics/billing/fees.ts';
import { UPT } from '../../../shared/analytics/billing/periods.ts';
import {
  HKP_ART,
  HKP_STATUS,
  KARIESRISIKO,
  PAR_GRAD,
  VERSORGUNGSART,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { STANDARDGRUPPEN } from '../../../shared/analytics/deliveries/standard-groups.ts';
import { istFeiertag } from '../snapshot/public-holidays.ts';
import { SCHWELLEN } from '../../../shared/analytics/billing/rule-facts.ts';
import {
  liesMarke,
  type Dauer,
  type Fenster,
  type Marke,
} from '../../../shared/analytics/billing/rule-language.ts';
import { GRUPPE, TRAEGER, VERS, type Bild } from '../snapshot/snapshot.ts';
import { LEER, plusMonate, quartalVon, tagText, wochentagVon } from '../snapshot/calendar.ts';
import type { Lage } from './day-state.ts';
import type { Motorbild } from './engine-snapshot.ts';
import {
  anzahlBereicheJeKiefer,
  anzahlKiefer,
  anzahlRegionen,
  anzahlZaehne,
  istBleibend,
  istSeitenzahn,
  ZAEHNE,
} from './tooth-masks.ts';
import { abStelle } from '../snapshot/tables/sort-rows.ts';

/** Several words: any of them may fit. */
export type Wert = number | string | boolean | Dauer | readonly string[] | readonly number[] | null;
export type Finder = (k: Lage) => Wert;
/** What is asked of the practice as a whole. */
export interface Umfeld {
  readonly region: string | null;
  readonly schalter: Readonly<Record<string, boolean>>;
  readonly schwellen: Readonly<Record<string, number>>;
}

const menge = (k: Lage, ...worte: string[]): Uint8Array =>
  k.m.buch.menge(worte.map((one) => liesMarke(one)));
const stand = (k: Lage, entity: 'hkp' | 'parfall', at: number): string | null => {
  const said = k.m.spalte(entity, 'status')[at]!,
    approved = k.tagVon(entity, 'genehmigtAm', at),
    frei = HKP_STATUS.indexOf('GENEHMIGT');
  if (said > HKP_STATUS.indexOf('ABGERECHNET')) return HKP_STATUS[said]!;
  if (approved !== null && approved > k.tag) return 'BEI_KASSE';
  if (approved !== null && said < frei) return 'GENEHMIGT';
  return HKP_STATUS[said] ?? null;
};
/** Order of states for `<` and `>=`: ends count below, plans that need no leave as approved. */
export function rang(status: string): number {
  const at = (HKP_STATUS as readonly string[]).indexOf(status);
  return at > HKP_STATUS.indexOf('ABGERECHNET')
    ? -1
    : status === 'SOFORT' || status === 'ANGENOMMEN_OHNE_KASSE'
      ? HKP_STATUS.indexOf('GENEHMIGT')
      : at;
}
const planTag =
  (name: string): Finder =>
  (k) => {
    const plan = k.tagesplan();
    return plan < 0 ? null : k.tagVon('hkp', name, plan);
  };
const versorgung =
  (word: (typeof VERSORGUNGSART)[number]): Finder =>
  (k) => {
    const plan = k.tagesplan(),
      art = plan < 0 ? -1 : k.m.spalte('hkp', 'versorgungsart')[plan]!;
    return art < 0 ? null : art === VERSORGUNGSART.indexOf(word);
  };
/** Whether section 22a SGB V gives the person dental services of their own. */
function hasClaim22a(k: Lage): boolean {
  const grade = k.m.spalte('patient', 'pflegegrad')[k.p];
  const isGraded = grade !== undefined && grade !== LEER && grade >= 1;
  return isGraded || k.m.spalte('patient', 'eingliederungshilfe')[k.p] === 1;
}
const bool =
  (name: string): Finder =>
  (k) => {
    const said = k.m.spalte('patient', name)[k.p]!;
    return said < 0 ? null : said === 1;
  };
const falltag =
  (name: string): Finder =>
  (k) => {
    const fall = k.parfall();
    return fall < 0 ? null : k.tagVon('parfall', name, fall);
  };
const grad = (k: Lage): string | null => {
  const fall = k.parfall(),
    at = fall < 0 ? -1 : k.m.spalte('parfall', 'grad')[fall]!;
  return PAR_GRAD[at] ?? null;
};

/** Missing, replaced by an implant, replaced by a pontic, as charts write it. */
const FEHLT = new Set(['f', 'fi', 'ff', 'e', 'ew', ')(', 'i', 'si', 'b', 'bw']),
  IMPLANTAT = new Set(['i', 'si']),
  GLIED = new Set(['b', 'bw']),
  KRANK = new Set([
    'c',
    'fü',
    'fu',
    'k',
    'kw',
    'pk',
    'pw',
    'ww',
    'z',
    'x',
    'wf',
    'ca',
    'd',
    'iv',
    'v',
  ]);
const zaehleBefunde = (k: Lage, passt: (wort: string) => boolean): number | null => {
  if (!k.hatStatus() || k.monate < 168) return null;
  let n = 0;
  for (let zahn = 0; zahn < 32; zahn += 1) if (passt(k.befund(zahn, k.tag))) n += 1;
  return n;
};
/** Teeth cleaned the last time within two years, where no chart says how many there are. */
function zuletztGereinigt(k: Lage): number | null {
  const reinigung = menge(k, 'B:UPTc', 'G:1040'),
    last = k.davor(reinigung, plusMonate(k.tag, -24), '', true);
  if (last < 0) return null;
  let sum = 0;
  for (let i = last; i >= 0 && k.tage[i] === k.tage[last]; i -= 1)
    if (k.code[i] === k.code[last]) sum += k.menge[i]!;
  return sum;
}
const PAR_SCHRITTE = [
  'erstelltAm',
  'genehmigtAm',
  'atgAm',
  'mhuAm',
  'aitVon',
  'aitBis',
  'bevAm',
  'cptAm',
  'uptVon',
] as const;
function parAktiv(k: Lage): boolean {
  const fall = k.parfall(),
    frist = plusMonate(k.tag, -24);
  if (fall >= 0) {
    const done = k.tagVon('parfall', 'abgeschlossenAm', fall),
      end = k.tagVon('parfall', 'uptBis', fall);
    if ((done !== null && done < k.tag) || (end !== null && end < k.tag)) return false;
    if (end !== null) return true;
    return PAR_SCHRITTE.some((name) => {
      const tag = k.tagVon('parfall', name, fall);
      return tag !== null && tag <= k.tag && tag >= frist;
    });
  }
  // Who delivers no cases is told by the services.
  return (
    !k.m.liefert('parfall') &&
    k.davor(menge(k, 'B:ATG', 'B:MHU', 'B:AIT*', 'B:CPT*', 'B:BEV*', 'B:UPT*'), frist, '', true) >=
      0
  );
}
function hkpStand(k: Lage): Wert {
  const plan = k.tagesplan();
  if (plan < 0) return null;
  const own = stand(k, 'hkp', plan),
    taken = k.tagVon('hkp', 'angenommenAm', plan),
    art = HKP_ART[k.m.spalte('hkp', 'art')[plan]!];
  // Of plans that no insurer is asked about, acceptance stands for approval.
  const frei =
    (art === 'KVA' || art === 'MKV' || art === 'IMPLANTAT') &&
    taken !== null &&
    taken <= k.tag &&
    own !== null &&
    rang(own) >= 0 &&
    rang(own) <= HKP_STATUS.indexOf('GENEHMIGT');
  return own === null ? null : frei ? [own, 'ANGENOMMEN'] : own;
}
const flaechen = (wort: string): string =>
  [...new Set(wort.toLowerCase().replace(/[^a-zäöü]/g, ''))].toSorted().join('');
/** Surfaces of today's filling of the tooth and of its last one within two years; null where one of them is not known. */
function fuellflaechen(k: Lage): { heute: string; davor: string } | null {
  const fuellung = menge(k, 'B:13*');
  const today = k.heute(fuellung, 'Z', true);
  const before = k.davor(fuellung, k.von({ art: 'MONATE', n: 24 })!, 'Z', true);
  if (today < 0 || before < 0) return null;
  const word = (i: number): string =>
    i === k.n ? '' : flaechen(k.m.text('leistung', 'flaechen', k.m.bild.L.roh[k.stelle[i]!]!));
  const [heute, davor] = [word(today), word(before)];
  return heute === '' || davor === '' ? null : { heute, davor };
}
function gleicheFlaechen(k: Lage): Wert {
  const both = fuellflaechen(k);
  return both && both.heute === both.davor;
}
function flaechenEnthalten(k: Lage): Wert {
  const both = fuellflaechen(k);
  return both && [...both.heute].every((one) => both.davor.includes(one));
}
/** Whether the practice delivered that somebody treats at a minute of a day. */
function istBehandlungszeit({ A }: Bild, tag: number, minute: number): boolean {
  for (let i = abStelle(A.tag, tag); i < A.n && A.tag[i] === tag; i += 1)
    if (A.von[i]! <= minute && minute < A.bis[i]!) return true;
  return false;
}
const MOLAREN: ReadonlySet<number> = new Set([16, 17, 26, 27, 36, 37, 46, 47]);
const zeile =
  (find: (k: Lage, l: number) => Wert): Finder =>
  (k) =>
    k.zeile < 0 || k.zeile >= k.n ? null : find(k, k.stelle[k.zeile]!);
const zahn =
  (find: (k: Lage) => Wert): Finder =>
  (k) =>
    k.zahn < 0 ? null : find(k);
const PFLICHT = -1_000_000;

const FINDER: Readonly<Record<string, (u: Umfeld) => Finder>> = {
  heute: () => (k) => k.tag,
  sonntag: () => (k) => wochentagVon(k.tag) === 6,
  feiertag: (u) => {
    const known = new Map<number, boolean>();
    return (k) => {
      let said = known.get(k.tag);
      if (said === undefined) known.set(k.tag, (said = istFeiertag(tagText(k.tag), u.region)));
      return said;
    };
  },
  ambulant: () => (k) => !/stationär/iu.test(k.notiz()),
  'patient.privat': () => (k) => (k.versicherung < 0 ? null : k.versicherung !== VERS.GKV),
  'patient.pflegegrad': () => (k) => {
    const said = k.m.spalte('patient', 'pflegegrad')[k.p]!;
    return said === LEER ? null : said;
  },
  'patient.eingliederungshilfe': () => bool('eingliederungshilfe'),
  // Nothing delivered counts as no entitlement: most people have none, and no row says so.
  'patient.anspruch22a': () => (k) => hasClaim22a(k),
  'einrichtung.kooperationsvertrag': () => bool('kooperationsvertrag'),
  'patient.kariesrisiko': () => (k) => {
    const at = k.neueste('kariesrisiko', 'datum');
    return at < 0 ? null : (KARIESRISIKO[k.m.spalte('kariesrisiko', 'risiko')[at]!] ?? null);
  },
  'termin.art': () => (k) => {
    const found = k.termine().map((t) => STANDARDGRUPPEN[k.m.bild.T.gruppe[t]!]!);
    return found.length === 0 ? null : found;
  },
  'termin.schmerz': () => (k) => {
    const found = k.termine();
    return found.length === 0 ? null : found.some((t) => k.m.bild.T.gruppe[t] === GRUPPE.SCHMERZ);
  },
  'termin.start': () => (k) => {
    const found = k.termine();
    return found.length === 0 ? null : found.map((t) => k.m.bild.T.minute[t]!);
  },
  sprechstunde: () => (k) =>
    k.termine().some((t) => istBehandlungszeit(k.m.bild, k.tag, k.m.bild.T.minute[t]!)),
  keinTermin: () => (k) => !k.hatFolgetermin(-1),
  letzteLeistung: () => (k) => {
    for (let i = k.a - 1; i >= 0; i -= 1)
      if (k.m.buch.systeme[k.code[i]!] === 'BEMA') return k.tage[i]!;
    return PFLICHT;
  },
  letzteAIT: () => (k) => {
    const fall = k.parfall(),
      from = fall < 0 ? null : k.tagVon('parfall', 'erstelltAm', fall),
      at = from === null ? -1 : k.davor(menge(k, 'B:AIT*'), from, '', true);
    return at < 0 ? null : k.tage[at]!;
  },
  'ze.eingliederung': () => (k) => {
    const p = k.neueste('prothese', 'eingegliedertAm'),
      h = k.neueste('hkp', 'eingegliedertAm'),
      found = [
        p < 0 ? null : k.tagVon('prothese', 'eingegliedertAm', p),
        h < 0 ? null : k.tagVon('hkp', 'eingegliedertAm', h),
      ].filter((one) => one !== null);
    return found.length === 0 ? null : Math.max(...found);
  },
  'ti.epaUpload': () => (k) => {
    const tage = k.m.spalte('epaupload', 'datum');
    return k.m.zeilen('epaupload', k.p).some((at) => tage[at] === k.tag);
  },
  zahnsteinbefund: () => (k) => {
    const tage = k.m.spalte('zahnbefund', 'datum');
    return k.m
      .zeilen('zahnbefund', k.p)
      .some((at) => tage[at] === k.tag && /^zst$/i.test(k.m.text('zahnbefund', 'befund', at)));
  },
  zaehne: () => (k) => zaehleBefunde(k, (wort) => !FEHLT.has(wort)) ?? zuletztGereinigt(k),
  implantate: () => (k) => zaehleBefunde(k, (wort) => IMPLANTAT.has(wort)),
  brueckenglieder: () => (k) => zaehleBefunde(k, (wort) => GLIED.has(wort)),
  'alter.monate': () => (k) => (k.monate < 0 ? null : k.monate),
  fenster: () => (k) => (k.monate < 0 ? null : k.monate),
  'psi.max': () => (k) => {
    const at = k.neueste('psi', 'datum'),
      digits = at < 0 ? [] : [...k.m.text('psi', 'codes', at).matchAll(/[0-4]/g)].map(Number);
    return digits.length === 0 ? null : Math.max(...digits);
  },
  'par.aktiv': () => parAktiv,
  'par.grad': () => grad,
  'plan.art': () => (k) => (k.parfall() < 0 ? null : 'PAR'),
  'plan.status': () => (k) => {
    const fall = k.parfall();
    return fall < 0 ? null : stand(k, 'parfall', fall);
  },
  'plan.genehmigtSeit': () => falltag('genehmigtAm'),
  'case.par.geplanteZaehne': () => (k) => {
    const fall = k.parfall();
    if (fall < 0) return null;
    const one = k.m.spalte('parfall', 'zaehneEinwurzelig')[fall]!,
      more = k.m.spalte('parfall', 'zaehneMehrwurzelig')[fall]!;
    return one === LEER && more === LEER
      ? null
      : (one === LEER ? 0 : one) + (more === LEER ? 0 : more);
  },
  'case.par.abgerechneteZaehne': () => (k) => {
    const fall = k.parfall(),
      from = fall < 0 ? null : k.tagVon('parfall', 'erstelltAm', fall);
    return from === null ? null : k.summe(menge(k, 'B:AIT*'), from, '');
  },
  'upt.schritt': () => (k) => {
    const from = k.von({ art: 'UPTZEITRAUM' });
    return from === null ? null : k.summe(menge(k, 'B:UPTa'), from, '');
  },
  'upt.naechsteFaelligkeit': () => (k) => {
    const fall = k.parfall(),
      from = fall < 0 ? null : k.tagVon('parfall', 'erstelltAm', fall),
      g = grad(k) as keyof typeof UPT | null;
    if (from === null || g === null) return null;
    const last = k.davor(menge(k, 'B:UPTa'), from, '', true),
      talk = k.davor(menge(k, 'B:BEV*'), from, '', true);
    return last >= 0
      ? plusMonate(k.tage[last]!, UPT[g].gapMonths)
      : talk >= 0
        ? plusMonate(k.tage[talk]!, 3)
        : null;
  },
  'upt.ende': () => (k) => {
    const fall = k.parfall(),
      end = fall < 0 ? null : k.tagVon('parfall', 'uptBis', fall),
      from = fall < 0 ? null : k.uptVon(fall);
    return end ?? (from === null ? null : plusMonate(from, 24));
  },
  'hkp.art': () => (k) => {
    const plan = k.tagesplan();
    return plan < 0 ? null : (HKP_ART[k.m.spalte('hkp', 'art')[plan]!] ?? null);
  },
  'hkp.status': () => hkpStand,
  'hkp.genehmigtAm': () => planTag('genehmigtAm'),
  'hkp.genehmigtSeit': () => (k) => {
    const plan = k.tagesplan();
    return plan < 0
      ? null
      : (k.tagVon('hkp', 'genehmigtAm', plan) ?? k.tagVon('hkp', 'angenommenAm', plan));
  },
  'hkp.eingegliedert': () => (k) => {
    const plan = k.tagesplan(),
      done = plan < 0 ? null : k.tagVon('hkp', 'eingegliedertAm', plan);
    return plan < 0 ? null : done !== null && done <= k.tag;
  },
  'hkp.regelversorgung': () => versorgung('REGEL'),
  'hkp.gleichartig': () => versorgung('GLEICHARTIG'),
  befund: () => (k) => {
    const plan = k.tagesplan(),
      { from, rows } = k.m.positionen,
      found =
        plan < 0
          ? []
          : [...rows.subarray(from[plan], from[plan + 1])]
              .map((at) => k.m.text('hkpposition', 'befund', at))
              .filter((wort) => wort !== '');
    return found.length === 0 ? null : found;
  },
  'prothese.art': () => (k) => {
    const tage = k.m.spalte('prothese', 'eingegliedertAm'),
      found = [...k.m.zeilen('prothese', k.p)]
        .filter((at) => tage[at] === k.tag)
        .map((at) => k.m.text('prothese', 'art', at).toUpperCase())
        .filter((wort) => wort !== '');
    return found.length === 0 ? null : found;
  },
  zahn: () => zahn((k) => ZAEHNE[k.zahn]!),
  'zahn.bleibend': () => zahn((k) => istBleibend(k.zahn)),
  'zahn.molar': () => zahn((k) => MOLAREN.has(ZAEHNE[k.zahn]!)),
  'zahn.seitenzahn': () => zahn((k) => istSeitenzahn(k.zahn)),
  'zahn.zerstoert': () =>
    zahn((k) => {
      const wort = k.befund(k.zahn, k.tag - 1);
      return wort === '' ? null : wort === 'ww' || wort === 'z';
    }),
  'zahn.vorbefund': () =>
    zahn((k) => {
      const wort = k.befund(k.zahn, k.tag - 1);
      return wort === '' ? null : wort;
    }),
  durchgebrochen: () =>
    zahn((k) => {
      const n = ZAEHNE[k.zahn]! % 10,
        wort = k.befund(k.zahn, k.tag);
      return k.monate < 0 || !istBleibend(k.zahn) || (n !== 6 && n !== 7)
        ? null
        : k.monate >= (n === 6 ? 84 : 156) && !FEHLT.has(wort);
    }),
  kariesfrei: () =>
    zahn((k) => {
      if (!k.hatStatus()) return null;
      return k.befundeVon(k.zahn).every((one) => one.tag > k.tag || !KRANK.has(one.wort));
    }),
  gleicheFlaechen: () => zahn(gleicheFlaechen),
  flaechenEnthalten: () => zahn(flaechenEnthalten),
  'mkv.fehlt': () =>
    zahn((k) => {
      if (!k.m.liefert('mkv')) return null;
      const tage = k.m.spalte('mkv', 'datum'),
        from = plusMonate(k.tag, -12),
        own = String(ZAEHNE[k.zahn]!);
      return !k.m.zeilen('mkv', k.p).some((at) => {
        const wort = k.m.text('mkv', 'zahn', at);
        return tage[at]! >= from && tage[at]! <= k.tag && (wort === '' || wort === own);
      });
    }),
  molarenOhneIP5: () => (k) => k.treffer,
  faktor: () =>
    zeile((k, l) => {
      const said = k.m.bild.L.faktor[l]!;
      return said === LEER ? null : said / 100;
    }),
  begruendung: () => zeile((k, l) => (k.m.bild.L.hatGrund[l] === 1 ? 'ja' : '')),
  'leistung.status': () =>
    zeile((k, l) => ['GEPLANT', 'ERBRACHT', 'ABGERECHNET'][k.m.bild.L.status[l]!] ?? null),
  'leistung.rechnungId': () => zeile((k, l) => (k.m.bild.L.rechnung[l]! < 0 ? 'null' : 'ja')),
  'leistung.datum': () => zeile((k, l) => k.m.bild.L.tag[l]!),
  'leistung.privat': () => zeile((k, l) => k.m.bild.L.traeger[l] !== TRAEGER.GKV),
};

/** How a fact is found; switches and thresholds are the practice's own. */
export function finde(name: string, u: Umfeld): Finder {
  const [kind = '', own = ''] = name.split('.');
  if (kind === 'schalter') {
    const isOn = u.schalter[own] ?? true;
    return () => isOn;
  }
  if (kind === 'schwelle') {
    const at = u.schwellen[own] ?? SCHWELLEN[own as keyof typeof SCHWELLEN].start;
    return () => at;
  }
  return FINDER[name]!(u);
}
const einzeln = (m: Motorbild, marken: readonly Marke[]): { menge: Uint8Array; marke: Marke }[] =>
  marken.map((marke) => ({ menge: m.buch.menge([marke]), marke }));
function heutigeMaske(
  k: Lage,
  mengen: readonly { menge: Uint8Array; marke: Marke }[],
): { bleibend: number; milch: number; ohne: number } {
  let bleibend = 0,
    milch = 0,
    ohne = 0;
  const take = (i: number): void => {
    if (k.bleibend[i] === 0 && k.milch[i] === 0) ohne += Math.max(1, k.menge[i]!);
    bleibend |= k.bleibend[i]!;
    milch |= k.milch[i]!;
  };
  for (const { menge: table, marke } of mengen) {
    if (marke.fenster === null) {
      for (let i = k.a; i < k.b; i += 1) if (table[k.code[i]!] === 1) take(i);
      // What is only thought of lies at its teeth like any other.
      if (k.mitProbe && table[k.code[k.n]!] === 1) take(k.n);
    } else {
      const from = k.von(marke.fenster);
      if (from !== null)
        for (let i = k.a - 1; i >= 0 && k.tage[i]! >= from; i -= 1)
          if (table[k.code[i]!] === 1) take(i);
    }
  }
  return { bleibend, milch, ohne };
}
/** Ratio of two sums of quantities in the quarter before a day, in the whole practice; null below 20 of the latter. */
export function praxisquote(
  m: Motorbild,
  oben: Uint8Array,
  unten: Uint8Array,
): (quartal: number) => number | null {
  let sums: Map<number, [number, number]> | undefined, of: Motorbild['bild'] | undefined;
  return (quartal) => {
    if (!sums || of !== m.bild) {
      sums = new Map();
      of = m.bild;
      const { L } = of;
      for (let i = 0; i < L.n; i += 1) {
        const code = m.code(i),
          a = oben[code] === 1,
          b = unten[code] === 1;
        if (!a && !b) continue;
        const q = quartalVon(L.tag[i]!),
          known = sums.get(q) ?? [0, 0],
          count = L.menge[i] === LEER ? 1 : L.menge[i]!;
        if (a) known[0] += count;
        if (b) known[1] += count;
        sums.set(q, known);
      }
    }
    const found = sums.get(quartal - 1);
    return !found || found[1] < 20 ? null : found[0] / found[1];
  };
}

/** Functions of the language, bound to an image. */
export function funktion(
  m: Motorbild,
  name: string,
  marken: readonly Marke[],
  zweite: readonly Marke[],
  fenster: Fenster | null,
  worte: readonly string[],
): Finder {
  const alle = m.buch.menge(marken),
    bezug = marken[0]?.bezug ?? '',
    each = einzeln(m, marken);
  switch (name) {
    case 'count':
    case 'qty':
      return (k) => {
        const from = k.von(fenster);
        return from === null ? null : k.summe(alle, from, bezug);
      };
    case 'abstand':
      return (k) => {
        const at = k.davor(alle, -2_000_000_000, bezug, true);
        return at < 0 ? null : k.tage[at]!;
      };
    case 'zaehne':
      return (k) => {
        const { bleibend, milch, ohne } = heutigeMaske(k, each);
        return anzahlZaehne(bleibend, milch) + ohne;
      };
    case 'kieferhaelften':
      return (k) => {
        const { bleibend, milch } = heutigeMaske(k, each);
        return Math.max(1, anzahlRegionen(bleibend, milch));
      };
    case 'kieferbereiche':
      return (k) => {
        const { bleibend, milch } = heutigeMaske(k, each);
        return Math.max(1, anzahlBereicheJeKiefer(bleibend, milch));
      };
    case 'kiefer':
      return (k) => {
        const { bleibend, milch } = heutigeMaske(k, each);
        return Math.max(1, anzahlKiefer(bleibend, milch));
      };
    case 'kanaele':
      return (k) =>
        Math.max(...each.map((one) => k.summe(one.menge, 2_000_000_000, one.marke.bezug)));
    case 'dauer':
      return (k) => {
        const found = /(?:mundhyg|unterweis|instrukt)[^.\n]{0,80}?(\d{1,3})\s*min/iu.exec(
          k.notiz(),
        );
        return found?.[1] === undefined ? null : Number(found[1]);
      };
    case 'maxPunkte': {
      const eligible = m.buch.menge(surgeryNumbers().map((nr) => liesMarke(`G:${nr}`)));
      return (k) => {
        let most = 0;
        for (let i = k.a; i < k.b; i += 1)
          if (eligible[k.code[i]!] === 1)
            most = Math.max(
              most,
              m.bild.L.punkte[k.stelle[i]!] === LEER
                ? m.punkte(k.code[i]!)
                : m.bild.L.punkte[k.stelle[i]!]!,
            );
        return most;
      };
    }
    case 'praxisquote': {
      const quote = praxisquote(m, alle, m.buch.menge(zweite));
      return (k) => quote(quartalVon(k.tag));
    }
    case 'keinTermin': {
      const gruppe =
        worte[0] === undefined
          ? -1
          : STANDARDGRUPPEN.indexOf(worte[0] as (typeof STANDARDGRUPPEN)[number]);
      return (k) => !k.hatFolgetermin(gruppe);
    }
    default:
      throw new RangeError(`no function ${name}`);
  }
}
