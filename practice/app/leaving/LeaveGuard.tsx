// Decides what happens when a page is left: Back closes an open dialog first, and unsaved changes
// are saved, dropped or kept.

import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { openChanges, staysInEditor, topDialog } from '../../ui/saving/leaving.ts';
import { LeaveDialog } from '../parts.ts';
import { isSpare, useSpareEntry } from './use-spare-entry.ts';

export function LeaveGuard() {
  const [isAsked, setAsked] = useState(false);
  const blocker = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      (historyAction === 'POP' && topDialog() !== undefined && !isSpare(currentLocation)) ||
      (currentLocation.pathname !== nextLocation.pathname &&
        !staysInEditor(nextLocation.state) &&
        openChanges() !== undefined),
  );
  useSpareEntry(blocker.state === 'blocked');
  useEffect(() => {
    if (blocker.state !== 'blocked') {
      setAsked(false);
      return;
    }
    const close = topDialog();
    if (close) {
      blocker.reset();
      close();
    } else if (openChanges()) setAsked(true);
    // The changes were saved in the meantime.
    else blocker.proceed();
  }, [blocker]);
  return (
    <LeaveDialog
      isOpen={isAsked}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}
