// Alerts owners on every page when a user opened unusually many records; the lines are loaded when
// there are any.

import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { Alarm } from './AlarmLines.tsx';

const ASK_MS = 60_000;
const AlarmLines = lazyPart(async () => (await import('./AlarmLines.tsx')).AlarmLines);

export function AlarmBanner() {
  const { user, status } = useSession();
  const items =
    useQuery({
      queryKey: ['alarms'],
      queryFn: () => call<{ items: Alarm[] }>('/api/audit/alarms', { timeout: TIMEOUT }),
      enabled: user?.role === 'owner' && status === 'in',
      refetchInterval: ASK_MS,
      retry: false,
    }).data?.items ?? [];
  return (
    items.length > 0 && (
      <Suspense>
        <AlarmLines items={items} />
      </Suspense>
    )
  );
}
