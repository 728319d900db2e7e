// Personal settings of a user: stored with the account, so that they apply at every workstation.

import { userSettingsSchema } from '../../../shared/accounts/user-settings.schema.ts';
import { knownSettings } from '../../../shared/accounts/user-settings.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import {
  setAvatarId,
  setUserSettings,
  userByEmailInUnit,
  userInUnit,
} from '../account-store/store-own.ts';

export interface OwnSettingsDeps {
  /** The user with this address opts in to mails: an earlier unsubscribe is cleared. */
  wishAgain: (w: Work, email: string) => Promise<void>;
}

export const ownSettingsRoutes = ({ wishAgain }: OwnSettingsDeps): Route[] => [
  route(
    {
      method: 'put',
      path: '/user/setting',
      policy: 'account.own',
      summary: 'Own language, appearance, first page and mail wishes; what is left out is kept',
      body: userSettingsSchema,
      answer: userSettingsSchema,
    },
    ({ body }, context) =>
      context.write(async (w) => {
        const { actor } = context,
          user = actor.kind === 'user' ? await userInUnit(w, actor.userId) : undefined;
        if (!user) throw new AppError('unauthenticated');
        const before = knownSettings(user.settings),
          settings = {
            ...before,
            ...body,
            ...(body.mails && { mails: { ...before.mails, ...body.mails } }),
          };
        await setUserSettings(w, user.id, settings);
        if (body.mails?.news === true) await wishAgain(w, user.email);
        await w.audit('auth.user.settings', { fields: Object.keys(body) });
        return settings;
      }),
  ),
];

/**
 * Sets a user's opt-in for news outside the profile; false when no user has this address or it was
 * already set.
 */
export async function setNewsWish(w: Work, email: string, isWished: boolean): Promise<boolean> {
  const user = await userByEmailInUnit(w, email),
    before = knownSettings(user?.settings ?? null);
  if (!user || (before.mails?.news ?? false) === isWished) return false;
  await setUserSettings(w, user.id, { ...before, mails: { ...before.mails, news: isWished } });
  await w.audit('auth.user.settings', { userId: user.id, fields: ['mails'] });
  return true;
}

/** Replaces a user's picture; returns the previous one. */
export async function setAvatar(
  w: Work,
  userId: string,
  imageId: string | null,
): Promise<string | null> {
  const before = (await userInUnit(w, userId))?.avatarId ?? null;
  await setAvatarId(w, userId, imageId);
  await w.audit('auth.user.avatar', { userId, isRemoved: imageId === null });
  return before;
}
