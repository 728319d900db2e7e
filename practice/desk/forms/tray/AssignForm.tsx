// Selects the record: candidates with their reason, or a search result; a differing name or birth
// date asks first (V2, V3).

import { listName } from '../../../../shared/desk/patient.ts';
import { Button, Group, Radio, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { dayText } from '../../../../shared/base/dates.ts';
import { matchOf, type Match } from '../../../../shared/forms/task/home.ts';
import type { Unmatched } from '../../../../shared/forms/task/home.schema.ts';
import type { FoundPatient } from '../../../../shared/desk/patient.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { doubtsIn } from '../../../ui/saving/doubts.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useParts } from './parts.ts';
import { assign } from './tray-calls.ts';
import { MATCH_WORD, useTrayTexts } from './tray-texts.ts';
import { useLanguage } from '../../../ui/texts.ts';

/** The question takes over the focus of the removed button. */
const focused = (button: HTMLButtonElement | null): void => button?.focus();

interface Choice {
  patid: string;
  name: string;
  geburtsdatum: string;
  city: string;
  match?: Match | undefined;
}
interface Props {
  one: Unmatched;
  onDone: (text: string) => void;
  others: ReactNode;
}

/** Only a full match is preselected; anything less is a person's decision. */
const preselected = ([first, second]: Unmatched['candidates']): string =>
  first?.match === 'same' && second?.match !== 'same' ? first.patid : '';

export function AssignForm({ one, onDone, others }: Props) {
  const t = useTrayTexts(),
    { PatientSearch } = useParts(),
    { isBusy, failed, run, clear } = useSubmit();
  const [found, setFound] = useState<Choice[]>([]),
    [doubts, setDoubts] = useState<string[] | null>(null);
  const choices: Choice[] = [
    ...one.candidates,
    ...found.filter((f) => !one.candidates.some((c) => c.patid === f.patid)),
  ];
  const [patid, setPatid] = useState(preselected(one.candidates));
  const chosen = choices.find((c) => c.patid === patid);
  const choose = (value: string): void => {
    setDoubts(null);
    clear();
    setPatid(value);
  };
  const pick = ({
    patid: number,
    name,
    firstName,
    lastName,
    geburtsdatum,
    city,
  }: FoundPatient): void => {
    setFound((old) => [
      ...old.filter((o) => o.patid !== number),
      {
        patid: number,
        name,
        geburtsdatum,
        city,
        match: matchOf(one, { firstName, lastName, geburtsdatum }),
      },
    ]);
    choose(number);
  };
  const send = (confirmed: boolean): Promise<boolean> =>
    run(async () => {
      if (!chosen) return;
      try {
        await assign(one.id, chosen.patid, confirmed);
      } catch (error) {
        const asked = doubtsIn(error);
        if (!asked) throw error;
        setDoubts(asked);
        return;
      }
      onDone(t('assign.done', { name: chosen.name }));
    });
  return (
    <form
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (doubts === null) void send(false);
      }}
    >
      <Radio.Group value={patid} onChange={choose} label={t('assign.label')}>
        <div className="z-choices">
          {choices.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('assign.nobody')}
            </Text>
          )}
          {choices.map((c, at) => (
            <CandidateCard key={c.patid} choice={c} at={at} isCompared={one.lastName !== ''} />
          ))}
        </div>
      </Radio.Group>
      <div className="z-search">
        <PatientSearch label={t('assign.search')} onPick={pick} />
      </div>
      {doubts !== null && chosen && (
        <DoubtNotice
          doubts={doubts}
          one={one}
          chosen={chosen}
          onConfirm={() => void send(true)}
          isBusy={isBusy}
        />
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <div className="zt-acts">
        {others}
        {doubts === null && (
          <Button type="submit" disabled={!chosen} loading={isBusy}>
            {chosen ? t('assign.goTo', { name: chosen.name }) : t('assign.go')}
          </Button>
        )}
      </div>
    </form>
  );
}

function DoubtNotice({
  doubts,
  one,
  chosen,
  onConfirm,
  isBusy,
}: {
  doubts: string[];
  one: Unmatched;
  chosen: Choice;
  onConfirm: () => void;
  isBusy: boolean;
}) {
  const t = useTrayTexts(),
    language = useLanguage();
  return (
    <Notice tone="warn" role="alert">
      <Text size="sm">
        {doubts.includes('name_differs') &&
          t('assign.V2', {
            written: listName(one),
            record: chosen.name,
          })}{' '}
        {doubts.includes('birth_differs') &&
          t('assign.V3', {
            written: dayText(one.geburtsdatum, language),
            record: dayText(chosen.geburtsdatum, language),
          })}
      </Text>
      <Group mt={8}>
        <Button size="xs" ref={focused} onClick={onConfirm} loading={isBusy}>
          {t('assign.anyway', { name: chosen.name })}
        </Button>
      </Group>
    </Notice>
  );
}

function CandidateCard({
  choice,
  at,
  isCompared,
}: {
  choice: Choice;
  at: number;
  isCompared: boolean;
}) {
  const language = useLanguage(),
    t = useTrayTexts();
  return (
    <Radio.Card
      value={choice.patid}
      className="z-choice"
      {...(at === 0 && { 'data-autofocus': true })}
    >
      <Radio.Indicator />
      <span className="z-choice-text">
        <span>
          <strong>{choice.name}</strong>{' '}
          <span className="p-tabular">*{dayText(choice.geburtsdatum, language)}</span>
          {choice.city !== '' && <span className="p-muted"> · {choice.city}</span>}{' '}
          <span className="p-muted p-tabular">· {choice.patid}</span>
        </span>
        {isCompared && (
          <span className="p-small" data-match={choice.match ?? 'none'}>
            {t(choice.match ? MATCH_WORD[choice.match] : 'match.none')}
          </span>
        )}
      </span>
    </Radio.Card>
  );
}
