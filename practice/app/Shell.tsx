// Frame of the signed-in app; an expired session asks for the password above the page, which stays
// unchanged.

import { Suspense, useEffect, useState } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { useAutoLock } from '../accounts/sign-in/use-auto-lock.ts';
import { TermsBanner, TermsGate } from '../accounts/terms/TermsGate.tsx';
import { BackupBanner } from '../operations/backup/line/BackupBanner.tsx';
import { IncidentBanner } from '../operations/incidents/IncidentBanner.tsx';
import { SealBanner } from '../records/documents/SealBanner.tsx';
import { AlarmBanner } from '../operations/audit/AlarmBanner.tsx';
import { TransferBanner } from '../records/transfer/TransferBanner.tsx';
import { isVendor } from '../../shared/base/roles.ts';
import { useSession } from '../session.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { FlagGate } from '../vendor/flags/FlagGate.tsx';
import { GrantBanner } from '../vendor/support/GrantBanner.tsx';
import { VendorGate } from '../vendor/support/VendorGate.tsx';
import { AreaPages } from './AreaPages.tsx';
import { useAppTexts } from './app-texts.ts';
import { useOwnSettings } from './own-settings.ts';
import { FactorBanner } from './FactorBanner.tsx';
import { LeaveGuard } from './leaving/LeaveGuard.tsx';
import { usePlaceKept } from './leaving/use-place.ts';
import { PageSkeleton } from './PageSkeleton.tsx';
import { ExpiredDialog, LockScreen } from './parts.ts';
import { SideBar } from './SideBar.tsx';
import { StartPage } from './StartPage.tsx';
import { TopBar } from './TopBar.tsx';
import { Warnings } from './warnings/Warnings.tsx';

const SignInPage = lazyPart(
  async () => (await import('../accounts/sign-in/SignInPage.tsx')).SignInPage,
);

/** A page that takes longer than this to load is replaced by the skeleton. */
const SLOW_MS = 200;
/** The page; while the chunk of the next one is loaded the skeleton is shown. */
function Inner() {
  const { state, location } = useNavigation(),
    [slow, setSlow] = useState<string | null>(null),
    key = state === 'loading' ? location.key : null;
  usePlaceKept(key !== null);
  useEffect(() => {
    if (key === null) return undefined;
    const timer = setTimeout(() => setSlow(key), SLOW_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const isSlow = key !== null && slow === key;
  return (
    <>
      <LeaveGuard />
      {isSlow && <PageSkeleton />}
      <div className="p-inner" hidden={isSlow}>
        <VendorGate>
          <TermsGate>
            <FlagGate>
              <Outlet />
            </FlagGate>
          </TermsGate>
        </VendorGate>
      </div>
    </>
  );
}

/** @param isBare without bars and banners: the screen of a treatment room */
export function Shell({ isBare = false }: { isBare?: boolean }) {
  const t = useAppTexts();
  const { status, user } = useSession();
  useAutoLock();
  useOwnSettings();
  if (status === 'starting' || status === 'unreachable')
    return <StartPage isUnreachable={status === 'unreachable'} />;
  if (status === 'out')
    return (
      <Suspense fallback={<StartPage isUnreachable={false} />}>
        <SignInPage />
      </Suspense>
    );
  const isLocked = status === 'locked';
  const expired = <ExpiredDialog isOpen={status === 'expired'} />;
  return (
    <>
      {isLocked && (
        <Suspense>
          <LockScreen />
        </Suspense>
      )}
      {/* Another user gets fresh screens; the same user finds their input. */}
      {user !== null && isBare && (
        <main id="main" key={user.id} hidden={isLocked} tabIndex={-1}>
          <Inner />
          {expired}
        </main>
      )}
      {user !== null && !isBare && (
        <div className="p-shell" key={user.id} hidden={isLocked}>
          <a className="p-skip" href="#main">
            {t('skip')}
          </a>
          <TopBar />
          <SideBar />
          <Warnings>
            <GrantBanner />
            <FactorBanner />
            {!isVendor(user.role) && (
              <>
                <TermsBanner />
                <AlarmBanner />
                <IncidentBanner />
                <BackupBanner />
                <SealBanner />
                <TransferBanner />
              </>
            )}
          </Warnings>
          <AreaPages />
          <main id="main" className="p-main" tabIndex={-1}>
            <Inner />
          </main>
          {expired}
        </div>
      )}
    </>
  );
}
