// Where the app begins: the vendor's people with the list of practices, everybody else at the reception board.

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
