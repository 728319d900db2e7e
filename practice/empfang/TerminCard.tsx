// One of today's appointments that has no Mappe yet: time, who, where, and sending in one press.

import { Button } from '@mantine/core';
import type { BoardTermin } from '../../shared/board.ts';
import { useEmpfangTexts } from './empfang-texts.ts';
import { usePrivacy } from './privacy.tsx';
import { RoomMenu } from './rooms.tsx';

export function TerminCard({ termin, onSend }: { termin: BoardTermin; onSend: () => void }) {
  const t = useEmpfangTexts();
  const privacy = usePrivacy();
  const details = [termin.art, termin.behandler, termin.zimmer].filter((part) => part !== '');
  return (
    <li className="e-card e-termin" data-row data-tone="plain" tabIndex={-1}>
      <span className="e-time p-tabular">{termin.time}</span>
      <div className="e-termin-who">
        <span><strong>{privacy.name(termin.name)}</strong> <span className="p-muted p-tabular">{privacy.born(termin.geburtsdatum)}</span></span>
        <span className="p-small p-muted">{details.join(' · ')}</span>
      </div>
      <div className="e-termin-acts">
        <Button size="xs" variant="light" data-default onClick={onSend}>{t('act.send')}</Button>
        <RoomMenu patid={termin.patid} name={privacy.name(termin.name)} />
      </div>
    </li>
  );
}
