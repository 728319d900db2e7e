// The top bar: practice, signed-in user, language, appearance, sign out.

import {
  Button,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconDevices,
  IconHelpCircle,
  IconLock,
  IconLogout,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { lockDesk, signOut } from '../api.ts';
import { isVendor } from '../../shared/base/roles.ts';
import type { UserSettings } from '../../shared/accounts/user-settings.ts';
import { Bell } from '../accounts/news/Bell.tsx';
import { useSession } from '../session.ts';
import { PersonPicture } from '../ui/avatar.tsx';
import { saveOwn } from '../ui/saving/save-own.ts';
import { useHandoverTexts } from '../accounts/handover/handover-texts.ts';
import { useLanguage } from '../ui/texts.ts';
import { useAppTexts } from './app-texts.ts';
import { Brand, HandoverDialog, PaletteDialog } from './parts.ts';
import { usePalette } from './palette/use-palette.ts';
import { chooseLanguage } from './i18n.ts';

const LANGUAGES = [
  { code: 'de', name: 'Deutsch' },
  { code: 'en', name: 'English' },
] as const;
/** Takes effect here at once; without a connection it is kept at this workstation only. */
const keep = (change: UserSettings): void => {
  saveOwn(change).catch(() => undefined);
};

/** Shows the top bar with the menu of the signed-in user. */
export function TopBar() {
  const t = useAppTexts();
  const u = useHandoverTexts();
  const [isHandingOver, setHandingOver] = useState(false);
  const { user, praxisName, status } = useSession();
  const hasSearch = user !== null && status === 'in' && !isVendor(user.role);
  const palette = usePalette(useLocation().pathname, hasSearch);
  const role = t(`role.${user?.role ?? 'reception'}`);
  const name = user ? `${user.firstName} ${user.lastname}` : '';

  return (
    <header className="p-top">
      <span className="p-praxis">
        {hasSearch ? (
          <Suspense fallback={praxisName}>
            <Brand name={praxisName} />
          </Suspense>
        ) : (
          praxisName
        )}
      </span>
      {hasSearch && (
        <UnstyledButton className="p-find" onClick={palette.open} aria-keyshortcuts="Control+K">
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <span>{t('find')}</span>
          <kbd aria-hidden>{t('find.key')}</kbd>
        </UnstyledButton>
      )}
      <span className="p-top-end">
        <Bell />
        <Menu position="bottom-end" width={240}>
          <Menu.Target>
            <Button
              variant="subtle"
              leftSection={<PersonPicture id={user?.avatarId} size={28} />}
              rightSection={<IconChevronDown size={16} aria-hidden />}
              aria-label={t('menu', { name })}
            >
              <span className="p-top-name">{name}</span>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Text size="xs" c="dimmed" px={12} py={4}>
              {role}
              {user?.behandler === true ? ` · ${t('behandler')}` : ''}
              <br />
              {user?.email}
            </Text>
            <Menu.Item
              component={Link}
              to="/konto"
              leftSection={<IconUser size={16} stroke={1.75} aria-hidden />}
            >
              {t('konto')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDevices size={16} stroke={1.75} aria-hidden />}
              onClick={() => setHandingOver(true)}
            >
              {u('menu')}
            </Menu.Item>
            {user !== null && !isVendor(user.role) && (
              <Menu.Item
                component={Link}
                to="/hilfe"
                leftSection={<IconHelpCircle size={16} stroke={1.75} aria-hidden />}
              >
                {t('hilfe')}
              </Menu.Item>
            )}
            <Menu.Divider />
            <LanguageItems />
            <ThemeItems />
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconLock size={16} stroke={1.75} aria-hidden />}
              onClick={() => void lockDesk()}
            >
              {t('lock')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />}
              onClick={() => void signOut().catch(() => undefined)}
            >
              {t('signOut')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </span>
      <PaletteDialog isOpen={palette.isOpen} onClose={palette.close} />
      <HandoverDialog isOpen={isHandingOver} onClose={() => setHandingOver(false)} />
    </header>
  );
}

/** Mark of the chosen item; keeps its space where the item is not chosen. */
function Tick({ isOn }: { isOn: boolean }) {
  return (
    <IconCheck
      size={16}
      stroke={2}
      aria-hidden
      style={{ visibility: isOn ? 'visible' : 'hidden' }}
    />
  );
}

/** Languages of the menu. */
function LanguageItems() {
  const t = useAppTexts();
  const language = useLanguage();
  return (
    <>
      <Menu.Label>{t('language')}</Menu.Label>
      {LANGUAGES.map((one) => (
        <Menu.Item
          key={one.code}
          lang={one.code}
          leftSection={<Tick isOn={language === one.code} />}
          aria-current={language === one.code}
          onClick={() => {
            void chooseLanguage(one.code);
            keep({ language: one.code });
          }}
        >
          {one.name}
        </Menu.Item>
      ))}
    </>
  );
}

/** Appearances of the menu. */
function ThemeItems() {
  const t = useAppTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes: { value: MantineColorScheme; text: string }[] = [
    { value: 'auto', text: t('theme.auto') },
    { value: 'light', text: t('theme.light') },
    { value: 'dark', text: t('theme.dark') },
  ];
  return (
    <>
      <Menu.Label>{t('theme')}</Menu.Label>
      {schemes.map((one) => (
        <Menu.Item
          key={one.value}
          leftSection={<Tick isOn={colorScheme === one.value} />}
          aria-current={colorScheme === one.value}
          onClick={() => {
            setColorScheme(one.value);
            keep({ theme: one.value });
          }}
        >
          {one.text}
        </Menu.Item>
      ))}
    </>
  );
}
