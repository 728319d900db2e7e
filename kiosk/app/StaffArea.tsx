// The staff menu behind the PIN: what this tablet is, what it still holds, and signing it out.

import { useSyncExternalStore } from 'react';
import { StaffMenu } from '../tablet/StaffMenu.tsx';
import type { ScreenProps } from './RunningTablet.tsx';

export default function StaffArea({ tablet }: ScreenProps) {
  const view = useSyncExternalStore(tablet.view.subscribe, tablet.view.get);
  return (
    <StaffMenu
      tablet={view.config?.tabletName ?? ''} version={__VERSION__} build={__BUILD__} unsent={view.unsent} oldestMs={view.oldestMs} isPersisted={view.isPersisted}
      isOnline={view.isOnline} lastContactAt={view.lastContactAt} leaseUntil={view.leaseUntil} hasUpdate={tablet.updater.hasUpdate()}
      onReload={() => globalThis.location.reload()} onSignOut={() => { tablet.signOut().catch(() => undefined); }} onClose={() => tablet.actor.send({ type: 'STAFF_CLOSED' })}
    />
  );
}
