/** Adds counted rows to the daily sums of every filter they match. */
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Selection } from '../snapshot/selection.ts';
import { matchesAppointment, matchesService } from '../snapshot/selection/matches.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import type { RowSink } from './sink.ts';
import { appointmentPlacesOf, servicePlacesOf } from './row-index.ts';
import {
  type CacheEntry,
  INSURED,
  STAMP,
  type Side,
  type State,
  type SumStore,
} from './sum-store.ts';

/** Adds the contribution of rows to their day, for every filter they match. */
export class SumCollector implements RowSink {
  private readonly sumStore: SumStore;
  private readonly snapshot: Snapshot;
  private readonly servicePlaces: Int32Array;
  private readonly appointmentPlaces: Int32Array;
  private readonly ownStamps: Int32Array;
  private readonly hours: { day: Int32Array; behandler: Int32Array; zimmer: Int32Array };
  private numeratorSide: Side = [];
  private denominatorSide: Side | undefined;
  /** Every dimension, else only those used by tables. */
  private readonly isComplete: boolean;
  constructor({ sumStore, within }: State, snapshot: Snapshot) {
    this.sumStore = sumStore;
    this.isComplete = within === undefined;
    this.snapshot = snapshot;
    this.servicePlaces = servicePlacesOf(snapshot);
    this.appointmentPlaces = appointmentPlacesOf(snapshot);
    const { behandler, arbeitszeit } = snapshot.rawRows.tables,
      c = arbeitszeit.columns;
    this.ownStamps = behandler.columns['stempel'] as Int32Array;
    this.hours = {
      day: c['datum'] as Int32Array,
      behandler: c['behandler'] as Int32Array,
      zimmer: c['zimmer'] as Int32Array,
    };
  }
  /** Walks a range of days for one of the stored sums. */
  collect({ measure, numerator: z, denominator: n }: CacheEntry, everything: Selection): void {
    this.numeratorSide = z;
    this.denominatorSide = measure.hasNoDenominator === true ? undefined : n;
    if (measure.judgeVisit) this.visits(measure.judgeVisit(this.snapshot), everything);
    else measure.walk(everything, this);
  }
  numerator(entity: PvsEntity, at: number, value: number): void {
    if (value !== 0) this.take(this.numeratorSide, entity, at, value);
  }
  denominator(entity: PvsEntity, at: number, value: number): void {
    if (value !== 0 && this.denominatorSide) this.take(this.denominatorSide, entity, at, value);
  }
  private take(side: Side, entity: PvsEntity, at: number, value: number): void {
    const [practitionerBase, t0, z0, s0, v0, areaBase] = this.sumStore.blockStarts as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (entity === 'leistung') {
      const { services } = this.snapshot,
        i = this.servicePlaces[at]!,
        d = services.day[i]! - this.sumStore.from;
      this.addTo(side, 0, d, value);
      if (services.behandler[i]! >= 0)
        this.addTo(side, practitionerBase + 1 + services.behandler[i]!, d, value);
      if (services.terminart[i]! >= 0) this.addTo(side, t0 + 1 + services.terminart[i]!, d, value);
      if (!this.isComplete) return;
      if (services.zimmer[i]! >= 0) this.addTo(side, z0 + 1 + services.zimmer[i]!, d, value);
      if (services.stempel[i]! >= 0) this.addTo(side, s0 + 1 + services.stempel[i]!, d, value);
      if (services.versicherung[i]! >= 0)
        this.addTo(side, v0 + 1 + services.versicherung[i]!, d, value);
      if (services.bereich[i]! >= 0)
        this.addTo(side, areaBase + 1 + services.bereich[i]!, d, value);
    } else if (entity === 'termin') {
      const { appointments } = this.snapshot,
        i = this.appointmentPlaces[at]!,
        d = appointments.day[i]! - this.sumStore.from,
        b = appointments.behandler[i]!,
        stamp = b < 0 ? -1 : this.ownStamps[b]!;
      this.addTo(side, 0, d, value);
      if (b >= 0) this.addTo(side, practitionerBase + 1 + b, d, value);
      if (appointments.terminart[i]! >= 0)
        this.addTo(side, t0 + 1 + appointments.terminart[i]!, d, value);
      if (!this.isComplete) return;
      // Appointments have no area.
      this.addTo(side, areaBase, d, value);
      if (appointments.zimmer[i]! >= 0)
        this.addTo(side, z0 + 1 + appointments.zimmer[i]!, d, value);
      if (stamp >= 0) this.addTo(side, s0 + 1 + stamp, d, value);
      if (appointments.versicherung[i]! >= 0)
        this.addTo(side, v0 + 1 + appointments.versicherung[i]!, d, value);
    } else {
      const { day, behandler, zimmer } = this.hours,
        d = day[at]! - this.sumStore.from,
        stamp = behandler[at]! < 0 ? -1 : this.ownStamps[behandler[at]!]!;
      this.addTo(side, 0, d, value);
      // Working hours are filtered by practitioner, their stamp and room only.
      for (const start of [t0, v0, areaBase]) this.addTo(side, start, d, value);
      if (stamp >= 0) this.addTo(side, s0 + 1 + stamp, d, value);
      if (behandler[at]! >= 0) this.addTo(side, practitionerBase + 1 + behandler[at]!, d, value);
      if (zimmer[at]! >= 0) this.addTo(side, z0 + 1 + zimmer[at]!, d, value);
    }
  }
  private addTo(side: Side, slot: number, d: number, value: number): void {
    let column = side[slot];
    if (column === undefined) {
      const { columns, from, to } = this.sumStore;
      columns.push(
        (column = side[slot] = { nr: columns.length, values: new Float64Array(to - from + 1) }),
      );
    }
    column.values[d]! += value;
  }
  /**
   * Visits of a range of days: a visit belongs to each practitioner, room … of its services and
   * kept appointments, and counts once for each.
   */
  private visits(verdict: (visit: number) => -1 | 0 | 1, everything: Selection): void {
    const { from: start, to } = everything,
      { isComplete } = this,
      { services, appointments, visits, rawRows } = this.snapshot,
      { blockStarts, from } = this.sumStore,
      bitsPerRow = blockStarts[INSURED]!,
      { rowState, columns } = rawRows.tables.patient,
      insuranceOf = columns['versicherung']!;
    let l = lowerBound(services.day, start),
      t = lowerBound(appointments.day, start),
      chosenMarks = new Uint8Array(64 * bitsPerRow);
    for (let day = start; day <= to; day += 1) {
      const places = new Map<number, number>(),
        marksAt = (b: number): number => {
          let at = places.get(b);
          if (at === undefined) {
            places.set(b, (at = places.size * bitsPerRow));
            if (at + bitsPerRow > chosenMarks.length) {
              const more = new Uint8Array(chosenMarks.length * 2);
              more.set(chosenMarks);
              chosenMarks = more;
            }
          }
          return at;
        };
      const remember = (at: number, kind: number, place: number): void => {
        if (place >= 0) chosenMarks[at + blockStarts[kind]! + 1 + place] = 1;
      };
      for (; l < services.n && services.day[l] === day; l += 1) {
        const b = services.visit[l]!;
        if (b < 0 || (!isComplete && !matchesService(everything, l))) continue;
        const at = marksAt(b);
        remember(at, 0, services.behandler[l]!);
        remember(at, 1, services.terminart[l]!);
        remember(at, 2, services.zimmer[l]!);
        remember(at, STAMP, services.stempel[l]!);
      }
      for (; t < appointments.n && appointments.day[t] === day; t += 1) {
        const b = appointments.visit[t]!,
          who = appointments.behandler[t]!;
        // Appointments have no area: only services tell the areas of a visit.
        if (
          b < 0 ||
          everything.chosenMarks.bereich ||
          (!isComplete && !matchesAppointment(everything, t))
        )
          continue;
        const at = marksAt(b);
        remember(at, 0, who);
        remember(at, 1, appointments.terminart[t]!);
        remember(at, 2, appointments.zimmer[t]!);
        remember(at, STAMP, who < 0 ? -1 : this.ownStamps[who]!);
      }
      for (const [b, at] of places) {
        const counts = verdict(b),
          p = visits.pat[b]!,
          v = rowState[p] === LIVE ? insuranceOf[p]! : -1;
        if (counts >= 0)
          for (const side of counts === 1
            ? [this.numeratorSide, this.denominatorSide!]
            : [this.denominatorSide!]) {
            this.addTo(side, 0, day - from, 1);
            for (let k = 1; k < bitsPerRow; k += 1)
              if (chosenMarks[at + k] === 1) this.addTo(side, k, day - from, 1);
            if (v >= 0) this.addTo(side, bitsPerRow + 1 + v, day - from, 1);
          }
      }
      chosenMarks.fill(0, 0, places.size * bitsPerRow);
    }
  }
}
