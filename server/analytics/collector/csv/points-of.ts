// Judges by a whole file what one point before three digits means in its numbers.

import {
  isNumeric,
  pointIn,
  type PointMeaning,
} from '../../../../shared/analytics/deliveries/pvs-values.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import type { Bytes } from './source.ts';
import { eachRow, type Writing } from './text-of.ts';

/** `sample`: the first number of the file that can be read in two ways; null if there is none. */
export interface PointsOfFile {
  readonly meaning: PointMeaning;
  readonly sample: string | null;
}
const NO_QUESTION: PointsOfFile = { meaning: 'group', sample: null };

/**
 * Reads the numbers of a file in which a cell looks like `1.234`. A file that writes `12.34`
 * elsewhere leaves it unclear; otherwise it is a group of thousands, as in German. A mapping that
 * names the meaning decides.
 */
export async function pointsOf(
  bytes: Bytes,
  writing: Writing,
  separator: string,
  entity: PvsEntity,
  places: Readonly<Record<string, number>>,
  mapping: PvsMapping,
): Promise<PointsOfFile> {
  if (!writing.hasPoints) return NO_QUESTION;
  const columns = PVS_FIELDS[entity]
    .filter(isNumeric)
    .map((field) => places[field.name] ?? -1)
    .filter((at) => at !== -1);
  let sample: string | null = null,
    hasDecimals = false;
  for await (const _ of eachRow(bytes, writing, separator, (cells) => {
    for (const at of columns) {
      const cell = (cells[at] ?? '').trim(),
        says = pointIn(cell);
      hasDecimals ||= says === 'decimal';
      if (says === 'open') sample ??= cell;
    }
  }))
    if (hasDecimals && sample !== null) break;
  if (sample === null) return NO_QUESTION;
  return { meaning: mapping.files[entity]?.points ?? (hasDecimals ? 'unclear' : 'group'), sample };
}
