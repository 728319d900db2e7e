/**
 * Page for the person's name and birth date, validated by the same rules as on the server (V4, V6).
 */
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { berlinDay } from '../../shared/base/dates.ts';
import { personProblems, type PersonProblem } from '../../shared/forms/task/home.ts';
import { Button } from '../ui/Button.tsx';
import { Tile } from '../ui/fields/ChoiceTiles.tsx';
import { DateFields } from '../ui/fields/DateFields.tsx';
import { firstProblem } from '../ui/fields/dateParts.ts';
import { softHyphens } from '../ui/hyphens.ts';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { birthOf, type Person } from './draft.ts';

export interface PersonPageProps {
  readonly header: ReactNode;
  readonly person: Person;
  readonly isConfirmed: boolean;
  /** Milliseconds UTC. */
  readonly now: number;
  /** The server rejected it. */
  readonly isRefused: boolean;
  readonly onPerson: (person: Person, isConfirmed: boolean) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

type Problems = Partial<Record<'firstName' | 'lastName' | 'geburtsdatum', PersonProblem>>;
const FIELD = {
  firstName: 'home-first',
  lastName: 'home-last',
  geburtsdatum: 'home-birth-day',
} as const;

interface PersonCheck {
  readonly problems: Problems;
  /** Goes on, or shows an error at the first wrong field. */
  readonly next: (isConfirmed: boolean) => void;
  readonly clear: () => void;
}

/** Checks the person at „Weiter“. */
function usePersonCheck(
  person: Person,
  hasOneName: boolean,
  now: number,
  onNext: () => void,
): PersonCheck {
  const [problems, setProblems] = useState<Problems>({});
  const find = (isConfirmed: boolean): Problems => {
    const { geburtsdatum, ...names } = personProblems(
      { ...person, geburtsdatum: birthOf(person) ?? '' },
      berlinDay(now),
      hasOneName,
    );
    return {
      ...names,
      ...(geburtsdatum && !(geburtsdatum === 'recent_birth' && isConfirmed) && { geburtsdatum }),
    };
  };
  const next = (isConfirmed: boolean): void => {
    const found = find(isConfirmed);
    setProblems(found);
    const wrong = (['firstName', 'lastName', 'geburtsdatum'] as const).find(
      (one) => found[one] !== undefined,
    );
    if (wrong === undefined) onNext();
    else if (found[wrong] !== 'recent_birth')
      document
        .getElementById(
          wrong === 'geburtsdatum'
            ? `home-birth-${firstProblem(person.birth) ?? 'year'}`
            : FIELD[wrong],
        )
        ?.focus();
  };
  return { problems, next, clear: () => setProblems({}) };
}

interface RecentBirthProps {
  readonly isOpen: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks whether a birth date of recent months is right. */
function RecentBirth({ isOpen, onYes, onNo }: RecentBirthProps) {
  const { t, i18n } = useTranslation('home');
  return (
    <Modal
      open={isOpen}
      title={softHyphens(t('person.recent'), i18n.language)}
      actions={
        <>
          <Button kind="primary" onPress={onYes}>
            {t('person.recentYes')}
          </Button>
          <Button onPress={onNo}>{t('person.recentNo')}</Button>
        </>
      }
    >
      {null}
    </Modal>
  );
}

export function PersonPage({
  header,
  person,
  isConfirmed,
  now,
  isRefused,
  onPerson,
  onBack,
  onNext,
}: PersonPageProps) {
  const { t } = useTranslation('home');
  const [hasOneName, setOneName] = useState(person.firstName === '' && person.lastName !== '');
  const { problems, next, clear } = usePersonCheck(person, hasOneName, now, onNext);
  const change = (changed: Partial<Person>): void => {
    clear();
    onPerson({ ...person, ...changed }, changed.birth ? false : isConfirmed);
  };
  // Where nothing is wrong, only unusual.
  const isAsking =
    problems.geburtsdatum === 'recent_birth' && !problems.firstName && !problems.lastName;
  const mend = (): void => {
    // The dialog returns the focus to „Weiter“ as it closes: the field gets it after that.
    flushSync(clear);
    document.getElementById(FIELD.geburtsdatum)?.focus();
  };
  const words = (problem: PersonProblem | undefined): string | null =>
    problem === undefined || problem === 'recent_birth' ? null : t(`person.${problem}`);
  const nameField = (name: 'firstName' | 'lastName', label: string): ReactNode => (
    <TextField
      id={FIELD[name]}
      label={label}
      value={person[name]}
      maxLength={100}
      keys="latin"
      dir="auto"
      error={words(problems[name])}
      onChange={(text) => change({ [name]: text })}
    />
  );
  const isEmptyDate =
    person.birth.day === '' && person.birth.month === '' && person.birth.year === '';
  return (
    <Screen
      header={header}
      pageKey="person"
      layout="split"
      question={<Question reason={t('person.why')}>{t('person.title')}</Question>}
      footer={
        <Footer
          back={
            <Button icon="back" onPress={onBack}>
              {t('back')}
            </Button>
          }
          primary={
            <Button kind="primary" grow iconEnd="forward" onPress={() => next(isConfirmed)}>
              {t('next')}
            </Button>
          }
        />
      }
    >
      {isRefused && <Notice kind="warn" live title={t('handing.person')} />}
      {!hasOneName && nameField('firstName', t('person.firstName'))}
      {nameField('lastName', t(hasOneName ? 'person.onlyName' : 'person.lastName'))}
      <Tile
        type="checkbox"
        label={t('person.oneName')}
        checked={hasOneName}
        onChange={(isChosen) => {
          setOneName(isChosen);
          change(isChosen ? { firstName: '' } : {});
        }}
      />
      <DateFields
        id="home-birth"
        legend={t('person.birth')}
        labels={{ day: t('person.day'), month: t('person.month'), year: t('person.year') }}
        value={person.birth}
        onChange={(birth) => change({ birth })}
        onEnter={() => next(isConfirmed)}
        error={
          problems.geburtsdatum === 'invalid' && isEmptyDate
            ? t('person.missing')
            : words(problems.geburtsdatum)
        }
        errorPart={firstProblem(person.birth)}
      />
      <RecentBirth
        isOpen={isAsking}
        onYes={() => {
          onPerson(person, true);
          next(true);
        }}
        onNo={mend}
      />
    </Screen>
  );
}
