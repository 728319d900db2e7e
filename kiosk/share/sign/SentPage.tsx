/**
 * After a signature, questions or a refusal: being sent, waiting for the network, not stored, or
 * arrived.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Contact } from '../../home/Contact.tsx';
import { Button } from '../../ui/Button.tsx';
import { isolated } from '../../ui/isolated.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Footer, Question, Screen } from '../../ui/Screen.tsx';
import type { Practice } from '../openItem.ts';
import type { SignItem } from './signItem.ts';
import type { SignState } from './signState.ts';

interface SentPageProps {
  readonly header: ReactNode;
  readonly item: SignItem;
  readonly state: SignState;
  readonly praxis: Practice | null;
  /** Language of the page. */
  readonly language: string;
  readonly onLeave: () => void;
}

type Kind = 'sending' | 'waiting' | 'refused' | 'signed' | 'question' | 'declined';

function kindOf({ screen, sending }: SignState): Kind {
  if (screen === 'question' || screen === 'declined' || screen === 'signed') return screen;
  return sending?.kind === 'refused' || sending?.kind === 'waiting' ? sending.kind : 'sending';
}

/** One screen for all of them, because each follows the other without a press. */
export function SentPage(props: SentPageProps) {
  const { t } = useTranslation('share');
  const { header, item, state, praxis, onLeave } = props,
    kind = kindOf(state);
  const leave = (
    <Footer
      primary={
        <Button kind="primary" grow onPress={onLeave}>
          {t('list.back')}
        </Button>
      }
    />
  );
  const again = (
    <Footer
      primary={
        <Button kind="primary" grow onPress={item.again}>
          {t('sign.again')}
        </Button>
      }
    />
  );
  const heading = (): string => {
    switch (kind) {
      case 'signed':
        return t('sign.thanks');
      case 'refused':
        return t('sign.notStored');
      case 'sending':
        return t(state.said === null ? 'sign.sending' : 'sign.saying');
      default:
        return t(`sign.${kind}`);
    }
  };
  const hasReason = kind === 'question' || kind === 'declined';
  return (
    <Screen
      header={header}
      footer={kind === 'sending' ? undefined : kind === 'waiting' ? again : leave}
      pageKey={kind}
      question={
        <Question reason={hasReason ? t(`sign.${kind}Body`) : undefined}>{heading()}</Question>
      }
    >
      {kind === 'sending' ? (
        <p role="status">{t('sign.sendingBody')}</p>
      ) : (
        <>
          <Outcome {...props} kind={kind} />
          <Contact praxis={praxis} />
        </>
      )}
    </Screen>
  );
}

/** Notices of an outcome. */
function Outcome({ item, state, language, kind }: SentPageProps & { readonly kind: Kind }) {
  const { t } = useTranslation('share');
  const { sending, said, waitsFor } = state;
  if (kind === 'signed')
    return (
      <>
        <Notice kind="ok" live title={t('sign.stored')}>
          {waitsFor.length === 0 && t('sign.storedBody')}
        </Notice>
        {waitsFor.length > 0 && (
          <Notice
            kind="info"
            title={t('sign.others', { names: isolated(waitsFor.join(', '), language) })}
          >
            {t('sign.othersBody')}
          </Notice>
        )}
      </>
    );
  if (sending?.kind === 'refused')
    return (
      <Notice kind="bad" live title={t(`sign.${sending.why === 'twice' ? 'twice' : 'refused'}`)} />
    );
  if (kind === 'waiting')
    return (
      <Notice kind="offline" live title={t('problem.offline')}>
        {t(
          said !== null
            ? 'sign.sayWaiting'
            : item.isLasting
              ? 'sign.waitingBody'
              : 'sign.waitingOpen',
        )}
      </Notice>
    );
  return null;
}
