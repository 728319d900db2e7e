/** Page of a private phone after a render error. */
import { useTranslation } from 'react-i18next';
import { CrashPage } from '../../ui/crash/CrashPage.tsx';

export default function Crash({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('home');
  return <CrashPage title={t('crash.title')} again={t('crash.again')} onAgain={onAgain} />;
}
