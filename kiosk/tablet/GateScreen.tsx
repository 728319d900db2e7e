/** A registered tablet that is not ready for patients: failed checks and how to fix them. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openChecks, type Gate, type GateCheck } from '../../shared/desk/tablet.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Question, Screen } from '../ui/Screen.tsx';
import { TabletTop } from './TabletFrame.tsx';
import './tablet.css';

export interface GateScreenProps {
  readonly praxis: string;
  readonly tablet: string;
  readonly gate: Gate;
  readonly excused: readonly GateCheck[];
  /** The checks of the tablet. */
  readonly list: ReactNode;
  readonly onRecheck: () => void;
}

export function GateScreen({ praxis, tablet, gate, excused, list, onRecheck }: GateScreenProps) {
  const { t } = useTranslation('tablet');
  const open = openChecks(
    gate,
    excused.map((check) => ({ check })),
  );
  return (
    <Screen header={<TabletTop praxis={praxis} tablet={tablet} />}>
      <Question reason={open.length > 0 ? t('gate.open') : t('gate.done')}>{tablet}</Question>
      <Notice kind="info" title={t('welcome.patient')} />
      {list}
      <Button onPress={onRecheck}>{t('gate.recheck')}</Button>
    </Screen>
  );
}
