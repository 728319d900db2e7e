/**
 * Generates small random practices that trigger rules: days at the edges of windows, positions in
 * many spellings, notes with keywords, and missing, cancelled or corrected data.
 */
import { BEMA } from '../../catalog/bema/positions.ts';
import { GOAE } from '../../catalog/goae/positions.ts';
import { GOZ } from '../../catalog/goz/schedule.ts';
import type { RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsValue,
} from '../../shared/analytics/deliveries/pvs.ts';
import type { Rule } from '../../shared/analytics/billing/rule.ts';
import { createRandom, shuffledRows } from '../reports/random.ts';

export const TODAY = '2026-11-20',
  NOW = Date.parse('2026-11-20T09:00:00Z');
const DAY_MS = 86_400_000;
const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const ALL: Readonly<Record<string, readonly string[]>> = {
  B: BEMA.map((one) => one.number),
  G: GOZ.map((one) => one.number),
  O: GOAE.map((one) => one.number),
};
const SYSTEM: Readonly<Record<string, string>> = { B: 'BEMA', G: 'GOZ', O: 'GOAE' };
/** Intervals between two visits: the lengths of the rules' windows plus and minus a day. */
const STEPS = [
  1, 2, 6, 7, 8, 13, 14, 15, 17, 18, 19, 27, 28, 29, 30, 31, 59, 60, 61, 89, 90, 91, 92, 120, 121,
  122, 123, 124, 150, 181, 182, 183, 184, 185, 304, 305, 306, 364, 365, 366, 367, 545, 549, 729,
  730, 731, 732,
];
const EDGES = [
  '2024-02-29',
  '2025-02-28',
  '2025-03-30',
  '2025-06-30',
  '2025-07-01',
  '2025-08-31',
  '2025-10-26',
  '2025-12-31',
  '2026-01-01',
  '2026-01-31',
  '2026-03-29',
  '2026-03-31',
  '2026-04-03',
  '2026-05-01',
  '2026-05-31',
  '2026-06-30',
  '2026-07-01',
  '2026-10-03',
  '2026-10-25',
  '2026-11-19',
  TODAY,
];
const NOTES = [
  'Inzision, Drainage gelegt.',
  'Aphthe behandelt.',
  'Druckstelle entlastet.',
  'Scharfe Kante geglättet.',
  'Zahnstein entfernt.',
  'Kofferdam gelegt.',
  'Separiert.',
  'Caries profunda, Ca(OH)2.',
  'ohne Anästhesie.',
  'Mundhygiene-Unterweisung, 25 Min.',
  'Mundhygiene-Unterweisung, 15 Min.',
  'Mundhygiene-Unterweisung, 10 Min.',
  'Raypex.',
  'Mikroskop.',
  'PUI.',
  'Laser.',
  'ITN.',
  'Wunde reizlos, Naht entfernt.',
  'Bohrschablone.',
  'Scan mit Primescan.',
  'Abformung, Situationsmodelle.',
  'Provisorium rezementiert.',
  'Schiene eingeschliffen.',
  'adhäsiv befestigt mit Panavia.',
  'Oberflächenanästhesie.',
  'Gingivitis, CHX.',
  'Kontrolle o. B.',
  'stationär im Krankenhaus.',
];
const TEETH = [
  '16',
  '26',
  '36',
  '46',
  '14',
  '24',
  '11',
  '13',
  '21',
  '33',
  '41',
  '45',
  '18',
  '55',
  '64',
];

export interface RandomDays {
  readonly rows: RawRow[];
  /** The same in deliveries, including older and corrected rows. */
  readonly batches: RawRow[][];
}
/** Services a rule needs on the day: one, or one for each part of its expression. */
const wanted = (rule: Rule): string[][] =>
  rule.heuteAlle === ''
    ? [[...rule.heuteEines]]
    : rule.heuteAlle.split('&').map((part) => part.match(/[BGO]:[^()&|@]+/g) ?? []);
/** Position numbers in its quantities and counts. */
const counted = (rule: Rule): string[] =>
  `${rule.menge} ${rule.zusatz}`.match(/[BGO]:[A-Za-zÄ0-9]+\*?/g) ?? [];
/** Notes that match its pattern. */
const fitting = (rule: Rule): string[] => {
  const pattern = /doc~'([^']*)'/.exec(rule.zusatz)?.[1];
  return pattern === undefined ? [] : NOTES.filter((note) => new RegExp(pattern, 'iu').test(note));
};
/** @param size number of people */
export function randomDays(seed: number, regeln: readonly Rule[], size = 5): RandomDays {
  const r = createRandom(seed),
    int = (n: number): number => Math.floor(r() * n),
    pick = <T>(list: readonly T[]): T => list[int(list.length)]!,
    maybe = <T>(share: number, value: T): T | null => (r() < share ? value : null);
  const rows: RawRow[] = [];
  let n = 0;
  const put = (
    entity: PvsEntity,
    values: Record<string, PvsValue>,
    id = `${entity[0]!}${(n += 1)}`,
    isDeleted = false,
  ): string => {
    const all = Object.fromEntries(
      PVS_FIELDS[entity].map((field) => [field.name, values[field.name] ?? null]),
    );
    rows.push({
      entity,
      id,
      version: 100,
      hash: int(1_000_000),
      isDeleted,
      values: isDeleted ? {} : all,
    });
    return id;
  };
  const spelled = (nr: string): string =>
    /^0\d{3}$/.test(nr) && r() < 0.1
      ? nr.replace(/^0+/, '')
      : nr.startsWith('Ä') && r() < 0.5
        ? pick([`Ae${nr.slice(1)}`, `Ä ${nr.slice(1)}`, `ae${nr.slice(1)}`])
        : r() < 0.1
          ? pick([nr.toLowerCase(), ` ${nr}`, nr.replace(/([a-z])$/i, ' $1')])
          : nr;
  const numbersOf = (token: string): { system: string; nr: string } | undefined => {
    const [, kind = '', code = ''] = /^([BGO]):([^~@]+)/.exec(token) ?? [];
    if (kind === '') return undefined;
    const fitting = code.endsWith('*')
      ? ALL[kind]!.filter((one) => one.toUpperCase().startsWith(code.slice(0, -1).toUpperCase()))
      : [code];
    return fitting.length === 0 ? undefined : { system: SYSTEM[kind]!, nr: pick(fitting) };
  };
  put('stempel', { name: 'Praxis' }, 's1');
  ['ZAHNARZT', 'ZAHNARZT', 'PROPHYLAXE', 'VERTRETUNG'].forEach((art, at) => {
    put('behandler', { name: `B${at}`, art, stempel: 's1' }, `b${at}`);
  });
  const groups = [
    'KONTROLLE',
    'RECALL',
    'NEUPATIENT',
    'SCHMERZ',
    'WUNDKONTROLLE',
    'SCHIENENKONTROLLE',
    'UPT',
    'PAR',
    'SONSTIGE',
  ];
  groups.forEach((group) => {
    put('terminarten', { name: group, standardgruppe: group }, group);
  });
  const service = (
    pat: string,
    day: string,
    what: { system: string; nr: string },
    zahn: string | null,
    more: Record<string, PvsValue> = {},
  ): void => {
    put(
      'leistung',
      {
        patid: pat,
        behandler: r() < 0.03 ? 'b3' : pick(['b0', 'b1', 'b2']),
        datum: day,
        system: what.system,
        nr: spelled(what.nr),
        zahn,
        flaechen: maybe(0.7, pick(['o', 'od', 'do'])),
        menge: pick([1, 1, 1, 1, 1, 2, 3, 4]),
        punkte: null,
        faktor: what.system === 'BEMA' ? null : pick([230, 230, 230, 180, 280, 350, 400]),
        faktorgrund: maybe(0.3, 'erschwerter Zugang'),
        honorar: 1000,
        betrag: 1000,
        status: pick(['ERBRACHT', 'ABGERECHNET', 'ABGERECHNET']),
        storno: r() < 0.03,
        ...more,
      },
      undefined,
      r() < 0.02,
    );
  };
  for (let at = 0; at < size; at += 1) {
    const pat = `p${at}`,
      first = r() < 0.5 ? pick(EDGES) : plus('2024-01-01', int(900)),
      care = r() < 0.15;
    // Children near the ends of their windows, births on the last days of months.
    const born =
      r() < 0.45
        ? plus(first, -int(2600))
        : r() < 0.5
          ? pick([
              '2008-01-31',
              '2008-02-29',
              '2011-05-31',
              '2019-10-31',
              '2010-12-30',
              '1990-08-31',
              '2020-02-29',
              '2022-01-31',
              '2023-08-30',
            ])
          : plus('1940-01-01', int(25_000));
    const versicherung = pick(['GKV', 'GKV', 'GKV', 'GKV', 'PKV', 'PKV', 'SELBST', 'SONST']),
      isChild = born > '2009',
      own = regeln.filter(
        (rule) =>
          (versicherung === 'GKV' ? rule.kasse !== 'PKV' || r() < 0.3 : rule.kasse !== 'GKV') &&
          (rule.alterBisM === null || isChild),
      );
    put(
      'patient',
      {
        vorname: 'A',
        nachname: `M${at}`,
        geburtsdatum: born,
        versicherung,
        kassenart: 'AOK',
        eingliederungshilfe: maybe(0.1, true),
        kooperationsvertrag: maybe(0.2, true),
        pflegegrad: care ? 1 + int(5) : null,
        einrichtung: care && r() < 0.5,
        zusammengefuehrtIn: at > 0 && r() < 0.08 ? `p${int(at)}` : null,
      },
      pat,
    );
    const days: string[] = [];
    for (let day = first; day <= TODAY && days.length < 9; day = plus(day, pick(STEPS)))
      days.push(r() < 0.12 ? pick(EDGES) : day);
    if (r() < 0.7)
      for (const zahn of TEETH.slice(0, 13))
        put('zahnbefund', {
          patid: pat,
          datum: plus(first, -1),
          zahn,
          befund: pick(['ob', 'k', 'f', 'i', 'b', 'ww', 'fü', 'c', 'z']),
        });
    if (r() < 0.4) {
      const made = plus(first, int(60) - 30),
        fine = r() < 0.75 ? plus(made, int(30)) : null,
        upt = fine !== null && r() < 0.6 ? pick(days) : null;
      put('parfall', {
        patid: pat,
        behandler: 'b0',
        grad: maybe(0.9, pick(['A', 'B', 'C'])),
        status:
          fine === null
            ? pick(['BEI_KASSE', 'ABGELEHNT', 'ENTWURF'])
            : pick(['GENEHMIGT', 'IN_ARBEIT', 'ABGERECHNET']),
        erstelltAm: made,
        genehmigtAm: fine,
        atgAm: maybe(0.3, plus(made, 20)),
        uptVon: upt,
        uptBis: upt === null ? null : plus(upt, 730),
        abgeschlossenAm: maybe(0.2, plus(made, 200 + int(600))),
        zaehneEinwurzelig: int(16),
        zaehneMehrwurzelig: int(10),
      });
    }
    if (r() < 0.4) {
      const thought = r() < 0.5 ? pick(days) : plus(first, int(60) - 30),
        made = thought > TODAY ? TODAY : thought,
        fine = maybe(0.55, plus(made, int(20)));
      put(
        'hkp',
        {
          patid: pat,
          behandler: 'b0',
          art: pick(['ZE', 'ZE', 'KVA', 'IMPLANTAT']),
          status:
            fine === null
              ? pick(['ENTWURF', 'BEI_KASSE', 'ABGELEHNT'])
              : pick(['GENEHMIGT', 'IN_ARBEIT', 'EINGEGLIEDERT']),
          erstelltAm: made,
          angenommenAm: fine,
          genehmigtAm: fine,
          begonnenAm: fine === null ? null : maybe(0.7, plus(fine, int(20))),
          eingegliedertAm: fine === null ? null : maybe(0.4, plus(fine, 10 + int(200))),
          gesamt: 100_000,
          versorgungsart: pick(['REGEL', 'GLEICHARTIG', 'ANDERSARTIG', null]),
        },
        `h${at}`,
      );
      if (r() < 0.6)
        put('hkpposition', {
          hkpid: `h${at}`,
          system: 'BEMA',
          nr: '20a',
          befund: pick(['1.1', '1.4', '6.8', '7.3']),
        });
    }
    if (r() < 0.2)
      put('prothese', {
        patid: pat,
        art: pick(['MODELLGUSS', 'TOTAL']),
        kiefer: 'OK',
        eingegliedertAm: pick(days),
      });
    if (r() < 0.3)
      put('kariesrisiko', { patid: pat, datum: first, risiko: pick(['HOCH', 'NIEDRIG']) });
    for (const [step, day] of days.entries()) {
      const rule = pick(
          isChild && versicherung === 'GKV' && r() < 0.4
            ? own.filter((one) => one.alterBisM !== null)
            : own,
        ),
        zahn = pick(TEETH),
        before = days[step - 1];
      for (const part of wanted(rule)) {
        const what = numbersOf(pick(part.length > 0 ? part : ['B:01']));
        if (what) service(pat, day, what, maybe(0.9, zahn), r() < 0.3 ? { hkpid: `h${at}` } : {});
      }
      // Services it counts, on this visit or the one before.
      for (const token of counted(rule).filter(() => r() < 0.5)) {
        const what = numbersOf(token);
        if (what)
          service(pat, before !== undefined && r() < 0.5 ? before : day, what, maybe(0.9, zahn));
      }
      if (rule.zusatz.includes('prothese') && r() < 0.5)
        put('prothese', { patid: pat, art: 'MODELLGUSS', kiefer: 'UK', eingegliedertAm: day });
      if (r() < 0.6) {
        const what = numbersOf(
          pick([
            'B:01',
            'B:Ä1',
            'B:8',
            'G:1040',
            'B:*',
            'G:*',
            'B:40',
            'B:13b',
            'B:UPTa',
            'B:107',
            'O:1',
          ]),
        );
        if (what) service(pat, day, what, maybe(0.5, pick(TEETH)));
      }
      if (r() < 0.15) {
        const what = numbersOf(pick(rule.heuteKeines.length > 0 ? rule.heuteKeines : ['B:04']));
        if (what) service(pat, day, what, maybe(0.5, zahn));
      }
      // Services its history asks about, on the visit before.
      const history = [...rule.historieKeine, ...rule.historieNoetig];
      if (before !== undefined && history.length > 0 && r() < 0.5) {
        const what = numbersOf(pick(history));
        if (what) service(pat, before, what, maybe(0.9, zahn));
      }
      const fits = fitting(rule);
      if (r() < 0.8)
        put('tagesnotiz', {
          patid: pat,
          datum: day,
          behandler: 'b0',
          text: `${fits.length > 0 && r() < 0.7 ? pick(fits) : pick(NOTES)} ${r() < 0.4 || rule.zusatz.includes('dauer') ? pick(NOTES.filter((note) => !rule.zusatz.includes('dauer') || note.includes('Min.'))) : ''}`,
        });
      if (r() < 0.75)
        put('termin', {
          patid: pat,
          behandler: 'b0',
          terminart: pick(groups),
          start: Date.parse(`${day}T00:00:00Z`) + pick([5, 6, 7, 9, 11, 17, 18, 19]) * 3_600_000,
          dauerMin: 30,
          status: pick(['WAHRGENOMMEN', 'WAHRGENOMMEN', 'WAHRGENOMMEN', 'NICHT_ERSCHIENEN']),
        });
      if (r() < 0.1) put('epaupload', { patid: pat, datum: day });
      if (r() < 0.1)
        put('zahnbefund', {
          patid: pat,
          datum: day,
          zahn: pick(TEETH),
          befund: pick(['zst', 'f', 'k', 'z']),
        });
    }
  }
  // Earlier and duplicate versions of rows, in deliveries of any order.
  const old = rows
      .filter(() => r() < 0.1)
      .map((row) => ({
        ...row,
        version: 50,
        hash: int(1_000_000),
        values:
          row.entity === 'leistung' && !row.isDeleted
            ? { ...row.values, nr: '01', system: 'BEMA' }
            : row.values,
      })),
    twice = rows.filter(() => r() < 0.05),
    batches: RawRow[][] = [[], [], [], []];
  for (const row of shuffledRows([...rows, ...old, ...twice], r))
    batches[int(batches.length)]!.push(row);
  return { rows: [...rows, ...old], batches };
}
