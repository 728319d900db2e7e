// Calls and notes about a patient whose signatures are missing: one press notes a call.

import './worklists.css';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import { patientTarget, type FollowUp } from '../../../shared/desk/follow-up.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { CallNote } from './CallNote.tsx';
import { Notes } from './Notes.tsx';
import { useListTexts } from './worklists-texts.ts';

export function CallHistory({
  patid,
  schritt,
  notizen,
  fresh,
}: FollowUp & {
  patid: string;
  fresh: () => Promise<void>;
}) {
  const t = useListTexts(),
    language = useLanguage(),
    target = patientTarget(patid);
  return (
    <div className="al-calls">
      <CallNote kind="fehlend" target={target} step={schritt} fresh={fresh} />
      {schritt !== null && (
        <p className="p-small">
          <strong>{t('step')}:</strong> {schritt.text}
          {schritt.bis === null
            ? ''
            : ` ${t('step.until', { day: formatDay(schritt.bis, language) })}`}
        </p>
      )}
      <Notes kind="fehlend" target={target} notes={notizen} fresh={fresh} />
    </div>
  );
}
