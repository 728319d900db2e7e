// An expected patient: time, name, subject, proposal of the rules; send it or mark „Da“ in one
// press.

import { Button } from '@mantine/core';
import { IconSend, IconUserCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { useArrival } from './use-arrival.ts';
import { isSameExpected, type ExpectedRow } from './board-view.ts';
import { proposalText, useBoardTexts } from './board-texts.ts';
import { PersonName } from './PersonName.tsx';
import { usePrivacy } from './privacy.tsx';
import { RoomMenu } from './rooms.tsx';

interface Props {
  row: ExpectedRow;
  /** Stays the same from render to render. */
  onSend: (patid: string) => void;
}
/** Drawn again only if its row changes: the board's clock ticks every second. */
export const ExpectedCard = memo(
  Card,
  (a, b) => a.onSend === b.onSend && isSameExpected(a.row, b.row),
);

function Card({ row, onSend }: Props) {
  const t = useBoardTexts(),
    privacy = usePrivacy(),
    { isBusy, arrive } = useArrival();
  const details = [row.art, row.behandler, row.zimmer.replaceAll(' ', '\u00a0')].filter(
      (part) => part !== '',
    ),
    name = privacy.name(row.name),
    hasProposal = row.proposed.length > 0;
  return (
    <li className="e-card e-termin" data-row data-tone="plain" tabIndex={-1}>
      <span className="e-time p-tabular">{row.time}</span>
      <div className="e-termin-who">
        <PersonName patid={row.patid} name={row.name} />{' '}
        <span className="p-muted p-tabular e-born">{privacy.born(row.geburtsdatum)}</span>
      </div>
      <span className="p-small p-muted e-termin-what">
        {details.join(' · ')}
        {row.others.length > 0 &&
          ` · ${t('expected.also', {
            times: row.others.map((one) => `${one.time} ${one.art}`.trim()).join(', '),
          })}`}
      </span>
      <span className="p-small e-proposal" data-none={!hasProposal}>
        {proposalText(t, row)}
      </span>
      <div className="e-termin-acts">
        <Button
          size="xs"
          variant={hasProposal ? 'light' : 'default'}
          {...(hasProposal && { 'data-default': true })}
          className="e-send"
          data-send
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          onClick={() => onSend(row.patid)}
        >
          {t('act.send')}
        </Button>
        <Button
          size="xs"
          variant="default"
          {...(!hasProposal && { 'data-default': true })}
          data-there
          loading={isBusy}
          leftSection={<IconUserCheck size={16} stroke={1.75} aria-hidden />}
          aria-label={`${t('act.there')}: ${name}`}
          onClick={() => arrive(row.patid, name)}
        >
          {t('act.there')}
        </Button>
        <RoomMenu patid={row.patid} name={name} planned={row.zimmer} />
      </div>
    </li>
  );
}
