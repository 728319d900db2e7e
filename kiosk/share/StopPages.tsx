/**
 * Dead-end and final pages: X3, X4, a new link was requested, signed out, and a new access code
 * (R4).
 */
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Contact } from '../home/Contact.tsx';
import { berlinDay, dayText } from '../../shared/base/dates.ts';
import { codeProblem } from '../../shared/exchange/share.ts';
import { Button } from '../ui/Button.tsx';
import { softHyphens } from '../ui/hyphens.ts';
import { isolated, isolatedNumber } from '../ui/isolated.ts';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { TryAgain } from './FirstPages.tsx';
import type { ShareState } from './visit/shareState.ts';

interface PageProps {
  readonly header: ReactNode;
  readonly state: ShareState;
}
interface StopPageProps extends PageProps {
  readonly name: string;
  readonly title: string;
  readonly body: ReactNode;
  readonly children?: ReactNode;
  /** The next step, in the bar. */
  readonly next?: ReactNode;
}

function StopPage({ header, state, name, title, body, children, next }: StopPageProps) {
  const { i18n } = useTranslation('share');
  return (
    <Screen
      header={header}
      footer={next && <Footer primary={next} />}
      pageKey={name}
      question={<Question reason={body}>{softHyphens(title, i18n.language)}</Question>}
    >
      {children}
      <Contact praxis={state.praxis} />
    </Screen>
  );
}

/**
 * X3: neutral, whatever the fault of the link. Without a known practice there is no request button,
 * because no practice would receive the request.
 */
export function GonePage({ header, state, onAsk }: PageProps & { readonly onAsk: () => void }) {
  const { t } = useTranslation('share');
  return (
    <StopPage
      header={header}
      state={state}
      name="gone"
      title={t('gone.title')}
      body={t('gone.body')}
      next={
        state.canAsk && (
          <Button kind="primary" grow busy={state.isBusy} onPress={onAsk}>
            {t('gone.ask')}
          </Button>
        )
      }
    >
      <TryAgain problem={state.problem} />
      {state.canAsk && <p className="home-hint">{t('gone.askBody')}</p>}
    </StopPage>
  );
}

export function AskedPage({ header, state }: PageProps) {
  const { t } = useTranslation('share');
  return (
    <StopPage
      header={header}
      state={state}
      name="asked"
      title={t('asked.title')}
      body={t('asked.body')}
    />
  );
}

/** Locked page (X4). */
export function LockedPage({ header, state }: PageProps) {
  const {
    t,
    i18n: { language },
  } = useTranslation('share');
  const telefon = isolatedNumber(state.praxis?.telefon ?? '', language),
    mail = isolated(state.praxis?.mail ?? '', language),
    hasPhone = !!state.praxis?.telefon,
    hasMail = !!state.praxis?.mail;
  const body =
    hasPhone && hasMail
      ? t('locked.both', { telefon, mail })
      : hasPhone || hasMail
        ? t('locked.one', { way: hasPhone ? telefon : mail })
        : t('locked.none');
  return (
    <StopPage
      header={header}
      state={state}
      name="locked"
      title={t('locked.title')}
      body={<bdi>{body}</bdi>}
    />
  );
}

export function FinishedPage({ header, state }: PageProps) {
  const { t, i18n } = useTranslation('share');
  const { contents } = state,
    isDone = contents?.isOnce === true && contents.items.every((item) => item.isDone);
  return (
    <StopPage
      header={header}
      state={state}
      name="finished"
      title={t('finished.title')}
      body={t('finished.body')}
    >
      {contents && (
        <p>
          {isDone
            ? t('finished.done')
            : t('finished.back', { day: dayText(berlinDay(contents.expiresAt), i18n.language) })}
        </p>
      )}
    </StopPage>
  );
}

/** R4: a new access code; opening the page does not consume the secret. */
export function ResetPage({
  header,
  state,
  onSave,
  onType,
}: PageProps & { readonly onSave: (code: string) => void; readonly onType: () => void }) {
  const { t } = useTranslation('share');
  const [code, setCode] = useState('');
  const [found, setFound] = useState<'short' | 'long' | 'easy' | null>(null);
  const { problem } = state,
    said = problem === 'short' || problem === 'long' || problem === 'easy' ? problem : found;
  useEffect(() => {
    if (said !== null) document.getElementById('portal-new-code')?.focus();
  }, [said]);
  const save = (): void => {
    const wrong = codeProblem(code) ?? null;
    setFound(wrong);
    if (wrong === null) onSave(code);
  };
  return (
    <Screen
      header={header}
      pageKey="reset"
      layout="split"
      question={<Question reason={t('reset.why')}>{t('reset.title')}</Question>}
      footer={
        <Footer
          primary={
            <Button kind="primary" grow busy={state.isBusy} onPress={save}>
              {t('reset.save')}
            </Button>
          }
        />
      }
    >
      <TryAgain problem={problem} />
      <TextField
        id="portal-new-code"
        label={t('reset.field')}
        hint={t('reset.hint')}
        value={code}
        maxLength={200}
        dir="auto"
        error={said === null ? undefined : t(`reset.${said}`)}
        onEnter={save}
        onChange={(next) => {
          setCode(next);
          setFound(null);
          onType();
        }}
      />
      <Contact praxis={state.praxis} />
    </Screen>
  );
}

export function ResetEndPage({ header, state, isOver }: PageProps & { readonly isOver: boolean }) {
  const { t } = useTranslation('share');
  return isOver ? (
    <StopPage
      header={header}
      state={state}
      name="resetOver"
      title={t('reset.overTitle')}
      body={t('reset.overBody')}
    />
  ) : (
    <StopPage
      header={header}
      state={state}
      name="resetDone"
      title={t('reset.doneTitle')}
      body={t('reset.doneBody')}
    />
  );
}
