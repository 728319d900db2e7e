// The pages below the settings, in list order.

import {
  IconArchive,
  IconCoinEuro,
  IconDatabase,
  IconDeviceFloppy,
  IconFileCertificate,
  IconFiles,
  IconForms,
  IconKey,
  IconLicense,
  IconListCheck,
  IconListDetails,
  IconMail,
  IconMessage2,
  IconPlugConnected,
  IconUsers,
  IconUserShield,
  IconTableImport,
  type Icon,
} from '@tabler/icons-react';
import type { User } from '../../../shared/accounts/auth.schema.ts';
import type { UserRole } from '../../../shared/base/roles.ts';
import type { SettingsText } from './settings-texts.ts';

/** Texts are keys of this area; `roles` are those who see the entry (all when absent). */
export interface SettingsEntry {
  to: string;
  icon: Icon;
  title: SettingsText;
  what: SettingsText;
  roles?: readonly UserRole[];
  /** Also for users whom the owner allowed to design. */
  toDesigners?: true;
}

const SETTINGS_PAGES: readonly SettingsEntry[] = [
  { to: '/nutzer', icon: IconUsers, title: 'nutzer.title', what: 'nutzer.what' },
  {
    to: '/formulare',
    icon: IconForms,
    title: 'formulare.title',
    what: 'formulare.what',
    roles: ['owner'],
    toDesigners: true,
  },
  {
    to: '/regeln',
    icon: IconListCheck,
    title: 'regeln.title',
    what: 'regeln.what',
    roles: ['owner'],
    toDesigners: true,
  },
  {
    to: '/texte',
    icon: IconFileCertificate,
    title: 'texte.title',
    what: 'texte.what',
    roles: ['owner'],
    toDesigners: true,
  },
  { to: '/notfallmappe', icon: IconFiles, title: 'notfall.title', what: 'notfall.what' },
  {
    to: '/postausgang',
    icon: IconMail,
    title: 'postausgang.title',
    what: 'postausgang.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/werte',
    icon: IconCoinEuro,
    title: 'werte.title',
    what: 'werte.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/sms',
    icon: IconMessage2,
    title: 'sms.title',
    what: 'sms.what',
    roles: ['owner'],
  },
  {
    to: '/protokoll',
    icon: IconListDetails,
    title: 'protokoll.title',
    what: 'protokoll.what',
    roles: ['owner'],
  },
  {
    to: '/zugaenge',
    icon: IconKey,
    title: 'zugaenge.title',
    what: 'zugaenge.what',
    roles: ['owner'],
  },
  {
    to: '/agb',
    icon: IconLicense,
    title: 'agb.title',
    what: 'agb.what',
    roles: ['owner', 'staff', 'reception'],
  },
  {
    to: '/praxissoftware',
    icon: IconPlugConnected,
    title: 'doctosync.title',
    what: 'doctosync.what',
    roles: ['owner', 'staff', 'reception'],
  },
  {
    to: '/daten',
    icon: IconTableImport,
    title: 'daten.title',
    what: 'daten.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/sicherung',
    icon: IconDeviceFloppy,
    title: 'backup.title',
    what: 'backup.what',
  },
  {
    to: '/einstellungen/dateien',
    icon: IconDatabase,
    title: 'bucket.title',
    what: 'bucket.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/aufbewahrung',
    icon: IconArchive,
    title: 'aufbewahrung.title',
    what: 'aufbewahrung.what',
    roles: ['owner'],
  },
  {
    to: '/einstellungen/zugriff',
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
