// The patients page: search, and the people opened last; each row opens the patient's page.

import './patients.css';
import { Button, Loader, TextInput } from '@mantine/core';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Page } from '../../ui/Page.tsx';
import { useSession } from '../../session.ts';
import { PeopleList } from './PeopleList.tsx';
import { usePatientTexts } from './patient-texts.ts';
import { useRecent } from './recent.ts';
import { SHORTEST, useFoundPatients, type FoundPatients } from './use-found-patients.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

/** Rows of an answer. */
const LIMIT = 20;
const wayTo = (patid: string): string => `/patient/${numberInPath(patid)}`;
const focusFirst = (): void => document.querySelector<HTMLElement>('.ps-rows a')?.focus();

export function PatientsPage() {
  const t = usePatientTexts(),
    navigate = useNavigate(),
    input = useRef<HTMLInputElement>(null),
    [typed, setTyped] = useState(''),
    [isEntered, setEntered] = useState(false),
    search = useFoundPatients(typed, { limit: LIMIT }),
    { found, rows, isSettled } = search;
  useEffect(() => input.current?.focus(), []);
  /** Enter opens the only person found; of several, it moves to the first. */
  const enter = useEffectEvent((): void => {
    setEntered(false);
    if (rows.length === 1 && rows[0]) void navigate(wayTo(rows[0].patid));
    else focusFirst();
  });
  useEffect(() => {
    if (isEntered && isSettled) enter();
  }, [isEntered, isSettled]);
  return (
    <Page title={t('find.title')} actions={<AddPerson />}>
      <TextInput
        type="search"
        ref={input}
        label={t('find.label')}
        description={t('find.examples')}
        placeholder={t('find.hint')}
        autoComplete="off"
        spellCheck={false}
        maw={480}
        value={typed}
        leftSection={
          found.isFetching ? (
            <Loader size={14} />
          ) : (
            <IconSearch size={16} stroke={1.75} aria-hidden />
          )
        }
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setEntered(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Otherwise the key would go on to the row that gets the focus, and open it.
            event.preventDefault();
            setEntered(true);
          }
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            focusFirst();
          }
        }}
      />
      {typed.trim() === '' ? <Recent /> : <Found search={search} typed={typed} />}
    </Page>
  );
}

/** Opens the dialog for a new person at the reception. */
function AddPerson() {
  const t = usePatientTexts();
  return (
    <Button
      variant="default"
      component={Link}
      to="/empfang"
      state={{ add: true }}
      leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
    >
      {t('find.add')}
    </Button>
  );
}

function Found({ search: { found, rows }, typed }: { search: FoundPatients; typed: string }) {
  const t = usePatientTexts();
  if (typed.trim().length < SHORTEST) return <Empty>{t('find.more')}</Empty>;
  if (found.isError)
    return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (rows.length === 0) return found.isFetching ? <Empty>{t('find.searching')}</Empty> : <NoOne />;
  return (
    <>
      <PeopleList title={t('find.results')} people={rows} />
      {rows.length === LIMIT && <p className="p-muted">{t('find.first', { n: LIMIT })}</p>}
    </>
  );
}

/** What to do when the search finds no one: other words, a new person, tables to read in. */
function NoOne() {
  const t = usePatientTexts(),
    { user } = useSession();
  return (
    <Empty>
      <p>{t('find.none')}</p>
      <p>
        <Link to="/empfang" state={{ add: true }}>
          {t('find.none.add')}
        </Link>
        {user?.role === 'owner' && (
          <>
            {' · '}
            <Link to="/daten/einlesen">{t('find.none.import')}</Link>
          </>
        )}
      </p>
    </Empty>
  );
}

function Recent() {
  const t = usePatientTexts(),
    people = useRecent();
  return people.length === 0 ? (
    <Empty>{t('find.recent.none')}</Empty>
  ) : (
    <PeopleList title={t('find.recent')} people={people} />
  );
}
