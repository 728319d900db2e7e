// The side bar: only entries that work.

import { IconDeviceTablet, IconFiles, IconRosetteDiscountCheck, IconSettings } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { useAppTexts } from './app-texts.ts';

export function SideBar() {
  const t = useAppTexts();
  const links = [
    { to: '/empfang', icon: IconDeviceTablet, text: t('nav.empfang') },
    { to: '/dokumente', icon: IconFiles, text: t('nav.documents') },
    { to: '/pruefen', icon: IconRosetteDiscountCheck, text: t('nav.check') },
    { to: '/einstellungen', icon: IconSettings, text: t('nav.settings') },
  ];
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
