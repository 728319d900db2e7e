/** The number that staff compare on both screens, large, and the check of the tablet meanwhile. */
import { useTranslation } from 'react-i18next';
import type { Gate, GateCheck } from '../../shared/tablet.ts';
import { Button } from '../ui/Button.tsx';
import { Question, Screen } from '../ui/Screen.tsx';
import { GateList } from './GateList.tsx';
import { TabletTop } from './TabletFrame.tsx';
import './tablet.css';

export interface RegisteringProps {
  /** Four digits; null while the code is still being checked. */
  readonly number: string | null;
  readonly gate: Gate;
  readonly excused: readonly GateCheck[];
  /** Back to typing another code. */
  readonly onAgain: () => void;
}

export function Registering({ number, gate, excused, onAgain }: RegisteringProps) {
  const { t } = useTranslation('tablet');
  return (
    <Screen header={<TabletTop />}>
      <Question reason={number === null ? undefined : t('registering.reason')}>{number === null ? t('moment') : t('registering.title')}</Question>
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
      <GateList gate={gate} excused={excused} />
      <Button onPress={onAgain}>{t('registering.again')}</Button>
    </Screen>
  );
}
