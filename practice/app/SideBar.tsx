// The side bar: only entries that work. On phones it lies at the bottom: the first ones, the others behind „Mehr“.

import { Menu, UnstyledButton } from '@mantine/core';
import { IconAddressBook, IconBuildingHospital, IconChartBar, IconDeviceTablet, IconDots, IconFiles, IconGauge, IconListCheck, IconReceiptEuro, IconRosetteDiscountCheck, IconSettings, IconSignature, IconSun, IconUsers, IconWritingSign } from '@tabler/icons-react';
import { Link, NavLink, useLocation } from 'react-router';
import { isVendor } from '../../shared/roles.ts';
import { useSession } from '../session.ts';
import { useAppTexts } from './app-texts.ts';

/** Places of a phone's bar, „Mehr“ among them. */
const PLACES = 5;

export function SideBar() {
  const t = useAppTexts();
  const { user, acting } = useSession();
  const betrieb = { to: '/betrieb', icon: IconBuildingHospital, text: t('nav.betrieb') };
  const team = { to: '/nutzer', icon: IconUsers, text: t('nav.team') };
  const all = [
    { to: '/empfang', icon: IconDeviceTablet, text: t('nav.empfang') },
    { to: '/heute', icon: IconSun, text: t('nav.heute') },
    { to: '/fehlend', icon: IconSignature, text: t('nav.missing') },
    { to: '/dokumente', icon: IconFiles, text: t('nav.documents') },
    { to: '/einwilligungen', icon: IconWritingSign, text: t('nav.consents') },
    { to: '/hkp', icon: IconListCheck, IconReceiptEuro, text: t('nav.plans') },
    // Proposals are decided by owners and the team, not at reception.
    ...(user?.role === 'reception' ? [] : [{ to: '/abrechnung', icon: IconReceiptEuro, text: t('nav.billing') }]),
    { to: '/stammdaten', icon: IconAddressBook, text: t('nav.records') },
    // Figures are for owners, and for whom they let read them.
    ...(user?.figures !== undefined ? [{ to: '/ueberblick', icon: IconGauge, text: t('nav.overview') }, { to: '/berichte', icon: IconChartBar, text: t('nav.reports') }] : []),
    { to: '/pruefen', icon: IconRosetteDiscountCheck, text: t('nav.check') },
    { to: '/einstellungen', icon: IconSettings, text: t('nav.settings') },
  ];
  // The vendor's people see what their grant opens, and nothing of a practice without one; listed records are in the line above the page.
  const opened = acting === null ? [] : all.filter(({ to }) => to === { impersonation: '', spoken: '/empfang', break_glass: '' }[acting.kind] || to === '/einstellungen');
  const links = user !== null && isVendor(user.role) ? [betrieb, ...(acting === null ? [team] : opened)] : all;
  return (
    <nav className="p-side" aria-label={t('nav.label')}>
      <div className="p-brand"><img src="/icon.svg" alt="" /><span>Molar</span></div>
      {links.map(({ to, icon: Icon, text }, place) => (
        <NavLink key={to} to={to} className={links.length > PLACES && place >= PLACES - 1 ? 'p-link p-wide' : 'p-link'}>
          <Icon size={18} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </NavLink>
      ))}
      {links.length > PLACES && <More links={links.slice(PLACES - 1)} />}
    </nav>
  );
}

function More({ links }: { links: readonly { to: string; icon: typeof IconDots; text: string }[] }) {
  const t = useAppTexts(), { pathname } = useLocation(), isHere = links.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <UnstyledButton className="p-link p-narrow" data-here={isHere}>
          <IconDots size={18} stroke={1.75} aria-hidden />
          <span>{t('nav.more')}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ to, icon: Icon, text }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={18} stroke={1.75} aria-hidden />} {...((pathname === to || pathname.startsWith(`${to}/`)) && { 'aria-current': 'page' as const })}>{text}</Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
