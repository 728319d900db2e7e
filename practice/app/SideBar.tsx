// The side bar: only entries that work.

import { IconAddressBook, IconBuildingHospital, IconDeviceTablet, IconFiles, IconRosetteDiscountCheck, IconSettings, IconSignature, IconUsers, IconWritingSign } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { isVendor } from '../../shared/roles.ts';
import { useSession } from '../session.ts';
import { useAppTexts } from './app-texts.ts';

export function SideBar() {
  const t = useAppTexts();
  const { user, acting } = useSession();
  const betrieb = { to: '/betrieb', icon: IconBuildingHospital, text: t('nav.betrieb') };
  const team = { to: '/nutzer', icon: IconUsers, text: t('nav.team') };
  const all = [
    { to: '/empfang', icon: IconDeviceTablet, text: t('nav.empfang') },
    { to: '/fehlend', icon: IconSignature, text: t('nav.missing') },
    { to: '/dokumente', icon: IconFiles, text: t('nav.documents') },
    { to: '/einwilligungen', icon: IconWritingSign, text: t('nav.consents') },
    { to: '/stammdaten', icon: IconAddressBook, text: t('nav.records') },
    { to: '/pruefen', icon: IconRosetteDiscountCheck, text: t('nav.check') },
    { to: '/einstellungen', icon: IconSettings, text: t('nav.settings') },
  ];
  // The vendor's people see what their grant opens, and nothing of a practice without one; listed records are in the line above the page.
  const opened = acting === null ? [] : all.filter(({ to }) => to === { impersonation: '', spoken: '/empfang', break_glass: '' }[acting.kind] || to === '/einstellungen');
  const links = user !== null && isVendor(user.role) ? [betrieb, ...(acting === null ? [team] : opened)] : all;
  return (
    <nav className="p-side" aria-label={t('nav.label')}>
      <div className="p-brand"><img src="/icon.svg" alt="" /><span>Molar</span></div>
      {links.map(({ to, icon: Icon, text }) => (
        <NavLink key={to} to={to} className="p-link">
          <Icon size={18} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </NavLink>
      ))}
    </nav>
  );
}
