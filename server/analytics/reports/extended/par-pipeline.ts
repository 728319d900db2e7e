/** Report of the perio cases of a period by the steps they had reached at its end. */
import { centsOrZero } from '../../metrics/walks.ts';
import { medianOf } from '../../snapshot/tables/sort-rows.ts';
import { type ReportBuilder, type Row, column, eur, kpisOf, ratioOf } from '../report-kind.ts';
import { parStages, screenedPatients } from './par-stages.ts';

/**
 * Reports the cases of the span by the steps they reached, from the screening to the second UPT
 * session.
 */
export const parPipeline: ReportBuilder = (k) => {
  const worth = k.a.snapshot.rawRows.tables.parfall.columns['wert']!,
    { count, stages } = parStages(k.a);
  const rows: Row[] = [
    {
      stufe: 'PSI',
      nur: 'PSI',
      faelle: screenedPatients(k.a).size,
      quote: null,
      medianTage: null,
      wert: null,
      ueberfaellig: null,
    },
    ...stages.map(({ stage, cases, days, overdue }) => ({
      stufe: stage,
      nur: stage,
      faelle: cases.length,
      quote: ratioOf(cases.length, count),
      medianTage: medianOf(days),
      wert: eur(cases.reduce((sum, at) => sum + centsOrZero(worth[at]!), 0)),
      ueberfaellig: overdue && overdue.length,
    })),
  ];
  return {
    kpis: kpisOf(k, 'parTrichter', 'parWert', 'psiQuote', 'uptTreue'),
    columns: [
      column('stufe', 'Stufe', 'wort'),
      column('faelle', 'Fälle', 'zahl'),
      column('quote', 'Anteil der Pläne', 'anteil'),
      column('medianTage', 'Tage seit der Stufe davor', 'tage'),
      column('wert', 'Wert', 'eur'),
      column('ueberfaellig', 'Überfällig', 'zahl'),
    ],
    rows,
    hints: stages.some(({ overdue }) => overdue === null) ? ['parOhneDatum'] : [],
    series: [
      {
        name: 'faelle',
        punkte: rows.map((z) => ({ x: String(z['stufe']), y: z['faelle'] as number })),
      },
    ],
  };
};
