/**
 * Revenue and costs of each practitioner, room or area. A cost of another cost centre is shared by
 * the fees of that centre, by the largest remainder, so that the parts add up to the practice.
 */
import { SERVICE_AREAS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { UNASSIGNED } from '../../../../shared/analytics/reports/filter-kinds.ts';
import { centsOfCost, costGap, costSpan } from '../../metrics/profit/costs.ts';
import type { Selection } from '../../snapshot/selection.ts';
import { forEachBooking } from '../../snapshot/selection/walk-bookings.ts';
import { shareCents } from '../../snapshot/share-cents.ts';
import type { StoredCost } from '../../snapshot/store.ts';
import { isKnown } from '../../snapshot/unassigned.ts';
import { addSums, null0, sumsPer, type Sum } from '../revenue/revenue-sums.ts';
import { entityName } from '../report-kind.ts';

export type By = 'behandler' | 'zimmer' | 'bereich';
const CENTRE = { behandler: 'BEHANDLER', zimmer: 'ZIMMER', bereich: 'BEREICH' } as const;
/** The list of the masters, and the column of services, that names the targets of a cost centre. */
export const CENTRE_LIST = {
  BEHANDLER: 'behandler',
  ZIMMER: 'zimmer',
  BEREICH: 'bereich',
} as const;

/** A practitioner, room or area, or what belongs to none (`UNASSIGNED`); money in cents. */
export interface ProfitPart {
  readonly id: string;
  readonly name: string;
  readonly revenue: number;
  readonly laboratory: number;
  /** Cents by cost; null where the costs of the span are not known. */
  readonly costs: ReadonlyMap<StoredCost, number> | null;
}
/** Returns the id of a part by the index of a service. */
function idOf({ snapshot }: Selection, by: By, at: number): string {
  if (by === 'bereich') return SERVICE_AREAS[at] ?? UNASSIGNED;
  return isKnown(snapshot, by, at) ? snapshot.rawRows.tables[by].ids[at]! : UNASSIGNED;
}
/** Returns the name of a part by its id. */
export function nameOf({ snapshot }: Selection, by: By, id: string): string {
  if (id === UNASSIGNED) return '–';
  if (by === 'bereich') return id;
  const at = snapshot.rawRows.tables[by].slotById.get(id);
  return at === undefined ? id : entityName(snapshot, by, at);
}
function sumsById(a: Selection, by: By): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const [at, sum] of sumsPer(a, by)) {
    const id = idOf(a, by, at);
    sums.set(id, addSums(sums.get(id) ?? null0(), sum));
  }
  return sums;
}
/** Rounds parts to whole cents that add up to their rounded whole. */
function wholeCents(ids: readonly string[], values: readonly number[]): number[] {
  const whole = Math.round(values.reduce((sum, value) => sum + value, 0)),
    down = values.map((value) => Math.floor(value + 1e-6)),
    order = ids
      .map((id, at) => ({ id, at, rest: values[at]! - down[at]! }))
      .sort((x, y) => y.rest - x.rest || (x.id < y.id ? -1 : 1));
  let left = whole - down.reduce((sum, value) => sum + value, 0);
  for (const { at } of order) {
    if (left <= 0) break;
    down[at]! += 1;
    left -= 1;
  }
  return down;
}
/** Returns the slot of a cost's target in the column of its centre; undefined for an unknown one. */
function slotOf({ snapshot }: Selection, { centre, target }: StoredCost): number | undefined {
  if (centre === 'PRAXIS') return undefined;
  if (centre === 'BEREICH') {
    const at = (SERVICE_AREAS as readonly string[]).indexOf(target);
    return at < 0 ? undefined : at;
  }
  return snapshot.rawRows.tables[CENTRE_LIST[centre]].slotById.get(target);
}
/**
 * Returns the fees of the parts by the slot of a cost centre. All slots are summed in one walk: each
 * cost would walk ten years again.
 */
function feesPerSlot(a: Selection, by: By, centre: By): Map<number, Map<string, number>> {
  const { services, rawRows } = a.snapshot,
    rows = services[centre],
    columns = services[by],
    // Slot -1, a service without a value, comes first.
    sizeOf = (of: By): number =>
      1 + (of === 'bereich' ? SERVICE_AREAS.length : rawRows.tables[of].count),
    width = sizeOf(by),
    height = sizeOf(centre),
    sums = new Float64Array(width * height);
  forEachBooking(a, (i, _share, _day, fee) => {
    sums[(rows[i]! + 1) * width + columns[i]! + 1]! += fee;
  });
  const found = new Map<number, Map<string, number>>();
  for (let row = 1; row < height; row += 1) {
    const own = new Map<string, number>();
    for (let at = 0; at < width; at += 1) {
      const fee = sums[row * width + at]!,
        id = idOf(a, by, at - 1);
      if (fee !== 0) own.set(id, (own.get(id) ?? 0) + fee);
    }
    found.set(row - 1, own);
  }
  return found;
}
const NOTHING: ReadonlyMap<string, number> = new Map();
/** Returns the shares of a cost by part; those of its own centre are the whole cost. */
function sharesOf(
  a: Selection,
  by: By,
  cost: StoredCost,
  feesOf: (cost: StoredCost) => ReadonlyMap<string, number>,
): Map<string, number> {
  const cents = centsOfCost(a.snapshot, cost, a);
  if (cost.centre === CENTRE[by]) return new Map([[cost.target, cents]]);
  const fees = [...feesOf(cost)].filter(([, fee]) => fee > 0);
  // Without fees only the practice can bear it.
  if (fees.length === 0) return new Map([[UNASSIGNED, cents]]);
  const ids = fees.map(([id]) => id),
    parts = shareCents(
      cents,
      Float64Array.from(fees, ([, fee]) => Math.round(fee)),
      (x, y) => ids[x]! < ids[y]!,
    );
  return new Map(ids.map((id, at) => [id, parts[at]!]));
}
/** Returns the parts of the days that are over, by name; the rest at the end. */
export function profitParts(asked: Selection, by: By): ProfitPart[] {
  const a = costSpan(asked);
  if (a.from > a.to) return [];
  const sums = sumsById(a, by),
    known = costGap(a) === undefined,
    shares = new Map<string, Map<StoredCost, number>>(),
    fees = new Map<StoredCost['centre'], Map<number, Map<string, number>>>(),
    whole = new Map([...sums].map(([id, { honorar }]) => [id, honorar]));
  const feesOf = (cost: StoredCost): ReadonlyMap<string, number> => {
    const { centre } = cost;
    if (centre === 'PRAXIS') return whole;
    let own = fees.get(centre);
    if (!own) fees.set(centre, (own = feesPerSlot(a, by, CENTRE_LIST[centre])));
    return own.get(slotOf(a, cost) ?? -1) ?? NOTHING;
  };
  for (const cost of known ? (a.costs ?? []) : [])
    for (const [id, cents] of sharesOf(a, by, cost, feesOf)) {
      if (cents === 0) continue;
      let own = shares.get(id);
      if (!own) shares.set(id, (own = new Map()));
      own.set(cost, cents);
    }
  const ids = [...new Set([...sums.keys(), ...shares.keys()])],
    amounts = (of: 'umsatz' | 'fremd'): number[] =>
      wholeCents(
        ids,
        ids.map((id) => sums.get(id)?.[of] ?? 0),
      ),
    revenue = amounts('umsatz'),
    laboratory = amounts('fremd');
  return ids
    .map((id, at) => ({
      id,
      name: nameOf(a, by, id),
      revenue: revenue[at]!,
      laboratory: laboratory[at]!,
      costs: known ? (shares.get(id) ?? new Map<StoredCost, number>()) : null,
    }))
    .sort(
      (x, y) =>
        Number(x.id === UNASSIGNED) - Number(y.id === UNASSIGNED) ||
        x.name.localeCompare(y.name, 'de'),
    );
}
