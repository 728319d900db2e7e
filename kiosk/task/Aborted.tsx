/** X8: the task was aborted; the page explains the cause, which data is safe, and the next step. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Posture } from '../../shared/desk/tablet.ts';
import type { LeaveReason } from '../session/session.types.ts';
import { Question, Screen } from '../ui/Screen.tsx';
import './task.css';
import '../ui/result.css';

export interface AbortedProps {
  readonly header?: ReactNode;
  readonly reason: LeaveReason;
  readonly posture: Posture;
}

const TEXT = {
  patient: 'patient',
  idle: 'idle',
  wrong_person: 'wrong',
  staff: 'staff',
  battery: 'battery',
  pause: 'pause',
} as const;

export function Aborted({ header, reason, posture }: AbortedProps) {
  const { t } = useTranslation('task');
  return (
    <Screen header={header}>
      <div className="k-result">
        <div role="status">
          <Question hero>{t(reason === 'pause' ? 'aborted.pauseTitle' : 'aborted.title')}</Question>
        </div>
        <p className="task-lead">{t(`aborted.${TEXT[reason]}`)}</p>
        <p className="task-lead">{posture === 'hand' ? t('aborted.hand') : t('aborted.wall')}</p>
      </div>
    </Screen>
  );
}
