// What a person sets for themself: language, appearance, first page, and which mails they want.

/** `start` is a path below /practice; `mails` are wishes, safety notices are always sent. */
export interface UserSettings { language?: 'de' | 'en'; theme?: 'auto' | 'light' | 'dark'; start?: string; mails?: { news?: boolean; report?: boolean } }

/** Language of what is written to a person: their own, or German. */
export const languageOf = (person: { settings: UserSettings | null }): 'de' | 'en' => person.settings?.language ?? 'de';
