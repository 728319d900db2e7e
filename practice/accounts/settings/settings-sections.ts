// The sections and fields of the settings form: their place in the groups, and the words by which
// they are found.

import type { Draft } from './settings-diff.ts';
import type { SettingsGroup } from './settings-pages.ts';
import type { SettingsText } from './settings-texts.ts';

/** A field of the form; its name is the anchor of its address. */
export interface SettingsField {
  readonly name: keyof Draft | 'pin' | 'logo';
  readonly title: SettingsText;
  readonly hint?: SettingsText;
  /** Further words in German and English. */
  readonly also?: SettingsText;
}
export interface SettingsSection {
  readonly group: SettingsGroup;
  readonly title: SettingsText;
  readonly fields: readonly [SettingsField, ...SettingsField[]];
  /** Shown to owners only. */
  readonly isOwners?: true;
}

export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  {
    group: 'practice',
    title: 'praxis',
    fields: [
      { name: 'praxisName', title: 'praxisName' },
      { name: 'phone', title: 'phone', hint: 'phoneHint', also: 'also.phone' },
      { name: 'mail', title: 'mail', hint: 'mailHint' },
      { name: 'street', title: 'street', also: 'also.address' },
      { name: 'plz', title: 'plz', also: 'also.address' },
      { name: 'city', title: 'city', also: 'also.address' },
      { name: 'privacyContact', title: 'privacyContact', hint: 'privacyContactHint' },
    ],
  },
  {
    group: 'practice',
    title: 'brand',
    fields: [
      { name: 'accent', title: 'accent', hint: 'accentHint', also: 'also.brand' },
      { name: 'logo', title: 'logo', hint: 'logoHint', also: 'also.brand' },
    ],
  },
  {
    group: 'practice',
    title: 'day',
    fields: [
      {
        name: 'closingTime',
        title: 'closingTime',
        hint: 'closingHint',
        also: 'also.hours',
      },
      { name: 'openingHours', title: 'open', hint: 'hoursHint', also: 'also.hours' },
    ],
  },
  {
    group: 'practice',
    title: 'update',
    fields: [
      { name: 'updateWindow', title: 'updateDays', hint: 'updateHint', also: 'also.update' },
    ],
  },
  {
    group: 'tablets',
    title: 'tablets',
    fields: [
      { name: 'language', title: 'language', also: 'also.language' },
      { name: 'languages', title: 'languages', hint: 'languagesHint', also: 'also.language' },
      { name: 'idleSeconds', title: 'idleSeconds', hint: 'idleHint', also: 'also.idle' },
      { name: 'textScale', title: 'textScale', also: 'also.textScale' },
      { name: 'signsAnswers', title: 'signsAnswers', hint: 'signsAnswersHint' },
      { name: 'blankForms', title: 'blankForms', hint: 'blankForms.what', also: 'also.blank' },
    ],
  },
  {
    group: 'tablets',
    title: 'pin',
    isOwners: true,
    fields: [{ name: 'pin', title: 'pin', hint: 'pin.new', also: 'also.pin' }],
  },
  {
    group: 'security',
    title: 'desks',
    fields: [
      { name: 'lockMinutes', title: 'lockMinutes', hint: 'lockHint', also: 'also.lock' },
      { name: 'storageGb', title: 'storageGb', hint: 'storageHint', also: 'also.storage' },
      {
        name: 'staffFactorFrom',
        title: 'staffFactor',
        hint: 'staffFactorHint',
        also: 'also.factor',
      },
      {
        name: 'mailFactorReason',
        title: 'mailFactor',
        hint: 'mailFactorHint',
        also: 'also.factor',
      },
    ],
  },
  {
    group: 'papers',
    title: 'shares',
    fields: [
      {
        name: 'shareBareReason',
        title: 'shareBare',
        hint: 'shareBareHint',
        also: 'also.shares',
      },
    ],
  },
];

/** Address of a field of the form, below /practice. */
export const addressOf = (name: SettingsField['name']): string => `/einstellungen#${name}`;
/** Returns the sections that a user sees. */
export const sectionsFor = (isOwner: boolean): readonly SettingsSection[] =>
  SETTINGS_SECTIONS.filter(({ isOwners }) => isOwner || isOwners !== true);
