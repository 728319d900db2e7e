/** The list of a share: read after sign-in, left for an item, read again afterwards. */

import type {
  ShareContents,
  ShareItem,
  ShareItemContent,
} from '../../../shared/exchange/share.schema.ts';
import type { KeptItems } from '../items.ts';
import type { ShareCalls } from '../../sync/share-calls.ts';
import { codeOf, type Session } from './session.ts';
import type { ItemSteps, ShareVisitDeps } from './shareState.ts';

export interface ItemList {
  /** Shows the list, or first an item that waits to be sent. */
  letIn(from: ShareCalls): Promise<void>;
  readonly steps: ItemSteps;
}

/** Creates the list of a session. */
export function createItemList(
  session: Session,
  { openItem, keptIn }: Pick<ShareVisitDeps, 'openItem' | 'keptIn'>,
): ItemList {
  const { get, put, act, over } = session;
  const shareId = (): string => session.address()?.shareId ?? '';
  const kept = (contents: ShareContents): Promise<KeptItems> =>
    keptIn(contents, shareId()).catch(() => ({ waiting: [], begun: [] }));
  const reload = async (from: ShareCalls): Promise<void> => {
    try {
      const contents = await from.list();
      put({ contents, begun: (await kept(contents)).begun, screen: 'list', item: null });
    } catch (error) {
      const code = codeOf(error);
      // Completed items appear in the list as soon as it can be read again.
      if (code === 'network' || code === 'timeout') {
        put({ screen: 'list', item: null });
        return;
      }
      throw error;
    }
  };
  /** One unavailable item is not the end of the link: the list shows the rest. */
  const show = async (item: ShareItem, from: ShareCalls): Promise<void> => {
    let content: ShareItemContent;
    try {
      content = await from.read(item.id);
    } catch (error) {
      if (codeOf(error) !== 'not_found') throw error;
      await reload(from);
      return;
    }
    put({ item: await openItem(content, shareId(), from, over), screen: 'item' });
  };
  /** Pending submissions come first. */
  const showWaiting = async (contents: ShareContents, from: ShareCalls): Promise<void> => {
    const { waiting, begun } = await kept(contents),
      item = contents.items.find((one) => one.id === waiting[0]);
    put({ begun });
    if (item && !item.isDone) await show(item, from);
    else put({ screen: 'list' });
  };
  return {
    async letIn(from) {
      const contents = await from.list();
      put({
        contents,
        praxis: contents.praxis,
        isTimedOut: false,
        isCodeSent: false,
        triesLeft: null,
        step: null,
      });
      session.stay();
      const { item } = get();
      if (item) {
        put({ screen: 'item' });
        item.again();
      } else await showWaiting(contents, from);
    },
    steps: {
      refresh: () => act(reload),
      open: (item) => act((from) => show(item, from)),
      close: () =>
        act(async (from) => {
          await get()
            .item?.flush()
            .catch(() => undefined);
          await reload(from);
        }),
      async download(itemId) {
        const calls = session.calls();
        if (!calls) throw new Error('nothing is open');
        try {
          return await calls.download(itemId);
        } catch (error) {
          if (codeOf(error) === 'share_over') over();
          throw error;
        }
      },
      remove: () =>
        act(async (from) => {
          await get().item?.remove?.();
          await reload(from);
        }),
    },
  };
}
