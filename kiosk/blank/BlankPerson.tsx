/**
 * Person of a blank form: name in Latin letters and birth date, typed by staff or by the person, in
 * the person's language (V4, V6).
 */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { berlinDay } from '../../shared/base/dates.ts';
import { personProblems, type UnmatchedPerson } from '../../shared/forms/task/home.ts';
import { cleanName, isInLatin } from '../../shared/desk/patient.ts';
import { Button } from '../ui/Button.tsx';
import { CheckTile } from '../ui/fields/ChoiceTiles.tsx';
import { DateFields } from '../ui/fields/DateFields.tsx';
import { EMPTY_DATE, firstProblem, isoFromParts, type DateParts } from '../ui/fields/dateParts.ts';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import './blank.css';

export interface BlankPersonProps {
  readonly header: ReactNode;
  /** Milliseconds UTC; a birth date is never in the future. */
  readonly now: number;
  readonly isBusy: boolean;
  /** The start failed; the input stays. */
  readonly hasFailed: boolean;
  readonly onBegin: (person: UnmatchedPerson) => void;
  readonly onBack: () => void;
}

type Field = keyof UnmatchedPerson;
type Problem = 'missing' | 'name' | 'latin' | 'invalid';
type Problems = Partial<Record<Field, Problem>>;
const ORDER: readonly Field[] = ['firstName', 'lastName', 'geburtsdatum'];

/** Returns the errors by field; a birth date of recent months only needs confirmation. */
export function blankProblems(
  person: UnmatchedPerson,
  isDateEmpty: boolean,
  today: string,
  hasOneName = false,
): { problems: Problems; isRecent: boolean } {
  const found = personProblems(person, today, hasOneName);
  const nameOf = (field: 'firstName' | 'lastName'): Problem | undefined =>
    found[field] === undefined
      ? isInLatin(person[field])
        ? undefined
        : 'latin'
      : found[field] === 'missing'
        ? 'missing'
        : 'name';
  const firstName = nameOf('firstName'),
    lastName = nameOf('lastName'),
    isRecent = found.geburtsdatum === 'recent_birth';
  const birth: Problem | undefined = isDateEmpty
    ? 'missing'
    : found.geburtsdatum !== undefined && !isRecent
      ? 'invalid'
      : undefined;
  return {
    problems: {
      ...(firstName && { firstName }),
      ...(lastName && { lastName }),
      ...(birth && { geburtsdatum: birth }),
    },
    isRecent,
  };
}

/** Input of the person, checked at „Weiter“. */
function usePersonInput({
  now,
  isBusy,
  onBegin,
}: Pick<BlankPersonProps, 'now' | 'isBusy' | 'onBegin'>) {
  const [firstName, setFirstName] = useState(''),
    [lastName, setLastName] = useState(''),
    [parts, setParts] = useState<DateParts>(EMPTY_DATE),
    [hasOneName, setOneName] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [asksBirth, setAsksBirth] = useState(false);
  const person: UnmatchedPerson = {
    firstName: hasOneName ? '' : cleanName(firstName),
    lastName: cleanName(lastName),
    geburtsdatum: isoFromParts(parts) ?? '',
  };
  const forget = (field: Field): void => setProblems(({ [field]: _gone, ...others }) => others);
  const begin = (isSure: boolean): void => {
    if (isBusy) return;
    const found = blankProblems(
      person,
      parts.day === '' && parts.month === '' && parts.year === '',
      berlinDay(now),
      hasOneName,
    );
    setProblems(found.problems);
    const wrong = ORDER.find((field) => found.problems[field] !== undefined);
    if (wrong !== undefined)
      document
        .getElementById(
          wrong === 'geburtsdatum'
            ? `blank-birth-${firstProblem(parts) ?? 'year'}`
            : `blank-${wrong}`,
        )
        ?.focus();
    else if (found.isRecent && !isSure) setAsksBirth(true);
    else onBegin(person);
  };
  return {
    firstName,
    lastName,
    parts,
    problems,
    asksBirth,
    setAsksBirth,
    begin,
    hasOneName,
    chooseOneName(isChosen: boolean) {
      setOneName(isChosen);
      setProblems({});
    },
    typeFirstName(text: string) {
      setFirstName(text);
      forget('firstName');
    },
    typeLastName(text: string) {
      setLastName(text);
      forget('lastName');
    },
    typeBirth(next: DateParts) {
      setParts(next);
      forget('geburtsdatum');
    },
  };
}

export function BlankPerson({ header, now, isBusy, hasFailed, onBegin, onBack }: BlankPersonProps) {
  const { t } = useTranslation('blank');
  const input = usePersonInput({ now, isBusy, onBegin }),
    { parts, asksBirth, setAsksBirth, begin } = input;
  const words = (field: Field): string | undefined => {
    const problem = input.problems[field];
    return problem && t(`person.${problem}`);
  };
  return (
    <Screen
      header={header}
      pageKey="blank-person"
      layout="split"
      question={<Question reason={t('person.why')}>{t('person.title')}</Question>}
      footer={
        <Footer
          back={
            <Button icon="back" onPress={onBack}>
              {t('person.back')}
            </Button>
          }
          primary={
            <Button kind="primary" grow iconEnd="forward" onPress={() => begin(false)}>
              {t('person.begin')}
            </Button>
          }
        />
      }
    >
      {hasFailed && <Notice kind="warn" live title={t('person.failed')} />}
      {!input.hasOneName && (
        <TextField
          id="blank-firstName"
          label={t('person.firstName')}
          hint={t('person.latin')}
          value={input.firstName}
          maxLength={100}
          keys="latin"
          dir="ltr"
          error={words('firstName')}
          onChange={input.typeFirstName}
        />
      )}
      <TextField
        id="blank-lastName"
        label={t(input.hasOneName ? 'person.onlyName' : 'person.lastName')}
        hint={input.hasOneName && t('person.latin')}
        value={input.lastName}
        maxLength={100}
        keys="latin"
        dir="ltr"
        error={words('lastName')}
        onChange={input.typeLastName}
      />
      <CheckTile
        label={t('person.oneName')}
        checked={input.hasOneName}
        onChange={input.chooseOneName}
      />
      <DateFields
        id="blank-birth"
        legend={t('person.birth')}
        labels={{ day: t('person.day'), month: t('person.month'), year: t('person.year') }}
        value={parts}
        onChange={input.typeBirth}
        error={words('geburtsdatum')}
        errorPart={firstProblem(parts)}
        onEnter={() => begin(false)}
      />
      <Modal
        alert
        open={asksBirth}
        title={t('person.recent')}
        onEscape={() => setAsksBirth(false)}
        actions={
          <>
            <Button onPress={() => setAsksBirth(false)}>{t('person.recentNo')}</Button>
            <Button
              onPress={() => {
                setAsksBirth(false);
                begin(true);
              }}
            >
              {t('person.recentYes')}
            </Button>
          </>
        }
      />
    </Screen>
  );
}
