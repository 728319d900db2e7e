// Reads one file of a delivery: its columns become fields, its rows are checked and serialized in
// chunks; refused lines are reported with line, field and reason.

import { createHash } from 'node:crypto';
import { PVS_FIELDS, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import {
  compileSpelled,
  isRefusal,
  type Refusal,
  type SpelledRow,
} from '../../../../shared/analytics/deliveries/pvs-check.ts';
import {
  missingFields,
  placesOf,
  type PvsMapping,
} from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import { readText } from '../../../../shared/base/spreadsheet.ts';
import { hashOf, spellRow } from '../spell-row.ts';
import type { PointColumns } from './point-columns.ts';
import { pointsOf, type PointsOfFile } from './points-of.ts';
import { zeroRestorer } from './postal-zero.ts';
import { createRefs, type RowRefs } from './row-refs.ts';
import { bytesOf, type Source } from './source.ts';
import { eachRow, headOf, isBlankRow, isPreamble, type Writing } from './text-of.ts';

export interface FilePlan extends Writing {
  name: string;
  source: Source;
  size: number;
  sha256: string;
  entity: PvsEntity;
  separator: string;
  header: readonly string[];
  places: Readonly<Record<string, number>>;
  missing: readonly string[];
  points: PointsOfFile;
}
export interface RefusedLine extends Refusal {
  readonly file: string;
  readonly line: number;
  readonly cells: readonly string[];
}
export interface ReadOptions {
  mapping: PvsMapping;
  lastDay: string;
  /** Version of rows of a file without a version column. */
  fallback: number;
  /** Number of the delivery for which rows are serialized; null: they are only checked. */
  batch: number | null;
}
/** Rows ordered by id, as one JSON string; `sent` is the number of file bytes read so far. */
export interface Piece {
  count: number;
  bytes: Uint8Array;
  sha256: string;
  refused: RefusedLine[];
  refusedCount: number;
  /** Rows whose postal code got its zero back. */
  zeros: number;
  sent: number;
  /** Ids and references of the rows, if they are only checked. */
  refs: RowRefs | null;
}
/**
 * Rows per chunk, and maximum number of refused lines passed on with their cells; further ones are
 * only counted.
 */
const ROWS = 4000,
  LINES = 100_000;

/** Reads the header and maps every field to a column. @throws FileRefused */
export async function planFile(
  {
    pointColumns,
    ...file
  }: Pick<FilePlan, 'name' | 'source' | 'size' | 'sha256' | keyof Writing> & {
    pointColumns: PointColumns;
  },
  entity: PvsEntity,
  mapping: PvsMapping,
): Promise<FilePlan> {
  const { header, separator } = await headOf(bytesOf(file.source), file.charset, 0),
    places = placesOf(mapping, entity, header);
  return {
    ...file,
    entity,
    separator,
    header,
    places,
    missing: missingFields(entity, places),
    points: pointsOf(entity, places, mapping, pointColumns),
  };
}

/**
 * Returns the function that converts the cells of a row to checked values, applying the mapping's
 * value replacements.
 * @param onZero called for a row whose postal code gets its zero back
 */
export function readerOf(
  { entity, places, points }: Pick<FilePlan, 'entity' | 'places' | 'points'>,
  { mapping, lastDay, fallback }: Pick<ReadOptions, 'mapping' | 'lastDay' | 'fallback'>,
  onZero: () => void = () => undefined,
): (cells: readonly string[]) => SpelledRow | Refusal {
  const own = mapping.files[entity]?.words ?? {},
    [id = -1, version = -1, deleted = -1] = [places.id, places.geaendertAm, places.geloescht];
  const check = compileSpelled(
    entity,
    { lastDay, fallback: version === -1 ? fallback : null, points: points.meaning },
    (field) => {
      const words =
        own[field] &&
        new Map(Object.entries(own[field]).map(([from, to]) => [from.toLowerCase(), to]));
      return words && ((cell) => words.get(cell.trim().toLowerCase()) ?? cell);
    },
  );
  const at = PVS_FIELDS[entity].map((field) => places[field.name] ?? -1),
    count = at.length,
    given = at.map((): string | undefined => undefined),
    restoreZero = zeroRestorer(entity),
    cellOf = (cells: readonly string[], place: number): string | undefined =>
      place === -1 ? undefined : readText(cells[place]!);
  return (cells) => {
    // One array reused for all rows: the check reads it and keeps no reference.
    for (let i = 0; i < count; i++) given[i] = cellOf(cells, at[i]!);
    if (restoreZero?.(given) === true) onZero();
    return check(cellOf(cells, id), cellOf(cells, version), cellOf(cells, deleted), given);
  };
}

/**
 * Order of ids in which consecutive numbers ascend, with any prefix of letters: shorter ones first.
 */
const isAfter = (id: string, before: string): boolean =>
  id.length === before.length ? id > before : id.length > before.length;
/**
 * Creates the store of the ids seen in a file, with version and content; nearly all of them occur
 * once.
 */
export function createSeen(): (
  row: Pick<SpelledRow, 'id' | 'version'>,
  hash: number,
) => 'new' | 'same' | 'other' {
  const ids: string[] = [],
    versions: number[] = [],
    hashes: number[] = [],
    more = new Map<string, number>();
  /**
   * Created when ids stop ascending: until then no duplicate is possible, and no lookup is needed.
   */
  let places: Map<string, number> | undefined;
  const judge = (known: number, hash: number): 'same' | 'other' =>
    known === hash ? 'same' : 'other';
  return (row, hash) => {
    if (!places) {
      if (ids.length === 0 || isAfter(row.id, ids[ids.length - 1]!)) {
        ids.push(row.id);
        versions.push(row.version);
        hashes.push(hash);
        return 'new';
      }
      places = new Map(ids.map((id, at) => [id, at]));
    }
    const at = places.get(row.id);
    if (at === undefined) {
      places.set(row.id, versions.length);
      versions.push(row.version);
      hashes.push(hash);
      return 'new';
    }
    if (versions[at] === row.version) return judge(hashes[at]!, hash);
    const key = `${row.version} ${row.id}`,
      known = more.get(key);
    if (known !== undefined) return judge(known, hash);
    more.set(key, hash);
    return 'new';
  };
}
/** A row waiting for its chunk. */
interface Waiting {
  id: string;
  version: number;
  text: string;
}
const byKey = (a: Waiting, b: Waiting): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : a.version - b.version;

/**
 * Reads the whole file. A repeated identical row counts once; the same id and version with other
 * content is refused.
 * @throws FileRefused
 */
export async function* readPieces(plan: FilePlan, options: ReadOptions): AsyncGenerator<Piece> {
  let zeros = 0,
    hasZero = false;
  const read = readerOf(plan, options, () => {
      hasZero = true;
    }),
    judge = createSeen(),
    width = plan.header.length,
    { batch } = options,
    refs = batch === null ? createRefs(plan.entity) : undefined;
  let pending: Waiting[] = [],
    lines: RefusedLine[] = [],
    isHeader = true,
    named = 0,
    unnamed = 0;
  const refuse = (line: number, why: Refusal, cells: readonly string[]): void => {
    if (named++ < LINES) lines.push({ ...why, file: plan.name, line, cells });
    else unnamed++;
  };
  const piece = (rows: Waiting[], sent: number): Piece => {
    const refused = lines,
      refusedCount = refused.length + unnamed,
      restored = zeros;
    lines = [];
    unnamed = 0;
    zeros = 0;
    if (batch === null || rows.length === 0)
      return {
        count: rows.length,
        bytes: new Uint8Array(),
        sha256: '',
        refused,
        refusedCount,
        zeros: restored,
        sent,
        refs: refs?.flush() ?? null,
      };
    // In the order of the primary key the database writes each page once.
    const bytes = Buffer.from(
      `[${rows
        .sort(byKey)
        .map((row) => row.text)
        .join(',')}]`,
    );
    return {
      count: rows.length,
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      refused,
      refusedCount,
      zeros: restored,
      sent,
      refs: null,
    };
  };
  let last = 0;
  for await (const sent of eachRow(bytesOf(plan.source), plan, plan.separator, (cells, line) => {
    if (isHeader) {
      isHeader = isPreamble(cells, plan.separator);
      return;
    }
    if (isBlankRow(cells)) return;
    if (cells.length !== width) {
      refuse(line, { field: '', why: 'columns' }, cells);
      return;
    }
    hasZero = false;
    const row = read(cells);
    if (isRefusal(row)) {
      refuse(line, row, cells);
      return;
    }
    const hash = hashOf(row),
      seen = judge(row, hash);
    if (seen === 'other') refuse(line, { field: 'id', why: 'duplicate' }, cells);
    if (seen !== 'new') return;
    if (hasZero) zeros += 1;
    refs?.take(row);
    pending.push({
      id: row.id,
      version: row.version,
      text: batch === null ? '' : spellRow(row, hash, batch),
    });
  })) {
    while (pending.length >= ROWS) {
      const rows = pending.slice(0, ROWS);
      pending = pending.slice(ROWS);
      yield piece(rows, last);
    }
    last = sent;
    if (lines.length > 0) yield piece([], sent);
  }
  yield piece(pending, plan.size);
}
