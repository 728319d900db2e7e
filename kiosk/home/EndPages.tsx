/**
 * Pages after „Absenden“: sending, waiting for the network, refused, and sent; with a copy for the
 * person.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { Contact } from './Contact.tsx';
import { saveText } from './saveText.ts';
import { MISSES } from './keeper.ts';
import type { VisitState } from './visit/visitState.ts';

interface PageProps {
  readonly header: ReactNode;
  readonly state: VisitState;
  /** Where the questionnaire is one of several tasks: link to the others. */
  readonly footer?: ReactNode;
}

/** Print and save; both leave the page unchanged. */
function Copy({ copy }: { readonly copy: string | null }) {
  const { t } = useTranslation('home');
  if (copy === null) return null;
  return (
    <section>
      <h2 className="home-section">{t('sent.copy')}</h2>
      <p className="home-hint">{t('sent.copyBody')}</p>
      <div className="home-buttons">
        {/* In-app browsers cannot print. */}
        {typeof window.print === 'function' && (
          <Button onPress={() => window.print()}>{t('sent.print')}</Button>
        )}
        <Button icon="document" onPress={() => saveText(`${t('sent.file')}.txt`, copy)}>
          {t('sent.save')}
        </Button>
      </div>
      <pre className="home-copy">{copy}</pre>
    </section>
  );
}

export interface HandingPageProps extends PageProps {
  readonly onAgain: () => void;
  readonly onMend: () => void;
  /** Birth date first. */
  readonly onShow: () => void;
}

export function HandingPage({ header, state, footer, onAgain, onMend, onShow }: HandingPageProps) {
  const { t } = useTranslation('home');
  const { sending, praxis, copy, isLasting, hasTrouble } = state;
  const canShow = copy === null && state.misses < MISSES,
    kept = canShow ? (
      <Button icon="document" onPress={onShow}>
        {t('handing.show')}
      </Button>
    ) : (
      <Copy copy={copy} />
    );
  if (sending?.kind === 'refused') {
    const { why } = sending,
      canMend = why === 'person' || why === 'answers' || why === 'large';
    return (
      <Screen
        header={header}
        footer={
          canMend && state.draft?.state ? (
            <Footer
              primary={
                <Button kind="primary" grow onPress={onMend}>
                  {t('handing.mend')}
                </Button>
              }
            />
          ) : (
            footer
          )
        }
        pageKey="refused"
        question={<Question>{t('handing.waiting')}</Question>}
      >
        <Notice kind="bad" live title={t('handing.failed')}>
          {t(`handing.${why}`)}
          {why === 'link' && (copy !== null || canShow) && ` ${t('handing.linkCopy')}`}
        </Notice>
        {kept}
        <Contact praxis={praxis} />
      </Screen>
    );
  }
  if (sending?.kind === 'waiting') {
    return (
      <Screen
        header={header}
        footer={
          <Footer
            primary={
              <Button kind="primary" grow onPress={onAgain}>
                {t('handing.again')}
              </Button>
            }
          />
        }
        pageKey="waiting"
        question={<Question>{t('handing.waiting')}</Question>}
      >
        <Notice
          kind="offline"
          live
          title={sending.isOffline ? t('failed.title') : t('handing.unreachable')}
        >
          <p>
            {sending.photos
              ? t('handing.photos', { ...sending.photos })
              : t(sending.isOffline ? 'handing.offline' : 'handing.later')}
          </p>
          <p>{isLasting && !hasTrouble ? t('handing.keep') : t('handing.keepOpen')}</p>
        </Notice>
        {kept}
        <Contact praxis={praxis} />
      </Screen>
    );
  }
  return (
    <Screen
      header={header}
      pageKey="sending"
      question={<Question>{t('handing.sending')}</Question>}
    >
      <p role="status">
        {sending?.kind === 'sending' && sending.photos
          ? t('handing.photos', { ...sending.photos })
          : t('handing.sendingBody')}
      </p>
    </Screen>
  );
}

export function SentPage({ header, state, footer }: PageProps) {
  const { t } = useTranslation('home');
  return (
    <Screen
      header={header}
      footer={footer}
      pageKey="sent"
      question={<Question>{t('sent.title')}</Question>}
    >
      <Notice kind="ok" live title={t('sent.next')}>
        {state.isLasting && t('sent.gone')}
      </Notice>
      <p>{t('sent.more')}</p>
      <Copy copy={state.copy} />
      <Contact praxis={state.praxis} />
    </Screen>
  );
}
