/** Report of accepted plans by their practitioner. */
import { UNASSIGNED } from '../../../../shared/analytics/reports/filter-kinds.ts';
import { figureResult } from '../../metrics/compute.ts';
import { planHints } from '../../metrics/plan-on-day.ts';
import { narrowToPractitioner, type Selection } from '../../snapshot/selection.ts';
import { isKnown } from '../../snapshot/unassigned.ts';
import {
  column,
  entityName,
  figureColumn,
  figureValue,
  idOfRow,
  kpisOf,
  type ReportBuilder,
} from '../report-kind.ts';
import { restHints, withoutPractitioner } from '../revenue/practitioner-revenue.ts';

const FIGURES = ['hkpAnnahme', 'hkpAnnahmeWert', 'patientenAnnahme', 'behandlungsAnnahme'] as const;

/**
 * Reports the plans made in the span by practitioner. Deliveries name the practitioner of a plan,
 * not the person who presented it.
 */
export const planAcceptance: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    people = snapshot.rawRows.tables.behandler.ids.flatMap((_id, at) =>
      isKnown(snapshot, 'behandler', at)
        ? [
            {
              id: idOfRow(snapshot, 'behandler', at),
              behandler: entityName(snapshot, 'behandler', at),
              own: narrowToPractitioner(k.a, at),
            },
          ]
        : [],
    ),
    rest = withoutPractitioner(k.a);
  const all: { id: string | null; behandler: string; own: Selection }[] = [
    ...people,
    ...(rest ? [{ id: UNASSIGNED, behandler: '–', own: rest }] : []),
  ];
  const rows = all.flatMap(({ id, behandler, own }) => {
    const plans = figureResult('hkpAnnahme', own).denominator,
      value = figureResult('hkpAnnahmeWert', own).denominator;
    return plans === null || plans === 0
      ? []
      : [
          {
            id,
            behandler,
            plaene: plans,
            gesamt: value,
            ...Object.fromEntries(FIGURES.map((key) => [key, figureValue(key, own)])),
          },
        ];
  });
  return {
    kpis: kpisOf(k, ...FIGURES),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('plaene', 'Pläne', 'zahl'),
      column('gesamt', 'Summe', 'eur'),
      ...FIGURES.map((key) => figureColumn(key)),
    ],
    rows,
    series: [
      {
        name: 'hkpAnnahmeWert',
        punkte: rows.map((row) => ({ x: row.behandler, y: figureOfRow(row) })),
      },
    ],
    hints: ['annahmeOhneGespraech', ...planHints(k.a), ...restHints(rows)],
  };
};
const figureOfRow = (row: Readonly<Record<string, unknown>>): number | null =>
  typeof row['hkpAnnahmeWert'] === 'number' ? row['hkpAnnahmeWert'] : null;
