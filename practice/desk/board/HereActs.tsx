// Actions for a present person without a Mappe: send the proposal of the rules, or undo „Da“.

import { Button } from '@mantine/core';
import type { BoardRow } from './view/rows.ts';
import { proposalText, useBoardTexts } from './board-texts.ts';
import { RoomActs } from './rooms.tsx';
import { useArrival } from './use-arrival.ts';

export function HereActs({ row, onSend }: { row: BoardRow; onSend: (patid: string) => void }) {
  const t = useBoardTexts(),
    { isBusy, takeBack } = useArrival(),
    { person, stay, termin, arrival } = row;
  if (!person || row.state.key === 'treated') return null;
  return (
    <>
      {termin && <span className="p-small e-here-why">{proposalText(t, termin)}</span>}
      <div className="e-acts">
        {stay && <RoomActs stay={stay} />}
        <Button
          size="xs"
          variant={stay ? 'subtle' : 'light'}
          {...(!stay && { 'data-default': true })}
          data-send
          onClick={() => onSend(person.patid)}
        >
          {t('act.send')}
        </Button>
        {arrival && !stay && (
          <Button
            size="xs"
            variant="subtle"
            loading={isBusy}
            onClick={() => takeBack(person.patid)}
          >
            {t('act.notThere')}
          </Button>
        )}
      </div>
    </>
  );
}
