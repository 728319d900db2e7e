// The running tablet on screen: route, language and text size follow the machine; dialogs and
// covers are above the one screen.

import type { ScreenProps } from './screenProps.ts';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { Booting } from '../tablet/Booting.tsx';
import { applyComfort } from '../ui/comfort.ts';
import { useFocusedFieldVisible } from '../ui/useVisualViewport.ts';
import { isHelpOpen, OWN, routeOf, screenOf, type Snapshot } from '../session/screen.ts';
import { useSnapshot } from '../session/useSnapshot.ts';
import type { ScreenName } from '../session/session.types.ts';
import { ErrorBoundary } from './screens/ErrorBoundary.tsx';
import { directionOf, screenLanguage, speak } from './i18n.ts';
import type { Tablet } from './tablet.ts';
import { TabletScreens } from './screens/TabletScreens.tsx';

// One chunk: needed at once when a patient begins, and must be available offline.
const TaskScreens = lazy(() => import('./screens/TaskScreens.tsx'));
const StaffArea = lazy(() => import('./screens/StaffArea.tsx'));
const Overlays = lazy(() => import('./screens/Overlays.tsx'));

/**
 * Dialogs and covers are loaded with the first patient, or when one is opened on the home screen.
 */
const mayBeCovered = (snapshot: Snapshot, screen: ScreenName): boolean =>
  !OWN.includes(screen) ||
  isHelpOpen(snapshot) ||
  snapshot.matches({ staff: 'asking' }) ||
  snapshot.matches({ staff: 'checking' });

/**
 * Identity of the person who holds the tablet. Screens and dialogs are mounted once per run: no dialog, no
 * typed letter and no scroll position of one person is left for the next.
 */
const runOf = ({ context }: Snapshot, screen: ScreenName): string =>
  context.mappeId ?? (screen === 'assigned' ? `ready ${context.queue[0]?.mappeId ?? ''}` : 'rest');

export function RunningTablet({ tablet }: { readonly tablet: Tablet }) {
  const snapshot = useSnapshot(tablet.actor);
  const view = useSyncExternalStore(tablet.view.subscribe, tablet.view.get);
  const [path, navigate] = useBrowserLocation();
  const { comfort, rules } = snapshot.context;
  const language = screenLanguage(comfort.language, rules.language);
  const route = routeOf(snapshot);
  const screen = screenOf(snapshot);
  const isRegistered = view.config !== null;
  const run = runOf(snapshot, screen);

  // Replaced, never pushed: no step of a patient remains in the history (T5).
  useEffect(() => {
    if (path !== route) navigate(route, { replace: true });
  }, [path, route, navigate]);
  // Direction and hyphenation follow the texts actually loaded.
  const spoken = useTranslation().i18n.language;
  useEffect(() => speak(language), [language]);
  useEffect(() => {
    applyComfort({
      lang: spoken,
      dir: directionOf(spoken),
      posture: rules.posture,
      textScale: comfort.textScale,
      calm: comfort.isCalm,
      theme: 'light',
    });
  }, [spoken, rules.posture, comfort.textScale, comfort.isCalm]);
  useFocusedFieldVisible();

  const props: ScreenProps = { tablet, snapshot, language };
  const onError = (): void => {
    tablet.parts.drafts.flush().catch(() => undefined);
    tablet.parts.note({
      kind: 'log',
      taskId: '',
      taskRev: 0,
      payload: { code: 'screen_error', at: tablet.parts.clock.now(), detail: screen },
    });
  };
  return (
    <ErrorBoundary onError={onError}>
      <Suspense fallback={<Booting />} key={snapshot.matches({ staff: 'open' }) ? 'staff' : run}>
        {snapshot.matches({ staff: 'open' }) ? (
          <StaffArea {...props} />
        ) : OWN.includes(screen) && !tablet.isGuest ? (
          <TabletScreens {...props} />
        ) : (
          <TaskScreens {...props} />
        )}
      </Suspense>
      <Suspense fallback={null} key={`cover ${snapshot.context.mappeId}`}>
        {isRegistered && mayBeCovered(snapshot, screen) && <Overlays {...props} />}
      </Suspense>
    </ErrorBoundary>
  );
}
