/**
 * Pages of a guest phone before and after its run: opening, still sending, done, or problem for the
 * desk.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/Notice.tsx';
import { Question, Screen } from '../ui/Screen.tsx';

export type GuestState = 'opening' | 'sending' | 'unsent';

export function GuestEnd({
  header,
  state,
  isOnline,
}: {
  readonly header: ReactNode;
  readonly state: GuestState;
  readonly isOnline: boolean;
}) {
  const { t } = useTranslation('takeover');
  if (state === 'opening')
    return (
      <Screen header={header} pageKey="opening">
        <div role="status">
          <Question>{t('guest.opening')}</Question>
        </div>
      </Screen>
    );
  if (state === 'unsent')
    return (
      <Screen header={header} pageKey="unsent">
        <Question>{t('guest.unsent')}</Question>
        <Notice kind="warn" live title={t('problem.desk')} />
      </Screen>
    );
  return (
    <Screen header={header} pageKey="sending">
      <div role="status">
        <Question reason={t('guest.sendingWhy')}>{t('guest.sending')}</Question>
      </div>
      {!isOnline && <Notice kind="offline" live title={t('guest.offline')} />}
    </Screen>
  );
}
