// The tablet's own screens: unregistered, waiting, papers ready, and the states in which no patient
// can begin.

import { lazy, useEffect, useState, useSyncExternalStore } from 'react';
// The frame of these screens has the header's look without its component.
import '../../ui/header.css';
import { Home } from '../../tablet/Home.tsx';
import { isResting } from '../../tablet/resting.ts';
import { Booting } from '../../tablet/Booting.tsx';
import { berlinTime } from '../../../shared/base/dates.ts';
import { normalizeCode, type GateCheck } from '../../../shared/desk/tablet.ts';
import { screenOf } from '../../session/screen.ts';
import { languagesToChoose } from '../i18n.ts';
import type { ScreenProps } from '../screenProps.ts';

const Welcome = lazy(() =>
  import('../../tablet/Welcome.tsx').then((m) => ({ default: m.Welcome })),
);
const Registering = lazy(() =>
  import('../../tablet/Registering.tsx').then((m) => ({ default: m.Registering })),
);
const SetupList = lazy(() => import('../SetupList.ts'));
const GateScreen = lazy(() =>
  import('../../tablet/GateScreen.tsx').then((m) => ({ default: m.GateScreen })),
);
const RestingClock = lazy(() =>
  import('../../tablet/RestingClock.tsx').then((m) => ({ default: m.RestingClock })),
);
const Revoked = lazy(() =>
  import('../../tablet/TabletStates.tsx').then((m) => ({ default: m.Revoked })),
);
const NotKnown = lazy(() =>
  import('../../tablet/TabletStates.tsx').then((m) => ({ default: m.NotKnown })),
);
const LeaseExpired = lazy(() =>
  import('../../tablet/TabletStates.tsx').then((m) => ({ default: m.LeaseExpired })),
);

const AWAKE_MS = 5 * 60_000;

/**
 * `#code=ABCDE-FGHJK` of the QR code; removed from the address at once, so that it is in no
 * history.
 */
function takeCode(): string | undefined {
  const code = new URLSearchParams(globalThis.location.hash.slice(1)).get('code');
  if (code === null) return undefined;
  globalThis.history.replaceState(null, '', globalThis.location.pathname);
  return normalizeCode(code);
}
const codeOfAddress = takeCode();

function useResting(hours: { from: string; to: string } | undefined): [boolean, () => void] {
  const [now, setNow] = useState(() => Date.now());
  const [awakeUntil, setAwakeUntil] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return [
    now > awakeUntil && isResting(hours, berlinTime(now)),
    () => setAwakeUntil(Date.now() + AWAKE_MS),
  ];
}

export function TabletScreens({ tablet, snapshot, language }: ScreenProps) {
  const view = useSyncExternalStore(tablet.view.subscribe, tablet.view.get);
  const [asksAgain, setAsksAgain] = useState(false);
  const [isResting, wake] = useResting(view.config?.restingHours);
  const { actor } = tablet;
  const { context } = snapshot;
  const { registration } = context;
  const screen = screenOf(snapshot);
  const praxis = view.config?.praxis.name ?? '',
    name = view.config?.tabletName ?? '';
  const excused: GateCheck[] = (tablet.parts.device.get()?.exceptions ?? []).map((e) => e.check);
  const onLanguage = (code: string): void =>
    actor.send({ type: 'LANGUAGE_CHOSEN', language: code });
  const onStaff = (): void => actor.send({ type: 'STAFF_OPENED' });
  const welcome = (
    <Welcome
      languages={languagesToChoose(view.config?.languages)}
      language={language}
      onLanguage={onLanguage}
      {...(codeOfAddress !== undefined && { initialCode: codeOfAddress })}
      problem={registration.problem ?? (globalThis.isSecureContext ? null : 'insecure')}
      isBusy={false}
      canScan={globalThis.isSecureContext && 'mediaDevices' in navigator}
      onCode={(code) => actor.send({ type: 'CODE_ENTERED', code })}
    />
  );

  if (screen === 'welcome') return welcome;
  if (screen === 'registering')
    return (
      <Registering
        number={registration.number}
        list={<SetupList gate={registration.gate} excused={[]} />}
        onAgain={() => actor.send({ type: 'BACK' })}
      />
    );
  if (screen === 'gate')
    return (
      <GateScreen
        praxis={praxis}
        tablet={name}
        gate={registration.gate}
        excused={excused}
        list={<SetupList gate={registration.gate} excused={excused} />}
        onRecheck={tablet.recheck}
      />
    );
  if (screen === 'revoked')
    return asksAgain ? (
      welcome
    ) : (
      <Revoked unsent={view.unsent} onRegister={() => setAsksAgain(true)} />
    );
  if (screen === 'unknown')
    return asksAgain ? (
      welcome
    ) : (
      <NotKnown unsent={view.unsent} onRegister={() => setAsksAgain(true)} />
    );
  if (screen === 'leaseExpired')
    return <LeaseExpired praxis={praxis} tablet={name} onStaff={onStaff} />;
  if (screen === 'boot') return <Booting />;
  if (screen === 'waiting' && isResting) return <RestingClock onWake={wake} />;
  return (
    <Home
      praxis={praxis}
      logo={view.config?.logo}
      tablet={name}
      languages={languagesToChoose(view.config?.languages)}
      language={language}
      onLanguage={onLanguage}
      isOnline={view.isOnline}
      {...(screen === 'assigned' && { onBegin: () => actor.send({ type: 'BEGIN' }) })}
      onHelp={() => actor.send({ type: 'HELP' })}
      onStaff={onStaff}
    />
  );
}
