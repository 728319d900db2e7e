// The pages below the settings, by group, in list order.

import {
  IconArchive,
  IconCoinEuro,
  IconDatabase,
  IconDeviceFloppy,
  IconFileCertificate,
  IconFileInvoice,
  IconFiles,
  IconForms,
  IconKey,
  IconLicense,
  IconListCheck,
  IconListDetails,
  IconMail,
  IconMessage2,
  IconPlugConnected,
  IconServer2,
  IconUsers,
  IconShieldCheck,
  IconUserShield,
  IconTableImport,
  type Icon,
} from '@tabler/icons-react';
import type { User } from '../../../shared/accounts/auth.schema.ts';
import type { UserRole } from '../../../shared/base/roles.ts';
import type { SettingsText } from './settings-texts.ts';

/** Groups of the settings, in list order. */
export const SETTINGS_GROUPS = [
  'practice',
  'tablets',
  'papers',
  'data',
  'security',
  'contract',
] as const;
export type SettingsGroup = (typeof SETTINGS_GROUPS)[number];

/** Texts are keys of this area; `roles` are those who see the entry (all when absent). */
export interface SettingsEntry {
  to: string;
  group: SettingsGroup;
  icon: Icon;
  title: SettingsText;
  what: SettingsText;
  roles?: readonly UserRole[];
  /** Also for users whom the owner allowed to design. */
  toDesigners?: true;
}

const SETTINGS_PAGES: readonly SettingsEntry[] = [
  {
    to: '/erste-schritte',
    group: 'practice',
    icon: IconListCheck,
    title: 'first.title',
    what: 'first.what',
    roles: ['owner'],
  },
  { to: '/nutzer', group: 'security', icon: IconUsers, title: 'nutzer.title', what: 'nutzer.what' },
  {
    to: '/formulare',
    group: 'papers',
    icon: IconForms,
    title: 'formulare.title',
    what: 'formulare.what',
    roles: ['owner'],
    toDesigners: true,
  },
  {
    to: '/regeln',
    group: 'papers',
    icon: IconListCheck,
    title: 'regeln.title',
    what: 'regeln.what',
    roles: ['owner'],
    toDesigners: true,
  },
  {
    to: '/texte',
    group: 'papers',
    icon: IconFileCertificate,
    title: 'texte.title',
    what: 'texte.what',
    roles: ['owner'],
    toDesigners: true,
  },
  {
    to: '/notfallmappe',
    group: 'tablets',
    icon: IconFiles,
    title: 'notfall.title',
    what: 'notfall.what',
  },
  {
    to: '/postausgang',
    group: 'data',
    icon: IconMail,
    title: 'postausgang.title',
    what: 'postausgang.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/werte',
    group: 'data',
    icon: IconCoinEuro,
    title: 'werte.title',
    what: 'werte.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/sms',
    group: 'data',
    icon: IconMessage2,
    title: 'sms.title',
    what: 'sms.what',
    roles: ['owner'],
  },
  {
    to: '/protokoll',
    group: 'security',
    icon: IconListDetails,
    title: 'protokoll.title',
    what: 'protokoll.what',
    roles: ['owner'],
  },
  {
    to: '/zugaenge',
    group: 'data',
    icon: IconKey,
    title: 'zugaenge.title',
    what: 'zugaenge.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/vertrag',
    group: 'contract',
    icon: IconFileInvoice,
    title: 'payment.title',
    what: 'payment.what',
    roles: ['owner'],
  },
  {
    to: '/agb',
    group: 'contract',
    icon: IconLicense,
    title: 'agb.title',
    what: 'agb.what',
    roles: ['owner', 'staff', 'reception'],
  },
  {
    to: '/praxissoftware',
    group: 'data',
    icon: IconPlugConnected,
    title: 'doctosync.title',
    what: 'doctosync.what',
    roles: ['owner', 'staff', 'reception'],
  },
  {
    to: '/daten',
    group: 'data',
    icon: IconTableImport,
    title: 'daten.title',
    what: 'daten.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/sicherung',
    group: 'security',
    icon: IconDeviceFloppy,
    title: 'backup.title',
    what: 'backup.what',
  },
  {
    to: '/einstellungen/umzug',
    group: 'security',
    icon: IconServer2,
    title: 'move.title',
    what: 'move.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/dateien',
    group: 'security',
    icon: IconDatabase,
    title: 'bucket.title',
    what: 'bucket.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/aufbewahrung',
    group: 'security',
    icon: IconArchive,
    title: 'aufbewahrung.title',
    what: 'aufbewahrung.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/datenschutz',
    group: 'security',
    icon: IconShieldCheck,
    title: 'compliance.title',
    what: 'compliance.what',
    roles: ['owner', 'staff'],
  },
  {
    to: '/einstellungen/zugriff',
    group: 'security',
    icon: IconUserShield,
    title: 'access.title',
    what: 'access.what',
  },
];

/** Returns the pages that a user may open. */
export const settingsPagesOf = (
  user: Pick<User, 'role' | 'mayDesign'> | null,
): readonly SettingsEntry[] =>
  SETTINGS_PAGES.filter(
    ({ roles, toDesigners }) =>
      roles === undefined ||
      (user !== null &&
        (roles.includes(user.role) || (toDesigners === true && user.mayDesign === true))),
  );

/** Returns the page of the settings that an address below /practice belongs to. */
export const settingsPageAt = (path: string): SettingsEntry | undefined =>
  SETTINGS_PAGES.find(({ to }) => path === to || path.startsWith(`${to}/`));
