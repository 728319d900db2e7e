// A user's own settings: language, appearance, start page, and mail preferences.

import { isVendor, type UserRole } from '../base/roles.ts';

/**
 * `start` is a path below /practice; `mails` are preferences, security notices are always sent;
 * `reports` are the favourites, paths below /berichte.
 */
export interface UserSettings {
  language?: 'de' | 'en';
  theme?: 'auto' | 'light' | 'dark';
  start?: string;
  mails?: { news?: boolean };
  reports?: string[];
}

/** Returns settings for display: a row may contain a preference that does not exist any more. */
export function knownSettings(stored: UserSettings | null): UserSettings {
  const { mails, ...rest } = stored ?? {};
  return { ...rest, ...(mails?.news !== undefined && { mails: { news: mails.news } }) };
}

/** Returns the language of messages to a user: their own, or German. */
export const languageOf = (person: { settings: UserSettings | null }): 'de' | 'en' =>
  person.settings?.language ?? 'de';

/** Returns the start page of a user: their own, or that of their role. */
export const startOf = ({
  role,
  settings,
}: {
  role: UserRole;
  settings?: UserSettings | undefined;
}): string =>
  isVendor(role) ? '/betrieb' : (settings?.start ?? (role === 'reception' ? '/empfang' : '/heute'));
