// Entries of the side bar for the signed-in user: only entries that work.

import {
  IconAddressBook,
  IconBuildingHospital,
  IconChartBar,
  IconDeviceTablet,
  IconFiles,
  IconGauge,
  IconListCheck,
  IconReceiptEuro,
  IconRosetteDiscountCheck,
  IconSettings,
  IconSignature,
  IconSun,
  IconUsers,
  IconWritingSign,
} from '@tabler/icons-react';
import { isVendor } from '../../shared/base/roles.ts';
import { useSession } from '../session.ts';
import { useAppTexts } from './app-texts.ts';

export interface SideLink {
  to: string;
  icon: typeof IconSun;
  text: string;
}

export function useLinks(): readonly SideLink[] {
  const t = useAppTexts();
  const { user, acting } = useSession();
  const operation = { to: '/betrieb', icon: IconBuildingHospital, text: t('nav.betrieb') };
  const team = { to: '/nutzer', icon: IconUsers, text: t('nav.team') };
  const all = [
    { to: '/empfang', icon: IconDeviceTablet, text: t('nav.empfang') },
    { to: '/heute', icon: IconSun, text: t('nav.heute') },
    { to: '/fehlend', icon: IconSignature, text: t('nav.missing') },
    { to: '/dokumente', icon: IconFiles, text: t('nav.documents') },
    { to: '/einwilligungen', icon: IconWritingSign, text: t('nav.consents') },
    { to: '/hkp', icon: IconListCheck, text: t('nav.plans') },
    // Proposals are decided by owners and the team, not at reception.
    ...(user?.role === 'reception'
      ? []
      : [{ to: '/abrechnung', icon: IconReceiptEuro, text: t('nav.billing') }]),
    { to: '/stammdaten', icon: IconAddressBook, text: t('nav.records') },
    // Figures are for owners, and for users whom they granted access.
    ...(user?.figures !== undefined
      ? [
          { to: '/ueberblick', icon: IconGauge, text: t('nav.overview') },
          { to: '/berichte', icon: IconChartBar, text: t('nav.reports') },
        ]
      : []),
    { to: '/pruefen', icon: IconRosetteDiscountCheck, text: t('nav.check') },
    { to: '/einstellungen', icon: IconSettings, text: t('nav.settings') },
  ];
  // The vendor's staff see what their grant opens, and nothing of a practice without one; listed
  // records are in the line above the page.
  const opened =
    acting === null
      ? []
      : all.filter(
          ({ to }) =>
            to === { impersonation: '', spoken: '/empfang', break_glass: '' }[acting.kind] ||
            to === '/einstellungen',
        );
  return user !== null && isVendor(user.role)
    ? [operation, ...(acting === null ? [team] : opened)]
    : all;
}
