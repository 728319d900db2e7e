// Personal settings: applied when the user signs in here, and sent to the account when changed.

import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../session.ts';
import { chooseLanguage } from './i18n.ts';

/** Applies the choice of the signed-in user to this workstation from then on. */
export function useOwnSettings(): void {
  const { user } = useSession(),
    { setColorScheme } = useMantineColorScheme();
  const apply = useEffectEvent(() => {
    if (user?.settings?.language) void chooseLanguage(user.settings.language);
    if (user?.settings?.theme) setColorScheme(user.settings.theme);
  });
  const id = user?.id;
  useEffect(() => {
    if (id !== undefined) apply();
  }, [id]);
}
