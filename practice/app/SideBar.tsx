// The side bar: one entry for each area. On phones it is at the bottom: the areas that the role
// needs most, the others behind „Mehr“.

import { Menu, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../session.ts';
import { useAppTexts } from './app-texts.ts';
import { phoneAreas, type Area } from './navigation.ts';
import { usePlaceKeys } from './place-keys.ts';
import { AREA_ICONS, useAreas, usePlace } from './use-areas.ts';

/** `page` for the page itself, `true` for another page of its area. */
const currentOf = (
  { name, to }: Area,
  here: Area | undefined,
  path: string,
): { 'aria-current'?: 'page' | 'true' } =>
  here?.name === name ? { 'aria-current': path === to ? 'page' : 'true' } : {};

export function SideBar() {
  const t = useAppTexts(),
    areas = useAreas(),
    { user } = useSession(),
    { pathname } = useLocation(),
    here = usePlace()?.area,
    shown = phoneAreas(areas, user?.role ?? 'reception'),
    others = areas.filter(({ name }) => !shown.has(name));
  usePlaceKeys(areas);
  return (
    <nav className="p-side" aria-label={t('nav.label')}>
      <div className="p-brand">
        <img src="/icon.svg" alt="" />
        <span>Molar</span>
      </div>
      {areas.map((area) => {
        const Icon = AREA_ICONS[area.name];
        return (
          <Link
            key={area.name}
            to={area.to}
            className={shown.has(area.name) ? 'p-link' : 'p-link p-wide'}
            {...currentOf(area, here, pathname)}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
            <span>{t(area.text)}</span>
          </Link>
        );
      })}
      {others.length > 0 && <More areas={others} here={here} />}
    </nav>
  );
}

function More({ areas, here }: { areas: readonly Area[]; here: Area | undefined }) {
  const t = useAppTexts(),
    { pathname } = useLocation();
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className="p-link p-bar-more"
          data-here={areas.some(({ name }) => name === here?.name)}
        >
          <IconDots size={18} stroke={1.75} aria-hidden />
          <span>{t('nav.more')}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {areas.map((area) => {
          const Icon = AREA_ICONS[area.name];
          return (
            <Menu.Item
              key={area.name}
              component={Link}
              to={area.to}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              {...currentOf(area, here, pathname)}
            >
              {t(area.text)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
