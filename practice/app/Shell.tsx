// Frame of the signed-in app; a session that ended asks for the password above the page, which stays as it is.

import { Outlet } from 'react-router';
import { ExpiredDialog } from '../auth/ExpiredDialog.tsx';
import { SignInPage } from '../auth/SignInPage.tsx';
import { BackupBanner } from '../backup/BackupBanner.tsx';
import { useSession } from '../session.ts';
import { useAppTexts } from './app-texts.ts';
import { SideBar } from './SideBar.tsx';
import { StartPage } from './StartPage.tsx';
import { TopBar } from './TopBar.tsx';

export function Shell() {
  const t = useAppTexts();
  const { status } = useSession();
  if (status === 'starting' || status === 'unreachable') return <StartPage isUnreachable={status === 'unreachable'} />;
  if (status === 'out') return <SignInPage />;
  return (
    <div className="p-shell">
      <a className="p-skip" href="#main">{t('skip')}</a>
      <TopBar />
      <SideBar />
      <BackupBanner />
      <main id="main" className="p-main" tabIndex={-1}><Outlet /></main>
      <ExpiredDialog />
    </div>
  );
}
