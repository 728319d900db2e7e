/** Pages before sign-in: entering a link (R3), person check (V7), and the second step. */
import type { TFunction } from 'i18next';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareAddress } from '../../shared/exchange/share.ts';
import { Contact } from '../home/Contact.tsx';
import { Button } from '../ui/Button.tsx';
import { DateFields } from '../ui/fields/DateFields.tsx';
import { EMPTY_DATE, firstProblem, type DateParts } from '../ui/fields/dateParts.ts';
import { softHyphens } from '../ui/hyphens.ts';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { isInLatin } from '../../shared/desk/patient.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { addressIn } from './address.ts';
import type { ShareState } from './visit/shareState.ts';

interface PageProps {
  readonly header: ReactNode;
  readonly state: ShareState;
}

/** Errors that can be retried. */
export function TryAgain({ problem }: { readonly problem: ShareState['problem'] }) {
  const { t } = useTranslation('share');
  if (problem === 'offline')
    return (
      <Notice kind="offline" live title={t('problem.offline')}>
        {t('problem.offlineBody')}
      </Notice>
    );
  if (problem === 'often') return <Notice kind="warn" live title={t('problem.often')} />;
  return null;
}

export function EnterPage({
  header,
  state,
  onEnter,
}: PageProps & { readonly onEnter: (address: ShareAddress) => void }) {
  const { t } = useTranslation('share');
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const open = (): void => {
    const address = addressIn(text);
    if (address) {
      onEnter(address);
      return;
    }
    setWrong(true);
    document.getElementById('portal-link')?.focus();
  };
  return (
    <Screen
      header={header}
      pageKey="enter"
      layout="split"
      question={<Question reason={t('enter.why')}>{t('enter.title')}</Question>}
      footer={
        <Footer
          primary={
            <Button kind="primary" grow iconEnd="forward" onPress={open}>
              {t('enter.open')}
            </Button>
          }
        />
      }
    >
      <TextField
        id="portal-link"
        label={t('enter.field')}
        hint={t('enter.hint')}
        value={text}
        dir="ltr"
        maxLength={500}
        error={isWrong ? t('enter.wrong') : undefined}
        onEnter={open}
        onChange={(next) => {
          setText(next);
          setWrong(false);
        }}
      />
      <Contact praxis={state.praxis} />
    </Screen>
  );
}

/** Adds the remaining tries, where the server sent them. */
const withTries = (t: TFunction<'share'>, refusal: string, left: number | null): string =>
  [refusal, ...(left === null ? [] : [t('login.tries', { count: left })])].join(' ');

/** Returns the error below the first name. @param missing the fault found before sending */
function nameFault(
  t: TFunction<'share'>,
  { problem, triesLeft }: ShareState,
  missing: string | null,
): string | undefined {
  if (missing === 'latin' || problem === 'latin') return t('login.latin');
  return problem === 'wrong' ? withTries(t, t('login.wrong'), triesLeft) : undefined;
}

export interface LoginPageProps extends PageProps {
  readonly onLogin: (firstName: string, birth: DateParts) => void;
  /** The person types again. */
  readonly onType: () => void;
}

/**
 * V7: for a child, the child's. Both are refused with the same message: it must not reveal which
 * one is wrong.
 */
export function LoginPage({ header, state, onLogin, onType }: LoginPageProps) {
  const { t, i18n } = useTranslation('share');
  const { t: home } = useTranslation('home');
  const { problem } = state;
  const [firstName, setFirstName] = useState('');
  const [birth, setBirth] = useState<DateParts>(EMPTY_DATE);
  const [missing, setMissing] = useState<'name' | 'latin' | 'date' | null>(null);
  useEffect(() => {
    if (problem !== 'wrong') return;
    // Emptied, so that no user corrects digit by digit towards another person's date.
    setBirth(EMPTY_DATE);
    document.getElementById('portal-first')?.focus();
  }, [problem]);
  useEffect(() => {
    const field = { invalid: 'portal-birth-day', latin: 'portal-first' }[problem as string];
    if (field !== undefined) document.getElementById(field)?.focus();
  }, [problem]);
  const typed = (): void => {
    setMissing(null);
    onType();
  };
  const submit = (): void => {
    const isEmpty = firstName.trim() === '';
    if (isEmpty || !isInLatin(firstName)) {
      setMissing(isEmpty ? 'name' : 'latin');
      document.getElementById('portal-first')?.focus();
      return;
    }
    const wrong = firstProblem(birth);
    if (wrong !== null) {
      setMissing('date');
      document.getElementById(`portal-birth-${wrong}`)?.focus();
      return;
    }
    onLogin(firstName, birth);
  };
  return (
    <Screen
      header={header}
      pageKey="login"
      layout="split"
      question={
        <Question reason={t('login.why')}>{softHyphens(t('login.title'), i18n.language)}</Question>
      }
      footer={
        <Footer
          primary={
            <Button kind="primary" grow busy={state.isBusy} iconEnd="forward" onPress={submit}>
              {home('next')}
            </Button>
          }
        />
      }
    >
      {state.isTimedOut && problem === null && (
        <Notice kind="info" live title={t('login.timedOut')}>
          {t('login.timedOutBody')}
        </Notice>
      )}
      <TryAgain problem={problem} />
      <TextField
        id="portal-first"
        label={home('person.firstName')}
        hint={t('login.letters')}
        value={firstName}
        maxLength={100}
        keys="latin"
        dir="auto"
        error={missing === 'name' ? home('person.missing') : nameFault(t, state, missing)}
        onEnter={submit}
        onChange={(next) => {
          setFirstName(next);
          typed();
        }}
      />
      <DateFields
        id="portal-birth"
        legend={home('person.birth')}
        labels={{ day: home('person.day'), month: home('person.month'), year: home('person.year') }}
        value={birth}
        onEnter={submit}
        onChange={(next) => {
          setBirth(next);
          typed();
        }}
        error={
          missing === 'date'
            ? home('person.invalid')
            : problem === 'invalid'
              ? t('login.birth')
              : null
        }
        errorPart={missing === 'date' ? firstProblem(birth) : null}
      />
      <Contact praxis={state.praxis} />
    </Screen>
  );
}

export interface CodePageProps extends PageProps {
  readonly onSend: () => void;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
  readonly onType: () => void;
}

export function CodePage({ header, state, onSend, onCode, onBack, onType }: CodePageProps) {
  const { t } = useTranslation('share');
  const { t: home } = useTranslation('home');
  const { step, problem, triesLeft, isCodeSent, isBusy } = state;
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const way = step?.next === 'sms' || step?.next === 'mail' ? step.next : 'desk',
    isSent = way !== 'desk';
  useEffect(() => {
    if (problem !== 'code') return;
    setCode('');
    document.getElementById('portal-code')?.focus();
  }, [problem]);
  const submit = (): void => {
    if (code.trim() !== '') {
      onCode(code);
      return;
    }
    setMissing(true);
    document.getElementById('portal-code')?.focus();
  };
  const refused =
    problem === 'code' || problem === 'invalid'
      ? withTries(t, t('code.wrong'), triesLeft)
      : undefined;
  const isAsking = isSent && !isCodeSent;
  return (
    <Screen
      header={header}
      pageKey="code"
      layout="split"
      question={
        <Question reason={t(`code.${way}`)}>{t(isAsking ? 'code.first' : 'code.title')}</Question>
      }
      footer={
        <Footer
          back={
            <Button icon="back" onPress={onBack}>
              {home('back')}
            </Button>
          }
          primary={
            isAsking ? (
              <Button kind="primary" grow busy={isBusy} onPress={onSend}>
                {t('code.send')}
              </Button>
            ) : (
              <Button kind="primary" grow busy={isBusy} iconEnd="forward" onPress={submit}>
                {home('next')}
              </Button>
            )
          }
        />
      }
    >
      <TryAgain problem={problem} />
      {isSent && isCodeSent && (
        <Notice
          kind="ok"
          live
          title={t('code.sent')}
          action={
            <Button busy={isBusy} onPress={onSend}>
              {t('code.sendAgain')}
            </Button>
          }
        >
          {t('code.sentBody')}
        </Notice>
      )}
      {!isAsking && (
        <TextField
          id="portal-code"
          label={t('code.field')}
          value={code}
          maxLength={100}
          dir="ltr"
          keys={isSent ? 'digits' : 'text'}
          autoComplete={isSent ? 'one-time-code' : 'off'}
          error={isMissing ? t('code.missing') : refused}
          onEnter={submit}
          onChange={(next) => {
            setCode(next);
            setMissing(false);
            onType();
          }}
        />
      )}
      <Contact praxis={state.praxis} />
    </Screen>
  );
}
