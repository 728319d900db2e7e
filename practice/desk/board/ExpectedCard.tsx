// An expected patient: time, name, subject, proposal of the rules; send it or mark „Da“ in one
// press.

import { Button } from '@mantine/core';
import { IconSend, IconUserCheck } from '@tabler/icons-react';
import { useArrival } from './use-arrival.ts';
import type { ExpectedRow } from './board-view.ts';
import { proposalText, useBoardTexts } from './board-texts.ts';
import { PersonName } from './PersonName.tsx';
import { usePrivacy } from './privacy.tsx';
import { RoomMenu } from './rooms.tsx';

export function ExpectedCard({ row, onSend }: { row: ExpectedRow; onSend: () => void }) {
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
          onClick={onSend}
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
