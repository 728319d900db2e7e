/**
 * The request about a document: a signature, or questions or a refusal instead. It is stored sealed
 * on the device until the practice has it.
 */

import type { Clock } from '../../../shared/base/ports.ts';
import { sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { ShareSaid, ShareSignature } from '../../../shared/exchange/share.schema.ts';
import { withoutStale } from '../../../shared/papers/read-in.ts';
import type { Mark } from '../../../shared/papers/signature.ts';
import { newKey, seal, unseal, type Cabinet } from '../../home/cabinet.ts';
import type { SignContent, SignState } from './signState.ts';

export type Order = ShareSignature | ShareSaid;

interface OrderParts {
  readonly content: SignContent;
  readonly state: SignState;
  /** Language that was read. */
  readonly language: string;
  readonly id: string;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** Returns questions or a refusal. */
export const saidOf = (
  { content, state, language, id, at }: OrderParts,
  outcome: ShareSaid['outcome'],
): ShareSaid => ({
  id,
  taskId: content.taskId,
  outcome,
  dataSha256: content.dataSha256,
  reading: withoutStale(state.reading, language),
  declarations: [...state.declarations],
  language,
  at,
});

/** Returns a signature with its evidence. */
export function signatureOf(
  { content, state, language, id, at }: OrderParts,
  mark: Mark,
  device: ShareSignature['device'],
): ShareSignature {
  const { role, name, capacity } = content.signer;
  return {
    id,
    taskId: content.taskId,
    dataSha256: content.dataSha256,
    presentedPdfSha256: content.presentedPdfSha256,
    language,
    signedAt: at,
    signers: [{ role, name, ...(capacity !== undefined && { capacity }), mark }],
    declarations: [...state.declarations],
    reading: withoutStale(state.reading, language),
    wantsPaperCopy: false,
    device,
  };
}

/** Returns the row id of a signature, hashed: a usable link cannot be read from the device. */
export const signRowOf = (shareId: string, itemId: string): Promise<string> =>
  sha256Hex(`portal|sign|${shareId}|${itemId}`);

export interface OrderStore {
  keep(order: Order): Promise<void>;
  /** `null`: there is none, or it is unreadable. */
  kept(): Promise<Order | null>;
  drop(): void;
}

/** Creates the store of one row; without a disk it keeps nothing. */
export const createOrderStore = (
  rowId: string,
  {
    cabinet,
    subtle,
    clock,
  }: { cabinet: Cabinet | null; subtle: SubtleCrypto | undefined; clock: Pick<Clock, 'now'> },
): OrderStore => ({
  async keep(order) {
    if (!cabinet || !subtle) return;
    const own = { id: rowId, draftId: order.id },
      key = await newKey(subtle),
      draft = await seal(key, own, 'draft', order);
    await cabinet.change(rowId, () => ({
      ...own,
      key,
      draft,
      savedAt: clock.now(),
      misses: 0,
      isHandedIn: true,
    }));
  },
  async kept() {
    const row = await cabinet?.get(rowId);
    return row?.key ? ((await unseal(row, 'draft').catch(() => null)) as Order | null) : null;
  },
  drop() {
    cabinet?.change(rowId, () => undefined).catch(() => undefined);
  },
});
