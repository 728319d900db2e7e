/**
 * Page for the person's name and birth date, validated by the same rules as on the server (V4, V6).
 */
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { berlinDay } from '../../shared/base/dates.ts';
import { personProblems, type PersonProblem } from '../../shared/forms/task/home.ts';
import { Button } from '../ui/Button.tsx';
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
  const { t, i18n } = useTranslation('home');
  const [problems, setProblems] = useState<Problems>({});
  const change = (next: Partial<Person>): void => {
    setProblems({});
    onPerson({ ...person, ...next }, next.birth ? false : isConfirmed);
  };
  const find = (confirmed: boolean): Problems => {
    const { geburtsdatum, ...names } = personProblems(
      { ...person, geburtsdatum: birthOf(person) ?? '' },
      berlinDay(now),
    );
    return {
      ...names,
      ...(geburtsdatum && !(geburtsdatum === 'recent_birth' && confirmed) && { geburtsdatum }),
    };
  };
  const next = (confirmed: boolean): void => {
    const found = find(confirmed);
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
  // Where nothing is wrong, only unusual.
  const isAsking =
    problems.geburtsdatum === 'recent_birth' && !problems.firstName && !problems.lastName;
  const mend = (): void => {
    // The dialog returns the focus to „Weiter“ as it closes: the field gets it after that.
    flushSync(() => setProblems({}));
    document.getElementById(FIELD.geburtsdatum)?.focus();
  };
  const words = (problem: PersonProblem | undefined): string | null =>
    problem === undefined || problem === 'recent_birth' ? null : t(`person.${problem}`);
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
      <TextField
        id={FIELD.firstName}
        label={t('person.firstName')}
        value={person.firstName}
        maxLength={100}
        dir="auto"
        error={words(problems.firstName)}
        onChange={(firstName) => change({ firstName })}
      />
      <TextField
        id={FIELD.lastName}
        label={t('person.lastName')}
        value={person.lastName}
        maxLength={100}
        dir="auto"
        error={words(problems.lastName)}
        onChange={(lastName) => change({ lastName })}
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
      <Modal
        open={isAsking}
        title={softHyphens(t('person.recent'), i18n.language)}
        actions={
          <>
            <Button
              kind="primary"
              onPress={() => {
                onPerson(person, true);
                next(true);
              }}
            >
              {t('person.recentYes')}
            </Button>
            <Button onPress={mend}>{t('person.recentNo')}</Button>
          </>
        }
      >
        {null}
      </Modal>
    </Screen>
  );
}
