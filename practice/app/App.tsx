// Providers around the routes: theme, texts, server data.

import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/noto-sans/wght.css';
import '../../shared/tokens.css';
import './practice.css';
import { localStorageColorSchemeManager, MantineProvider, useMantineColorScheme } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { RouterProvider } from 'react-router';
import { CallError } from '../../shared/client.ts';
import { useSession } from '../session.ts';
import { router } from './routes.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'practice.theme' });

/** Repeats only what a repeat may cure: no connection or a server that is not ready. */
const mayHelp = (count: number, error: unknown): boolean => count < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500) && error.code !== 'no_host';

const queries = new QueryClient({ defaultOptions: { queries: { retry: mayHelp, staleTime: 5_000, networkMode: 'always' }, mutations: { networkMode: 'always' } } });

/** The tokens follow the library's choice of theme, and data is asked again after each new sign-in. */
function Follow() {
  const { colorScheme } = useMantineColorScheme();
  const { status, user } = useSession();
  useEffect(() => {
    document.documentElement.dataset.theme = colorScheme === 'auto' ? 'system' : colorScheme;
  }, [colorScheme]);
  const userId = user?.id;
  const wasIn = useRef(false);
  useEffect(() => {
    // Only somebody's data is cleared: a start without anybody must not drop what the first user's page just asked.
    if (status === 'out' && wasIn.current) queries.clear();
    if (status === 'in' || status === 'out') wasIn.current = status === 'in';
    if (status === 'in' && userId !== undefined) void queries.invalidateQueries();
  }, [status, userId]);
  return null;
}

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <QueryClientProvider client={queries}>
        <Follow />
        <Notifications position="bottom-left" limit={3} containerWidth={440} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
