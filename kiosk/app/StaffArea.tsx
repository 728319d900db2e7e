// The staff menu behind the PIN: what this tablet is, what it still holds, signing it out, and a blank form to begin.

import { lazy, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import blankDe from '../blank/texts.de.json';
import blankEn from '../blank/texts.en.json';
import { StaffMenu } from '../tablet/StaffMenu.tsx';
import { addTexts } from './i18n.ts';
import type { ScreenProps } from './RunningTablet.tsx';

addTexts({ blank: { de: blankDe, en: blankEn } });

const BlankScreens = lazy(() => import('./BlankScreens.tsx'));

export default function StaffArea(props: ScreenProps) {
  const { tablet } = props;
  const view = useSyncExternalStore(tablet.view.subscribe, tablet.view.get);
  const [isBlank, setBlank] = useState(false);
  const { t } = useTranslation('blank');
  const onClose = (): void => tablet.actor.send({ type: 'STAFF_CLOSED' });
  if (isBlank) return <BlankScreens {...props} onClose={onClose} />;
  return (
    <StaffMenu
      tablet={view.config?.tabletName ?? ''} version={__VERSION__} build={__BUILD__} unsent={view.unsent} oldestMs={view.oldestMs} isPersisted={view.isPersisted}
      isOnline={view.isOnline} lastContactAt={view.lastContactAt} leaseUntil={view.leaseUntil} hasUpdate={tablet.updater.hasUpdate()}
      blank={{ label: t('staff.open'), onPress: () => setBlank(true) }}
      onReload={() => globalThis.location.reload()} onSignOut={() => { tablet.signOut().catch(() => undefined); }} onClose={onClose}
    />
  );
}
