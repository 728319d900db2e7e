/**
 * Shown while the page determines the tablet's state; a separate file, so that the first screen
 * loads nothing else.
 */
import { useTranslation } from 'react-i18next';
import { Screen } from '../ui/Screen.tsx';
import './tablet.css';

export function Booting() {
  const { t } = useTranslation('tablet');
  return (
    <Screen>
      <p className="tab-muted" role="status">
        {t('moment')}
      </p>
    </Screen>
  );
}
