// Links from the settings to their other pages.

import { NavLink, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../session.ts';
import { SETTINGS_PAGES } from './settings-pages.ts';
import { useSettingsTexts } from './settings-texts.ts';

export function PageList() {
  const t = useSettingsTexts();
  const { user } = useSession();
  const seen = SETTINGS_PAGES.filter(
    ({ roles, toDesigners }) =>
      roles === undefined ||
      (user !== null &&
        (roles.includes(user.role) || (toDesigners === true && user.mayDesign === true))),
  );
  return (
    <nav className="p-card" aria-label={t('pages')}>
      {seen.map(({ to, icon: Icon, title, what }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={t(title)}
          description={
            <Text span size="sm">
              {t(what)}
            </Text>
          }
          leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronRight size={16} aria-hidden />}
        />
      ))}
    </nav>
  );
}
