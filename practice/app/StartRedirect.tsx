// Start route: the list of practices for the vendor's staff, everyone else's own start page.

import { Navigate } from 'react-router';
import { startOf } from '../../shared/accounts/user-settings.ts';
import { isVendor } from '../../shared/base/roles.ts';
import { useSession } from '../session.ts';

export function StartRedirect() {
  const { user, acting } = useSession();
  if (user === null) return null;
  // The page of the vendor's staff for a practice depends on their grant.
  const to = isVendor(user.role) && acting !== null ? '/empfang' : startOf(user);
  return <Navigate to={to} replace />;
}
