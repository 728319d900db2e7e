// The top bar: which practice, who is signed in, language, appearance, sign out.

import { Button, Menu, Text, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react';
import { signOut } from '../api.ts';
import { useSession } from '../session.ts';
import { useLanguage } from '../ui/texts.ts';
import { useAppTexts } from './app-texts.ts';
import { chooseLanguage } from './i18n.ts';

const LANGUAGES = [{ code: 'de', name: 'Deutsch' }, { code: 'en', name: 'English' }];

export function TopBar() {
  const t = useAppTexts();
  const { user, praxisName } = useSession();
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes: { value: MantineColorScheme; text: string }[] = [
    { value: 'auto', text: t('theme.auto') }, { value: 'light', text: t('theme.light') }, { value: 'dark', text: t('theme.dark') },
  ];
  const role = user?.role === 'owner' ? t('role.owner') : user?.role === 'staff' ? t('role.staff') : t('role.reception');
  const name = user ? `${user.firstName} ${user.lastname}` : '';
  const tick = (isOn: boolean) => <IconCheck size={16} stroke={2} aria-hidden style={{ visibility: isOn ? 'visible' : 'hidden' }} />;

  return (
    <header className="p-top">
      <span className="p-praxis">{praxisName}</span>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="subtle" leftSection={<IconUser size={18} stroke={1.75} aria-hidden />} rightSection={<IconChevronDown size={16} aria-hidden />} aria-label={t('menu', { name })}>
            {name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Text size="xs" c="dimmed" px={12} py={4}>{role}{user?.behandler === true ? ` · ${t('behandler')}` : ''}<br />{user?.email}</Text>
          <Menu.Divider />
          <Menu.Label>{t('language')}</Menu.Label>
          {LANGUAGES.map((one) => (
            <Menu.Item key={one.code} lang={one.code} leftSection={tick(language === one.code)} role="menuitemradio" aria-checked={language === one.code} onClick={() => void chooseLanguage(one.code)}>{one.name}</Menu.Item>
          ))}
          <Menu.Label>{t('theme')}</Menu.Label>
          {schemes.map((one) => (
            <Menu.Item key={one.value} leftSection={tick(colorScheme === one.value)} role="menuitemradio" aria-checked={colorScheme === one.value} onClick={() => setColorScheme(one.value)}>{one.text}</Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />} onClick={() => void signOut().catch(() => undefined)}>{t('signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  );
}
