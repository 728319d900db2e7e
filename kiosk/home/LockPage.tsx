/** Asks for the birth date before a draft on this device is shown again. */
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { DateFields } from '../ui/fields/DateFields.tsx';
import { useBirthCheck } from '../ui/fields/useBirthCheck.ts';
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
  const { parts, change, problem, submit } = useBirthCheck({ id: 'home-lock', misses, onDay });
  // The error message is above the fields, which a small screen has scrolled away from the button.
  useEffect(() => {
    if (misses > 0 && problem?.text === 'other') document.getElementById('home-lock-day')?.focus();
  }, [problem, misses]);
  const said =
    problem === null
      ? null
      : problem.text === 'other'
        ? `${t('lock.wrong')}${misses === MISSES - 1 ? ` ${t('lock.last')}` : ''}`
        : t('person.invalid');
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
        onChange={change}
        onEnter={submit}
        error={said}
        errorPart={problem?.part ?? null}
      />
      <Contact praxis={state.praxis} />
    </Screen>
  );
}
