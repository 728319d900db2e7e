// Preview of uploaded tables: character set, separator, kind, columns and the first rows, before
// anything is imported.

import { addDays } from '../../../../shared/base/day-math.ts';
import { berlinDay } from '../../../../shared/base/dates.ts';
import type { LookedFile } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import { isRefusal } from '../../../../shared/analytics/deliveries/pvs-check.ts';
import {
  guessEntity,
  missingFields,
  placesOf,
  type PvsMapping,
} from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import type { FileFacts, InputFile } from '../csv/import-files.ts';
import { pointsOf } from '../csv/points-of.ts';
import type { Kept } from '../../../../shared/analytics/deliveries/pvs-values.ts';
import { readerOf } from '../csv/read-file.ts';
import { bytesOf } from '../csv/source.ts';
import { FileRefused, headOf, isBlankRow } from '../csv/text-of.ts';

const ROWS = 8;

/** Checks one uploaded file. @param file with the result of reading it, or why it cannot be read */
export async function lookAt(
  file: Omit<InputFile, 'facts'> & { no: number; facts: FileFacts | FileRefused },
  mapping: PvsMapping,
  now: number,
): Promise<LookedFile> {
  const { no, facts, name } = file,
    none: LookedFile = {
      no,
      trouble: null,
      entity: file.entity ?? null,
      charset: null,
      separator: null,
      header: [],
      places: {},
      points: { meaning: 'group', sample: null },
      rows: [],
    };
  const bad = ({ why, line }: FileRefused): LookedFile => ({
    ...none,
    trouble: { name, why, ...(line !== undefined && { line }) },
  });
  if (facts instanceof FileRefused) return bad(facts);
  try {
    const { header, separator, rows } = await headOf(bytesOf(file.source), facts.charset, ROWS),
      entity = file.entity ?? guessEntity(mapping, name, header) ?? null,
      seen = { ...none, entity, charset: facts.charset, separator, header };
    if (!entity)
      return {
        ...seen,
        trouble: { name, why: 'unknown' },
        rows: rows.map((cells) => ({ cells, id: null, values: [], refused: null })),
      };
    const places = placesOf(mapping, entity, header),
      missing = missingFields(entity, places),
      points = pointsOf(entity, places, mapping, facts.pointColumns),
      read = readerOf(
        { entity, places, points },
        { mapping, lastDay: addDays(berlinDay(now), 1), fallback: now },
      );
    return {
      ...seen,
      places,
      points,
      trouble: missing.length > 0 ? { name, why: 'missing_columns', fields: missing } : null,
      rows: rows
        .filter((cells) => !isBlankRow(cells))
        .map((cells) => {
          const row =
            cells.length === header.length ? read(cells) : { field: '', why: 'columns' as const };
          return isRefusal(row)
            ? { cells, id: null, values: [], refused: row }
            : { cells, id: row.id, values: JSON.parse(`[${row.text}]`) as Kept[], refused: null };
        }),
    };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return bad(error);
  }
}
