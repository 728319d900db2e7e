/** Page of a device whose tasks moved elsewhere: none of their data is left here. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Question, Screen } from '../ui/Screen.tsx';
import '../ui/result.css';

export interface MovedProps {
  readonly header: ReactNode;
  readonly to: 'phone' | 'tablet';
  /** A portable tablet is returned. */
  readonly isInHand: boolean;
}

export function Moved({ header, to, isInHand }: MovedProps) {
  const { t } = useTranslation('takeover');
  return (
    <Screen header={header}>
      <div className="k-result">
        <div role="status">
          <Question hero reason={t(`moved.${to}.body`)}>
            {t(`moved.${to}.title`)}
          </Question>
        </div>
        {to === 'phone' && isInHand && <p>{t('moved.phone.hand')}</p>}
      </div>
    </Screen>
  );
}
