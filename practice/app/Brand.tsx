// The practice's brand at the top of the app: its logo or its name, and its accent.

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SettingsView } from '../../shared/accounts/settings.ts';
import { call, TIMEOUT } from '../api.ts';
import { noteAccent, startAccent } from './accent.ts';

// Before the settings are read.
startAccent();

export function Brand({ name }: { name: string }) {
  const { data } = useQuery({
      queryKey: ['settings'],
      queryFn: () => call<SettingsView>('/api/settings', { timeout: TIMEOUT }),
      staleTime: 300_000,
    }),
    accent = data?.accent;
  useEffect(() => {
    if (accent !== undefined) noteAccent(accent);
  }, [accent]);
  return data === undefined || data.logo === '' ? (
    name
  ) : (
    <img className="p-logo" src={data.logo} alt={name} />
  );
}
