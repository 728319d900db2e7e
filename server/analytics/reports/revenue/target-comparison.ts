/** Report of revenue against targets by practitioner. */
import { narrowToPractitioner, withPeriod } from '../../snapshot/selection.ts';
import { targetsOn } from '../../snapshot/targets.ts';
import { firstOfMonth, monthOfDay } from '../../snapshot/calendar.ts';
import { targetInPeriod } from '../../metrics/money.ts';
import { holidayHints, regionOfPractice, workdays } from '../../snapshot/working-days.ts';
import {
  type ReportBuilder,
  column,
  entityName,
  eur,
  idOfRow,
  kpisOf,
  rounded,
} from '../report-kind.ts';
import { practitionerIn } from './practitioner-revenue.ts';
import { totalOf } from './revenue-sums.ts';

/**
 * Reports the achieved revenue, and the projection to the end of the month where the span is
 * unfinished.
 */
export const targetVsActual: ReportBuilder = (k) => {
  const { today } = k.a.snapshot,
    which = k.filter.kennzahl,
    key = which === 'umsatz' ? 'umsatz' : 'honorarumsatz',
    region = regionOfPractice(k.state),
    to = k.a.to < today ? k.a.to : firstOfMonth(monthOfDay(k.a.to) + 1) - 1,
    wholeSpan = withPeriod(k.a, k.a.from, to);
  const gone = workdays(k.a.from, Math.min(k.a.to, today), region),
    days = workdays(k.a.from, to, region);
  const rows = practitionerIn(k.a).map((at) => {
    const id = idOfRow(k.a.snapshot, 'behandler', at)!,
      target = targetsOn(k.state.presets, k.filter.bis, id).get(key),
      goal = target === undefined ? null : rounded(targetInPeriod(wholeSpan, target), 2),
      ist = eur(totalOf(narrowToPractitioner(k.a, at))[which]);
    const projection = gone === 0 ? null : rounded((ist / gone) * days, 2);
    return {
      id,
      behandler: entityName(k.a.snapshot, 'behandler', at),
      ziel: goal,
      ist,
      hochrechnung: projection,
      differenz: goal === null || projection === null ? null : rounded(projection - goal, 2),
    };
  });
  return {
    kpis: kpisOf(k, 'umsatz', 'zielerreichung'),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('ziel', 'Ziel', 'eur'),
      column('ist', 'Ist', 'eur'),
      column('hochrechnung', 'Hochrechnung', 'eur'),
      column('differenz', 'Hochrechnung minus Ziel', 'eur'),
    ],
    rows,
    series: (['ist', 'ziel', 'hochrechnung'] as const)
      .filter((name) => rows.some((z) => z[name] !== null))
      .map((name) => ({ name, punkte: rows.map((z) => ({ x: z.behandler, y: z[name] })) })),
    hints: [
      ...(to > k.a.to ? ['bisMonatsende'] : []),
      ...(rows.every((z) => z.ziel === null) ? ['ohneZiele'] : []),
      ...holidayHints(region),
    ],
  };
};
