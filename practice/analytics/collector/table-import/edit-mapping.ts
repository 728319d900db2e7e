// Edits a mapping on the screen: which column is which field, which word maps to which. Pure.

import type { LookedFile } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import {
  fieldNames,
  type FileMapping,
  type PvsMapping,
} from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import type { PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';

/** A mapping known to this screen only; once saved, it gets a separate number. */
export const UNKEPT = 'ungespeichert';
const changed = (mapping: PvsMapping, entity: PvsEntity, file: FileMapping): PvsMapping => ({
  ...mapping,
  files: { ...mapping.files, [entity]: file },
});

/**
 * Returns the columns of an entity as found in all of its files, by name; nothing is guessed from
 * here on.
 */
function exactly(
  mapping: PvsMapping,
  entity: PvsEntity,
  files: readonly LookedFile[],
): FileMapping {
  const own = mapping.files[entity],
    columns: Record<string, string[]> = {};
  for (const field of fieldNames(entity)) {
    const names = files
      .filter((file) => file.entity === entity)
      .flatMap((file) => file.header[file.places[field] ?? -1] ?? []);
    if (names.length > 0) columns[field] = [...new Set(names)];
  }
  return { ...own, isExact: true, columns };
}
/**
 * Returns the mapping with another column for a field.
 * @param column name of the column of a field; null where it has none
 * @param from the file whose column is selected
 */
export function withColumn(
  mapping: PvsMapping,
  files: readonly LookedFile[],
  from: LookedFile,
  field: string,
  column: string | null,
): PvsMapping {
  const { entity } = from;
  if (entity === null) return mapping;
  const file = exactly(mapping, entity, files),
    columns: Record<string, string[]> = {};
  for (const [name, names] of Object.entries(file.columns ?? {})) {
    // A column serves one field: its previous field loses it, and the field drops its previous
    // column in this file.
    const left =
      name === field
        ? names.filter((one) => !from.header.includes(one))
        : names.filter((one) => one !== column);
    if (left.length > 0) columns[name] = left;
  }
  if (column !== null) columns[field] = [column, ...(columns[field] ?? [])];
  return changed(mapping, entity, { ...file, columns });
}
/**
 * Returns the mapping with another meaning of a word.
 * @param to one of the field's own words; null reverts the change
 */
export function withWord(
  mapping: PvsMapping,
  entity: PvsEntity,
  field: string,
  word: string,
  to: string | null,
): PvsMapping {
  const own = mapping.files[entity] ?? {},
    rest = Object.fromEntries(
      Object.entries(own.words?.[field] ?? {}).filter(([from]) => from !== word),
    );
  return changed(mapping, entity, {
    ...own,
    words: { ...own.words, [field]: to === null ? rest : { ...rest, [word]: to } },
  });
}
/** Returns the mapping with a meaning of one point before three digits, `1.234`. */
export const withPoints = (
  mapping: PvsMapping,
  entity: PvsEntity,
  points: 'group' | 'decimal',
): PvsMapping => changed(mapping, entity, { ...mapping.files[entity], points });
/** Returns the mapping in its saved form. @param id a new one where a shipped one was changed */
export const kept = (
  mapping: PvsMapping,
  id: string,
  name: string,
  source: string,
): PvsMapping => ({ ...mapping, id, name, source, isProved: false, note: '' });
