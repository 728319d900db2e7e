// What a person sets for themself: language, appearance, first page, and which mails they want.

/** `start` is a path below /practice; `mails` are wishes, safety notices are always sent. */
export interface UserSettings {
  language?: 'de' | 'en';
  theme?: 'auto' | 'light' | 'dark';
  start?: string;
  mails?: { news?: boolean };
}

/** Settings as they may be shown: a row may still hold a wish that there no longer is. */
export function knownSettings(stored: UserSettings | null): UserSettings {
  const { mails, ...rest } = stored ?? {};
  return { ...rest, ...(mails?.news !== undefined && { mails: { news: mails.news } }) };
}

/** Language of what is written to a person: their own, or German. */
export const languageOf = (person: { settings: UserSettings | null }): 'de' | 'en' =>
  person.settings?.language ?? 'de';
