// What a practice may set about itself, its defaults, and the rules that form and server share.

import { isTime } from '../base/dates.ts';

export interface Settings {
  praxisName: string;
  phone: string;
  mail: string;
  street: string;
  plz: string;
  city: string;
  /** Default language of the practice's tablets, and the list offered on them. */
  language: string;
  languages: string[];
  /** Berlin time at which drafts of the day end, `HH:MM`. */
  closingTime: string;
  openingHours: { from: string; to: string };
  idleSeconds: number;
  /** Minutes without a touch after which a workstation locks itself. */
  lockMinutes: number;
  /** Why this practice allows codes by mail as second factor; empty: it does not. */
  mailFactorReason: string;
  /** Why this practice gives documents home without a second step; empty: it never does. */
  shareBareReason: string;
  /**
   * Most that files of the practice may take together, in GB of 10^9 bytes: what people add is
   * refused beyond it, what is signed never.
   */
  storageGb: number;
  /** Per cent. */
  textScale: number;
  /**
   * Forms (ids without version) that tablets keep as blank ones, for the time without a network.
   */
  blankForms: string[];
}
/** What the settings page gets: no secret, only whether there is one. */
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
  language: 'de',
  languages: ['de', 'en'],
  closingTime: '20:00',
  openingHours: { from: '08:00', to: '18:00' },
  idleSeconds: 120,
  lockMinutes: 10,
  mailFactorReason: '',
  shareBareReason: '',
  storageGb: 200,
  textScale: 100,
  blankForms: ['anamnese-erwachsene', 'anamnese-kinder', 'schmerz', 'patientendaten'],
};

export const IDLE_MIN = 30;
export const IDLE_MAX = 900;
export const STORAGE_MIN = 1;
export const STORAGE_MAX = 10_000;
export const LOCK_MIN = 1;
export const LOCK_MAX = 60;

/** The staff menu's PIN: six digits that are not the first ones anybody tries. */
export function tabletPinProblem(pin: string): 'digits' | 'easy' | undefined {
  if (!/^\d{6}$/.test(pin)) return 'digits';
  const steps = new Set([...pin].slice(1).map((d, i) => Number(d) - Number(pin[i])));
  const isEven = steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 9);
  return isEven || /^(..)\1\1$/.test(pin) || /^(...)\1$/.test(pin) ? 'easy' : undefined;
}

/** Opening hours in which closing lies after opening. */
export function areHours(hours: { from: string; to: string }): boolean {
  return isTime(hours.from) && isTime(hours.to) && hours.from < hours.to;
}
