// The line above every page while the vendor acts for a practice: visible to both sides, and both
// can end it. It is loaded when there is a grant.

import { Suspense } from 'react';
import { isVendor } from '../../../shared/base/roles.ts';
import { useSession } from '../../session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useGrants } from './use-grants.ts';

const ActingLine = lazyPart(async () => (await import('./GrantLines.tsx')).ActingLine);
const GuestLines = lazyPart(async () => (await import('./GrantLines.tsx')).GuestLines);

export function GrantBanner() {
  const { user, acting } = useSession();
  if (user === null) return null;
  if (isVendor(user.role))
    return acting ? (
      <Suspense>
        <ActingLine />
      </Suspense>
    ) : null;
  return <Guests isOwner={user.role === 'owner'} />;
}

function Guests({ isOwner }: { isOwner: boolean }) {
  const items = useGrants().data?.items ?? [],
    active = items.filter(({ state }) => state === 'active'),
    asked = isOwner ? items.filter(({ state }) => state === 'asked') : [],
    overdue = isOwner ? items.filter(({ isReviewOverdue }) => isReviewOverdue) : [];
  return (
    active.length + asked.length + overdue.length > 0 && (
      <Suspense>
        <GuestLines active={active} asked={asked} overdue={overdue} />
      </Suspense>
    )
  );
}
