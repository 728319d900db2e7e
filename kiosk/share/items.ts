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

/**
 * Lists the items with stored answers or signatures that have not arrived; those that have are
 * deleted.
 */
export async function waitingItems(
  { items }: ShareContents,
  shareId: string,
  cabinet: Cabinet | null,
): Promise<string[]> {
  const kept = ((await cabinet?.all()) ?? []).filter((row) => row.key && row.isHandedIn);
  if (!cabinet || kept.length === 0) return [];
  const [{ formRowOf }, { signRowOf }] = await Promise.all([
      import('./formItem.ts'),
      import('./sign/order.ts'),
    ]),
    waiting: string[] = [];
  for (const item of items) {
    const id =
      item.kind === 'questionnaire'
        ? await formRowOf(shareId, item.id)
        : item.kind === 'sign'
          ? await signRowOf(shareId, item.id)
          : undefined;
    if (id === undefined || !kept.some((row) => row.id === id)) continue;
    if (item.isDone) await cabinet.change(id, () => undefined);
    else waiting.push(item.id);
  }
  return waiting;
}
