// Help call of a tablet whose database does not open.

import { createApi } from '../sync/api.ts';
import { createAuthStore } from '../sync/authStore.ts';
import { ringHelp } from '../sync/desk.ts';
import { browserRandom } from './ports.ts';

/** Calls for help without the disk: the last token may still be valid. */
export function ringWithoutDisk(): Promise<boolean> {
  const { call } = createApi({
    auth: createAuthStore(localStorage),
    newId: browserRandom.id,
    version: __VERSION__,
    renew: async () => false,
    ready: async () => true,
  });
  return ringHelp(call, null);
}
