// Looks for incidents, maintenance and troubles of the installation; the line is loaded when there is one.

import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Incidents } from '../../../shared/operations/incidents.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

/** A trouble of the server is shown within this time. */
const LOOK_MS = 60_000;
const IncidentLine = lazyPart(async () => (await import('./IncidentLine.tsx')).IncidentLine);

export function IncidentBanner() {
  const { data } = useQuery({
    queryKey: ['incidents'],
    queryFn: () => call<Incidents>('/ui/incidents', { timeout: TIMEOUT }),
    refetchInterval: LOOK_MS,
  });
  if (!data || data.incidents.length + data.maintenance.length + data.troubles.length === 0)
    return null;
  return (
    <Suspense>
      <IncidentLine incidents={data} />
    </Suspense>
  );
}
