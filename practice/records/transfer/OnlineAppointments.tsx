// Online appointments without a certain patient: staff assigns them, by press or by number.

import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import type { OnlineEntry } from '../../../shared/records/transfer.schema.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { decideOnline } from './transfer-calls.ts';
import { useTransferTexts } from './transfer-texts.ts';
import { Section } from './Section.tsx';
import { useLanguage } from '../../ui/texts.ts';

export function OnlineAppointments({
  termine,
  count,
  fresh,
}: {
  termine: readonly OnlineEntry[];
  count: number;
  fresh: () => void;
}) {
  const t = useTransferTexts();
  return (
    <Section id="ds-online" title={t('online.title')} count={count} lead={t('online.lead')}>
      {termine.map((one) => (
        <Row key={one.terminId} one={one} fresh={fresh} />
      ))}
    </Section>
  );
}

function Row({ one, fresh }: { one: OnlineEntry; fresh: () => void }) {
  const language = useLanguage();
  const t = useTransferTexts(),
    { isBusy, run } = useSubmit(),
    [number, setNumber] = useState('');
  const name = [one.lastName, one.firstName].filter(Boolean).join(', ');
  const decide = (patid?: string): void =>
    void run(async () => {
      await decideOnline(one.terminId, patid);
      say(t(patid === undefined ? 'online.dismissed' : 'online.assigned'));
      fresh();
    }, sayError);
  return (
    <div role="listitem" className="ds-row">
      <div className="ds-what">
        <span>
          <strong className="p-tabular">
            {dayText(one.day, language)} {one.time}
          </strong>{' '}
          · {name === '' ? t('online.no_name') : name}
          {one.geburtsdatum !== '' &&
            `, ${t('online.born', { day: dayText(one.geburtsdatum, language) })}`}
        </span>
        <span className="ds-sub">
          {[one.art, one.behandler, one.zimmer].filter(Boolean).join(' · ')}
        </span>
      </div>
      <Group gap={8} align="flex-end">
        {one.candidates.map((person) => (
          <Button
            key={person.patid}
            size="xs"
            variant="default"
            loading={isBusy}
            onClick={() => decide(person.patid)}
          >
            {t('online.is', { name: person.name, day: dayText(person.geburtsdatum, language) })}
          </Button>
        ))}
        <form
          className="ds-number"
          onSubmit={(event) => {
            event.preventDefault();
            if (number.trim() !== '') decide(number.trim());
          }}
        >
          <TextInput
            size="xs"
            aria-label={t('online.number')}
            placeholder={t('online.number')}
            autoComplete="off"
            maxLength={64}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Button size="xs" type="submit" variant="default" loading={isBusy}>
            {t('online.assign')}
          </Button>
        </form>
        <Button size="xs" variant="subtle" loading={isBusy} onClick={() => decide()}>
          {t('online.dismiss')}
        </Button>
      </Group>
    </div>
  );
}
