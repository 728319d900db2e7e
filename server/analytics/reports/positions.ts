// Descriptions of positions as delivered by the practice software, else empty.

import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { normalizedNumber } from '../snapshot/area.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import type { Selection } from '../snapshot/selection.ts';
import { forEachServiceIn } from '../snapshot/selection/walk-services.ts';
import { SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { memoise } from '../metrics/row-index.ts';
import { servicesByNumber } from '../metrics/walks.ts';
import { gather, groupRows } from '../snapshot/tables/sort-rows.ts';

const texts = new WeakMap<Snapshot, Map<string, string>>();
/** Returns the description of a position in the delivered catalogue. */
export function positionText(snapshot: Snapshot, system: string, nr: string): string {
  let known = texts.get(snapshot);
  if (!known) {
    known = new Map();
    const t = snapshot.rawRows.tables.bemagoz,
      words = ['BEMA', 'GOZ', 'GOAE', 'EIGEN'];
    for (let at = 0; at < t.count; at += 1)
      if (t.rowState[at] === 1)
        known.set(
          `${words[t.columns['system']![at]!] ?? 'EIGEN'} ${normalizedNumber(t.text('nr', at))}`,
          t.text('text', at),
        );
    texts.set(snapshot, known);
  }
  return known.get(`${system} ${nr}`) ?? '';
}

/** Distinct positions (fee schedule and number), and the position of each service. */
export interface Positions {
  ofService: Int32Array;
  system: number[];
  nr: number[];
}
export function positionsOf(snapshot: Snapshot): Positions {
  return memoise(snapshot, 'positionen', () => {
    const { services } = snapshot,
      made: Positions = { ofService: new Int32Array(services.n), system: [], nr: [] },
      wide = services.positionNumbers.words.length + 1,
      places = new Int32Array(wide * (GEBUEHREN.length + 1)).fill(-1);
    for (let i = 0; i < services.n; i += 1) {
      const key = (services.system[i]! + 1) * wide + services.nr[i]! + 1;
      let at = places[key]!;
      if (at < 0) {
        places[key] = at = made.nr.length;
        made.system.push(services.system[i]!);
        made.nr.push(services.nr[i]!);
      }
      made.ofService[i] = at;
    }
    return made;
  });
}
/**
 * Indexes day and patient of every service, by position, then by day: those of `at` are `from[at]`
 * up to before `from[at + 1]`.
 */
export function byPosition(snapshot: Snapshot): {
  from: Int32Array;
  day: Int32Array;
  pat: Int32Array;
} {
  return memoise(snapshot, 'nachPosition', () => {
    const { ofService: since, nr } = positionsOf(snapshot),
      { from, rows } = groupRows(since, nr.length);
    return {
      from,
      day: gather(snapshot.services.day, rows),
      pat: gather(snapshot.services.pat, rows),
    };
  });
}

/**
 * Positions that one session bills for each tooth: GOZ cleaning and scaling, BEMA parts of the perio
 * therapy. Their number says how many teeth people have, not how often they came.
 */
const PER_TOOTH: readonly (readonly [system: number, numbers: RegExp])[] = [
  [SYSTEM.GOZ, /^(1040|4050|4055|4070|4075)$/],
  [SYSTEM.BEMA, /^(AIT[AB]|CPT[AB]|UPT[EF])$/],
];
/** Counts the sessions of positions billed for each tooth: a patient's day counts once. */
export function sessionsPerTooth(a: Selection, ofService: Int32Array): Map<number, number> {
  const { services, rawRows } = a.snapshot,
    // The last day of each patient (entry 0: without one), by position: services come by day.
    lastDays = new Map<number, Int32Array>(),
    found = new Map<number, number>();
  for (const [system, numbers] of PER_TOOTH)
    forEachServiceIn(a, servicesByNumber(a.snapshot, system, numbers), (i) => {
      const at = ofService[i]!;
      let last = lastDays.get(at);
      if (!last)
        lastDays.set(at, (last = new Int32Array(rawRows.tables.patient.count + 1).fill(EMPTY)));
      if (last[services.pat[i]! + 1] === services.day[i]) return;
      last[services.pat[i]! + 1] = services.day[i]!;
      found.set(at, (found.get(at) ?? 0) + 1);
    });
  return found;
}
