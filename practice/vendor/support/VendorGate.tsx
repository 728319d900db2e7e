// The vendor's staff have no page of a practice without a grant: after a reload they return to
// their own pages.

import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isVendor } from '../../../shared/base/roles.ts';
import { useSession } from '../../session.ts';

const OWN = /^\/(betrieb|nutzer|konto)?(\/|$)/;

export function VendorGate({ children }: { children: ReactNode }) {
  const { user, acting } = useSession(),
    { pathname } = useLocation();
  return user !== null && isVendor(user.role) && acting === null && !OWN.test(pathname) ? (
    <Navigate to="/betrieb" replace />
  ) : (
    children
  );
}
