// Overlays above the screen: idle cover, help, cancel confirmation, and the staff PIN.

import { useEffect, useState } from 'react';
import taskDe from '../../task/texts.de.json';
import taskEn from '../../task/texts.en.json';
import { StaffPin } from '../../team/StaffPin.tsx';
import teamDe from '../../team/texts.de.json';
import teamEn from '../../team/texts.en.json';
import { CancelDialog } from '../../task/CancelDialog.tsx';
import { HelpDialog } from '../../task/HelpDialog.tsx';
import { IdleCover } from '../../task/IdleCover.tsx';
import { IDLE_WARNING_MS } from '../../../shared/desk/tablet.ts';
import { isCancelAsked, isHelpOpen, isIdleWarned } from '../../session/screen.ts';
import { addTexts } from '../i18n.ts';
import type { ScreenProps } from '../screenProps.ts';

addTexts({ task: { de: taskDe, en: taskEn }, team: { de: teamDe, en: teamEn } });

/** Whole seconds left since `isRunning` became true; display only, the machine counts itself. */
function useCountdown(isRunning: boolean): number {
  const [left, setLeft] = useState(IDLE_WARNING_MS / 1000);
  useEffect(() => {
    if (!isRunning) return undefined;
    const end = performance.now() + IDLE_WARNING_MS;
    const show = (): void => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    show();
    const timer = setInterval(show, 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}

export default function Overlays({ tablet, snapshot }: ScreenProps) {
  const { actor } = tablet;
  const isWarned = isIdleWarned(snapshot);
  const seconds = useCountdown(isWarned);
  const isStaffAsked =
    snapshot.matches({ staff: 'asking' }) || snapshot.matches({ staff: 'checking' });
  return (
    <>
      <CancelDialog
        open={isCancelAsked(snapshot)}
        onConfirm={() => actor.send({ type: 'CANCEL_CONFIRMED' })}
        onDismiss={() => actor.send({ type: 'CANCEL_DISMISSED' })}
      />
      <HelpDialog
        state={isHelpOpen(snapshot) ? snapshot.context.help : null}
        hasHandedIn={snapshot.context.endings.includes('submit')}
        onClose={() => actor.send({ type: 'HELP_CLOSED' })}
      />
      <StaffPin
        open={isStaffAsked}
        isChecking={snapshot.matches({ staff: 'checking' })}
        problem={snapshot.context.pinProblem}
        onPin={(pin) => actor.send({ type: 'PIN_ENTERED', pin })}
        onClose={() => actor.send({ type: 'STAFF_CLOSED' })}
      />
      <IdleCover
        open={isWarned}
        secondsLeft={seconds}
        onContinue={() => actor.send({ type: 'STILL_HERE' })}
        onPause={() => actor.send({ type: 'PAUSE' })}
      />
    </>
  );
}
