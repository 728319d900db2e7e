/** Columns of the appointments that were not deleted, by day and time. */
import { EMPTY, berlinDay, berlinMinute } from '../calendar.ts';
import { gather, sortOrder } from '../tables/sort-rows.ts';
import type { RawData } from '../tables/raw-tables.ts';
import { LIVE } from '../tables/column-table.ts';
import { type GroupMapping, groupOfKeywordText, groupsOfTypes } from './group-mapping.ts';
import { f64, i32, i8 } from './typed-columns.ts';
import { type Appointments, GROUP, STATUS } from '../snapshot.ts';

export type AppointmentColumns = Omit<Appointments, 'n' | 'visit' | 'byPatient'>;

/**
 * Lists the raw appointments that were not deleted, from all or from given rows, with their days:
 * by day, then by time, so that the order does not depend on the delivery order.
 */
export function standingAppointments(
  rawRows: RawData,
  only?: readonly number[],
): { places: Int32Array; days: Int32Array } {
  const t = rawRows.tables.termin,
    { rowState, columns: c } = t,
    counting: number[] = [],
    dayCount: number[] = [],
    many = only?.length ?? t.count;
  for (let k = 0; k < many; k += 1) {
    const at = only ? only[k]! : k;
    if (rowState[at] === LIVE && !Number.isNaN(c['start']![at]!)) {
      counting.push(at);
      dayCount.push(berlinDay(c['start']![at]!));
    }
  }
  const unsorted = Int32Array.from(counting),
    days = Int32Array.from(dayCount),
    order = sortOrder(days),
    n = order.length;
  for (let from = 0; from < n;) {
    let to = from + 1;
    while (to < n && days[order[to]!] === days[order[from]!]) to += 1;
    if (to - from > 1)
      order
        .subarray(from, to)
        .sort(
          (x, y) =>
            c['start']![unsorted[x]!]! - c['start']![unsorted[y]!]! ||
            (t.ids[unsorted[x]!]! < t.ids[unsorted[y]!]! ? -1 : 1),
        );
    from = to;
  }
  return { places: gather(unsorted, order), days: gather(days, order) };
}

/**
 * Returns the columns of given appointments in their order; no value depends on another
 * appointment.
 */
export function appointmentsAt(
  rawRows: RawData,
  mergedInto: Int32Array,
  mapping: GroupMapping,
  { places: rawPlaces, days }: ReturnType<typeof standingAppointments>,
): AppointmentColumns {
  const t = rawRows.tables.termin,
    { columns: c } = t,
    n = rawPlaces.length;
  const pick32 = (name: string): Int32Array => gather(i32(c[name]), rawPlaces),
    pick8 = (name: string): Int8Array => gather(i8(c[name]), rawPlaces),
    pick64 = (name: string): Float64Array => gather(f64(c[name]), rawPlaces);
  const pat = pick32('patid'),
    start = pick64('start'),
    minute = new Int32Array(n),
    appointmentType = pick32('terminart'),
    group = new Int8Array(n),
    insurance = new Int8Array(n).fill(-1),
    status = pick8('status'),
    cancellation = pick64('absageAm'),
    statusAm = pick64('statusAm'),
    duration = pick32('dauerMin');
  const groupByType = groupsOfTypes(rawRows, mapping),
    keywordTexts = c['stichworte']!,
    groupOfKeywords = groupOfKeywordText(rawRows, mapping.keywords ?? []),
    keyword = new Int8Array(n).fill(-1);
  const patientInsurance = rawRows.tables.patient.columns['versicherung']!,
    patientState = rawRows.tables.patient.rowState;
  for (let i = 0; i < n; i += 1) {
    minute[i] = berlinMinute(start[i]!);
    if (pat[i]! >= 0) pat[i] = mergedInto[pat[i]!]!;
    if (pat[i]! >= 0 && patientState[pat[i]!] === LIVE) insurance[i] = patientInsurance[pat[i]!]!;
    const groupOfType = appointmentType[i]! < 0 ? -1 : groupByType[appointmentType[i]!]!;
    if (groupOfType < 0) keyword[i] = groupOfKeywords(keywordTexts[rawPlaces[i]!]!);
    group[i] = groupOfType >= 0 ? groupOfType : keyword[i]! >= 0 ? keyword[i]! : GROUP.SONSTIGE;
    if (duration[i] === EMPTY) duration[i] = 0;
    if (
      Number.isNaN(cancellation[i]) &&
      (status[i] === STATUS.ABGESAGT_PATIENT ||
        status[i] === STATUS.ABGESAGT_PRAXIS ||
        status[i] === STATUS.VERSCHOBEN)
    )
      cancellation[i] = statusAm[i]!;
  }
  return {
    rawRows: rawPlaces,
    day: days,
    minute,
    start,
    pat,
    behandler: pick32('behandler'),
    zimmer: pick32('zimmer'),
    terminart: appointmentType,
    gruppe: group,
    stichwort: keyword,
    dauer: duration,
    status,
    versicherung: insurance,
    createdAt: pick64('angelegtAm'),
    absage: cancellation,
    ankunft: pick64('ankunft'),
    beginn: pick64('beginn'),
    ende: pick64('ende'),
    quelle: pick8('quelle'),
    hkp: pick32('hkpid'),
  };
}
