// Benchmark of the practice against others: only groups of at least seven practices, and only
// values with a sufficient base.

import { isFigure, figureOfKey } from '../../../shared/analytics/reports/figures.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  buildSelection,
  narrowToPractitioner,
  withPeriod,
  type Selection,
} from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, periodsBetween } from '../snapshot/calendar.ts';
import { figureResult } from '../metrics/compute.ts';
import {
  ratioOf,
  entityName,
  rounded,
  idOfRow,
  column,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';
import { kzvLetter, servicesPerHundred } from './kzv-letter.ts';
import { positionText } from './positions.ts';
import { publishedHint, publishedLine, publishedLines } from './published-values.ts';
import { practitionerIn } from './revenue/practitioner-revenue.ts';

/** Fewer practices would reveal too much about each. */
const MIN_PRACTICES = 7;
/** Values with a smaller base are random. */
const MIN_DENOMINATOR = 5;
const COMPARED_KEYS = [
  'stundensatz',
  'umsatzJeTermin',
  'umsatzJePatient',
  'fallwertGkv',
  'punkteJeFall',
  'anteilGkv',
  'neupatientenquote',
  'auslastung',
  'ausfallquote',
  'noShowQuote',
  'wiedervorstellung',
  'recallquote',
  'pzrQuote',
  'hkpAnnahme',
  'zeitBisRechnung',
  'dso',
  'mittlererFaktor',
  'faktorUeber23',
  'mehrkostenquote',
  'fuellungenJe100',
] as const;

/** 1, 2 to 3, or 4 and more dentists. */
function sizeOf(snapshot: Snapshot): number {
  const c = snapshot.rawRows.tables.behandler.columns,
    n = [...snapshot.live.behandler].filter(
      (at) =>
        c['art']![at] === 0 &&
        (c['austritt']![at] === EMPTY || c['austritt']![at]! >= snapshot.today),
    ).length;
  return n <= 1 ? 1 : n <= 3 ? 2 : 3;
}
/** First two digits of the postal code that most patients live in. */
function regionOf(snapshot: Snapshot): string {
  const t = snapshot.rawRows.tables.patient,
    counts = new Map<string, number>();
  for (const at of snapshot.live.patient) {
    const area = t.text('plz', at).slice(0, 2);
    if (area !== '') counts.set(area, (counts.get(area) ?? 0) + 1);
  }
  return [...counts].sort(([x, n], [y, m]) => m - n || (x < y ? -1 : 1))[0]?.[0] ?? '';
}
const GROUP_KINDS = ['ALLE', 'GROESSE', 'REGION'] as const,
  PRACTICE_SIZES = ['1', '2-3', '4+'] as const;
const matches =
  (wanted: string, mine: Snapshot) =>
  (snapshot: Snapshot): boolean =>
    wanted === 'GROESSE'
      ? sizeOf(snapshot) === sizeOf(mine)
      : wanted === 'REGION'
        ? regionOf(snapshot) === regionOf(mine)
        : true;
/**
 * Lists the available comparison groups; the number of practices is given only where it is large
 * enough.
 */
const rowGroups: ReportBuilder = async (k) => {
  const market = await k.loadMarket(),
    mine = k.a.snapshot,
    rows = GROUP_KINDS.map((group) => {
      const fits = matches(group, mine),
        n = market.filter((one) => one.cid === k.cid || fits(one.snapshot)).length;
      return {
        gruppe: group,
        merkmal:
          group === 'GROESSE'
            ? PRACTICE_SIZES[sizeOf(mine) - 1]!
            : group === 'REGION'
              ? regionOf(mine) || null
              : null,
        praxen: n >= MIN_PRACTICES ? n : null,
      };
    });
  return {
    columns: [
      column('gruppe', 'Gruppe', 'wort'),
      column('merkmal', 'Merkmal', 'code'),
      column('praxen', 'Praxen', 'zahl'),
    ],
    rows,
    hints: smallGroupHint(market.length),
  };
};
/**
 * Practices of the requested group (`gruppe`: ALLE, GROESSE, REGION), including the own one.
 * Filters by people or rooms do not apply to other practices.
 */
async function comparisonGroup(k: ReportContext): Promise<{ own: Selection; all: Selection[] }> {
  const wanted = k.extra['gruppe'] ?? 'ALLE',
    filter = { ...k.filter, behandler: [], zimmer: [], teams: [], stempel: [], terminart: [] },
    own = buildSelection(k.a.snapshot, filter),
    market = await k.loadMarket();
  const fits = matches(wanted, k.a.snapshot);
  return {
    own,
    all: market
      .filter((one) => one.cid === k.cid || fits(one.snapshot))
      .map((one) => (one.cid === k.cid ? own : buildSelection(one.snapshot, filter))),
  };
}
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share,
    low = Math.floor(at);
  return rounded(
    sorted[low]! + (sorted[Math.min(low + 1, sorted.length - 1)]! - sorted[low]!) * (at - low),
    4,
  );
}
/** Returns the share of the others with a lower value, equal ones counted half. */
const rankOf = (values: readonly number[], own: number): number | null =>
  values.length < 2
    ? null
    : rounded(
        (values.filter((v) => v < own).length + (values.filter((v) => v === own).length - 1) / 2) /
          (values.length - 1),
        4,
      );
const fixedDigits = (key: string, a: Selection): number | null => {
  const { value, denominator } = figureResult(key, a);
  return denominator !== null && denominator < MIN_DENOMINATOR ? null : value;
};
const smallGroupHint = (n: number): string[] => (n < MIN_PRACTICES ? ['gruppeZuKlein'] : []);

const benchmarkFigures: ReportBuilder = async (k) => {
  const { own, all } = await comparisonGroup(k),
    rows = COMPARED_KEYS.map((key) => {
      const values = all
          .map((a) => fixedDigits(key, a))
          .filter((v) => v !== null)
          .sort((x, y) => x - y),
        mine = figureResult(key, own).value,
        published = publishedLine(key, own, k.state),
        isEnough = values.length >= MIN_PRACTICES,
        at = (share: number): number | null => (isEnough ? quantile(values, share) : null);
      return {
        kennzahl: key,
        einheit: figureOfKey(key).einheit,
        eigen: mine,
        p10: at(0.1),
        p25: at(0.25),
        median: at(0.5),
        p75: at(0.75),
        p90: at(0.9),
        n: isEnough ? values.length : null,
        perzentil:
          isEnough && mine !== null && fixedDigits(key, own) !== null ? rankOf(values, mine) : null,
        bezug: published?.wert ?? null,
        quelle: published?.name ?? null,
      };
    });
  return {
    columns: [
      column('kennzahl', 'Kennzahl', 'wort'),
      column('einheit', 'Einheit', 'wort'),
      column('eigen', 'Eigener Wert', 'zahl'),
      ...(['p10', 'p25', 'median', 'p75', 'p90'] as const).map((p) =>
        column(p, p === 'median' ? 'Median' : `${p.slice(1)} %`, 'zahl'),
      ),
      column('n', 'Praxen', 'zahl'),
      column('perzentil', 'Rang', 'anteil'),
      column('bezug', 'Veröffentlichter Wert', 'zahl'),
      column('quelle', 'Quelle', 'wort'),
    ],
    rows,
    hints: [
      ...smallGroupHint(all.length),
      ...rows.flatMap(({ kennzahl, bezug }) => (bezug === null ? [] : [publishedHint(kennzahl)])),
    ],
  };
};
const benchmarkPositions: ReportBuilder = async (k) => {
  const { own, all } = await comparisonGroup(k),
    each = all.map(servicesPerHundred),
    mine = each[all.indexOf(own)] ?? new Map<string, number>(),
    others = each.filter((one) => one !== undefined),
    isEnough = others.length >= MIN_PRACTICES,
    words = new Set([
      ...mine.keys(),
      ...(isEnough ? others.flatMap((one) => [...one.keys()]) : []),
    ]),
    rows: Row[] = [];
  for (const word of words) {
    const [system = '', ...rest] = word.split(' '),
      nr = rest.join(' '),
      values = others.map((one) => one.get(word) ?? 0).sort((x, y) => x - y),
      holders = values.filter((v) => v > 0).length,
      ownValue = rounded(mine.get(word) ?? 0, 2);
    // A position used by few practices of the group would reveal whose it is.
    const group = isEnough && holders >= MIN_PRACTICES ? rounded(quantile(values, 0.5), 2) : null;
    if (ownValue === 0 && group === null) continue;
    const off = group === null || group === 0 ? null : ratioOf(ownValue - group, group);
    rows.push({
      id: ownValue === 0 ? null : word,
      system,
      nr,
      text: positionText(k.a.snapshot, system, nr),
      eigen: ownValue,
      gruppe: group,
      abweichung: off,
      auffaelligkeit:
        off === null ? null : off > 1 ? 'PRUEFHINWEIS' : off < -0.5 ? 'VERGESSEN' : null,
    });
  }
  rows.sort(
    (x, y) =>
      Math.abs(Number(y['abweichung'] ?? 0)) - Math.abs(Number(x['abweichung'] ?? 0)) ||
      (String(x['nr']) < String(y['nr']) ? -1 : 1),
  );
  return {
    columns: [
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('eigen', 'Je 100 Fälle', 'zahl'),
      column('gruppe', 'Median der Gruppe', 'zahl'),
      column('abweichung', 'Abweichung', 'anteil'),
      column('auffaelligkeit', 'Hinweis', 'wort'),
    ],
    rows,
    hints: smallGroupHint(others.length),
  };
};
const FIGURES_PER_PRACTITIONER = [
  'stundensatz',
  'umsatzJeTermin',
  'ausfallquote',
  'wiedervorstellung',
  'mittlererFaktor',
] as const;
const benchmarkPractitioners: ReportBuilder = async (k) => {
  const { own, all } = await comparisonGroup(k),
    isEnough = all.length >= MIN_PRACTICES,
    each = (a: Selection): { at: number; values: (number | null)[] }[] =>
      practitionerIn(a).map((at) => {
        const one = narrowToPractitioner(a, at);
        return { at, values: FIGURES_PER_PRACTITIONER.map((key) => fixedDigits(key, one)) };
      });
  const everybody = isEnough ? all.map(each) : [],
    rows = each(own).flatMap(({ at, values }) =>
      FIGURES_PER_PRACTITIONER.map((key, n) => {
        const from = everybody.filter((list) => list.some((one) => one.values[n] !== null)),
          known = from
            .flatMap((list) => list.map((one) => one.values[n]!))
            .filter((v) => v !== null)
            .sort((x, y) => x - y),
          isKnown = from.length >= MIN_PRACTICES,
          mine = values[n]!;
        return {
          behandler: entityName(k.a.snapshot, 'behandler', at),
          teil: `behandler:${idOfRow(k.a.snapshot, 'behandler', at)}`,
          kennzahl: key,
          einheit: figureOfKey(key).einheit,
          eigen: mine,
          median: isKnown ? quantile(known, 0.5) : null,
          n: isKnown ? from.length : null,
          perzentil: isKnown && mine !== null ? rankOf(known, mine) : null,
        };
      }),
    );
  return {
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('kennzahl', 'Kennzahl', 'wort'),
      column('einheit', 'Einheit', 'wort'),
      column('eigen', 'Eigener Wert', 'zahl'),
      column('median', 'Median', 'zahl'),
      column('n', 'Praxen', 'zahl'),
      column('perzentil', 'Rang', 'anteil'),
    ],
    rows,
    hints: smallGroupHint(all.length),
  };
};
const rankOverTime: ReportBuilder = async (k) => {
  const key = k.extra['messwert'] ?? 'stundensatz';
  if (!isFigure(key)) throw new AppError('not_found');
  const { own, all } = await comparisonGroup(k),
    // A sum of a year is no line of months.
    published = publishedLines(key, withPeriod(own, own.to, own.to), k.state),
    rows = periodsBetween(own.from, own.to, k.filter.gruppierung).map((p) => {
      const at = (a: Selection): number | null => fixedDigits(key, withPeriod(a, p.from, p.to)),
        values = all
          .map(at)
          .filter((v) => v !== null)
          .sort((x, y) => x - y),
        mine = at(own),
        isEnough = values.length >= MIN_PRACTICES;
      return {
        periode: p.name,
        kennzahl: key,
        eigen: mine,
        median: isEnough ? quantile(values, 0.5) : null,
        n: isEnough ? values.length : null,
        perzentil: isEnough && mine !== null ? rankOf(values, mine) : null,
      };
    });
  return {
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      column('eigen', 'Eigener Wert', figureOfKey(key).einheit),
      column('median', 'Median', figureOfKey(key).einheit),
      column('n', 'Praxen', 'zahl'),
      column('perzentil', 'Rang', 'anteil'),
    ],
    rows,
    series: [
      ...(['eigen', 'median'] as const).map((name) => ({
        name,
        punkte: rows.map((z) => ({ x: z.periode, y: z[name] })),
      })),
      ...published.map(({ name, wert }) => ({
        name,
        punkte: rows.map((z) => ({ x: z.periode, y: wert })),
      })),
    ],
    hints: [...smallGroupHint(all.length), ...(published.length > 0 ? [publishedHint(key)] : [])],
  };
};
export const benchmarkReports: Readonly<Record<string, ReportBuilder>> = {
  benchmarkgroups: rowGroups,
  benchmark: benchmarkFigures,
  'benchmark/leistungen': benchmarkPositions,
  'benchmark/behandler': benchmarkPractitioners,
  'benchmark/zeit': rankOverTime,
  'benchmark/kzv': kzvLetter,
};
