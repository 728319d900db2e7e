/** Reports of what the practice's costs leave of its revenue, and from when on they are paid. */
import type { StoredCost } from '../../snapshot/store.ts';
import {
  column,
  eur,
  eurOrNull,
  figureColumn,
  kpisOf,
  ratioOf,
  type ReportBuilder,
} from '../report-kind.ts';
import { barChart } from '../report-charts.ts';
import { costLines } from './cost-lines.ts';
import { breakEven } from './break-even.ts';
import { FIGURES, hintsOf } from './profit-hints.ts';
import { profitParts, type By, type ProfitPart } from './profit-parts.ts';

const sumOf = (part: ProfitPart, per: StoredCost['per']): number | null =>
  part.costs &&
  [...part.costs].reduce((sum, [cost, cents]) => (cost.per === per ? sum + cents : sum), 0);

const TITLES = { behandler: 'Behandler', zimmer: 'Zimmer', bereich: 'Bereich' } as const;
/** Reports revenue, costs and contribution by practitioner, room or area. */
const profitBy =
  (by: By): ReportBuilder =>
  (k) => {
    const rows = profitParts(k.a, by).map((part) => {
      const fixed = sumOf(part, 'MONAT'),
        hourly = sumOf(part, 'STUNDE'),
        left =
          fixed === null || hourly === null
            ? null
            : part.revenue - part.laboratory - fixed - hourly;
      return {
        id: `${by}:${part.id}`,
        teil: `${by}:${part.id}`,
        [by]: part.name,
        umsatz: eur(part.revenue),
        fremdlabor: eur(part.laboratory),
        kostenFest: eurOrNull(fixed),
        kostenStunde: eurOrNull(hourly),
        deckungsbeitrag: eurOrNull(left),
        anteil: left === null ? null : ratioOf(left, part.revenue),
      };
    });
    return {
      kpis: kpisOf(k, ...FIGURES),
      columns: [
        column(by, TITLES[by], by === 'bereich' ? 'wort' : 'text'),
        figureColumn('umsatz'),
        figureColumn('fremdlabor'),
        column('kostenFest', 'Monatliche Kosten', 'eur'),
        column('kostenStunde', 'Kosten je Stunde', 'eur'),
        figureColumn('deckungsbeitrag'),
        column('anteil', 'Anteil am Umsatz', 'anteil'),
      ],
      rows,
      series: [barChart('deckungsbeitrag', rows, by, 'deckungsbeitrag')],
      hints: hintsOf(k.a, true),
    };
  };

export const profitReports: Readonly<Record<string, ReportBuilder>> = {
  'gewinn/behandler': profitBy('behandler'),
  'gewinn/zimmer': profitBy('zimmer'),
  'gewinn/bereiche': profitBy('bereich'),
  'gewinn/schwelle': breakEven,
  'gewinn/kosten': costLines,
};
