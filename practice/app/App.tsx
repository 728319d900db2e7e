// Providers around the routes: theme, texts, server data.

import '@mantine/core/styles.css';
import '@fontsource-variable/noto-sans/wght.css';
import '../../shared/base/tokens.css';
import './practice.css';
import './shell.css';
import './surfaces.css';
import {
  localStorageColorSchemeManager,
  MantineProvider,
  useMantineColorScheme,
} from '@mantine/core';
import { notifications, useNotifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { CallError } from '../../shared/base/client.ts';
import { currentSession, useSession } from '../session.ts';
import { Dispensable } from '../ui/Dispensable.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { oneByOne, useCalm, useCalmWatch } from '../ui/calm.ts';
import { watchLinks } from './pages/ahead.ts';
import { DemoMark } from './DemoMark.tsx';
import { comeBack } from './leaving/come-back.ts';
import { aheadOf, isPageThere, router } from './routes.tsx';
import { pageNonce } from './page-policy.ts';
import { AHEAD } from './parts.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { useAreas } from './use-areas.ts';

const Toasts = lazyPart(async () => (await import('./Toasts.tsx')).Toasts);
const colorScheme = localStorageColorSchemeManager({ key: 'practice.theme' });

/** Retries only where a retry may help: no connection or a server that is not ready. */
const mayHelp = (count: number, error: unknown): boolean =>
  count < 2 &&
  error instanceof CallError &&
  (error.status === 0 || error.status >= 500) &&
  error.code !== 'no_host';

const newQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: mayHelp, staleTime: 5_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });

const isFirstThere = (): boolean => currentSession().status !== 'starting' && isPageThere();

/** The tokens follow the library's colour scheme, and data is refetched after each sign-in. */
function Follow() {
  const { colorScheme } = useMantineColorScheme();
  const { status } = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    document.documentElement.dataset.theme = colorScheme === 'auto' ? 'system' : colorScheme;
  }, [colorScheme]);
  useEffect(() => {
    if (status === 'in') void queries.invalidateQueries();
    // Toasts are above the lock, and may contain names.
    else notifications.clean();
  }, [status, queries]);
  useEffect(() => comeBack(queries), [queries]);
  return null;
}

function Memory({ children }: { children: ReactNode }) {
  const [queries] = useState(newQueries);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
/**
 * Data of one user in one practice must not reach the next user or practice: each has its own
 * cache.
 */
function Data({ children }: { children: ReactNode }) {
  const { user, acting } = useSession();
  return <Memory key={`${user?.id ?? ''}@${acting?.cid ?? ''}`}>{children}</Memory>;
}

/**
 * Loaded once the first screen is idle: toasts, later parts of the frame, the pages of the side
 * bar. Earlier toasts are kept.
 */
function Later() {
  const isCalm = useCalm(),
    { notifications: said } = useNotifications(),
    { status } = useSession(),
    paths = useAreas()
      .map(({ to }) => to)
      .join(' ');
  useCalmWatch(isFirstThere);
  useEffect(() => (status === 'in' ? watchLinks(aheadOf) : undefined), [status]);
  useEffect(() => {
    if (isCalm && status === 'in')
      oneByOne([...AHEAD, ...paths.split(' ').map((path) => async () => aheadOf(path))]);
  }, [isCalm, status, paths]);
  return (
    (isCalm || said.length > 0) && (
      <Dispensable>
        <Suspense>
          <Toasts />
        </Suspense>
      </Dispensable>
    )
  );
}

export function App() {
  return (
    <MantineProvider
      theme={theme}
      getStyleNonce={pageNonce}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
    >
      <Data>
        <Follow />
        <Later />
        <RouterProvider router={router} />
        <DemoMark />
      </Data>
    </MantineProvider>
  );
}
