// Queries of personal settings.

import type { UserSettings } from '../../../shared/accounts/user-settings.ts';
import type { Work } from '../../platform/work.ts';
import type { UserRow } from './store.ts';

export const userInUnit = (w: Work, id: string): Promise<UserRow | undefined> =>
  w.tx.one(w.t.user, { id });
export const userByEmailInUnit = (w: Work, email: string): Promise<UserRow | undefined> =>
  w.tx.one(w.t.user, { email });
export const setUserSettings = async (
  w: Work,
  id: string,
  settings: UserSettings,
): Promise<void> => {
  await w.tx.update(w.t.user, { settings }, { id });
};
export const setAvatarId = async (w: Work, id: string, avatarId: string | null): Promise<void> => {
  await w.tx.update(w.t.user, { avatarId }, { id });
};
