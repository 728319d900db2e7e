// The patients page: search, and the people opened last; each row opens the patient's page.

import './patients.css';
import { Badge, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { usePatientTexts } from './patient-texts.ts';
import { useRecent } from './recent.ts';
import { SHORTEST, useFoundPatients, type FoundPatients } from './use-found-patients.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

/** Rows of an answer. */
const LIMIT = 20;
const wayTo = (patid: string): string => `/patient/${numberInPath(patid)}`;

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
    else document.querySelector<HTMLElement>('.ps-rows a')?.focus();
  });
  useEffect(() => {
    if (isEntered && isSettled) enter();
  }, [isEntered, isSettled]);
  return (
    <Page title={t('find.title')}>
      <TextInput
        type="search"
        ref={input}
        label={t('find.label')}
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
          if (event.key === 'Enter') setEntered(true);
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            document.querySelector<HTMLElement>('.ps-rows a')?.focus();
          }
        }}
      />
      {typed.trim() === '' ? <Recent /> : <Found search={search} typed={typed} />}
    </Page>
  );
}

function Found({ search: { found, rows }, typed }: { search: FoundPatients; typed: string }) {
  const t = usePatientTexts();
  if (typed.trim().length < SHORTEST) return <Empty>{t('find.more')}</Empty>;
  if (found.isError)
    return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (rows.length === 0)
    return <Empty>{t(found.isFetching ? 'find.searching' : 'find.none')}</Empty>;
  return (
    <People
      title={t('find.results')}
      people={rows.map((one) => ({
        ...one,
        marks: (
          <>
            {one.sameName && (
              <Badge color="warn" variant="light" tt="none">
                {t('find.same')}
              </Badge>
            )}
            {one.herkunft === 'hand' && (
              <Badge color="info" variant="light" tt="none">
                {t('find.hand')}
              </Badge>
            )}
          </>
        ),
      }))}
    />
  );
}

function Recent() {
  const t = usePatientTexts(),
    people = useRecent();
  return people.length === 0 ? (
    <Empty>{t('find.recent.none')}</Empty>
  ) : (
    <People title={t('find.recent')} people={people} />
  );
}

interface Person {
  patid: string;
  name: string;
  geburtsdatum: string;
  city?: string;
  marks?: ReactNode;
}
/** Moves the focus between rows by arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const all = [...document.querySelectorAll<HTMLElement>('.ps-rows a')];
  all[all.indexOf(event.currentTarget) + step]?.focus();
}
/** Rows of people; arrow keys move between them. */
function People({ title, people }: { title: string; people: readonly Person[] }) {
  const language = useLanguage();
  return (
    <section className="ps-found">
      <h2>{title}</h2>
      <ul className="p-card ps-rows">
        {people.map(({ patid, name, geburtsdatum, city, marks }) => (
          <li key={patid}>
            <Link to={wayTo(patid)} onKeyDown={moveFocus}>
              <strong>{name}</strong>
              <span className="p-tabular ps-born">*{dayText(geburtsdatum, language)}</span>
              {city !== undefined && city !== '' && <span className="p-muted">{city}</span>}
              {marks}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
