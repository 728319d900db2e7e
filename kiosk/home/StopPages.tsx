/**
 * Dead-end pages: closed, wrong link, no connection, deleted, another window. Each shows what can
 * be done.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { softHyphens } from '../ui/hyphens.ts';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { Contact } from './Contact.tsx';
import type { VisitState } from './visit/visitState.ts';

interface PageProps {
  readonly header: ReactNode;
  readonly state: VisitState;
}

interface StopPageProps {
  readonly header: ReactNode;
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly praxis: VisitState['praxis'];
  readonly children?: ReactNode;
  /** The next step, in the bar: its words and its action. */
  readonly next?: readonly [string, () => void] | null;
}

/** Dead-end page: the cause, the next step, and the practice. */
function StopPage({ header, name, title, body, praxis, children, next }: StopPageProps) {
  const { i18n } = useTranslation('home');
  return (
    <Screen
      header={header}
      footer={
        next && (
          <Footer
            primary={
              <Button kind="primary" grow onPress={next[1]}>
                {next[0]}
              </Button>
            }
          />
        )
      }
      pageKey={name}
      question={<Question reason={body}>{softHyphens(title, i18n.language)}</Question>}
    >
      {children}
      <Contact praxis={praxis} />
    </Screen>
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
      next={[t('failed.again'), onAgain]}
    />
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
      next={[t('elsewhere.reload'), () => globalThis.location.reload()]}
    />
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
      next={[t('shut.afresh'), onAfresh]}
    />
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
      next={state.link && [t('removed.afresh'), onAfresh]}
    />
  );
}
