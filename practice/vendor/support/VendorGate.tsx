// The vendor's staff have no page of a practice without a grant, and a practice has no page of the
// vendor: each returns to their own pages.

import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { startOf } from '../../../shared/accounts/user-settings.ts';
import { isVendor } from '../../../shared/base/roles.ts';
import { useSession } from '../../session.ts';

const OWN = /^\/(betrieb|nutzer|konto)?(\/|$)/,
  VENDORS = /^\/betrieb(\/|$)/;

export function VendorGate({ children }: { children: ReactNode }) {
  const { user, acting } = useSession(),
    { pathname } = useLocation();
  if (user === null) return children;
  if (isVendor(user.role))
    return acting === null && !OWN.test(pathname) ? <Navigate to="/betrieb" replace /> : children;
  return VENDORS.test(pathname) ? <Navigate to={startOf(user)} replace /> : children;
}
