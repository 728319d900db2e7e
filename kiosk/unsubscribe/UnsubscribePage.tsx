/**
 * The page of an unsubscribe link (R5): opening it changes nothing, one press unsubscribes, another
 * takes it back; no language selector.
 */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, type Call } from '../../shared/base/client.ts';
import { askStatus, takeBack, unsubscribe, type UnsubscribeLink } from '../sync/unsubscribe.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Question, Screen } from '../ui/Screen.tsx';

type State = 'loading' | 'ask' | 'done' | 'already' | 'wrong' | 'revoked' | 'failed';

const stateOf = (error: unknown): State =>
  error instanceof CallError && error.code === 'validation' ? 'wrong' : 'failed';

export interface UnsubscribePageProps {
  readonly call: Call;
  readonly link: UnsubscribeLink;
  readonly onLanguage: (language: string) => void;
}

/** State of the address, and the requests that change it. */
function useSubscription({ call, link, onLanguage }: UnsubscribePageProps) {
  const [state, setState] = useState<State>('loading');
  const [isBusy, setBusy] = useState(false);
  const { email, unsubscribeToken } = link;
  const look = useCallback(() => {
    askStatus(call, { email, unsubscribeToken }).then(
      ({ state: now, language }) => {
        if (language !== null) onLanguage(language);
        setState(
          now === 'unknown' ? 'wrong' : now === 'none' || now === 'revoked' ? 'ask' : 'already',
        );
      },
      (error: unknown) => setState(stateOf(error)),
    );
  }, [call, email, unsubscribeToken, onLanguage]);
  useEffect(look, [look]);
  const run = (work: typeof takeBack | typeof unsubscribe): void => {
    setBusy(true);
    work(call, { email, unsubscribeToken })
      .then(
        (result) => setState(result === 'unknown' ? 'wrong' : (result as State)),
        (error: unknown) => setState(stateOf(error)),
      )
      .finally(() => setBusy(false));
  };
  return {
    state,
    isBusy,
    takeBack: () => run(takeBack),
    unsubscribe: () => run(unsubscribe),
    again: () => {
      setState('loading');
      look();
    },
  };
}

export function UnsubscribePage(props: UnsubscribePageProps) {
  const { t } = useTranslation('unsubscribe');
  const { email } = props.link;
  const subscription = useSubscription(props),
    { state, isBusy } = subscription;
  useEffect(() => {
    document.title = t('title');
  }, [t]);

  const revoke = (
    <Button busy={isBusy} onPress={subscription.takeBack}>
      {t('revoke')}
    </Button>
  );
  switch (state) {
    case 'loading':
      return (
        <Screen>
          <Question>{t('title')}</Question>
          <p role="status">{t('loading')}</p>
        </Screen>
      );
    case 'ask':
      return (
        <Screen pageKey={state}>
          <Question reason={t('askWhy')}>{t('ask', { email })}</Question>
          <Button kind="primary" busy={isBusy} onPress={subscription.unsubscribe}>
            {t('go')}
          </Button>
        </Screen>
      );
    case 'done':
      return (
        <Screen pageKey={state}>
          <Question>{t('done')}</Question>
          <Notice kind="ok" live title={t('doneText', { email })} />
          {revoke}
        </Screen>
      );
    case 'already':
      return (
        <Screen pageKey={state}>
          <Question>{t('already')}</Question>
          <Notice kind="info" title={t('doneText', { email })} />
          {revoke}
        </Screen>
      );
    case 'revoked':
      return (
        <Screen pageKey={state}>
          <Question>{t('revoked')}</Question>
          <Notice kind="ok" live title={t('revokedText', { email })} />
        </Screen>
      );
    case 'wrong':
      return (
        <Screen pageKey={state}>
          <Question>{t('wrong')}</Question>
          <Notice kind="warn" title={t('wrongText')} />
        </Screen>
      );
    case 'failed':
      return (
        <Screen pageKey={state}>
          <Question>{t('failed')}</Question>
          <Notice kind="offline" live title={t('failedText')} />
          <Button onPress={subscription.again}>{t('again')}</Button>
        </Screen>
      );
  }
}
