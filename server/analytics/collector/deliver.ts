// Life cycle of a delivery: parts that may arrive repeatedly and in any order, closed atomically,
// withdrawn and restored by one write.

import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/base/errors.ts';
import type { CheckedRow } from '../../../shared/analytics/deliveries/pvs-check.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import type { KnownWrite } from '../../platform/db/scope.ts';
import { reasonOf } from '../../platform/db/store.ts';
import { actorWord, type Actor, type Work, type Workshop } from '../../platform/work.ts';
import { hashOf, spelledOf, spellRow } from './spell-row.ts';
import {
  beginPart,
  changeBatch,
  endPart,
  findBatch,
  findPart,
  findRun,
  holdOpen,
  insertBatch,
  insertPart,
  insertRow,
  insertSpelled,
  lastBatch,
  listParts,
  type BatchRow,
} from './store.ts';
import { letOthersRun } from '../../platform/let-others-run.ts';

/** Rows per transaction: other writers wait for no more than these. */
const CHUNK = 2000;
export interface DeliverDeps {
  workshop: Workshop;
  cid: string;
  actor: Actor;
  requestId?: string;
}
export interface NewBatch {
  run: string;
  source: string;
  way: BatchRow['way'];
}

/**
 * Opens a delivery; the same `run` returns the same delivery.
 * @throws AppError conflict where that run has another source
 */
export async function openBatch(
  { workshop, cid, actor, requestId }: DeliverDeps,
  { run, source, way }: NewBatch,
): Promise<BatchRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await workshop.write(
        cid,
        actor,
        async (w) => {
          const known = await findRun(w, run);
          if (known && known.source !== source)
            throw new AppError('conflict', { fields: { run: 'other_source' } });
          if (known) return known;
          const row = {
            batch: (await lastBatch(w)) + 1,
            run,
            state: 'open' as const,
            source,
            way,
            sha256: null,
            rows: 0,
            counts: {},
            refused: 0,
            openedAt: w.now,
            closedAt: null,
            withdrawnAt: null,
            by: actorWord(actor),
            withdrawnBy: null,
          };
          if (!(await insertBatch(w, row))) throw new AppError('unavailable', { retryAfter: 1 });
          await w.audit('pvs.batch.opened', { batch: row.batch, way });
          return { ...row, cid };
        },
        requestId,
      );
    } catch (error) {
      // Two deliveries opened concurrently compete for the same number.
      if (
        attempt >= 5 ||
        !(
          reasonOf(error) === 'unique' ||
          (error instanceof AppError && error.code === 'unavailable')
        )
      )
        throw error;
    }
  }
}

interface PartWords {
  batch: number;
  part: number;
  entity: PvsEntity;
  sha256: string;
}
export interface Part extends PartWords {
  rows: readonly CheckedRow[];
}
/** Rows as one JSON string, as serialized by `spellRow`. */
export interface Spelled {
  count: number;
  bytes: Uint8Array;
}

/** Stores the rows of a part, see `putSpelled`. */
export function putPart(deps: DeliverDeps, { rows, ...words }: Part): Promise<boolean> {
  return putSpelled(deps, {
    ...words,
    rows: rows.length,
    // Each is created after the previous one was written.
    pieces: {
      *[Symbol.iterator]() {
        for (let at = 0; at < rows.length; at += CHUNK) {
          const piece = rows.slice(at, at + CHUNK);
          yield {
            count: piece.length,
            bytes: Buffer.from(
              `[${piece
                .map((row) => {
                  const said = spelledOf(row);
                  return spellRow(said, hashOf(said), words.batch);
                })
                .join(',')}]`,
            ),
          };
        }
      },
    },
  });
}
/**
 * Stores a part whose rows are serialized already; repeating a part returns the same result. Rows
 * of an incomplete part are stored but count only with their delivery.
 * @param part.pieces each is one transaction, so that other writers wait no longer
 * @returns false when it existed before
 * @throws AppError not_found, conflict (that part with other bytes), state_conflict (the delivery
 * is closed or withdrawn)
 */
export async function putSpelled(
  { workshop, cid, actor }: DeliverDeps,
  { pieces, ...about }: PartWords & { rows: number; pieces: Iterable<Spelled> },
): Promise<boolean> {
  const { batch, part, entity, sha256 } = about,
    look = workshop.look(cid, actor),
    open = await findBatch(look, batch),
    known = await findPart(look, batch, part);
  if (!open) throw new AppError('not_found');
  if (known && (known.sha256 !== sha256 || known.entity !== entity))
    throw new AppError('conflict', { fields: { part: 'other_content' } });
  if (known?.isDone) return false;
  if (open.state !== 'open')
    throw new AppError('state_conflict', { fields: { batch: open.state } });
  const put = async (
    piece: Spelled | undefined,
    isFirst: boolean,
    isLast: boolean,
  ): Promise<void> => {
    const writes: KnownWrite[] = [
      { query: holdOpen, values: { batch }, touches: 1 },
      ...(isFirst && !known
        ? [{ query: beginPart, values: { ...about, at: look.now }, touches: 1 }]
        : []),
      ...(piece
        ? [{ query: insertRow(entity), values: {}, touches: piece.count, each: piece.bytes }]
        : []),
      ...(isLast ? [{ query: endPart, values: about, touches: 1 }] : []),
    ];
    // Fast path with fixed writes, valid where nothing of it exists yet; otherwise existing rows
    // are left out.
    if (!(await workshop.submit(cid, writes)))
      await workshop.write(cid, actor, (w) => putPiece(w, about, piece, isLast));
    await letOthersRun();
  };
  let isFirst = true,
    held: Spelled | undefined,
    writing: Promise<unknown> = Promise.resolve();
  try {
    for (const piece of pieces) {
      if (held) {
        await writing;
        writing = put(held, isFirst, false);
        // Awaited above, or below.
        writing.catch(() => undefined);
        isFirst = false;
        // The write is sent to its thread first; then the next chunk is prepared in parallel.
        await letOthersRun();
        await letOthersRun();
      }
      held = piece;
    }
  } finally {
    await writing;
  }
  await put(held, isFirst, true);
  return true;
}
async function putPiece(
  w: Work,
  about: PartWords & { rows: number },
  piece: Spelled | undefined,
  isLast: boolean,
): Promise<void> {
  const open = await findBatch(w, about.batch);
  if (open?.state !== 'open')
    throw new AppError('state_conflict', { fields: { batch: open?.state ?? 'gone' } });
  await insertPart(w, { ...about, isDone: false, at: w.now });
  const mine = await findPart(w, about.batch, about.part);
  if (mine?.sha256 !== about.sha256 || mine.entity !== about.entity)
    throw new AppError('conflict', { fields: { part: 'other_content' } });
  if (piece) await insertSpelled(w, about.entity, Buffer.from(piece.bytes).toString());
  if (isLast) await w.tx.run(endPart, w.t, { ...about });
}

/**
 * Computes the content hash of a delivery over all of its parts in order: the same parts yield the
 * same hash.
 */
export const sumOf = (
  parts: readonly { part: number; entity: string; sha256: string; rows: number }[],
): string =>
  createHash('sha256')
    .update(
      [...parts]
        .sort((a, b) => a.part - b.part)
        .map((one) => `${one.part}:${one.entity}:${one.rows}:${one.sha256}\n`)
        .join(''),
    )
    .digest('hex');

/**
 * Closes the delivery: from here on its rows count. Repeating the call returns the same result.
 * @param parts number of parts sent;
 * @param refused number of lines left out
 * @throws AppError not_found, state_conflict (a part is missing or incomplete, or the delivery was
 * withdrawn)
 */
export async function closeBatch(
  w: Work,
  batch: number,
  { parts, refused = 0 }: { parts: number; refused?: number },
): Promise<BatchRow> {
  const open = await findBatch(w, batch);
  if (!open) throw new AppError('not_found');
  if (open.state === 'closed') return open;
  if (open.state === 'withdrawn')
    throw new AppError('state_conflict', { fields: { batch: 'withdrawn' } });
  const all = await listParts(w, batch),
    counts: Partial<Record<PvsEntity, number>> = {};
  if (all.length !== parts || all.some((one) => !one.isDone))
    throw new AppError('state_conflict', { fields: { parts: 'incomplete' } });
  for (const one of all) counts[one.entity] = (counts[one.entity] ?? 0) + one.rows;
  const set = {
    state: 'closed' as const,
    closedAt: w.now,
    sha256: sumOf(all),
    rows: all.reduce((n, one) => n + one.rows, 0),
    counts,
    refused,
  };
  if (!(await changeBatch(w, batch, ['open'], set))) throw new AppError('state_conflict');
  await w.audit('pvs.batch.closed', { batch, rows: set.rows, sha256: set.sha256 });
  return { ...open, ...set };
}

/**
 * Withdraws a delivery: its rows stop counting; nothing is deleted.
 * @returns whether something changed
 * @throws AppError not_found
 */
export async function withdrawBatch(w: Work, batch: number): Promise<boolean> {
  if (!(await findBatch(w, batch))) throw new AppError('not_found');
  const isChanged = await changeBatch(w, batch, ['open', 'closed'], {
    state: 'withdrawn',
    withdrawnAt: w.now,
    withdrawnBy: actorWord(w.actor),
  });
  if (isChanged) await w.audit('pvs.batch.withdrawn', { batch });
  return isChanged;
}
/** Reverts a withdrawal. @throws AppError not_found, state_conflict (it was never closed) */
export async function restoreBatch(w: Work, batch: number): Promise<boolean> {
  const row = await findBatch(w, batch);
  if (!row) throw new AppError('not_found');
  if (row.state === 'closed') return false;
  if (row.closedAt === null || row.state === 'open') throw new AppError('state_conflict');
  if (
    !(await changeBatch(w, batch, ['withdrawn'], {
      state: 'closed',
      withdrawnAt: null,
      withdrawnBy: null,
    }))
  )
    throw new AppError('state_conflict');
  await w.audit('pvs.batch.restored', { batch });
  return true;
}
