// The side bar. On phones it is at the bottom: the first entries, the others behind „Mehr“.

import { Menu, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link, NavLink, useLocation } from 'react-router';
import { useAppTexts } from './app-texts.ts';
import { useLinks, type SideLink } from './use-links.ts';

/** Places of a phone's bar, including „Mehr“. */
const PLACES = 5;

export function SideBar() {
  const t = useAppTexts();
  const links = useLinks();
  return (
    <nav className="p-side" aria-label={t('nav.label')}>
      <div className="p-brand">
        <img src="/icon.svg" alt="" />
        <span>Molar</span>
      </div>
      {links.map(({ to, icon: Icon, text }, place) => (
        <NavLink
          key={to}
          to={to}
          className={links.length > PLACES && place >= PLACES - 1 ? 'p-link p-wide' : 'p-link'}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </NavLink>
      ))}
      {links.length > PLACES && <More links={links.slice(PLACES - 1)} />}
    </nav>
  );
}

function More({ links }: { links: readonly SideLink[] }) {
  const t = useAppTexts(),
    { pathname } = useLocation(),
    isHere = links.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
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
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            {...((pathname === to || pathname.startsWith(`${to}/`)) && {
              'aria-current': 'page' as const,
            })}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
