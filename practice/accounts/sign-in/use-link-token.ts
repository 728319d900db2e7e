// Reads the token of a link from the address once, then removes it from the address, so that it
// stays in no history and on no screen.

import { useEffect, useState } from 'react';
import { useParams } from 'react-router';

/**
 * Reads the token of a link and removes it from the address.
 * @param rest path below /practice that a reload opens instead
 */
export function useLinkToken(rest: string): string {
  const { token: given = '' } = useParams();
  const [token] = useState(given);
  useEffect(() => {
    window.history.replaceState(window.history.state, '', `/practice${rest}`);
  }, [rest]);
  return token;
}
