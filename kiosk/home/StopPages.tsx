/**
 * Dead-end pages: locked, closed, wrong link, no connection, deleted, another window. Each shows
 * what can be done.
 */
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { DateFields } from '../ui/fields/DateFields.tsx';
import { EMPTY_DATE, firstProblem, isoFromParts, type DateParts } from '../ui/fields/dateParts.ts';
import { softHyphens } from '../ui/hyphens.ts';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { Contact } from './Contact.tsx';
import { MISSES } from './keeper.ts';
import type { VisitState } from './visit/visitState.ts';

interface PageProps {
  readonly header: ReactNode;
  readonly state: VisitState;
}

export function LockPage({
  header,
  state,
  onDay,
}: PageProps & { readonly onDay: (day: string) => void }) {
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

interface StopPageProps {
  readonly header: ReactNode;
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly praxis: VisitState['praxis'];
  readonly children: ReactNode;
}

/** Dead-end page: the cause, the next step, and the practice. */
function StopPage({ header, name, title, body, praxis, children }: StopPageProps) {
  const { i18n } = useTranslation('home');
  return (
    <Screen
      header={header}
      pageKey={name}
      question={<Question reason={body}>{softHyphens(title, i18n.language)}</Question>}
    >
      {children}
      <Contact praxis={praxis} />
    </Screen>
  );
}

export function ShutPage({
  header,
  state,
  onAfresh,
}: PageProps & { readonly onAfresh: () => void }) {
  const { t } = useTranslation('home');
  return (
    <StopPage
      header={header}
      name="shut"
      title={t('shut.title')}
      body={t('shut.body')}
      praxis={state.praxis}
    >
      <Button kind="primary" onPress={onAfresh}>
        {t('shut.afresh')}
      </Button>
    </StopPage>
  );
}

/** X3: neutral, whatever is wrong with the link. */
export function GonePage({
  header,
  state,
  onRemove,
}: PageProps & { readonly onRemove: () => void }) {
  const { t } = useTranslation('home');
  return (
    <StopPage
      header={header}
      name="gone"
      title={t('gone.title')}
      body={t('gone.body')}
      praxis={state.praxis}
    >
      {state.found.kind === 'kept' && (
        <Notice
          kind="info"
          title={t('gone.kept')}
          action={
            <Button icon="clear" onPress={onRemove}>
              {t('remove.open')}
            </Button>
          }
        />
      )}
    </StopPage>
  );
}

export function FailedPage({
  header,
  state,
  onAgain,
}: PageProps & { readonly onAgain: () => void }) {
  const { t } = useTranslation('home');
  return (
    <StopPage
      header={header}
      name="failed"
      title={t('failed.title')}
      body={t('failed.body')}
      praxis={state.praxis}
    >
      <Button kind="primary" onPress={onAgain}>
        {t('failed.again')}
      </Button>
    </StopPage>
  );
}

export function RemovedPage({
  header,
  state,
  onAfresh,
}: PageProps & { readonly onAfresh: () => void }) {
  const { t } = useTranslation('home');
  return (
    <StopPage
      header={header}
      name="removed"
      title={t('removed.title')}
      body={t('removed.body')}
      praxis={state.praxis}
    >
      {state.link && <Button onPress={onAfresh}>{t('removed.afresh')}</Button>}
    </StopPage>
  );
}

export function ElsewherePage({ header, state }: PageProps) {
  const { t } = useTranslation('home');
  return (
    <StopPage
      header={header}
      name="elsewhere"
      title={t('elsewhere.title')}
      body={t('elsewhere.body')}
      praxis={state.praxis}
    >
      <Button kind="primary" onPress={() => globalThis.location.reload()}>
        {t('elsewhere.reload')}
      </Button>
    </StopPage>
  );
}
