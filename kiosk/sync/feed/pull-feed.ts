// Reads the feed from the cursor to its end, or takes the rows that a poke brought.

import type { PokeInline, PullAnswer } from '../../../shared/exchange/sync.ts';
import type { OpenedRow, ReceiverDeps } from './receiver.types.ts';
import type { RowOpener } from './open-row.ts';

/** Rows that came with the signal of the live channel. */
export type Poke = PokeInline & { seq: number };

const isPull = (v: unknown): v is PullAnswer =>
  typeof v === 'object' &&
  v !== null &&
  'epoch' in v &&
  typeof v.epoch === 'string' &&
  v.epoch !== '' &&
  'cursor' in v &&
  Number.isInteger(v.cursor) &&
  'items' in v &&
  Array.isArray(v.items);

/** Returns the payload of a poke; `undefined` for an empty one. */
export function inlineOf(data: string): Poke | undefined {
  let v: unknown;
  try {
    v = JSON.parse(data);
  } catch {
    return undefined;
  }
  const has =
    typeof v === 'object' &&
    v !== null &&
    'seq' in v &&
    Number.isInteger(v.seq) &&
    'from' in v &&
    Number.isInteger(v.from) &&
    'epoch' in v &&
    typeof v.epoch === 'string' &&
    'items' in v &&
    Array.isArray(v.items);
  return has ? (v as Poke) : undefined;
}

/** Pulls until the feed has ended; rows and cursor are applied together. */
export async function pullFeed(deps: ReceiverDeps, openAll: RowOpener['openAll']): Promise<void> {
  const { call, store } = deps;
  const device = await deps.device();
  if (!device) return;
  /**
   * A feed read from its start replaces all rows at once: a task of its last page is never
   * missing meanwhile.
   */
  let anew = null as { cursor: number; epoch: string; rows: OpenedRow[] } | null;
  for (let more = true; more;) {
    const at = anew ?? (await store.cursor());
    const answer = await call<unknown>(`/tablet/sync/v1/pull?cursor=${at.cursor}&limit=100`, {
      isR4c: true,
      timeout: 20_000,
    });
    if (!isPull(answer)) throw new Error('the answer is not ours');
    if (at.epoch !== answer.epoch) await deps.onEpoch(answer.epoch);
    if (at.epoch !== '' && at.epoch !== answer.epoch && at.cursor > 0 && answer.reset !== true) {
      // The cursor belongs to the lost past.
      anew = { cursor: 0, epoch: answer.epoch, rows: [] };
      continue;
    }
    const rows = await openAll(device, answer.items);
    more = answer.more && (answer.cursor > at.cursor || (answer.reset === true && !anew));
    if (anew || answer.reset === true) {
      anew = {
        cursor: answer.cursor,
        epoch: answer.epoch,
        rows: [...(answer.reset === true ? [] : (anew?.rows ?? [])), ...rows],
      };
      if (more) continue;
      await store.apply(anew.rows, anew.cursor, anew.epoch, null);
      deps.onRows();
    } else if (rows.length > 0 || answer.cursor !== at.cursor) {
      if (await store.apply(rows, answer.cursor, answer.epoch, at.cursor)) deps.onRows();
      else more = true;
    }
  }
}

/**
 * Applies the rows of a poke; false when an earlier row is missing here, so that only a pull helps.
 */
export async function takePoke(
  deps: ReceiverDeps,
  openAll: RowOpener['openAll'],
  { seq, from, epoch, items }: Poke,
): Promise<boolean> {
  const { store } = deps;
  const [device, at] = [await deps.device(), await store.cursor()];
  if (!device || at.epoch !== epoch || at.cursor < from) return false;
  if (at.cursor >= seq) return true;
  const rows = await openAll(device, items);
  // Rows that cannot be decrypted are left to the pull.
  if (rows.some((r) => r.op === 'skip')) return false;
  if (!(await store.apply(rows, seq, epoch, from))) return false;
  deps.onRows();
  return true;
}
