// Judges by a whole file what one point before three digits means in its numbers. Pure.

import {
  isNumeric,
  type PointMeaning,
} from '../../../../shared/analytics/deliveries/pvs-values.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import type { PointColumns } from './point-columns.ts';

/** `sample`: the first number of the file that can be read in two ways; null if there is none. */
export interface PointsOfFile {
  readonly meaning: PointMeaning;
  readonly sample: string | null;
}

/**
 * Returns what `1.234` means in the numeric fields of a file. A file that writes `12.34` in one of
 * them leaves it unclear; otherwise it is a group of thousands, as in German. A mapping that names
 * the meaning decides.
 */
export function pointsOf(
  entity: PvsEntity,
  places: Readonly<Record<string, number>>,
  mapping: PvsMapping,
  columns: PointColumns,
): PointsOfFile {
  const numeric = PVS_FIELDS[entity]
    .filter(isNumeric)
    .flatMap((field) => columns.get(places[field.name] ?? -1) ?? []);
  const [first] = numeric.flatMap(({ open }) => open ?? []).toSorted((a, b) => a.row - b.row);
  if (!first) return { meaning: 'group', sample: null };
  const seen = numeric.some(({ hasDecimals }) => hasDecimals) ? 'unclear' : 'group';
  return { meaning: mapping.files[entity]?.points ?? seen, sample: first.text };
}
