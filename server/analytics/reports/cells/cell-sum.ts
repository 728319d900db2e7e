/** A count or a sum of a table that is no key figure of its own. */
import type { ColumnType } from '../../../../shared/analytics/reports/report.ts';
import type { RowSink } from '../../metrics/sink.ts';
import type { Selection } from '../../snapshot/selection.ts';

export interface CellSum {
  /** Unit of the sum; `eur` are cents in the walk. */
  readonly unit: ColumnType;
  /** Passes each counted row as a numerator. */
  readonly walk: (a: Selection, s: RowSink, row: string | undefined) => void;
  /** Whether the walk itself chooses the rows of a row of the table. */
  readonly readsRow?: true;
}
