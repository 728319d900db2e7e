// Providers around the routes: theme, texts, server data.

import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/noto-sans/wght.css';
import '../../shared/tokens.css';
import './practice.css';
import { localStorageColorSchemeManager, MantineProvider, useMantineColorScheme } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { CallError } from '../../shared/client.ts';
import { useSession } from '../session.ts';
import { DemoMark } from './DemoMark.tsx';
import { router } from './routes.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'practice.theme' });

/** Repeats only what a repeat may cure: no connection or a server that is not ready. */
const mayHelp = (count: number, error: unknown): boolean => count < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500) && error.code !== 'no_host';

const newQueries = (): QueryClient => new QueryClient({ defaultOptions: { queries: { retry: mayHelp, staleTime: 5_000, networkMode: 'always' }, mutations: { networkMode: 'always' } } });

/** The tokens follow the library's choice of theme, and data is asked again after each new sign-in. */
function Follow() {
  const { colorScheme } = useMantineColorScheme();
  const { status } = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    document.documentElement.dataset.theme = colorScheme === 'auto' ? 'system' : colorScheme;
  }, [colorScheme]);
  useEffect(() => {
    if (status === 'in') void queries.invalidateQueries();
    // They lie above the lock, and may name somebody.
    else notifications.clean();
  }, [status, queries]);
  return null;
}

function Memory({ children }: { children: ReactNode }) {
  const [queries] = useState(newQueries);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
/** What one person saw in one practice is nothing for the next person or practice: each has a memory of its own. */
function Data({ children }: { children: ReactNode }) {
  const { user, acting } = useSession();
  return <Memory key={`${user?.id ?? ''}@${acting?.cid ?? ''}`}>{children}</Memory>;
}

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <Data>
        <Follow />
        <Notifications position="bottom-left" limit={3} containerWidth={440} />
        <RouterProvider router={router} />
        <DemoMark />
      </Data>
    </MantineProvider>
  );
}
