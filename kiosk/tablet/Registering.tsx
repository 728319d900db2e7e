/** The number that staff compare on both screens, large, and the setup checks meanwhile. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Question, Screen } from '../ui/Screen.tsx';
import { TabletTop } from './TabletFrame.tsx';
import './tablet.css';

export interface RegisteringProps {
  /** Four digits; null while the code is still being checked. */
  readonly number: string | null;
  /** The checks of the tablet. */
  readonly list: ReactNode;
  /** Goes back to typing another code. */
  readonly onAgain: () => void;
}

export function Registering({ number, list, onAgain }: RegisteringProps) {
  const { t } = useTranslation('tablet');
  return (
    <Screen header={<TabletTop />}>
      <Question reason={number === null ? undefined : t('registering.reason')}>
        {number === null ? t('moment') : t('registering.title')}
      </Question>
      {number === null ? (
        <p role="status">{t('registering.sending')}</p>
      ) : (
        <>
          <p className="tab-number" dir="ltr">
            <span className="k-hidden">{t('registering.number')}: </span>
            {number}
          </p>
          <p className="tab-muted" role="status">
            {t('registering.wait')}
          </p>
        </>
      )}
      {list}
      <Button onPress={onAgain}>{t('registering.again')}</Button>
    </Screen>
  );
}
