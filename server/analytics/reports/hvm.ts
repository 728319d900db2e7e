// Fee distribution (HVM) of a region: usage of the practice's limit in a quarter, and the
// projection.

import { AppError } from '../../../shared/base/errors.ts';
import { hvmConfigSchema, type HvmConfig } from '../../../shared/analytics/reports/hvm.schema.ts';
import type { Column, KpiValue } from '../../../shared/analytics/reports/report.ts';
import { KASSENART } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { withPeriod, type Selection } from '../snapshot/selection.ts';
import { forEachService } from '../snapshot/selection/walk-services.ts';
import { BEREICH, SYSTEM, PAYER } from '../snapshot/snapshot.ts';
import { dateOf, EMPTY, periodOf, dayText } from '../snapshot/calendar.ts';
import { isPositionMatching } from '../metrics/walks.ts';
import { countedUntil } from '../snapshot/comparison.ts';
import { isWorkday, workdays } from '../snapshot/working-days.ts';
import {
  ratioOf,
  entityName,
  rounded,
  column,
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
  context: Pick<ReportContext, 'state'>,
  region: string,
  year: number,
  quarter: number,
): HvmConfig | undefined {
  const known = context.state.presets.hvm
    .filter(
      (h) => h.region === region && (h.jahr < year || (h.jahr === year && h.quartal <= quarter)),
    )
    .toSorted(
      (x, y) =>
        y.jahr - x.jahr ||
        (y.quartal === quarter ? 1 : 0) - (x.quartal === quarter ? 1 : 0) ||
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
  used: number;
  cases: number;
}
interface FeePot extends Usage {
  perDay: Map<number, number>;
  byPractitioner: Map<number, Usage>;
}
/** Usage of one pot in a quarter, in euros or points, with its cases. */
function potOf(a: Selection, config: HvmConfig, kassenart: string, wop: string): FeePot {
  const { services, rawRows } = a.snapshot,
    patients = rawRows.tables.patient,
    insurerKinds = patients.columns['kassenart']!,
    residence = patients.columns['wop']!,
    elsewhere = new Set(
      patients.wordLists['wop']!.words.flatMap((word, at) =>
        word !== '' && word !== wop ? [at] : [],
      ),
    ),
    areas = new Set(config.bereiche.map((word) => BEREICH[word])),
    isExempt = isPositionMatching(a.snapshot, SYSTEM.BEMA, exemptPattern(config.ausgenommen)),
    isUptc = isPositionMatching(a.snapshot, SYSTEM.BEMA, /^UPTC$/);
  const made: FeePot = { used: 0, cases: 0, perDay: new Map(), byPractitioner: new Map() },
    kinds = new Map<number, { kch: number; ipfu: number; uptc: number }>();
  const usageOf = (practitioner: number): Usage => {
    let row = made.byPractitioner.get(practitioner);
    if (!row) made.byPractitioner.set(practitioner, (row = { used: 0, cases: 0 }));
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
    const pat = services.pat[i]!;
    if (
      services.system[i] !== SYSTEM.BEMA ||
      services.traeger[i] !== PAYER.GKV ||
      !belongsToPot(pat)
    )
      return;
    if (pat >= 0) {
      let kind = kinds.get(pat);
      if (!kind) kinds.set(pat, (kind = { kch: -1, ipfu: -1, uptc: -1 }));
      // A case is assigned to its first practitioner.
      if (services.bereich[i] === BEREICH.KCH && kind.kch < 0) kind.kch = services.behandler[i]!;
      if (services.bereich[i] === BEREICH.IPFU && kind.ipfu < 0) kind.ipfu = services.behandler[i]!;
      if (isUptc(i) && kind.uptc < 0) kind.uptc = services.behandler[i]!;
    }
    if (!areas.has(services.bereich[i]!) || isExempt(i)) return;
    const used =
      config.einheit === 'EUR'
        ? services.honorar[i]! / 100
        : services.punkte[i] === EMPTY
          ? 0
          : services.punkte[i]! * services.menge[i]!;
    made.used += used;
    made.perDay.set(services.day[i]!, (made.perDay.get(services.day[i]!) ?? 0) + used);
    usageOf(services.behandler[i]!).used += used;
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
      made.cases += 1;
      usageOf(who).cases += 1;
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
  /** Factor from the used amount of today to the expected one of the whole quarter. */
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
          ? used.used / workdaysGone
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
  const factor = stepFactor(config, used.cases),
    limitToday = limitOf(config, pot, factor, used.cases),
    expected = used.used * quarter.projection,
    limit = limitOf(config, pot, factor, used.cases * quarter.projection),
    excess = limit === null ? null : Math.max(0, expected - limit),
    exhausted = exhaustedOn(quarter, used, limit);
  const row: Row = {
    art: 'TOPF',
    name: pot.kassenart,
    verbrauch: rounded(used.used, 2),
    faelle: used.cases,
    grenze: roundedOrNull(limitToday),
    auslastung: limitToday === null ? null : ratioOf(used.used, limitToday),
    fallwert: ratioOf(used.used, used.cases, 2),
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
  verbrauch: rounded(used.used, 2),
  faelle: used.cases,
  grenze: null,
  auslastung: null,
  fallwert: ratioOf(used.used, used.cases, 2),
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
  limit: number;
  projection: number;
  hasLimit: boolean;
}
const kpisOfTotals = (totals: PotTotals, hasStarted: boolean): KpiValue[] => {
  const one = (key: string, value: number | null): KpiValue => ({
    key,
    wert: value,
    vergleich: null,
    delta: null,
    ziel: null,
    zaehler: null,
    nenner: null,
  });
  return [
    one('hvmVerbrauch', rounded(totals.used, 2)),
    one('hvmFaelle', totals.cases),
    one('hvmGrenze', totals.hasLimit ? rounded(totals.limit, 2) : null),
    one('hvmAuslastung', totals.hasLimit ? ratioOf(totals.used, totals.limit) : null),
    one('hvmPrognose', hasStarted ? rounded(totals.projection, 2) : null),
  ];
};
const columnsIn = (unit: 'eur' | 'zahl'): Column[] => [
  column('art', 'Teil', 'wort'),
  column('name', 'Name', 'wort'),
  column('verbrauch', 'Verbrauch', unit),
  column('faelle', 'Fälle', 'zahl'),
  column('grenze', 'Grenze', unit),
  column('auslastung', 'Auslastung', 'anteil'),
  column('fallwert', 'Je Fall', unit),
  column('grenzeJeFall', 'Grenze je Fall', unit),
  column('prognose', 'Erwartet', unit),
  column('ueberhang', 'Überhang', unit),
  column('verlust', 'Verlust', unit),
  column('reserve', 'Reserve', unit),
  column('tagErschoepft', 'Erschöpft am', 'tag'),
  column('ampel', 'Ampel', 'wort'),
];

/** Adds up the pots, and their usage by practitioner. */
function potRows(
  config: HvmConfig,
  selection: Selection,
  wop: string,
  quarter: Quarter,
): { rows: Row[]; totals: PotTotals } {
  const rows: Row[] = [],
    totals = { used: 0, cases: 0, limit: 0, projection: 0, hasLimit: true },
    byPractitioner = new Map<number, Usage>();
  for (const pot of config.toepfe) {
    const used = potOf(selection, config, pot.kassenart, wop),
      { row, limitToday, expected } = potRow(config, pot, used, quarter);
    rows.push(row);
    totals.used += used.used;
    totals.cases += used.cases;
    totals.projection += expected;
    if (limitToday === null) totals.hasLimit = false;
    else totals.limit += limitToday;
    for (const [practitioner, own] of used.byPractitioner) {
      const sum = byPractitioner.get(practitioner) ?? { used: 0, cases: 0 };
      sum.used += own.used;
      sum.cases += own.cases;
      byPractitioner.set(practitioner, sum);
    }
  }
  for (const [practitioner, used] of byPractitioner)
    rows.push(practitionerRow(entityName(selection.snapshot, 'behandler', practitioner), used));
  return { rows, totals };
}

/** The quarter in which the span ends, by pots and by practitioners. */
const feeLimit: ReportBuilder = (context) => {
  const region = context.extra['region'] ?? '',
    wop = WOP[region];
  if (wop === undefined) throw new AppError('not_found');
  const { from, to, name } = periodOf(context.a.to, 'QUARTAL'),
    { year, month } = dateOf(from),
    found = configOf(context, region, year, Math.floor((month - 1) / 3) + 1),
    config = found ?? NONE_GIVEN,
    quarter = quarterOf(region, from, to, countedUntil(context.a.snapshot)),
    { rows, totals } = potRows(config, withPeriod(context.a, from, to), wop, quarter);
  return {
    kpis: kpisOfTotals(totals, quarter.workdaysGone > 0),
    columns: columnsIn(config.einheit === 'EUR' ? 'eur' : 'zahl'),
    rows,
    series: [
      {
        name,
        punkte: rows
          .filter((row) => row['art'] === 'TOPF')
          .map((row) => ({ x: String(row['name']), y: row['auslastung'] as number | null })),
      },
    ],
    hints: [
      ...(found ? [] : ['hvmNichtEingerichtet']),
      ...(config.ohneStatus4 ? ['hvmStatus4Unbekannt'] : []),
    ],
  };
};
export const hvmReports: Readonly<Record<string, ReportBuilder>> = { 'hvm/{region}': feeLimit };
