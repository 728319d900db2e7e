/**
 * The request about a document: a signature, or questions or a refusal instead. It is stored sealed
 * on the device until the practice has it.
 */

import type { Clock } from '../../../shared/base/ports.ts';
import { sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { ShareSaid, ShareSignature } from '../../../shared/exchange/share.schema.ts';
import { withoutStale } from '../../../shared/papers/read-in.ts';
import type { Mark } from '../../../shared/papers/signature.ts';
import { newKey, seal, unseal, type Cabinet, type DraftRow } from '../../home/cabinet.ts';
import type { SignContent, SignState } from './signState.ts';

export type Order = ShareSignature | ShareSaid;

/** A signature that was begun and not submitted. */
export interface Begun extends Pick<SignState, 'screen' | 'reading' | 'declarations' | 'ink'> {
  /** Hashes of the document: another one is signed from the start. */
  readonly document: string;
}

/** Hashes of what is signed, as data and as printed. */
const hashesOf = ({ dataSha256, presentedPdfSha256 }: SignContent): string =>
  `${dataSha256}|${presentedPdfSha256}`;

/** Returns the part of a state that outlives the page. */
export const begunOf = (content: SignContent, state: SignState): Begun => ({
  screen: state.screen,
  reading: state.reading,
  declarations: state.declarations,
  ink: state.ink,
  document: hashesOf(content),
});

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
  /**
   * Stores a signature that was begun; a stored order is never replaced by it.
   * @returns whether it is stored
   */
  keepBegun(begun: Begun): Promise<boolean>;
  /** The signing that was begun; `null` if nothing is stored, it is unreadable, or the document has changed. */
  begun(content: SignContent): Promise<Begun | null>;
  drop(): void;
}

/** Creates the store of one row; without a disk it keeps nothing. */
export function createOrderStore(
  rowId: string,
  {
    cabinet,
    subtle,
    clock,
  }: { cabinet: Cabinet | null; subtle: SubtleCrypto | undefined; clock: Pick<Clock, 'now'> },
): OrderStore {
  const rowOf = async (
    sealer: SubtleCrypto,
    draftId: string,
    value: Order | Begun,
    isHandedIn: boolean,
  ): Promise<DraftRow> => {
    const own = { id: rowId, draftId },
      key = await newKey(sealer),
      draft = await seal(key, own, 'draft', value);
    return { ...own, key, draft, savedAt: clock.now(), misses: 0, isHandedIn };
  };
  const read = async (isHandedIn: boolean): Promise<unknown> => {
    const row = await cabinet?.get(rowId);
    return row?.key && row.isHandedIn === isHandedIn
      ? unseal(row, 'draft').catch(() => null)
      : null;
  };
  // After the submission or its end, a draft still on its way must not come back.
  let isOver = false;
  return {
    async keep(order) {
      isOver = true;
      if (!cabinet || !subtle) return;
      const row = await rowOf(subtle, order.id, order, true);
      await cabinet.change(rowId, () => row);
    },
    kept: async () => (await read(true)) as Order | null,
    async keepBegun(begun) {
      if (!cabinet || !subtle || isOver) return false;
      const row = await rowOf(subtle, rowId, begun, false);
      let isKept = false;
      await cabinet.change(rowId, (now) => {
        isKept = !isOver && now?.isHandedIn !== true;
        return isKept ? row : now;
      });
      return isKept;
    },
    async begun(content) {
      const begun = (await read(false)) as Begun | null;
      return begun?.document === hashesOf(content) ? begun : null;
    },
    drop() {
      isOver = true;
      cabinet?.change(rowId, () => undefined).catch(() => undefined);
    },
  };
}
