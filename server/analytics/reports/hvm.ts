// Fee distribution (HVM) of a region: usage of the practice's limit in a quarter, and the
// projection.

import { AppError } from '../../../shared/base/errors.ts';
import { hvmConfigSchema, type HvmConfig } from '../../../shared/analytics/reports/hvm.schema.ts';
import type { Column, KpiValue } from '../../../shared/analytics/reports/report.ts';
import { KASSENART } from '../../../shared/analytics/deliveries/pvs.ts';
import { withPeriod, forEachService, type Selection } from '../snapshot/selection.ts';
import { BEREICH, SYSTEM, PAYER } from '../snapshot/snapshot.ts';
import { dateOf, EMPTY, periodOf, dayText } from '../snapshot/calendar.ts';
import { isPositionMatching } from '../metrics/walks.ts';
import { isWorkday, workdays } from '../snapshot/working-days.ts';
import {
  ratioOf,
  entityName,
  rounded,
  spalte,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';

/** Regions of the 17 KZVs with the codes of an insured person's place of residence (WOP). */
export const WOP: Readonly<Record<string, string>> = {
  bw: '52',
  by: '71',
  be: '72',
  bb: '83',
  hb: '03',
  hh: '02',
  he: '46',
  mv: '78',
  ni: '17',
  no: '38',
  rp: '51',
  sl: '73',
  sn: '98',
  st: '88',
  sh: '01',
  th: '93',
  wl: '20',
};
/** Without a letter usage is shown without a limit. */
const NONE_GIVEN: HvmConfig = {
  modell: 'OHNE',
  bereiche: ['KCH', 'PAR', 'KB'],
  einheit: 'EUR',
  toepfe: [{ kassenart: 'ALLE' }],
  fallzaehlung: ['KCH', 'IPFU_OHNE_KCH', 'UPTC_OHNE_KCH'],
  nurWohnortKzv: false,
  ohneStatus4: false,
  ueberschreitung: { art: 'KUERZUNG' },
  ausgenommen: [],
  quelle: '',
};
const PRIMARY_INSURERS: readonly string[] = ['AOK', 'BKK', 'IKK', 'KNAPP', 'LKK'];

/** Returns the scheme of a quarter: its own, else that of the year, else the latest earlier one. */
function configOf(
  context: Pick<ReportContext, 'stand'>,
  region: string,
  jahr: number,
  quartal: number,
): HvmConfig | undefined {
  const known = context.stand.presets.hvm
    .filter(
      (h) => h.region === region && (h.jahr < jahr || (h.jahr === jahr && h.quartal <= quartal)),
    )
    .toSorted(
      (x, y) =>
        y.jahr - x.jahr ||
        (y.quartal === quartal ? 1 : 0) - (x.quartal === quartal ? 1 : 0) ||
        y.quartal - x.quartal,
    );
  const parsed = known[0] && hvmConfigSchema.safeParse(known[0].config);
  return parsed?.success === true ? parsed.data : undefined;
}
/** Pattern of the excluded codes; a star matches any ending. */
const exemptPattern = (codes: readonly string[]): RegExp =>
  codes.length === 0
    ? /^(?!)/
    : new RegExp(
        `^(${codes
          .map((code) =>
            code
              .toUpperCase()
              .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
              .replaceAll('*', '.*'),
          )
          .join('|')})$`,
      );

/** Money or points used, and cases counted. */
interface Usage {
  verbrauch: number;
  faelle: number;
}
interface FeePot extends Usage {
  perDay: Map<number, number>;
  jeBehandler: Map<number, Usage>;
}
/** Usage of one pot in a quarter, in euros or points, with its cases. */
function potOf(a: Selection, config: HvmConfig, kassenart: string, wop: string): FeePot {
  const { L, rawRows } = a.snapshot,
    patients = rawRows.tables.patient,
    insurerKinds = patients.spalten['kassenart']!,
    residence = patients.spalten['wop']!,
    elsewhere = new Set(
      patients.wordLists['wop']!.liste.flatMap((word, at) =>
        word !== '' && word !== wop ? [at] : [],
      ),
    ),
    areas = new Set(config.bereiche.map((word) => BEREICH[word])),
    isExempt = isPositionMatching(a.snapshot, SYSTEM.BEMA, exemptPattern(config.ausgenommen)),
    isUptc = isPositionMatching(a.snapshot, SYSTEM.BEMA, /^UPTC$/);
  const made: FeePot = { verbrauch: 0, faelle: 0, perDay: new Map(), jeBehandler: new Map() },
    kinds = new Map<number, { kch: number; ipfu: number; uptc: number }>();
  const usageOf = (practitioner: number): Usage => {
    let row = made.jeBehandler.get(practitioner);
    if (!row) made.jeBehandler.set(practitioner, (row = { verbrauch: 0, faelle: 0 }));
    return row;
  };
  const belongsToPot = (pat: number): boolean => {
    if (pat < 0) return kassenart === 'ALLE';
    const word = KASSENART[insurerKinds[pat]!] ?? '';
    return (
      (kassenart === 'ALLE' ||
        word === kassenart ||
        (kassenart === 'PRIMAER' && PRIMARY_INSURERS.includes(word))) &&
      !(config.nurWohnortKzv && elsewhere.has(residence[pat]!))
    );
  };
  forEachService(a, (i) => {
    const pat = L.pat[i]!;
    if (L.system[i] !== SYSTEM.BEMA || L.traeger[i] !== PAYER.GKV || !belongsToPot(pat)) return;
    if (pat >= 0) {
      let kind = kinds.get(pat);
      if (!kind) kinds.set(pat, (kind = { kch: -1, ipfu: -1, uptc: -1 }));
      // A case is assigned to its first practitioner.
      if (L.bereich[i] === BEREICH.KCH && kind.kch < 0) kind.kch = L.behandler[i]!;
      if (L.bereich[i] === BEREICH.IPFU && kind.ipfu < 0) kind.ipfu = L.behandler[i]!;
      if (isUptc(i) && kind.uptc < 0) kind.uptc = L.behandler[i]!;
    }
    if (!areas.has(L.bereich[i]!) || isExempt(i)) return;
    const used =
      config.einheit === 'EUR'
        ? L.honorar[i]! / 100
        : L.punkte[i] === EMPTY
          ? 0
          : L.punkte[i]! * L.menge[i]!;
    made.verbrauch += used;
    made.perDay.set(L.tag[i]!, (made.perDay.get(L.tag[i]!) ?? 0) + used);
    usageOf(L.behandler[i]!).verbrauch += used;
  });
  for (const { kch, ipfu, uptc } of kinds.values()) {
    const who =
      kch >= 0
        ? config.fallzaehlung.includes('KCH')
          ? kch
          : -1
        : ipfu >= 0 && config.fallzaehlung.includes('IPFU_OHNE_KCH')
          ? ipfu
          : uptc >= 0 && config.fallzaehlung.includes('UPTC_OHNE_KCH')
            ? uptc
            : -1;
    if (who >= 0) {
      made.faelle += 1;
      usageOf(who).faelle += 1;
    }
  }
  return made;
}

/** The evaluated quarter: its days, and how much of it is over. */
interface Quarter {
  readonly region: string;
  readonly from: number;
  readonly to: number;
  readonly today: number;
  /** Working days that are over. */
  readonly workdaysGone: number;
  /** Factor from what is used today to what the whole quarter is expected to use. */
  readonly projection: number;
}
function quarterOf(region: string, from: number, to: number, today: number): Quarter {
  const gone = today < from ? 0 : workdays(from, Math.min(to, today), region),
    all = workdays(from, to, region);
  return {
    region,
    from,
    to,
    today,
    workdaysGone: gone,
    projection: gone === 0 ? 0 : all / gone,
  };
}

type PotConfig = HvmConfig['toepfe'][number];
/** Returns the limit of a pot for a number of cases; `factor` is that of the practice's size. */
function limitOf(config: HvmConfig, pot: PotConfig, factor: number, cases: number): number | null {
  if (config.modell === 'OHNE') return null;
  if (pot.festbudget !== undefined) return pot.festbudget;
  return pot.grenzeJeFall === undefined ? null : cases * pot.grenzeJeFall * factor;
}
/** Returns the factor of the step into which a number of cases falls. */
const stepFactor = ({ staffel }: HvmConfig, cases: number): number =>
  staffel?.toSorted((x, y) => x.bisFaelle - y.bisFaelle).find((step) => cases <= step.bisFaelle)
    ?.faktor ?? 1;

/** Returns the day on which a pot exceeds its limit; coming working days use the average. */
function exhaustedOn(
  { region, from, to, today, workdaysGone }: Quarter,
  used: FeePot,
  limit: number | null,
): number | null {
  if (limit === null) return null;
  let cumulated = 0;
  for (let day = from; day <= to; day += 1) {
    cumulated +=
      day <= today
        ? (used.perDay.get(day) ?? 0)
        : isWorkday(day, region) && workdaysGone > 0
          ? used.verbrauch / workdaysGone
          : 0;
    if (cumulated > limit) return day;
  }
  return null;
}

const trafficLight = (utilisation: number | null): string | null => {
  if (utilisation === null) return null;
  if (utilisation < 0.9) return 'GRUEN';
  return utilisation <= 1 ? 'GELB' : 'ROT';
};

const roundedOrNull = (value: number | null): number | null =>
  value === null ? null : rounded(value, 2);

/** The row of a pot, with the limit of today's cases and the expected usage. */
function potRow(
  config: HvmConfig,
  pot: PotConfig,
  used: FeePot,
  quarter: Quarter,
): { row: Row; limitToday: number | null; expected: number } {
  const factor = stepFactor(config, used.faelle),
    limitToday = limitOf(config, pot, factor, used.faelle),
    expected = used.verbrauch * quarter.projection,
    limit = limitOf(config, pot, factor, used.faelle * quarter.projection),
    excess = limit === null ? null : Math.max(0, expected - limit),
    exhausted = exhaustedOn(quarter, used, limit);
  const row: Row = {
    art: 'TOPF',
    name: pot.kassenart,
    verbrauch: rounded(used.verbrauch, 2),
    faelle: used.faelle,
    grenze: roundedOrNull(limitToday),
    auslastung: limitToday === null ? null : ratioOf(used.verbrauch, limitToday),
    fallwert: ratioOf(used.verbrauch, used.faelle, 2),
    grenzeJeFall: pot.grenzeJeFall ?? null,
    prognose: quarter.workdaysGone === 0 ? null : rounded(expected, 2),
    ueberhang: roundedOrNull(excess),
    verlust: roundedOrNull(
      excess === null ? null : excess * (1 - (config.ueberschreitung.quote ?? 0)),
    ),
    reserve: roundedOrNull(limit === null ? null : Math.max(0, limit - expected)),
    tagErschoepft: exhausted === null ? null : dayText(exhausted),
    ampel: trafficLight(limit === null ? null : ratioOf(expected, limit)),
  };
  return { row, limitToday, expected };
}
/** The row of a practitioner: usage and cases of all pots, without limits. */
const practitionerRow = (name: string, used: Usage): Row => ({
  art: 'BEHANDLER',
  name,
  verbrauch: rounded(used.verbrauch, 2),
  faelle: used.faelle,
  grenze: null,
  auslastung: null,
  fallwert: ratioOf(used.verbrauch, used.faelle, 2),
  grenzeJeFall: null,
  prognose: null,
  ueberhang: null,
  verlust: null,
  reserve: null,
  tagErschoepft: null,
  ampel: null,
});

/** Sums over all pots; without a limit of each pot the practice has none. */
interface PotTotals extends Usage {
  grenze: number;
  prognose: number;
  hasLimit: boolean;
}
const kpisOfTotals = (totals: PotTotals, hasStarted: boolean): KpiValue[] => {
  const one = (key: string, wert: number | null): KpiValue => ({
    key,
    wert,
    vergleich: null,
    delta: null,
    ziel: null,
    zaehler: null,
    nenner: null,
  });
  return [
    one('hvmVerbrauch', rounded(totals.verbrauch, 2)),
    one('hvmFaelle', totals.faelle),
    one('hvmGrenze', totals.hasLimit ? rounded(totals.grenze, 2) : null),
    one('hvmAuslastung', totals.hasLimit ? ratioOf(totals.verbrauch, totals.grenze) : null),
    one('hvmPrognose', hasStarted ? rounded(totals.prognose, 2) : null),
  ];
};
const columnsIn = (unit: 'eur' | 'zahl'): Column[] => [
  spalte('art', 'Teil', 'wort'),
  spalte('name', 'Name', 'wort'),
  spalte('verbrauch', 'Verbrauch', unit),
  spalte('faelle', 'Fälle', 'zahl'),
  spalte('grenze', 'Grenze', unit),
  spalte('auslastung', 'Auslastung', 'anteil'),
  spalte('fallwert', 'Je Fall', unit),
  spalte('grenzeJeFall', 'Grenze je Fall', unit),
  spalte('prognose', 'Erwartet', unit),
  spalte('ueberhang', 'Überhang', unit),
  spalte('verlust', 'Verlust', unit),
  spalte('reserve', 'Reserve', unit),
  spalte('tagErschoepft', 'Erschöpft am', 'tag'),
  spalte('ampel', 'Ampel', 'wort'),
];

/** Adds up the pots, and their usage by practitioner. */
function potRows(
  config: HvmConfig,
  selection: Selection,
  wop: string,
  quarter: Quarter,
): { zeilen: Row[]; totals: PotTotals } {
  const zeilen: Row[] = [],
    totals = { verbrauch: 0, faelle: 0, grenze: 0, prognose: 0, hasLimit: true },
    byPractitioner = new Map<number, Usage>();
  for (const pot of config.toepfe) {
    const used = potOf(selection, config, pot.kassenart, wop),
      { row, limitToday, expected } = potRow(config, pot, used, quarter);
    zeilen.push(row);
    totals.verbrauch += used.verbrauch;
    totals.faelle += used.faelle;
    totals.prognose += expected;
    if (limitToday === null) totals.hasLimit = false;
    else totals.grenze += limitToday;
    for (const [practitioner, own] of used.jeBehandler) {
      const sum = byPractitioner.get(practitioner) ?? { verbrauch: 0, faelle: 0 };
      sum.verbrauch += own.verbrauch;
      sum.faelle += own.faelle;
      byPractitioner.set(practitioner, sum);
    }
  }
  for (const [practitioner, used] of byPractitioner)
    zeilen.push(practitionerRow(entityName(selection.snapshot, 'behandler', practitioner), used));
  return { zeilen, totals };
}

/** The quarter in which the span ends, by pots and by practitioners. */
const hvm: ReportBuilder = (context) => {
  const region = context.extra['region'] ?? '',
    wop = WOP[region];
  if (wop === undefined) throw new AppError('not_found');
  const { von, bis, name } = periodOf(context.a.bis, 'QUARTAL'),
    { jahr, monat } = dateOf(von),
    found = configOf(context, region, jahr, Math.floor((monat - 1) / 3) + 1),
    config = found ?? NONE_GIVEN,
    quarter = quarterOf(region, von, bis, context.a.snapshot.heute),
    { zeilen, totals } = potRows(config, withPeriod(context.a, von, bis), wop, quarter);
  return {
    kpis: kpisOfTotals(totals, quarter.workdaysGone > 0),
    spalten: columnsIn(config.einheit === 'EUR' ? 'eur' : 'zahl'),
    zeilen,
    serien: [
      {
        name,
        punkte: zeilen
          .filter((row) => row['art'] === 'TOPF')
          .map((row) => ({ x: String(row['name']), y: row['auslastung'] as number | null })),
      },
    ],
    hinweise: [
      ...(found ? [] : ['hvmNichtEingerichtet']),
      ...(config.ohneStatus4 ? ['hvmStatus4Unbekannt'] : []),
    ],
  };
};
export const hvmReports: Readonly<Record<string, ReportBuilder>> = { 'hvm/{region}': hvm };
