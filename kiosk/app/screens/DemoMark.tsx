// Shows on every screen of the tablet that this is a demo; only a production server has no mark.

import '../../ui/demo.css';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { currentEnvironment, subscribeEnvironment } from '../environment.ts';

export function DemoMark() {
  const { t } = useTranslation('app');
  const environment = useSyncExternalStore(subscribeEnvironment, currentEnvironment),
    isDemo = environment !== null && environment !== 'prod';
  // Headers leave space for it.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-demo', isDemo);
  }, [isDemo]);
  return isDemo ? (
    <p className="k-demo" role="note">
      {t('demo')}
    </p>
  ) : null;
}
