// Start route: the list of practices for the vendor's staff, the reception board for everyone else.

import { Navigate } from 'react-router';
import { isVendor } from '../../shared/base/roles.ts';
import { useSession } from '../session.ts';

export function StartRedirect() {
  const { user, acting } = useSession();
  return (
    <Navigate
      to={
        user !== null && isVendor(user.role) && acting === null
          ? '/betrieb'
          : (user?.settings?.start ?? '/empfang')
      }
      replace
    />
  );
}
