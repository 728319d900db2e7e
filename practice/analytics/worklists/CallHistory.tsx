// Calls and notes about a patient whose signatures are missing: one press notes a call.

import './worklists.css';
import { patientTarget, type FollowUp } from '../../../shared/desk/follow-up.schema.ts';
import { CallNote } from './CallNote.tsx';
import { Notes } from './Notes.tsx';

export function CallHistory({
  patid,
  schritt,
  notizen,
  fresh,
  isNoting,
  onNoting,
}: FollowUp & {
  patid: string;
  fresh: () => Promise<void>;
  /** The field of a new note gets the focus, once. */
  isNoting: boolean;
  onNoting: () => void;
}) {
  const target = patientTarget(patid);
  return (
    <div className="al-calls">
      <CallNote kind="fehlend" target={target} step={schritt} fresh={fresh} />
      <Notes
        kind="fehlend"
        target={target}
        notes={notizen}
        fresh={fresh}
        isBegun={isNoting}
        onBegun={onNoting}
      />
    </div>
  );
}
