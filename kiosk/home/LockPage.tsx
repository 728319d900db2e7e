/** Asks for the birth date before a draft on this device is shown again. */
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { DateFields } from '../ui/fields/DateFields.tsx';
import { EMPTY_DATE, firstProblem, isoFromParts, type DateParts } from '../ui/fields/dateParts.ts';
import { softHyphens } from '../ui/hyphens.ts';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { Contact } from './Contact.tsx';
import { MISSES } from './keeper.ts';
import type { VisitState } from './visit/visitState.ts';

interface LockPageProps {
  readonly header: ReactNode;
  readonly state: VisitState;
  readonly onDay: (day: string) => void;
}

export function LockPage({ header, state, onDay }: LockPageProps) {
  const { t, i18n } = useTranslation('home');
  const { misses } = state;
  const [parts, setParts] = useState<DateParts>(EMPTY_DATE);
  const [error, setError] = useState<'invalid' | 'wrong' | null>(null);
  const [seen, setSeen] = useState(misses);
  if (misses !== seen) {
    // Emptied, so that no user corrects digit by digit towards another person's date.
    setSeen(misses);
    setParts(EMPTY_DATE);
    setError(misses > 0 ? 'wrong' : null);
  }
  // The error message is above the fields, which a small screen has scrolled away from the button.
  useEffect(() => {
    if (seen > 0 && error === 'wrong') document.getElementById('home-lock-day')?.focus();
  }, [error, seen]);
  const submit = (): void => {
    const day = isoFromParts(parts);
    if (day !== null) {
      onDay(day);
      return;
    }
    setError('invalid');
    document.getElementById(`home-lock-${firstProblem(parts) ?? 'day'}`)?.focus();
  };
  const said =
    error === 'invalid'
      ? t('person.invalid')
      : error === 'wrong'
        ? `${t('lock.wrong')}${misses === MISSES - 1 ? ` ${t('lock.last')}` : ''}`
        : null;
  return (
    <Screen
      header={header}
      pageKey="lock"
      layout="split"
      question={
        <Question reason={t('lock.why')}>{softHyphens(t('lock.title'), i18n.language)}</Question>
      }
      footer={
        <Footer
          primary={
            <Button kind="primary" grow onPress={submit}>
              {t('next')}
            </Button>
          }
        />
      }
    >
      <DateFields
        id="home-lock"
        legend={t('person.birth')}
        labels={{ day: t('person.day'), month: t('person.month'), year: t('person.year') }}
        value={parts}
        onChange={setParts}
        onEnter={submit}
        error={said}
        errorPart={error === 'invalid' ? firstProblem(parts) : null}
      />
      <Contact praxis={state.praxis} />
    </Screen>
  );
}
