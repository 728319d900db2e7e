// Mapping of the columns of another program's files to fields: file names, column names, values.
// Pure.

import { distance } from '../../base/nearest-word.ts';
import { PVS_ENTITIES, PVS_FIELDS, type PvsEntity } from './pvs.ts';
import { ROW_FIELDS } from './pvs-check.ts';

export interface FileMapping {
  /** Only the named columns count, and a field without one has none: nothing is guessed. */
  readonly isExact?: boolean | undefined;
  /** Possible names of the file, without extension; the entity's own name always counts. */
  readonly names?: readonly string[] | undefined;
  /** Possible columns of each field, most likely first; the field's own name always counts. */
  readonly columns?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Values of a field in the other program's language. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** What one point before three digits means, `1.234`; otherwise the file decides. */
  readonly points?: 'group' | 'decimal' | undefined;
}
export interface PvsMapping {
  readonly id: string;
  readonly name: string;
  /** Source of the data in deliveries. */
  readonly source: string;
  /** False: not tested with an export of any program. */
  readonly isProved: boolean;
  readonly note: string;
  readonly files: Readonly<Partial<Record<PvsEntity, FileMapping>>>;
}

/** Normalizes to lower case without punctuation: `Geändert am` and `geaendertAm` are equal. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]/g, '');
/** Column names of the common fields in other programs. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  geaendertAm: ['geaendert', 'aenderungsdatum', 'letzteaenderung', 'version', 'changedat'],
  geloescht: ['deleted', 'geloeschtam', 'loeschkennzeichen'],
};
const namesOf = (mapping: PvsMapping, entity: PvsEntity, field: string): string[] => {
  const file = mapping.files[entity],
    named = file?.columns?.[field] ?? [];
  return (file?.isExact === true ? named : [field, ...named, ...(COMMON[field] ?? [])]).map(folded);
};
export const fieldNames = (entity: PvsEntity): string[] => [
  ...ROW_FIELDS,
  ...PVS_FIELDS[entity].map((field) => field.name),
];

/**
 * Returns the column index of each field of an entity; -1 if there is none. A column serves one
 * field.
 */
export function placesOf(
  mapping: PvsMapping,
  entity: PvsEntity,
  header: readonly string[],
): Record<string, number> {
  const columns = header.map(folded),
    used = new Set<number>(),
    places: Record<string, number> = {};
  for (const field of fieldNames(entity)) {
    const at =
      namesOf(mapping, entity, field)
        .map((name) => columns.findIndex((column, i) => column === name && !used.has(i)))
        .find((found) => found !== -1) ?? -1;
    places[field] = at;
    if (at !== -1) used.add(at);
  }
  return places;
}
/** A column that serves no field; `meant`: the field without a column that it may be. */
export interface UnusedColumn {
  readonly column: string;
  readonly meant: string | null;
  /** Whether an earlier column of the same name is taken instead. */
  readonly isDouble: boolean;
}
/** Largest part of a name that may be misspelt. */
const MISSPELT = 0.34;
/** Returns the columns that are not imported: unknown, double or misspelt ones. */
export function unusedColumns(
  entity: PvsEntity,
  header: readonly string[],
  places: Readonly<Record<string, number>>,
): UnusedColumn[] {
  const used = new Set(Object.values(places)),
    taken = new Set([...used].map((at) => folded(header[at] ?? ''))),
    free = fieldNames(entity).filter((field) => (places[field] ?? -1) === -1);
  return header.flatMap((column, at) => {
    if (used.has(at)) return [];
    const name = folded(column),
      near = free
        .map((field) => ({ field, d: distance(name, folded(field)) / Math.max(name.length, 1) }))
        .sort((a, b) => a.d - b.d)[0];
    return [
      {
        column,
        meant: near && near.d <= MISSPELT ? near.field : null,
        isDouble: name !== '' && taken.has(name),
      },
    ];
  });
}
/** Returns required fields without a column. */
export const missingFields = (
  entity: PvsEntity,
  places: Readonly<Record<string, number>>,
): string[] =>
  [
    'id',
    ...PVS_FIELDS[entity].filter((field) => field.isRequired).map((field) => field.name),
  ].filter((field) => (places[field] ?? -1) === -1);

/**
 * Returns the entity of a file: by its name, else by its header if one entity fits best; undefined
 * otherwise.
 */
export function guessEntity(
  mapping: PvsMapping,
  fileName: string,
  header: readonly string[],
): PvsEntity | undefined {
  const name = folded(fileName.replace(/\.[a-z]+$/i, '').replace(/^.*[/\\]/, ''));
  const called = (entity: PvsEntity): string[] =>
    [entity, ...(mapping.files[entity]?.names ?? [])].map(folded);
  const byName =
    PVS_ENTITIES.find((entity) => called(entity).includes(name)) ??
    PVS_ENTITIES.filter((entity) =>
      called(entity).some((one) => one.length > 3 && name.startsWith(one)),
    ).sort((a, b) => b.length - a.length)[0];
  if (byName) return byName;
  const fits = PVS_ENTITIES.flatMap((entity) => {
    const places = placesOf(mapping, entity, header),
      found = Object.values(places).filter((at) => at !== -1).length;
    return missingFields(entity, places).length > 0 || found < 3 ? [] : [{ entity, found }];
  }).sort((a, b) => b.found - a.found);
  return fits[0] && fits[0].found > (fits[1]?.found ?? 0) ? fits[0].entity : undefined;
}
