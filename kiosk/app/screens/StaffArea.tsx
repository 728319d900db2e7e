// Staff menu behind the PIN: tablet info, unsent data, sign-out, starting a blank form, and taking
// a Mappe back from a phone.

import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import blankDe from '../../blank/texts.de.json';
import blankEn from '../../blank/texts.en.json';
import takeoverDe from '../../takeover/texts.de.json';
import takeoverEn from '../../takeover/texts.en.json';
import { TabletTop } from '../../tablet/TabletFrame.tsx';
import { StaffMenu } from '../../team/StaffMenu.tsx';
import { addTexts } from '../i18n.ts';
import type { ScreenProps } from '../screenProps.ts';
import { signOut } from '../running/sign-out.ts';

addTexts({ blank: { de: blankDe, en: blankEn }, takeover: { de: takeoverDe, en: takeoverEn } });

const FetchMappe = lazy(() => import('./FetchMappe.tsx'));
const BlankScreens = lazy(() => import('./BlankScreens.tsx'));

export default function StaffArea(props: ScreenProps) {
  const { tablet } = props;
  const view = useSyncExternalStore(tablet.view.subscribe, tablet.view.get);
  const [isBlank, setBlank] = useState(false);
  const [isFetching, setFetching] = useState(false);
  const { t } = useTranslation('blank'),
    fetching = useTranslation('takeover').t;
  const onClose = (): void => tablet.actor.send({ type: 'STAFF_CLOSED' });
  if (isBlank) return <BlankScreens {...props} onClose={onClose} />;
  return (
    <>
      <StaffMenu
        header={<TabletTop tablet={view.config?.tabletName ?? ''} />}
        version={__VERSION__}
        build={__BUILD__}
        unsent={view.unsent}
        oldestMs={view.oldestMs}
        isPersisted={view.isPersisted}
        isOnline={view.isOnline}
        lastContactAt={view.lastContactAt}
        leaseUntil={view.leaseUntil}
        hasUpdate={tablet.updater.hasUpdate()}
        blank={{ label: t('staff.open'), onPress: () => setBlank(true) }}
        fetch={{ label: fetching('staff.fetch'), onPress: () => setFetching(true) }}
        onReload={() => globalThis.location.reload()}
        onSignOut={() => {
          signOut(tablet).catch(() => undefined);
        }}
        onClose={onClose}
      />
      {isFetching && (
        <Suspense fallback={null}>
          <FetchMappe tablet={tablet} onClose={() => setFetching(false)} onDone={onClose} />
        </Suspense>
      )}
    </>
  );
}
