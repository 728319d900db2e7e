// Frame of the signed-in app; a session that ended asks for the password above the page, which stays as it is.

import { Outlet } from 'react-router';
import { ExpiredDialog } from '../auth/ExpiredDialog.tsx';
import { LockScreen } from '../auth/LockScreen.tsx';
import { SignInPage } from '../auth/SignInPage.tsx';
import { useAutoLock } from '../auth/use-auto-lock.ts';
import { TermsBanner, TermsGate } from '../agb/TermsGate.tsx';
import { BackupBanner } from '../backup/BackupBanner.tsx';
import { AlarmBanner } from '../protokoll/AlarmBanner.tsx';
import { TransferBanner } from '../doctosync/TransferBanner.tsx';
import { isVendor } from '../../shared/roles.ts';
import { useSession } from '../session.ts';
import { GrantBanner } from '../zugriff/GrantBanner.tsx';
import { VendorGate } from '../zugriff/VendorGate.tsx';
import { useAppTexts } from './app-texts.ts';
import { useOwnSettings } from './own-settings.ts';
import { FactorBanner } from './FactorBanner.tsx';
import { SideBar } from './SideBar.tsx';
import { StartPage } from './StartPage.tsx';
import { TopBar } from './TopBar.tsx';

/** @param isBare without bars and banners: the screen of a treatment room */
export function Shell({ isBare = false }: { isBare?: boolean }) {
  const t = useAppTexts();
  const { status, user } = useSession();
  useAutoLock();
  useOwnSettings();
  if (status === 'starting' || status === 'unreachable') return <StartPage isUnreachable={status === 'unreachable'} />;
  if (status === 'out') return <SignInPage />;
  const isLocked = status === 'locked';
  return (
    <>
    {isLocked && <LockScreen />}
    {/* Another person gets screens of their own; the same one finds what was typed. */}
    {user !== null && isBare && <main id="main" key={user.id} hidden={isLocked} tabIndex={-1}><VendorGate><TermsGate><Outlet /></TermsGate></VendorGate><ExpiredDialog /></main>}
    {user !== null && !isBare && <div className="p-shell" key={user.id} hidden={isLocked}>
      <a className="p-skip" href="#main">{t('skip')}</a>
      <TopBar />
      <SideBar />
      <div className="p-warn"><GrantBanner /><FactorBanner />{!isVendor(user.role) && <><TermsBanner /><AlarmBanner /><BackupBanner /><TransferBanner /></>}</div>
      <main id="main" className="p-main" tabIndex={-1}><VendorGate><TermsGate><Outlet /></TermsGate></VendorGate></main>
      <ExpiredDialog />
    </div>}
    </>
  );
}
