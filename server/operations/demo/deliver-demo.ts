// Delivers generated practice data like real ones: checked row by row, in parts, closed at the end;
// in small steps, so that no tablet waits.

import { createHash } from 'node:crypto';
import type { CheckedRow } from '../../../shared/analytics/deliveries/pvs-check.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { begin, type GenerateOptions } from './generate/generate.ts';
import type { Truth } from './generate/truth.ts';
import { letOthersRun } from '../../platform/let-others-run.ts';

/** The collector's functions, bound to one practice. */
export interface Delivery {
  /** Null where this delivery is stored and closed already. */
  open(run: string, source: string): Promise<number | null>;
  put(part: {
    batch: number;
    part: number;
    entity: PvsEntity;
    sha256: string;
    rows: readonly CheckedRow[];
  }): Promise<unknown>;
  close(batch: number, parts: number): Promise<unknown>;
}
export const DEMO_SOURCE = 'Demodaten (erfunden)';
const ROWS_OF_PART = 4000;

/**
 * Delivers generated data.
 * @param progress called with the number of rows for the share of days generated so far
 * @returns the counts; undefined where it was delivered before
 */
export async function deliverGenerated(
  to: Delivery,
  run: string,
  options: GenerateOptions,
  progress: (rows: number) => void = () => undefined,
): Promise<Truth | undefined> {
  const batch = await to.open(run, DEMO_SOURCE);
  if (batch === null) return undefined;
  const waiting = new Map<PvsEntity, CheckedRow[]>();
  let part = 0,
    rows = 0;
  const flush = async (entity: PvsEntity, list: readonly CheckedRow[]): Promise<void> => {
    for (let at = 0; at < list.length; at += ROWS_OF_PART) {
      const piece = list.slice(at, at + ROWS_OF_PART);
      part += 1;
      rows += piece.length;
      await to.put({
        batch,
        part,
        entity,
        sha256: createHash('sha256').update(JSON.stringify(piece)).digest('hex'),
        rows: piece,
      });
      progress(rows);
    }
  };
  const making = begin(options, (entity, id, version, values, isDeleted) => {
    // Stored as the file reader stores them: booleans as 0 and 1, a deleted row without values.
    const row: CheckedRow = {
      id,
      version,
      isDeleted,
      values: PVS_FIELDS[entity].map((field) => {
        const value = isDeleted ? null : (values[field.name] ?? null);
        return typeof value === 'boolean' ? Number(value) : value;
      }),
    };
    const list = waiting.get(entity);
    if (list) list.push(row);
    else waiting.set(entity, [row]);
  });
  while (making.step()) {
    for (const [entity, list] of waiting)
      if (list.length >= ROWS_OF_PART) {
        waiting.delete(entity);
        await flush(entity, list);
      }
    await letOthersRun();
  }
  for (const [entity, list] of waiting) await flush(entity, list);
  await to.close(batch, part);
  return making.truth;
}
