// Selects the state of the whole page: starting, open elsewhere, failed disk, or the running
// tablet.

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Booting } from '../tablet/Booting.tsx';
import { getBoot, subscribeBoot, takeOver } from './boot.ts';
import { DemoMark } from './screens/DemoMark.tsx';
import { RunningTablet } from './RunningTablet.tsx';

const AlreadyOpen = lazy(() =>
  import('../tablet/TabletStates.tsx').then((m) => ({ default: m.AlreadyOpen })),
);
const StorageTrouble = lazy(() =>
  import('../tablet/TabletStates.tsx').then((m) => ({ default: m.StorageTrouble })),
);

export function TabletApp() {
  const boot = useSyncExternalStore(subscribeBoot, getBoot);
  const reload = (): void => globalThis.location.reload();
  return (
    <>
      <DemoMark />
      <Suspense fallback={<Booting />}>
        {boot.state === 'starting' && <Booting />}
        {boot.state === 'elsewhere' && <AlreadyOpen onTakeOver={takeOver} />}
        {boot.state === 'failed' && (
          <StorageTrouble
            trouble={boot.trouble}
            onRetry={reload}
            onHelp={() => {
              import('./ring.ts')
                .then(({ ringWithoutDisk }) => ringWithoutDisk())
                .catch(() => undefined);
            }}
          />
        )}
        {boot.state === 'running' && <RunningTablet tablet={boot.tablet} />}
      </Suspense>
    </>
  );
}
