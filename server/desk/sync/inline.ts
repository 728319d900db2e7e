// Sends a new task along with the poke: sealed inside the transaction that created it, so that no
// work remains after the commit. The pull stays authoritative.

import { toBase64 } from '../../../shared/exchange/sealing.ts';
import {
  feedAad,
  INLINE_CHARS,
  type FeedItem,
  type PokeInline,
} from '../../../shared/exchange/sync.ts';
import { reasonOf } from '../../platform/db/store.ts';
import type { Sealer } from '../../platform/keys/node-seal.ts';
import { findTablet } from '../tablet/store.ts';
import { lookIn, type DomainEvent, type Look, type Work } from '../../platform/work.ts';
import type { LiveSeals } from './live-seals.ts';
import { feedAfter, type FeedRow } from './store.ts';
import { taskBody } from './task-body.ts';

export interface InlineDeps {
  isListening(tabletId: string): boolean;
  seals: Pick<LiveSeals, 'of'>;
  installation(): { epoch: string };
  originKey(cid: string): Promise<Uint8Array>;
}
/**
 * A transaction that notifies more tablets, or one of them of more rows, only pokes: building
 * bodies would delay others.
 */
const MAX_TABLETS = 2,
  MAX_ROWS = 3;
/** Cannot be built inside a transaction: it waits for something other than the database. */
class NeedsPull extends Error {}

type Poke = Extract<DomainEvent, { to: 'tablet' }> & { event: { kind: 'poke' } };
const isPoke = (e: DomainEvent): e is Poke => e.to === 'tablet' && e.event.kind === 'poke';

/**
 * Creates the last step of a transaction before its commit: merges the pokes of a listening tablet
 * into one, with their bodies.
 */
export function createInline(
  deps: InlineDeps,
): (w: Work, events: DomainEvent[]) => Promise<DomainEvent[]> {
  const origins = new Map<string, Uint8Array>();

  const rowItem = async (
    look: Look,
    sealer: Sealer,
    row: FeedRow,
    origin: Uint8Array,
  ): Promise<FeedItem> => {
    if (row.op === 'config' || row.taskId === null) throw new NeedsPull();
    const { op, body } = await taskBody(
      look,
      {
        openOp: () => Promise.reject(new NeedsPull()),
        originKey: () => Promise.resolve(origin),
        formText: () => Promise.reject(new NeedsPull()),
      },
      row.tabletId,
      row.taskId,
      row.op,
    );
    const sealed = sealer.seal(
      Buffer.from(JSON.stringify(body)),
      feedAad(row.tabletId, row.seq, op),
    );
    return {
      seq: row.seq,
      op,
      taskId: row.taskId,
      ...(row.mappeId !== null && { mappeId: row.mappeId }),
      body: toBase64(sealed),
    };
  };

  const inlineOf = async (
    w: Work,
    tabletId: string,
    from: number,
  ): Promise<PokeInline | undefined> => {
    const origin = origins.get(w.cid);
    if (!origin) {
      // Not awaited: it may have to be decrypted first.
      deps.originKey(w.cid).then(
        (key) => {
          origins.set(w.cid, key);
        },
        () => undefined,
      );
      return undefined;
    }
    const look = lookIn(w);
    const [tablet, rows] = [
      await findTablet(w, tabletId),
      await feedAfter(look, tabletId, from, MAX_ROWS + 1),
    ];
    if (!tablet || rows.length === 0 || rows.length > MAX_ROWS) return undefined;
    const sealer = deps.seals.of(tabletId, tablet.sealKey),
      items: FeedItem[] = [];
    try {
      for (const row of rows) items.push(await rowItem(look, sealer, row, origin));
    } catch (error) {
      // A body that cannot be built is reported when it is pulled; a database failure aborts the
      // transaction.
      if (!['other', 'entry'].includes(reasonOf(error))) throw error;
      return undefined;
    }
    return items.reduce((n, i) => n + (i.body?.length ?? 0), 0) > INLINE_CHARS
      ? undefined
      : { from, epoch: deps.installation().epoch, items };
  };

  return async (w, events) => {
    const seqs = new Map<string, number[]>();
    for (const e of events)
      if (isPoke(e) && deps.isListening(e.tabletId))
        seqs.set(e.tabletId, [...(seqs.get(e.tabletId) ?? []), e.event.seq]);
    if (seqs.size === 0 || seqs.size > MAX_TABLETS) return events;
    let all = events;
    for (const [tabletId, own] of seqs) {
      const inline = await inlineOf(w, tabletId, Math.min(...own) - 1);
      if (!inline) continue;
      const merged: DomainEvent = {
        to: 'tablet',
        tabletId,
        event: { kind: 'poke', seq: Math.max(...own), inline },
      };
      all = [...all.filter((e) => !(isPoke(e) && e.tabletId === tabletId)), merged];
    }
    return all;
  };
}
