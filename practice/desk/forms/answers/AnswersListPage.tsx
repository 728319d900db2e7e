// A patient's questionnaires, newest first, each with its additions.

import { listName } from '../../../../shared/desk/patient.ts';
import './answers.css';
import './answers-print.css';
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconBan } from '@tabler/icons-react';
import { Link, Navigate } from 'react-router';
import type { AnswersEntry } from '../../../../shared/forms/answers/answers.schema.ts';
import { dayText } from '../../../../shared/base/dates.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import type { Patient } from '../../../../shared/desk/patient.schema.ts';
import { mayReadAnswers } from '../../../../shared/base/roles.ts';
import { callR4c } from '../../../api.ts';
import { useSession } from '../../../session.ts';
import { showInstant } from '../../../ui/wording/moments.ts';
import { PagedList } from '../../../ui/lists/PagedList.tsx';
import { Page } from '../../../ui/Page.tsx';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { DamagedWord } from '../../../ui/lists/DamagedWord.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useQueryParams } from '../../../ui/use-query-params.ts';
import { useAnswersTexts } from './answers-texts.ts';
import { numberInPath } from '../../../../shared/desk/patient-number.ts';

/** Questionnaires belong to one person; an address without one leads to the search. */
export function AnswersListPage() {
  const {
    values: { patid = '' },
  } = useQueryParams(['patid']);
  return patid === '' ? <Navigate to="/patienten" replace /> : <AnswersOf patid={patid} />;
}

function AnswersOf({ patid }: { patid: string }) {
  const language = useLanguage();
  const t = useAnswersTexts();
  const who = useQuery({
    queryKey: ['patient', patid],
    queryFn: () => callR4c<Patient>(`/patient/patients/${numberInPath(patid)}`),
    refetchOnWindowFocus: false,
  });
  const list = useInfiniteQuery({
    queryKey: ['anamnese', 'of', patid],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      callR4c<{ items: AnswersEntry[]; cursor: string | null }>(
        `/anamnese/responses?${new URLSearchParams({ patid, ...(pageParam !== '' && { cursor: pageParam }) })}`,
      ),
    getNextPageParam: (last) => last.cursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [],
    originals = rows.filter((one) => one.addsTo === null);
  return (
    <Page
      title={t('list.title')}
      actions={
        <Group gap={8}>
          <Button
            variant="default"
            component={Link}
            to={`/stammdaten?patid=${encodeURIComponent(patid)}`}
          >
            {t('list.record')}
          </Button>
          <Button
            variant="default"
            component={Link}
            to={`/dokumente?patid=${encodeURIComponent(patid)}`}
          >
            {t('list.documents')}
          </Button>
        </Group>
      }
    >
      {who.data && (
        <Text className="an-who" mb={12}>
          <strong>{listName(who.data)}</strong>{' '}
          <span className="p-tabular">*{dayText(who.data.geburtsdatum, language)}</span>
        </Text>
      )}
      <PagedList list={list} isEmpty={originals.length === 0} empty={t('list.empty')}>
        <ul className="p-card an-sets">
          {originals.map((one) => (
            <Row
              key={one.id}
              one={one}
              notes={rows.filter((other) => other.addsTo === one.id).length}
            />
          ))}
        </ul>
      </PagedList>
    </Page>
  );
}

function Row({ one, notes }: { one: AnswersEntry; notes: number }) {
  const t = useAnswersTexts(),
    language = useLanguage(),
    { user } = useSession(),
    title = usePaperTitle()(one.form, one.title);
  const facts = [
    one.language === 'de' ? '' : languageName(one.language, language),
    notes === 0 ? '' : notes === 1 ? t('list.note') : t('list.notes', { n: notes }),
  ].filter((part) => part !== '');
  return (
    <li className="an-set">
      <span className="p-tabular p-muted">{showInstant(one.answeredAt, language)}</span>
      <span className="an-set-title">
        <strong>{title}</strong>
        {facts.length > 0 && <span className="p-muted">{facts.join(' · ')}</span>}
      </span>
      {one.isWrongPerson && (
        <StateWord tone="off" icon={IconBan}>
          {t('list.wrongPerson')}
        </StateWord>
      )}
      {one.isDamaged && <DamagedWord />}
      {one.problems > 0 && (
        <StateWord tone="warn" icon={IconAlertTriangle}>
          {t('list.problems', { n: one.problems })}
        </StateWord>
      )}
      {mayReadAnswers(user?.role) && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/anamnese/${one.id}`}
          aria-label={t('list.openOne', { title, at: showInstant(one.answeredAt, language) })}
        >
          {t('list.open')}
        </Button>
      )}
    </li>
  );
}
