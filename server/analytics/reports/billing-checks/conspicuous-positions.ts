/** Report of positions that occur far more, or far less, often than in the practice's own past. */
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { undocumentedUntil } from '../../metrics/coverage.ts';
import { forEachCase } from '../../metrics/walks.ts';
import { plusMonths } from '../../snapshot/calendar.ts';
import { withPeriod, type Selection } from '../../snapshot/selection.ts';
import { forEachPositionRow } from '../lists/service-statistics.ts';
import { positionsOf, positionText } from '../positions.ts';
import { publishedHint, publishedPositions } from '../published-values.ts';
import { column, free, ratioOf, rounded, type ReportBuilder, type Row } from '../report-kind.ts';

/** The past that a span is held against, and how much of it has to be delivered. */
const MONTHS_BEFORE = 24,
  LEAST_DAYS = 180;
/** Fewer sessions say nothing. */
const LEAST_EXPECTED = 5;
/** Standard deviations of a chance number of sessions (Poisson: the root of the expected ones). */
const LIMIT = 3;
const SHOWN_BARS = 20;

/** Sessions of each position in a span, a patient's day counted once, and the cases. */
function sessionsIn(a: Selection, positions: number): { counts: Float64Array; cases: number } {
  const counts = new Float64Array(positions),
    patients = a.snapshot.rawRows.tables.patient.count + 1,
    lastPosition = new Int32Array(patients).fill(-1),
    lastDay = new Int32Array(patients);
  forEachPositionRow(a, positions, (at, pat, day) => {
    const p = pat + 1;
    if (lastPosition[p] === at && lastDay[p] === day) return;
    lastPosition[p] = at;
    lastDay[p] = day;
    counts[at]! += 1;
  });
  let cases = 0;
  forEachCase(a, () => {
    cases += 1;
  });
  return { counts, cases };
}

/** Returns the past of a span as far as it was delivered; null where it is too short. */
function pastOf(a: Selection): Selection | null {
  const whole = withPeriod(a, plusMonths(a.from, -MONTHS_BEFORE), a.from - 1),
    start = Math.max(whole.from, undocumentedUntil('honorarumsatz', whole) ?? whole.from);
  return whole.to - start + 1 < LEAST_DAYS ? null : withPeriod(a, start, whole.to);
}

export const conspicuousPositions: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    places = positionsOf(snapshot),
    past = pastOf(k.a),
    now = sessionsIn(k.a, places.nr.length),
    before = past && sessionsIn(past, places.nr.length),
    published = publishedPositions(k.a, k.state);
  const found: (Row & { off: number; auffaelligkeit: string | null })[] = [];
  for (let at = 0; at < places.nr.length; at += 1) {
    const sessions = now.counts[at]!,
      expected =
        before === null || before.cases === 0 ? 0 : (before.counts[at]! * now.cases) / before.cases;
    if (Math.max(sessions, expected) < LEAST_EXPECTED || now.cases === 0) continue;
    const off = (sessions - expected) / Math.sqrt(Math.max(expected, 1)),
      system = GEBUEHREN[places.system[at]!] ?? 'EIGEN',
      nr = snapshot.services.positionNumbers.words[places.nr[at]!] ?? '';
    found.push({
      id: `${system} ${nr}`,
      system,
      nr,
      text: positionText(snapshot, system, nr),
      sitzungen: sessions,
      je100: ratioOf(sessions * 100, now.cases, 2),
      je100Frueher: before && ratioOf(before.counts[at]! * 100, before.cases, 2),
      erwartet: before && rounded(expected, 1),
      abweichung: before === null || expected === 0 ? null : ratioOf(sessions - expected, expected),
      auffaelligkeit:
        before === null || Math.abs(off) < LIMIT ? null : off > 0 ? 'PRUEFHINWEIS' : 'VERGESSEN',
      bezug: published(system, nr),
      off: before === null ? 0 : Math.abs(off),
    });
  }
  found.sort((x, y) => y.off - x.off || (String(x['id']) < String(y['id']) ? -1 : 1));
  const rows = found.map(({ off: _off, ...row }): Row => row),
    hasPublished = rows.some((row) => row['bezug'] !== null),
    flagged = (word: string): number =>
      found.filter(({ auffaelligkeit }) => auffaelligkeit === word).length;
  return {
    kpis: [
      free('positionenMehr', past === null ? null : flagged('PRUEFHINWEIS')),
      free('positionenWeniger', past === null ? null : flagged('VERGESSEN')),
      free('faelle', now.cases),
    ],
    columns: [
      column('nr', 'Nr.', 'code'),
      column('system', 'Gebührenordnung', 'wort'),
      column('text', 'Leistung', 'text'),
      column('sitzungen', 'Sitzungen', 'zahl'),
      column('je100', 'Je 100 Fälle', 'zahl'),
      column('je100Frueher', 'Früher je 100 Fälle', 'zahl'),
      column('erwartet', 'Erwartete Sitzungen', 'zahl'),
      column('abweichung', 'Abweichung', 'anteil'),
      column('auffaelligkeit', 'Hinweis', 'wort'),
      ...(hasPublished ? [column('bezug', 'KZBV je 100 Fälle', 'zahl')] : []),
    ],
    rows,
    series: (['je100', 'je100Frueher'] as const).map((name) => ({
      name,
      punkte: rows.slice(0, SHOWN_BARS).map((row) => ({
        x: String(row['nr']),
        y: row[name] as number | null,
      })),
    })),
    hints: [
      past === null ? 'vergangenheitFehlt' : 'eigeneVergangenheit',
      ...(hasPublished ? [publishedHint('fuellungenJe100')] : []),
    ],
  };
};
