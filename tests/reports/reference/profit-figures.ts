/** Costs day by day, what they leave of the revenue, and the hours that pay the monthly ones. */
import type { PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import type { KeywordPattern } from '../../../shared/analytics/deliveries/keywords.ts';
import { TODAY } from '../random-practice/draw.ts';
import { dayNumber, dayText } from './calendar.ts';
import { choose } from './choice.ts';
import { readMoney } from './money.ts';
import type { ReferencePractice, Row } from './practice.ts';
import { personMinutes, roomMinutes } from './revenue-figures.ts';
import { EURO, type Figures, type Scope } from './scope.ts';

export interface EnteredCost {
  readonly id: string;
  readonly centre: 'PRAXIS' | 'BEHANDLER' | 'ZIMMER' | 'BEREICH';
  readonly target: string;
  readonly name: string;
  readonly cents: number;
  readonly per: 'MONAT' | 'STUNDE';
  readonly validFrom: string;
  readonly validTo: string | null;
}

const isValid = (cost: EnteredCost, day: string): boolean =>
  cost.validFrom <= day && (cost.validTo === null || day <= cost.validTo);
const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let d = dayNumber(from); d <= dayNumber(to); d += 1) days.push(dayText(d));
  return days;
};
/** Returns the cents of a day of a monthly amount: what is due by its evening less by its morning. */
function centsOfDay(cents: number, day: string): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number],
    days = new Date(Date.UTC(year, month, 0)).getUTCDate(),
    by = (n: number): number =>
      Number((BigInt(cents) * BigInt(2 * n) + BigInt(days)) / BigInt(2 * days));
  return by(date) - by(date - 1);
}

/** Adds costs, contribution and the break-even point. */
export function addProfit(
  practice: ReferencePractice,
  filter: PracticeReportFilter,
  keywords: readonly KeywordPattern[],
  costs: readonly EnteredCost[],
  figures: Figures,
): void {
  for (const key of ['praxiskosten', 'deckungsbeitrag', 'gewinnschwelle']) figures.unknown(key);
  const served = [
    ...practice.lines.map((l) => String(l['datum'])),
    ...practice.kept.map((t) => t.tag),
  ].sort();
  const last = served.at(-1),
    until = last === undefined || last > TODAY ? TODAY : last,
    bis = filter.bis < until ? filter.bis : until;
  if (bis < filter.von) return;
  const choice = choose(practice, { ...filter, bis }, keywords),
    { booking } = readMoney(practice, choice),
    hours = choice.treatmentHours,
    scope = { ...practice, ...choice } as Scope;
  const isKnown = (days: readonly string[]): boolean =>
    days.every((day) => costs.some((cost) => isValid(cost, day))) &&
    (hours.length > 0 || costs.every(({ per }) => per === 'MONAT'));
  const days = daysBetween(filter.von, bis);
  if (!isKnown(days)) return;
  const minutesOn = (cost: EnteredCost | null, day: string): number => {
    const own = hours.filter((row: Row) => row['datum'] === day),
      centre = cost?.centre ?? 'PRAXIS';
    if (centre === 'ZIMMER')
      return own
        .filter((row) => row['zimmer'] === cost?.target)
        .reduce((sum, row) => sum + roomMinutes(scope, row), 0);
    return own
      .filter((row) => centre === 'PRAXIS' || row['behandler'] === cost?.target)
      .reduce((sum, row) => sum + personMinutes(scope, row), 0);
  };
  const monthly = (over: readonly string[]): number =>
    costs
      .filter(({ per }) => per === 'MONAT')
      .flatMap((cost) =>
        over.filter((day) => isValid(cost, day)).map((day) => centsOfDay(cost.cents, day)),
      )
      .reduce((sum, cents) => sum + cents, 0);
  const hourly = costs
    .filter(({ per }) => per === 'STUNDE')
    .flatMap((cost) =>
      days
        .filter((day) => isValid(cost, day))
        .map((day) => Math.floor((cost.cents * minutesOn(cost, day)) / 60 + 0.5)),
    )
    .reduce((sum, cents) => sum + cents, 0);
  const revenue = Math.round(booking('betrag')) - Math.round(booking('fremdlabor')),
    total = monthly(days) + hourly;
  const money = (key: string, cents: number): void => {
    figures.all[key] = { zaehler: null, nenner: null, wert: cents / EURO };
  };
  money('praxiskosten', total);
  money('deckungsbeitrag', revenue - total);
  const minutes = days.reduce((sum, day) => sum + minutesOn(null, day), 0),
    whole = daysBetween(filter.von, filter.bis);
  if (minutes > 0 && revenue > hourly && isKnown(whole))
    figures.all['gewinnschwelle'] = {
      zaehler: null,
      nenner: null,
      wert: Math.round(((monthly(whole) * minutes) / 60 / (revenue - hourly)) * 100) / 100,
    };
}
