// Decrypts rows of the feed with the device key.

import { createOpener } from '../../../shared/exchange/opening.ts';
import { fromBase64 } from '../../../shared/exchange/sealing.ts';
import {
  feedAad,
  type ConfigBody,
  type FeedItem,
  type TaskBody,
} from '../../../shared/exchange/sync.ts';
import type { OpenedRow, ReceiverDeps } from './receiver.types.ts';

export interface RowOpener {
  /** Learns the public point that the live channel seals with, sent as it opens. */
  expect(data: string): Promise<void>;
  /** Decrypts rows in order; an unreadable one is skipped and reported. */
  openAll(device: string, items: readonly FeedItem[]): Promise<OpenedRow[]>;
}

/** Creates the opener of feed rows. */
export function createRowOpener({
  privateKey,
  onUnreadable,
}: Pick<ReceiverDeps, 'privateKey' | 'onUnreadable'>): RowOpener {
  const opener = createOpener();
  const openRow = async (device: string, item: FeedItem): Promise<OpenedRow> => {
    if (item.op === 'revoke' || item.op === 'purge')
      return item.taskId
        ? { seq: item.seq, op: item.op, taskId: item.taskId }
        : { seq: item.seq, op: 'skip' };
    try {
      const key = await privateKey();
      if (!key || !item.body) throw new Error('nothing to open');
      const plain = new TextDecoder('utf-8', { fatal: true }).decode(
        await opener.open(key, fromBase64(item.body), feedAad(device, item.seq, item.op)),
      );
      if (item.op === 'put')
        return { seq: item.seq, op: 'put', body: JSON.parse(plain) as TaskBody };
      return { seq: item.seq, op: 'config', body: JSON.parse(plain) as ConfigBody };
    } catch {
      // One corrupt row must not block the feed permanently (F17, F26): it is skipped and reported.
      onUnreadable(item.seq);
      return { seq: item.seq, op: 'skip' };
    }
  };

  return {
    async expect(data) {
      const [key, point] = [await privateKey(), JSON.parse(data) as unknown];
      if (key && typeof point === 'string') await opener.expect(key, point);
    },
    async openAll(device, items) {
      const rows: OpenedRow[] = [];
      for (const item of items) rows.push(await openRow(device, item));
      return rows;
    },
  };
}
