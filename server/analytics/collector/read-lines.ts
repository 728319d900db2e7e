// Reads the rows of one uploaded part: NDJSON, optionally compressed, decompressed within limits;
// all of its lines are accepted or none.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { addDays } from '../../../shared/base/day-math.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  compileNamed,
  isRefusal,
  type CheckedRow,
} from '../../../shared/analytics/deliveries/pvs-check.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { letOthersRun } from '../../platform/let-others-run.ts';

/** Decompressed content of a part, and its lines. */
export const MOST_SENT = 8_000_000;
const MOST_BYTES = 32_000_000;
const MOST_LINES = 50_000;
/** Maximum number of lines reported when a part is refused. */
const NAMED = 50,
  PAUSE = 1000;
const unzip = promisify(gunzip);

/**
 * Decompresses a body.
 * @throws AppError too_large (its decompressed size exceeds the limit), unreadable_file
 */
export async function unpacked(bytes: Uint8Array, isPacked: boolean): Promise<Uint8Array> {
  if (!isPacked) return bytes;
  try {
    return await unzip(bytes, { maxOutputLength: MOST_BYTES });
  } catch (cause) {
    throw new AppError(
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
        ? 'too_large'
        : 'unreadable_file',
      { cause },
    );
  }
}

/**
 * Reads and checks every line. Errors are reported by line and field, never with the value.
 * @throws AppError validation (`fields`: `line 12` → `datum: not_day`), bad_request (no UTF-8),
 * too_large
 */
export async function readLines(
  bytes: Uint8Array,
  entity: PvsEntity,
  sha256: string,
  now: number,
): Promise<CheckedRow[]> {
  if (bytes.length > MOST_BYTES) throw new AppError('too_large');
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new AppError('validation', { fields: { sha256: 'other_content' } });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('bad_request', { fields: { body: 'not utf-8' }, cause });
  }
  const lines = text.split('\n');
  if (lines.length > MOST_LINES + 1) throw new AppError('too_large');
  const check = compileNamed(entity, { lastDay: addDays(berlinDay(now), 1), fallback: null }),
    rows: CheckedRow[] = [],
    seen = new Map<string, CheckedRow>(),
    fields: Record<string, string> = {};
  let troubles = 0;
  const refuse = (line: number, why: string): void => {
    if (++troubles <= NAMED) fields[`line ${line}`] = why;
  };
  for (let at = 0; at < lines.length; at++) {
    // Other requests wait for a thousand lines at most.
    if (at % PAUSE === PAUSE - 1) await letOthersRun();
    const line = (lines[at] ?? '').trim();
    if (line === '') continue;
    let said: unknown;
    try {
      said = JSON.parse(line);
    } catch {
      refuse(at + 1, 'not_json');
      continue;
    }
    const row = check(said);
    if (isRefusal(row)) {
      refuse(at + 1, row.field === '' ? row.why : `${row.field}: ${row.why}`);
      continue;
    }
    const key = `${row.version} ${row.id}`,
      twin = seen.get(key);
    if (
      twin &&
      (twin.isDeleted !== row.isDeleted ||
        JSON.stringify(twin.values) !== JSON.stringify(row.values))
    ) {
      refuse(at + 1, 'id: duplicate');
      continue;
    }
    if (twin) continue;
    seen.set(key, row);
    rows.push(row);
  }
  if (troubles > NAMED) fields.more = `${troubles - NAMED} more lines`;
  if (troubles > 0) throw new AppError('validation', { fields });
  return rows;
}
