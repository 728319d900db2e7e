// The hours in which this server may be updated, by the windows of all its practices.

import {
  nextCommonWindow,
  windowOrDefault,
  type CommonWindow,
} from '../../../shared/accounts/update-window.ts';
import type { Store } from '../../platform/db/store.ts';
import { countWindows } from './store.ts';

/**
 * Returns the next hours that suit all practices, or most of them.
 * @param now ms
 * @returns undefined on a server without practices
 */
export const readCommonWindow = async (
  store: Store,
  now: number,
): Promise<CommonWindow | undefined> =>
  nextCommonWindow(
    (await countWindows(store)).map(({ text, practices }) => ({
      window: windowOrDefault(text),
      practices,
    })),
    now,
  );
