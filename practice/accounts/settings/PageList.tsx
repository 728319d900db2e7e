// Links from the settings to their other pages.

import { NavLink, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../session.ts';
import { settingsPagesOf } from './settings-pages.ts';
import { useSettingsTexts } from './settings-texts.ts';

export function PageList() {
  const t = useSettingsTexts();
  const { user } = useSession();
  return (
    <nav className="p-card" aria-label={t('pages')}>
      {settingsPagesOf(user).map(({ to, icon: Icon, title, what }) => (
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
