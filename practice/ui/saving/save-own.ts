// Saves a user's personal settings in their account; the screens follow the answer.

import type { UserSettings } from '../../../shared/accounts/user-settings.ts';
import { call, TIMEOUT } from '../../api.ts';
import { patchUser } from '../../session.ts';

export async function saveOwn(change: UserSettings): Promise<void> {
  patchUser({
    settings: await call<UserSettings>('/auth/user/setting', {
      method: 'PUT',
      json: change,
      timeout: TIMEOUT,
    }),
  });
}
