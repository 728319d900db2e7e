/** The phone before and after its run: opening, still sending, done, or in need of the desk. */
import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/Notice.tsx';
import { Question, Screen } from '../ui/Screen.tsx';

export type GuestState = 'opening' | 'sending' | 'unsent';

export function GuestEnd({ state, isOnline }: { readonly state: GuestState; readonly isOnline: boolean }) {
  const { t } = useTranslation('takeover');
  if (state === 'opening') return <Screen pageKey="opening"><div role="status"><Question>{t('guest.opening')}</Question></div></Screen>;
  if (state === 'unsent') return <Screen pageKey="unsent"><Question>{t('guest.unsent')}</Question><Notice kind="warn" live title={t('problem.desk')} /></Screen>;
  return (
    <Screen pageKey="sending">
      <div role="status"><Question reason={t('guest.sendingWhy')}>{t('guest.sending')}</Question></div>
      {!isOnline && <Notice kind="offline" live title={t('guest.offline')} />}
    </Screen>
  );
}
