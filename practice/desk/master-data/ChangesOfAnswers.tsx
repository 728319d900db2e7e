// Open changes of the person whose answers are read, for users who may decide on them; renders
// nothing where there are none.

import { isVendor } from '../../../shared/base/roles.ts';
import { useSession } from '../../session.ts';
import { OpenChanges } from './OpenChanges.tsx';
import { useChangesOf } from './use-changes.ts';

export function ChangesOfAnswers({ patid }: { patid: string }) {
  const { user } = useSession(),
    mayDecide = user !== null && !isVendor(user.role),
    { data } = useChangesOf(mayDecide ? patid : '');
  return data && data.open.length > 0 ? (
    <div className="p-noprint">
      <OpenChanges patid={data.patid} open={data.open} />
    </div>
  ) : null;
}
