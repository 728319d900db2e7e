// A page whose feature is switched off is replaced by a plain word about it, also while it is open.

import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { offAt } from '../../../shared/base/flags/flags.ts';
import { useSession } from '../../session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/Page.tsx';

const OffPage = lazyPart(async () => (await import('./SwitchedOffPage.tsx')).SwitchedOffPage);

export function FlagGate({ children }: { children: ReactNode }) {
  const { off } = useSession(),
    flag = offAt(useLocation().pathname, off);
  return flag === undefined ? (
    children
  ) : (
    <Suspense fallback={<Loading />}>
      <OffPage flag={flag} />
    </Suspense>
  );
}
