/**
 * Columns of the services that count, with the values derived from patients, practitioners and
 * numbers.
 */
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { areaFromPosition, normalizedNumber } from '../area.ts';
import { EMPTY } from '../calendar.ts';
import { gather, sortOrder } from '../tables/sort-rows.ts';
import type { RawData } from '../tables/raw-tables.ts';
import { LIVE, type WordList } from '../tables/column-table.ts';
import { f64, i32, i8, zeroForNaN } from './typed-columns.ts';
import { BEREICH, INSURANCE, PAYER, SYSTEM, type Services } from '../snapshot.ts';

const SERVICE_PLANNED = 0;

/** Lists the raw services that count, from all or from given rows, by day, stable within a day. */
export function countingServices(rawRows: RawData, only?: readonly number[]): Int32Array {
  const t = rawRows.tables.leistung,
    { rowState, columns: c } = t,
    counting: number[] = [],
    many = only?.length ?? t.count;
  for (let k = 0; k < many; k += 1) {
    const at = only ? only[k]! : k;
    if (
      rowState[at] === LIVE &&
      c['storno']![at] !== 1 &&
      c['status']![at] !== SERVICE_PLANNED &&
      c['datum']![at] !== EMPTY
    )
      counting.push(at);
  }
  const unsorted = Int32Array.from(counting);
  return gather(unsorted, sortOrder(gather(i32(c['datum']), unsorted)));
}

/**
 * Returns the position numbers in comparison form, and for each delivered spelling its index among
 * them. Numbers are written in many ways; the same position maps to one string.
 */
export function positionNumbersOf(rawRows: RawData): {
  positionNumbers: WordList;
  normal: number[];
} {
  const positionNumbers: WordList = { words: [], codes: new Map() };
  const codeOf = (text: string): number => {
    let code = positionNumbers.codes.get(text);
    if (code === undefined) {
      positionNumbers.codes.set(text, (code = positionNumbers.words.length));
      positionNumbers.words.push(text);
    }
    return code;
  };
  return {
    positionNumbers,
    normal: rawRows.tables.leistung.wordLists['nr']!.words.map((text) =>
      codeOf(normalizedNumber(text)),
    ),
  };
}

export type ServiceColumns = Omit<
  Services,
  'n' | 'termin' | 'terminart' | 'stichwort' | 'visit' | 'byPatient' | 'positionNumbers'
>;

/** Returns the columns of given services in their order; no value depends on another service. */
export function servicesAt(
  rawRows: RawData,
  mergedInto: Int32Array,
  places: Int32Array,
  { positionNumbers, normal }: ReturnType<typeof positionNumbersOf>,
): ServiceColumns {
  const t = rawRows.tables.leistung,
    { columns: c } = t,
    n = places.length;
  const pick32 = (name: string): Int32Array => gather(i32(c[name]), places),
    pick8 = (name: string): Int8Array => gather(i8(c[name]), places),
    pick64 = (name: string): Float64Array => zeroForNaN(gather(f64(c[name]), places));
  const pat = pick32('patid');
  for (let i = 0; i < n; i += 1) if (pat[i]! >= 0) pat[i] = mergedInto[pat[i]!]!;
  const system = pick8('system'),
    billingArea = pick8('bereich'),
    payer = pick8('kostentraeger'),
    nr = pick32('nr'),
    insurance = new Int8Array(n).fill(-1),
    reasons = pick32('faktorgrund'),
    hasReason = new Int8Array(n);
  const areaByPosition = new Map<number, number>(),
    patientInsurance = rawRows.tables.patient.columns['versicherung']!,
    patientState = rawRows.tables.patient.rowState,
    emptyText = t.wordLists['faktorgrund']!.codes.get('');
  for (let i = 0; i < n; i += 1) {
    nr[i] = nr[i]! < 0 ? -1 : normal[nr[i]!]!;
    if (pat[i]! >= 0 && patientState[pat[i]!] === LIVE) insurance[i] = patientInsurance[pat[i]!]!;
    if (billingArea[i]! < 0) {
      const key = system[i]! * 1_000_000 + nr[i]!;
      let found = areaByPosition.get(key);
      if (found === undefined)
        areaByPosition.set(
          key,
          (found =
            BEREICH[
              areaFromPosition(
                GEBUEHREN[system[i]!] ?? 'EIGEN',
                positionNumbers.words[nr[i]!] ?? '',
              )
            ]),
        );
      billingArea[i] = found;
    }
    if (payer[i]! < 0)
      payer[i] =
        system[i] === SYSTEM.BEMA
          ? PAYER.GKV
          : insurance[i] === INSURANCE.PKV
            ? PAYER.PKV
            : PAYER.EIGEN;
    hasReason[i] = reasons[i]! >= 0 && reasons[i] !== emptyText ? 1 : 0;
  }
  // A practitioner without a stamp bills under their own.
  const stamp = pick32('stempel'),
    practitioner = pick32('behandler'),
    stampOfPractitioner = rawRows.tables.behandler.columns['stempel']!;
  for (let i = 0; i < n; i += 1)
    if (stamp[i]! < 0 && practitioner[i]! >= 0) stamp[i] = stampOfPractitioner[practitioner[i]!]!;
  return {
    rawRows: places,
    day: pick32('datum'),
    pat,
    behandler: practitioner,
    abrBehandler: pick32('abrBehandler'),
    zimmer: pick32('zimmer'),
    stempel: stamp,
    system,
    nr,
    menge: pick32('menge'),
    punkte: pick32('punkte'),
    faktor: pick32('faktor'),
    hasReason,
    honorar: pick64('honorar'),
    material: pick64('material'),
    eigenlabor: pick64('eigenlabor'),
    fremdlabor: pick64('fremdlabor'),
    betrag: pick64('betrag'),
    bereich: billingArea,
    traeger: payer,
    versicherung: insurance,
    status: pick8('status'),
    rechnung: pick32('rechnungId'),
    hkp: pick32('hkpid'),
  };
}
