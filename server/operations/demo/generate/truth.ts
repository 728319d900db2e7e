// Ground truth of generated data, counted during generation: sums by month and deliberate
// omissions. Stored separately, never as a row of a practice.

import type { Gebuehr } from '../../../../catalog/position.ts';
import type { PvsEntity, PvsValue } from '../../../../shared/analytics/deliveries/pvs.ts';

/** A service that was performed and documented but not charged: a rule must find it. */
export interface Forgotten {
  readonly regel: string;
  readonly patid: string;
  readonly tag: string;
  readonly zahn: string;
  readonly system: Gebuehr;
  readonly nr: string;
  readonly menge: number;
  readonly cents: number;
}
interface MonthTruth {
  zeilen: number;
  umsatz: number;
  honorar: number;
  bereich: Record<string, number>;
  kostentraeger: Record<string, number>;
  behandler: Record<string, number>;
  termine: Record<string, number>;
  rechnungen: number;
  rechnungssumme: number;
  zahlungen: number;
}
export interface Truth {
  readonly vergessen: Forgotten[];
  /** Number of rows of each entity, including deleted ones. */
  readonly zeilen: Partial<Record<PvsEntity, number>>;
  /**
   * By `YYYY-MM`: services by day of treatment without cancelled ones, appointments by start and
   * status, invoices by date without cancelled ones, payments by date; cents.
   */
  readonly monate: Record<string, MonthTruth>;
}
export const newTruth = (): Truth => ({ vergessen: [], zeilen: {}, monate: {} });
const add = (box: Record<string, number>, key: PvsValue | undefined, value: number): void => {
  const word = String(key ?? '');
  box[word] = (box[word] ?? 0) + value;
};
function month(truth: Truth, day: PvsValue | undefined): MonthTruth {
  const key = String(day).slice(0, 7);
  return (truth.monate[key] ??= {
    zeilen: 0,
    umsatz: 0,
    honorar: 0,
    bereich: {},
    kostentraeger: {},
    behandler: {},
    termine: {},
    rechnungen: 0,
    rechnungssumme: 0,
    zahlungen: 0,
  });
}

/**
 * Counts the true figures.
 * @param dayOfStart day in Berlin of an appointment, known to the generator without a calendar
 */
export function count(
  truth: Truth,
  entity: PvsEntity,
  values: Readonly<Record<string, PvsValue>>,
  isDeleted: boolean,
  dayOfStart: string,
): void {
  truth.zeilen[entity] = (truth.zeilen[entity] ?? 0) + 1;
  if (isDeleted) return;
  if (entity === 'leistung') {
    if (values.storno === true) return;
    const one = month(truth, values.datum),
      cents = Number(values.betrag);
    one.zeilen++;
    one.umsatz += cents;
    one.honorar += Number(values.honorar);
    add(one.bereich, values.bereich, cents);
    add(one.kostentraeger, values.kostentraeger, cents);
    add(one.behandler, values.behandler, cents);
  } else if (entity === 'termin') add(month(truth, dayOfStart).termine, values.status, 1);
  else if (entity === 'rechnung') {
    if (values.stornoAm != null) return;
    const one = month(truth, values.datum);
    one.rechnungen++;
    one.rechnungssumme += Number(values.betrag);
  } else if (entity === 'zahlung' && values.art !== 'ABSCHREIBUNG')
    month(truth, values.datum).zahlungen += Number(values.betrag);
}
