/** The rows of a practice as they were at the end of a day: nothing dated later is in them. */
import type { PvsEntity, PvsValue } from '../../../shared/analytics/deliveries/pvs.ts';
import type { RawRow } from '../../../server/analytics/snapshot/tables/raw-tables.ts';
import { dayAt } from '../reference/calendar.ts';

type Values = Record<string, PvsValue>;
const PATH = [
  ['ENTWURF', 'erstelltAm'],
  ['BEI_PATIENT', 'besprochenAm'],
  ['ANGENOMMEN_OHNE_KASSE', 'angenommenAm'],
  ['BEI_KASSE', 'gesendetAm'],
  ['GENEHMIGT', 'genehmigtAm'],
  ['TERMINIERT', 'terminAm'],
  ['IN_ARBEIT', 'begonnenAm'],
  ['EINGEGLIEDERT', 'eingegliedertAm'],
  ['ABGERECHNET', 'abgerechnetAm'],
  ['VERWORFEN', 'verworfenAm'],
] as const;
const placeOf = (status: PvsValue | undefined): number =>
  PATH.findIndex(([word]) => word === status);

/** Returns a plan whose steps are in the order of the workflow and end with its state. */
function inOrder(given: Values): Values {
  const { status } = given;
  const last = status === 'ABGELEHNT' ? placeOf('BEI_KASSE') : placeOf(status);
  const own = { ...given };
  PATH.forEach(([, field], at) => {
    if (at > last && last >= 0) own[field] = null;
  });
  // An estimate for the patient alone is not sent to an insurer.
  if (typeof own['gesendetAm'] === 'string' && own['art'] === 'KVA') own['art'] = 'ZE';
  const fields = PATH.map(([, field]) => field).filter((field) => typeof own[field] === 'string');
  const days = fields.map((field) => String(own[field])).sort();
  fields.forEach((field, at) => {
    own[field] = days[at]!;
  });
  own['beantwortetAm'] =
    status === 'ABGELEHNT'
      ? [String(given['beantwortetAm'] ?? ''), days.at(-1)!].sort().at(-1)!
      : (own['genehmigtAm'] ?? null);
  return own;
}
/**
 * Returns the newest version of each row, with facts in the order of a real practice: the steps of a
 * plan follow each other, an invoice
 * follows its services, a credit note its invoice.
 */
export function latestRows(rows: readonly RawRow[]): RawRow[] {
  const newest = new Map<string, RawRow>();
  for (const row of rows) {
    const key = `${row.entity}|${row.id}`,
      known = newest.get(key);
    if (
      !known ||
      row.version > known.version ||
      (row.version === known.version && row.hash > known.hash)
    )
      newest.set(key, row);
  }
  const invoiceDay = (id: PvsValue): string =>
    String(newest.get(`rechnung|${String(id)}`)?.values['datum'] ?? '9999');
  return [...newest.values()]
    .filter((row) => !row.isDeleted)
    .map((row) => {
      const { values } = row;
      if (row.entity === 'hkp') return { ...row, values: inOrder({ ...values }) };
      const day = String(values['datum']);
      if (row.entity === 'leistung' && invoiceDay(values['rechnungId'] ?? null) < day)
        return { ...row, values: { ...values, rechnungId: null } };
      return row.entity === 'rechnung' && invoiceDay(values['gutschriftZu'] ?? null) > day
        ? { ...row, values: { ...values, gutschriftZu: null } }
        : row;
    });
}

/** The day since which a row exists. */
const SINCE: Partial<Record<PvsEntity, string>> = {
  leistung: 'datum',
  rechnung: 'datum',
  zahlung: 'datum',
  hkp: 'erstelltAm',
  parfall: 'erstelltAm',
  termin: 'angelegtAm',
};
const dayOf = (value: PvsValue | undefined): string =>
  typeof value === 'number' ? dayAt(value) : String(value ?? '');
const isDay = (value: PvsValue): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** State of a plan by its steps until a day. */
function planState(values: Values, day: string): PvsValue {
  const { status } = values;
  if (status === 'ALTERNATIVE') return status;
  if (status === 'ABGELEHNT' && String(values['beantwortetAm']) <= day) return status;
  // Without an insurer the patient's decision is a state of its own.
  const isPatients =
    values['art'] === 'KVA' ||
    (values['gesendetAm'] === null &&
      values['genehmigtAm'] === null &&
      placeOf(status) >= placeOf('TERMINIERT') &&
      status !== 'VERWORFEN');
  const reached = PATH.filter(
    ([word, field]) =>
      typeof values[field] === 'string' &&
      values[field] <= day &&
      (word !== 'ANGENOMMEN_OHNE_KASSE' || isPatients),
  );
  return reached.at(-1)?.[0] ?? 'ENTWURF';
}
/** Takes everything that was dated after the day out of a row. */
function until(row: RawRow, day: string, hasAppointment: (id: PvsValue) => boolean): RawRow {
  const values: Values = { ...row.values };
  if (row.entity === 'hkp') values['status'] = planState(values, day);
  if (row.entity === 'recall' && !hasAppointment(values['terminId'] ?? null))
    Object.assign(values, { terminId: null, status: null });
  if (row.entity === 'termin' && dayOf(values['start']) > day) {
    const off = dayOf(values['absageAm'] ?? values['statusAm']);
    if (!/ABGESAGT|VERSCHOBEN/.test(String(values['status'])) || off > day)
      Object.assign(values, { status: 'GEPLANT', absageAm: null, statusAm: null });
  }
  if (['hkp', 'parfall', 'rechnung'].includes(row.entity))
    for (const [name, value] of Object.entries(values))
      if (!['faelligAm', 'gueltigBis', 'uptBis'].includes(name) && isDay(value) && value > day)
        values[name] = null;
  return { ...row, values };
}
/**
 * Returns rows with all that happened after a day left out, as a practice delivered them on the
 * evening of that day.
 */
export function rowsAsOf(rows: readonly RawRow[], day: string): RawRow[] {
  const existing = rows.filter((row) => {
    const since = SINCE[row.entity];
    return since === undefined || dayOf(row.values[since]) <= day;
  });
  const appointments = new Set(
    existing.filter((row) => row.entity === 'termin').map((row) => row.id as PvsValue),
  );
  return existing.map((row) => until(row, day, (id) => appointments.has(id)));
}
