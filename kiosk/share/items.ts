// Opens an item of a share as a page: a document is only shown; forms and signatures outlive their
// page.

import type { ShareContents, ShareItemContent } from '../../shared/exchange/share.schema.ts';
import type { Cabinet } from '../home/cabinet.ts';
import type { FormItem, FormItemDeps } from './formItem.ts';
import type { OpenItem } from './openItem.ts';
import type { SignItem, SignItemDeps } from './sign/signItem.ts';

export interface DocumentItem extends OpenItem {
  readonly kind: 'document';
  readonly content: Extract<ShareItemContent, { kind: 'document' }>;
}
export type AnyItem = DocumentItem | FormItem | SignItem;

/** Reads one item. */
export const readItem = (content: DocumentItem['content']): DocumentItem => ({
  kind: 'document',
  content,
  isHanded: () => false,
  again: () => undefined,
  cover: () => undefined,
  flush: () => Promise.resolve(),
});

export type ItemDeps = Omit<FormItemDeps & SignItemDeps, 'calls' | 'praxis' | 'onOver'>;

/** Opens an item of a share; the code for filling in and signing is lazy-loaded. */
export async function openAny(
  content: ShareItemContent,
  shareId: string,
  deps: ItemDeps & Pick<FormItemDeps & SignItemDeps, 'calls' | 'praxis' | 'onOver'>,
): Promise<AnyItem> {
  switch (content.kind) {
    case 'document':
      return readItem(content);
    case 'questionnaire':
      return (await import('./formItem.ts')).openForm(content, shareId, deps);
    case 'sign':
      return (await import('./sign/signItem.ts')).openSigning(content, shareId, deps);
  }
}

/** Items of a share with data on this device. */
export interface KeptItems {
  /** Sent from here, and not arrived. */
  readonly waiting: readonly string[];
  /** Begun, and not sent. */
  readonly begun: readonly string[];
}

/** Returns the row id of an item on this device; undefined for a document. */
async function rowOf(
  { kind, id }: ShareContents['items'][number],
  shareId: string,
): Promise<string | undefined> {
  if (kind === 'questionnaire') return (await import('./formItem.ts')).formRowOf(shareId, id);
  return kind === 'sign' ? (await import('./sign/order.ts')).signRowOf(shareId, id) : undefined;
}

/** Lists the items with data on this device; data of those that have arrived is deleted. */
export async function keptItems(
  { items }: ShareContents,
  shareId: string,
  cabinet: Cabinet | null,
): Promise<KeptItems> {
  const rows = ((await cabinet?.all()) ?? []).filter((row) => row.key && row.draft),
    waiting: string[] = [],
    begun: string[] = [];
  if (!cabinet || rows.length === 0) return { waiting, begun };
  for (const item of items) {
    const id = await rowOf(item, shareId),
      row = rows.find((one) => one.id === id);
    if (id === undefined || !row) continue;
    if (item.isDone && row.isHandedIn) await cabinet.change(id, () => undefined);
    else if (!item.isDone) (row.isHandedIn ? waiting : begun).push(item.id);
  }
  return { waiting, begun };
}
