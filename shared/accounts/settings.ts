// Settings of a practice, their defaults, and the rules shared by form and server.

import { isTime } from '../base/dates.ts';
import { DEFAULT_UPDATE_WINDOW, type UpdateWindow } from './update-window.ts';

/** Tested accents that may replace petrol. */
export const ACCENTS = ['blue', 'plum', 'fir', 'umber', 'slate'] as const;
export type Accent = (typeof ACCENTS)[number];
/** Most characters of a logo as a data URL; an upload is re-encoded to fit. */
export const LOGO_CHARS = 60_000;

export interface Settings {
  praxisName: string;
  phone: string;
  mail: string;
  street: string;
  plz: string;
  city: string;
  /** Whom to ask about data protection; notices for patients name them. */
  privacyContact: string;
  /** Default language of the practice's tablets, and the list offered on them. */
  language: string;
  languages: string[];
  /** Berlin time at which drafts of the day expire, `HH:MM`. */
  closingTime: string;
  openingHours: { from: string; to: string };
  /** Hours in which the server may be updated. */
  updateWindow: UpdateWindow;
  idleSeconds: number;
  /** Minutes of inactivity after which a workstation locks automatically. */
  lockMinutes: number;
  /** Why this practice allows codes by mail as second factor; empty: it does not. */
  mailFactorReason: string;
  /**
   * Berlin day from which staff and reception need a second factor too; empty: never. Owners always
   * need one.
   */
  staffFactorFrom: string;
  /** Why this practice shares documents without a second step; empty: it never does. */
  shareBareReason: string;
  /**
   * Quota of the practice's files, in GB of 10^9 bytes: uploads beyond it are rejected, signed
   * papers never.
   */
  storageGb: number;
  /** Per cent. */
  textScale: number;
  /** Forms (ids without version) that tablets cache as blank ones for offline use. */
  blankForms: string[];
  /** The answers to forms about health are signed, and kept as a document. */
  signsAnswers: boolean;
  /** Empty: petrol. */
  accent: Accent | '';
  /** Re-encoded picture (PNG, at most 320 × 96) as a data URL; empty: the name stands instead. */
  logo: string;
}
/** Settings as sent to the settings page: no secret, only whether there is one. */
export interface SettingsView extends Settings {
  hasTabletPin: boolean;
  version: number;
}

export const DEFAULT_SETTINGS: Omit<Settings, 'praxisName'> = {
  phone: '',
  mail: '',
  street: '',
  plz: '',
  city: '',
  privacyContact: '',
  language: 'de',
  languages: ['de', 'en'],
  closingTime: '20:00',
  openingHours: { from: '08:00', to: '18:00' },
  updateWindow: DEFAULT_UPDATE_WINDOW,
  idleSeconds: 120,
  lockMinutes: 10,
  mailFactorReason: '',
  staffFactorFrom: '',
  shareBareReason: '',
  storageGb: 200,
  textScale: 100,
  blankForms: ['anamnese-erwachsene', 'anamnese-kinder', 'schmerz', 'patientendaten'],
  signsAnswers: true,
  accent: '',
  logo: '',
};

export const IDLE_MIN = 30;
export const IDLE_MAX = 900;
export const STORAGE_MIN = 1;
export const STORAGE_MAX = 10_000;
export const LOCK_MIN = 1;
export const LOCK_MAX = 60;

/** Checks the PIN of the staff menu: six digits that are not easily guessed. */
export function tabletPinProblem(pin: string): 'digits' | 'easy' | undefined {
  if (!/^\d{6}$/.test(pin)) return 'digits';
  const steps = new Set([...pin].slice(1).map((d, i) => Number(d) - Number(pin[i])));
  const isEven = steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 9);
  return isEven || /^(..)\1\1$/.test(pin) || /^(...)\1$/.test(pin) ? 'easy' : undefined;
}

/** Checks opening hours: closing is after opening. */
export function areHours(hours: { from: string; to: string }): boolean {
  return isTime(hours.from) && isTime(hours.to) && hours.from < hours.to;
}
