/** Positions per hundred cases, and those of the letter of the KZV. */
import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { UNFILTERED } from '../../../shared/analytics/reports/report.ts';
import { forEachCase } from '../metrics/walks.ts';
import { dateOf, periodOf } from '../snapshot/calendar.ts';
import { buildSelection, withPeriod, type Selection } from '../snapshot/selection.ts';
import { forEachService } from '../snapshot/selection/walk-services.ts';
import { positionsOf, positionText } from './positions.ts';
import { column, ratioOf, rounded, type ReportBuilder } from './report-kind.ts';

/** Fewer cases are random. */
const LEAST_CASES = 5;
/** Counts each position for each hundred cases; undefined with too few cases. */
export function servicesPerHundred(a: Selection): Map<string, number> | undefined {
  const { services } = a.snapshot,
    { ofService: from, system, nr } = positionsOf(a.snapshot),
    counts = new Float64Array(nr.length),
    seen = new Uint8Array(nr.length),
    found = new Map<string, number>();
  let cases = 0;
  forEachCase(a, () => {
    cases += 1;
  });
  if (cases < LEAST_CASES) return undefined;
  forEachService(a, (i) => {
    const at = from[i]!;
    seen[at] = 1;
    counts[at]! += services.menge[i]!;
  });
  for (let at = 0; at < seen.length; at += 1)
    if (seen[at] === 1)
      found.set(
        `${GEBUEHREN[system[at]!] ?? 'EIGEN'} ${services.positionNumbers.words[nr[at]!] ?? ''}`,
        (counts[at]! * 100) / cases,
      );
  return found;
}

/**
 * Own positions per hundred cases of a quarter next to those of the KZV's letter; of the quarter in
 * which the span ends, else of the last letter before it.
 */
export const kzvLetter: ReportBuilder = (k) => {
  const { year, month } = dateOf(k.a.to),
    quarter = Math.floor((month - 1) / 3) + 1,
    letter = (k.state.presets.letters ?? []).find(
      (one) => one.jahr < year || (one.jahr === year && one.quartal <= quarter),
    );
  const { from, to } = periodOf(k.a.to, 'QUARTAL'),
    own = buildSelection(k.a.snapshot, {
      ...k.filter,
      ...UNFILTERED,
    }),
    mine = servicesPerHundred(withPeriod(own, from, to)) ?? new Map<string, number>();
  const said = new Map(
    (k.state.presets.letters ?? [])
      .filter((one) => one.jahr === letter?.jahr && one.quartal === letter.quartal)
      .map((one) => [one.nr, one.je100]),
  );
  const rows = [...said].map(([nr, brief]) => {
    const ownValue = rounded(mine.get(`BEMA ${nr}`) ?? 0, 2),
      off = brief === 0 ? null : ratioOf(ownValue - brief, brief);
    return {
      id: ownValue === 0 ? null : `BEMA ${nr}`,
      nr,
      text: positionText(k.a.snapshot, 'BEMA', nr),
      eigen: ownValue,
      brief,
      abweichung: off,
      auffaelligkeit:
        off === null ? null : off > 1 ? 'PRUEFHINWEIS' : off < -0.5 ? 'VERGESSEN' : null,
    };
  });
  rows.sort(
    (x, y) => Math.abs(y.abweichung ?? 0) - Math.abs(x.abweichung ?? 0) || (x.nr < y.nr ? -1 : 1),
  );
  return {
    columns: [
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('eigen', 'Eigen je 100 Fälle', 'zahl'),
      column('brief', 'Brief je 100 Fälle', 'zahl'),
      column('abweichung', 'Abweichung', 'anteil'),
      column('auffaelligkeit', 'Hinweis', 'wort'),
    ],
    rows,
    series: (['eigen', 'brief'] as const).map((name) => ({
      name,
      punkte: rows.slice(0, 20).map((z) => ({ x: z.nr, y: z[name] })),
    })),
    hints: letter
      ? [
          'vonHandEingetragen',
          ...(letter.jahr === year && letter.quartal === quarter ? [] : ['aeltererBrief']),
        ]
      : ['keinBrief'],
  };
};
