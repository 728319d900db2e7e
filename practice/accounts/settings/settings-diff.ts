// Diff of the settings page, as RFC 6902 operations against the version that was read. Pure.

import type { PatchOperation } from '../../../shared/accounts/settings.schema.ts';
import type { Settings, SettingsView } from '../../../shared/accounts/settings.ts';

const FIELDS = [
  'praxisName',
  'phone',
  'mail',
  'street',
  'plz',
  'city',
  'privacyContact',
  'language',
  'languages',
  'closingTime',
  'openingHours',
  'updateWindow',
  'idleSeconds',
  'textScale',
  'lockMinutes',
  'mailFactorReason',
  'staffFactorFrom',
  'shareBareReason',
  'storageGb',
  'blankForms',
  'signsAnswers',
  'accent',
] as const;
export type Draft = Pick<Settings, (typeof FIELDS)[number]>;

export function draftOf(view: SettingsView): Draft {
  const {
    praxisName,
    phone,
    mail,
    street,
    plz,
    city,
    privacyContact,
    language,
    languages,
    closingTime,
    openingHours,
    updateWindow,
    idleSeconds,
    textScale,
    lockMinutes,
    mailFactorReason,
    staffFactorFrom,
    shareBareReason,
    storageGb,
    blankForms,
    signsAnswers,
    accent,
  } = view;
  return {
    praxisName,
    phone,
    mail,
    street,
    plz,
    city,
    privacyContact,
    language,
    languages,
    closingTime,
    openingHours,
    updateWindow,
    idleSeconds,
    textScale,
    lockMinutes,
    mailFactorReason,
    staffFactorFrom,
    shareBareReason,
    storageGb,
    blankForms,
    signsAnswers,
    accent,
  };
}

/**
 * Normalises a typed time: `8` → `08:00`, `8.30` → `08:30`; anything else stays as typed, for the
 * server to reject.
 */
export function timeOf(typed: string): string {
  const m = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?:\s*uhr)?$/i.exec(typed.trim());
  return m ? `${(m[1] ?? '').padStart(2, '0')}:${m[2] ?? '00'}` : typed.trim();
}

/** Normalises both times of hours. */
export const hoursOf = <T extends { from: string; to: string }>(hours: T): T => ({
  ...hours,
  from: timeOf(hours.from),
  to: timeOf(hours.to),
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns the changed fields only, so that two users can change different things at the same time.
 */
export function diffOf(before: Draft, now: Draft): PatchOperation[] {
  return FIELDS.filter((field) => !isSame(before[field], now[field])).map((field) => ({
    op: 'replace',
    path: `/${field}`,
    value: now[field],
  }));
}

/** Merges after a conflict: own changes stay, everything else takes the new state. */
export function rebase(before: Draft, mine: Draft, theirs: Draft): Draft {
  const kept = Object.fromEntries(
    FIELDS.filter((field) => !isSame(before[field], mine[field])).map((field) => [
      field,
      mine[field],
    ]),
  );
  return { ...theirs, ...kept };
}
