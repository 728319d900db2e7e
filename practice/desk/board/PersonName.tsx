// The name of a person on the board; it leads to their page while the server is reachable.

import { Link } from 'react-router';
import { numberInPath } from '../../../shared/desk/patient-number.ts';
import { usePrivacy } from './privacy.tsx';
import { useStale } from './stale.ts';

export function PersonName({ patid, name }: { patid: string; name: string }) {
  const privacy = usePrivacy(),
    isStale = useStale(),
    shown = <strong className="e-name">{privacy.name(name)}</strong>;
  return isStale ? (
    shown
  ) : (
    <Link className="e-to-person" data-whole to={`/patient/${numberInPath(patid)}`}>
      {shown}
    </Link>
  );
}
