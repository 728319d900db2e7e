// One file of a delivery: its columns become fields, its rows are checked; what is refused is named with line, field and reason.

import { PVS_FIELDS, type PvsEntity } from '../../../shared/pvs.ts';
import { compileCheck, isRefusal, type CheckedRow, type Refusal } from '../../../shared/pvs-check.ts';
import { missingFields, placesOf, type PvsMapping } from '../../../shared/pvs-mapping.ts';
import { saidOf } from '../spell-row.ts';
import { eachRow, headOf, type Bytes, type Charset } from './text-of.ts';

export interface FilePlan { name: string; bytes: Bytes; size: number; charset: Charset; sha256: string; entity: PvsEntity; separator: string; header: readonly string[]; places: Readonly<Record<string, number>>; missing: readonly string[] }
export interface RefusedLine extends Refusal { readonly file: string; readonly line: number; readonly cells: readonly string[] }
export interface ReadOptions { mapping: PvsMapping; lastDay: string; /** Version of rows of a file without a column for it. */ fallback: number }

/** Reads the header and finds a place for every field. @throws FileRefused */
export async function planFile(file: Pick<FilePlan, 'name' | 'bytes' | 'size' | 'charset' | 'sha256'>, entity: PvsEntity, mapping: PvsMapping): Promise<FilePlan> {
  const { header, separator } = await headOf(file.bytes, file.charset, 0), places = placesOf(mapping, entity, header);
  return { ...file, entity, separator, header, places, missing: missingFields(entity, places) };
}

/** What turns the cells of a row into checked values, with the mapping's words in place of the other program's. */
function readerOf({ entity, places }: FilePlan, { mapping, lastDay, fallback }: ReadOptions): (cells: readonly string[]) => CheckedRow | Refusal {
  const check = compileCheck(entity, { lastDay, fallback: places.geaendertAm === -1 ? fallback : null }), at = PVS_FIELDS[entity].map(field => places[field.name] ?? -1), own = mapping.files[entity]?.words ?? {};
  const words = PVS_FIELDS[entity].map(field => (own[field.name] ? new Map(Object.entries(own[field.name] ?? {}).map(([from, to]) => [from.toLowerCase(), to])) : undefined));
  const [id = -1, version = -1, deleted = -1] = [places.id, places.geaendertAm, places.geloescht];
  return cells => check(cells[id], version === -1 ? undefined : cells[version], deleted === -1 ? undefined : cells[deleted], at.map((place, i) => {
    const cell = place === -1 ? undefined : cells[place];
    return cell === undefined ? undefined : (words[i]?.get(cell.trim().toLowerCase()) ?? cell);
  }));
}

/**
 * Reads all of a file. Rows come in pieces to `take`, which is waited for; the same row twice counts once, the same id and version with other content is refused.
 * @throws FileRefused
 */
export async function readFile(plan: FilePlan, options: ReadOptions, hooks: { take: (rows: CheckedRow[]) => Promise<void>; refuse: (line: RefusedLine) => void; progress: (bytes: number) => void }): Promise<{ rows: number; refused: number }> {
  const read = readerOf(plan, options), seen = new Map<string, number>(), width = plan.header.length;
  let pending: CheckedRow[] = [], isHeader = true, rows = 0, refused = 0;
  const refuse = (line: number, why: Refusal, cells: readonly string[]): void => { refused++; hooks.refuse({ ...why, file: plan.name, line, cells }); };
  await eachRow(plan.bytes, plan.charset, plan.separator, (cells, line) => {
    if (isHeader) { isHeader = false; return; }
    if (cells.length !== width) { refuse(line, { field: '', why: 'columns' }, cells); return; }
    const row = read(cells);
    if (isRefusal(row)) { refuse(line, row, cells); return; }
    const key = `${row.version} ${row.id}`, { hash } = saidOf(row), twin = seen.get(key);
    if (twin !== undefined && twin !== hash) { refuse(line, { field: 'id', why: 'duplicate' }, cells); return; }
    if (twin !== undefined) return;
    seen.set(key, hash);
    rows++;
    pending.push(row);
  }, async sent => {
    hooks.progress(sent);
    const piece = pending;
    pending = [];
    if (piece.length > 0) await hooks.take(piece);
    // Others are served between two pieces.
    await new Promise<void>(resolve => { setImmediate(resolve); });
  });
  return { rows, refused };
}
