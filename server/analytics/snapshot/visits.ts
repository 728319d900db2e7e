// Visits: a patient and a day with a service or a kept appointment. They also link services to
// appointments and resolve appointments without a state, or left open.

import type { Services, Appointments } from './snapshot.ts';
import {
  unchangedUntil,
  placeShift,
  type Stretches,
  type AlternatingColumns,
} from './tables/merge-rows.ts';
import { lowerBound } from './tables/sort-rows.ts';
import type { RawData } from './tables/raw-tables.ts';
import { TERMIN_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';

/** By patient, then by day: visits of patient `p` are `from[p]` up to before `from[p + 1]`. */
export interface Visits {
  n: number;
  tag: Int32Array;
  pat: Int32Array;
  from: Int32Array;
  hatLeistung: Uint8Array;
  hatTermin: Uint8Array;
}

const status = (word: (typeof TERMIN_STATUS)[number]): number => TERMIN_STATUS.indexOf(word);
const GEPLANT = status('GEPLANT'),
  WAHRGENOMMEN = status('WAHRGENOMMEN'),
  NICHT_ERSCHIENEN = status('NICHT_ERSCHIENEN');

export interface BuiltVisits {
  B: Visits;
  /** Kept appointment of the same day, by service. */
  keptAppointment: Int32Array;
  visitOfService: Int32Array;
  visitOfAppointment: Int32Array;
  /** State by appointment. */
  status: Int8Array;
}
type ServiceRows = Omit<Services, 'termin' | 'terminart' | 'stichwort' | 'besuch'>;
type AppointmentRows = Omit<Appointments, 'besuch'>;

/**
 * Writes the visits of a patient into `tag`, `hasServices`, `hasAppointments`, starting at visit
 * `earliest`. Fills in undelivered states of appointments: a past appointment with a service on
 * that day was kept, one without was missed. Many programs never close an appointment: a past one
 * left open also counts as kept where a service of that day proves it.
 */
function collectVisits(
  p: number,
  L: ServiceRows,
  T: AppointmentRows,
  heute: number,
  earliest: number,
  { keptAppointment, visitOfService, visitOfAppointment, status }: Omit<BuiltVisits, 'B'>,
  tag: number[],
  hasServices: number[],
  hasAppointments: number[],
): void {
  let l = L.byPatient.from[p]!,
    t = T.byPatient.from[p]!;
  const servicesEnd = L.byPatient.from[p + 1]!,
    appointmentsEnd = T.byPatient.from[p + 1]!;
  while (l < servicesEnd || t < appointmentsEnd) {
    const lTag = l < servicesEnd ? L.tag[L.byPatient.rows[l]!]! : Infinity,
      tTag = t < appointmentsEnd ? T.tag[T.byPatient.rows[t]!]! : Infinity,
      day = Math.min(lTag, tTag),
      besuch = earliest + tag.length;
    const hatLeistung = lTag === day;
    let kept = -1;
    for (; t < appointmentsEnd && T.tag[T.byPatient.rows[t]!] === day; t += 1) {
      const i = T.byPatient.rows[t]!;
      if (T.status[i]! < 0)
        status[i] =
          hatLeistung && day <= heute ? WAHRGENOMMEN : day < heute ? NICHT_ERSCHIENEN : GEPLANT;
      else if (hatLeistung && day < heute && T.status[i]! < WAHRGENOMMEN) status[i] = WAHRGENOMMEN;
      if (status[i] === WAHRGENOMMEN) {
        visitOfAppointment[i] = besuch;
        if (kept < 0) kept = i;
      }
    }
    for (; l < servicesEnd && L.tag[L.byPatient.rows[l]!] === day; l += 1) {
      const i = L.byPatient.rows[l]!;
      visitOfService[i] = besuch;
      keptAppointment[i] = kept;
    }
    if (!hatLeistung && kept < 0) continue;
    tag.push(day);
    hasServices.push(hatLeistung ? 1 : 0);
    hasAppointments.push(kept >= 0 ? 1 : 0);
  }
}
/** Computes all visits. `T.status` contains the delivered states. */
export function buildVisits(
  L: ServiceRows,
  T: AppointmentRows,
  patienten: number,
  heute: number,
): BuiltVisits {
  const from = new Int32Array(patienten + 1),
    tag: number[] = [],
    hasServices: number[] = [],
    hasAppointments: number[] = [];
  const into = {
    visitOfService: new Int32Array(L.n).fill(-1),
    visitOfAppointment: new Int32Array(T.n).fill(-1),
    keptAppointment: new Int32Array(L.n).fill(-1),
    status: T.status.slice(),
  };
  for (let p = 0; p < patienten; p += 1) {
    from[p] = tag.length;
    collectVisits(p, L, T, heute, 0, into, tag, hasServices, hasAppointments);
  }
  from[patienten] = tag.length;
  const pat = new Int32Array(tag.length);
  for (let p = 0; p < patienten; p += 1) pat.fill(p, from[p], from[p + 1]);
  return {
    ...into,
    B: {
      n: tag.length,
      tag: Int32Array.from(tag),
      pat,
      from,
      hatLeistung: Uint8Array.from(hasServices),
      hatTermin: Uint8Array.from(hasAppointments),
    },
  };
}
/**
 * Computes the same incrementally from the previous visits, where the rows of some patients
 * changed.
 * @param betroffen patients with an added, changed or removed row; `sL`, `sT`: new indexes of the
 * previous tables' rows
 */
export function updateVisits(
  previous: BuiltVisits,
  L: ServiceRows,
  T: AppointmentRows,
  patienten: number,
  heute: number,
  affected: ReadonlySet<number>,
  sL: Stretches,
  sT: Stretches,
  space: AlternatingColumns,
): BuiltVisits {
  const from = new Int32Array(patienten + 1),
    alt = previous.B.from,
    soFar = alt.length - 1,
    order = [...affected].sort((a, b) => a - b),
    by = new Int32Array(patienten);
  const into = {
    visitOfService: space.leer('lBesuch', L.n),
    visitOfAppointment: space.leer('tBesuch', T.n),
    keptAppointment: space.leer('gehalten', L.n),
    status: space.copyOf('status', T.status),
  };
  // Counted first: the number of a visit depends on how many precede it.
  const own = new Map(
    order.map((p) => {
      const tag: number[] = [],
        hasServices: number[] = [],
        hasAppointments: number[] = [];
      collectVisits(p, L, T, heute, 0, into, tag, hasServices, hasAppointments);
      return [p, { tag, hasServices, hasAppointments }];
    }),
  );
  for (let p = 0; p < patienten; p += 1) {
    from[p + 1] = from[p]! + (own.get(p)?.tag.length ?? (p < soFar ? alt[p + 1]! - alt[p]! : 0));
    by[p] = p < soFar ? from[p]! - alt[p]! : 0;
  }
  const n = from[patienten]!,
    B: Visits = {
      n,
      tag: space.take('tag', Int32Array, n),
      pat: space.take('pat', Int32Array, n),
      from,
      hatLeistung: space.take('hatLeistung', Uint8Array, n),
      hatTermin: space.take('hatTermin', Uint8Array, n),
    };
  let next = 0;
  const bis = (p: number): void => {
    const a = Math.min(next, soFar),
      z = Math.min(p, soFar);
    if (alt[a]! < alt[z]!)
      for (const name of ['tag', 'pat', 'hatLeistung', 'hatTermin'] as const)
        B[name].set(previous.B[name].subarray(alt[a], alt[z]), from[a]);
  };
  for (const p of order) {
    bis(p);
    next = p + 1;
    const { tag, hasServices, hasAppointments } = own.get(p)!;
    B.tag.set(tag, from[p]);
    B.hatLeistung.set(hasServices, from[p]);
    B.hatTermin.set(hasAppointments, from[p]);
    B.pat.fill(p, from[p], from[p + 1]);
  }
  bis(patienten);
  const appointmentShift = placeShift(sT),
    appointmentsUnchanged = unchangedUntil(sT);
  let at = 0;
  for (const [of, a, z] of sL) {
    if (of === 0)
      for (let i = a; i < z; i += 1) {
        const k = at + i - a,
          besuch = previous.visitOfService[i]!,
          t = previous.keptAppointment[i]!;
        if (besuch >= 0) into.visitOfService[k] = besuch + by[L.pat[k]!]!;
        into.keptAppointment[k] = t < appointmentsUnchanged ? t : appointmentShift(t);
      }
    at += z - a;
  }
  at = 0;
  for (const [of, a, z] of sT) {
    if (of === 0) {
      into.status.set(previous.status.subarray(a, z), at);
      for (let i = a; i < z; i += 1) {
        const k = at + i - a,
          besuch = previous.visitOfAppointment[i]!;
        if (besuch >= 0) into.visitOfAppointment[k] = besuch + by[T.pat[k]!]!;
      }
    }
    at += z - a;
  }
  // The recomputed ones come last and overwrite the copied values.
  for (const p of order) {
    for (let g = L.byPatient.from[p]!; g < L.byPatient.from[p + 1]!; g += 1) {
      const i = L.byPatient.rows[g]!;
      into.visitOfService[i] = -1;
      into.keptAppointment[i] = -1;
    }
    for (let g = T.byPatient.from[p]!; g < T.byPatient.from[p + 1]!; g += 1) {
      const i = T.byPatient.rows[g]!;
      into.visitOfAppointment[i] = -1;
      into.status[i] = T.status[i]!;
    }
    collectVisits(p, L, T, heute, from[p]!, into, [], [], []);
  }
  return { ...into, B };
}

/**
 * Sets appointment, kind and room of services: from the appointment they name, else from the one
 * kept that day. Appointments without a patient keep no open state either.
 * @param stelle index of each appointment by its raw row, -1 where it is missing
 */
export function fromAppointment(
  rawRows: RawData,
  L: ServiceRows,
  T: AppointmentRows,
  keptAppointment: Int32Array,
  stelle: Int32Array,
  space: AlternatingColumns,
): { termin: Int32Array; terminart: Int32Array; stichwort: Int8Array; zimmer: Int32Array } {
  const namedAppointments = rawRows.tables.leistung.spalten['terminId']!,
    termin = space.copyOf('termin', keptAppointment),
    terminart = space.leer('terminart', L.n),
    stichwort = space.take('stichwort', Int8Array, L.n).fill(-1),
    zimmer = space.copyOf('zimmer', L.zimmer);
  for (let i = 0; i < L.n; i += 1) {
    const said = namedAppointments[L.rawRows[i]!]!;
    if (said >= 0 && stelle[said]! >= 0) termin[i] = stelle[said]!;
    const t = termin[i]!;
    if (t < 0) continue;
    terminart[i] = T.terminart[t]!;
    stichwort[i] = T.stichwort[t]!;
    if (zimmer[i]! < 0) zimmer[i] = T.zimmer[t]!;
  }
  return { termin, terminart, stichwort, zimmer };
}

/** Returns the index of the last visit of a patient up to a day, -1 without one. */
export function letzterBesuch(B: Visits, p: number, bis: number): number {
  const von = B.from[p]!,
    ende = B.from[p + 1]!;
  const at = von + lowerBound(B.tag.subarray(von, ende), bis + 1) - 1;
  return at >= von ? at : -1;
}
