// Columns and rows of the tables of proposals by state. Tables are exported as displayed: estimated
// amounts have a separate column. Pure.

import type { BillingKpis } from '../../../../shared/analytics/billing/billing-kpis.schema.ts';
import type { Column } from '../../../../shared/analytics/reports/report.ts';
import { addUp } from '../../../ui/wording/worth.ts';
import type { BillingTexts } from '../proposals-texts.ts';
import { STATES } from './figures-of.ts';

/** Series of the month chart, in the order of the bars. */
export const MONTHLY = ['umgesetzt', 'offen', 'abgelehnt', 'verfallen'] as const;
/** Additive columns of a table by state. */
export const SUMS_BY_STATE = [
  ...STATES.flatMap((key) => [`${key}Anzahl`, `${key}Wert`]),
  'geschaetzt',
  'ohneWert',
];

/** Returns the columns of estimated and unknown amounts, where there are any. */
export function doubtColumns(data: BillingKpis, t: BillingTexts): Column[] {
  const all = addUp(STATES.map((key) => data[key]));
  return [
    ...(all.geschaetzt > 0
      ? [{ key: 'geschaetzt', titel: t('spalte.geschaetzt'), typ: 'eur' } as const]
      : []),
    ...(all.ohneWert > 0
      ? [{ key: 'ohneWert', titel: t('spalte.ohneWert'), typ: 'zahl' } as const]
      : []),
  ];
}

/** Returns the estimated euros and the number of unknown amounts of a row. */
export function doubtOf(
  one: Pick<BillingKpis, (typeof MONTHLY)[number]> & Partial<Pick<BillingKpis, 'vorgemerkt'>>,
) {
  const { geschaetzt, ohneWert } = addUp([
    ...MONTHLY.map((key) => one[key]),
    ...(one.vorgemerkt ? [one.vorgemerkt] : []),
  ]);
  return { geschaetzt: geschaetzt / 100, ohneWert };
}

/** Returns the columns of the table. @param first title of the first column */
export const stateColumns = (
  first: string,
  doubt: readonly Column[],
  t: BillingTexts,
): Column[] => [
  { key: 'wer', titel: first, typ: 'text' },
  { key: 'abrAnnahme', titel: t('kennzahl.annahme'), typ: 'anteil' },
  ...doubt,
  ...STATES.flatMap((key): Column[] => [
    {
      key: `${key}Anzahl`,
      titel: t('spalte.anzahlVon', { was: t(`kennzahl.${key}`) }),
      typ: 'zahl',
    },
    { key: `${key}Wert`, titel: t('spalte.wertVon', { was: t(`kennzahl.${key}`) }), typ: 'eur' },
  ]),
];

/** Returns one row of the table. @param who the rule or the person of the row */
export const stateRow = (
  who: string,
  one: BillingKpis['regeln'][number] | NonNullable<BillingKpis['behandler']>[number],
) => ({
  wer: who,
  abrAnnahme: one.annahme,
  ...Object.fromEntries(
    STATES.flatMap((key) => [
      [`${key}Anzahl`, one[key].anzahl],
      [`${key}Wert`, one[key].cents / 100],
    ]),
  ),
  ...doubtOf(one),
});
