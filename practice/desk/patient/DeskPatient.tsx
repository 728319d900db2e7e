// A patient's page at reception: master data, open points, papers and questionnaires; neither money
// nor answers.

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listName } from '../../../shared/desk/patient.ts';
import type { Patient } from '../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { Alerts } from './Alerts.tsx';
import { Contacts } from './Contacts.tsx';
import { OpenPoints } from './OpenPoints.tsx';
import { PapersFacts } from './PapersFacts.tsx';
import { PapersPart } from './PapersPart.tsx';
import { SHEETS } from './papers.ts';
import { PatientFrame, PatientTabs } from './PatientFrame.tsx';
import { DESK, usePatientFiles, usePatientTabs } from './patient-tabs.ts';
import { usePatientTexts } from './patient-texts.ts';
import { noteRecent } from './recent.ts';
import { RECORDS } from './records-parts.ts';
import { RecordsPart } from './RecordsPart.tsx';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

export function DeskPatient({ patid }: { patid: string }) {
  const t = usePatientTexts(),
    tabs = usePatientTabs(patid, DESK),
    fileName = usePatientFiles(patid),
    who = useQuery({
      queryKey: ['patient', patid],
      queryFn: () => callR4c<Patient>(`/patient/patients/${numberInPath(patid)}`),
    }),
    person = who.data,
    name = person === undefined ? t('title') : listName(person);
  useEffect(() => {
    if (person) noteRecent({ patid, name: listName(person), geburtsdatum: person.geburtsdatum });
  }, [patid, person]);
  return (
    <PatientFrame patid={patid} name={name} birth={person?.geburtsdatum ?? ''}>
      {who.isError && <ErrorNotice error={who.error} onRetry={() => void who.refetch()} />}
      {who.isPending && <Loading />}
      {person && (
        <>
          <Alerts patid={patid} />
          <OpenPoints patid={patid} />
          <dl className="p-card pt-facts">
            <Contacts person={person} />
            <PapersFacts patid={patid} tabs={tabs} />
          </dl>
          <PatientTabs patid={patid} tabs={DESK} state={tabs}>
            {(tab) => {
              const records = RECORDS.find((one) => one === tab);
              if (records !== undefined)
                return (
                  <RecordsPart
                    part={records}
                    who={{ patid, name, geburtsdatum: person.geburtsdatum }}
                  />
                );
              const part = SHEETS.find((one) => one === tabs.tab) ?? 'papiere';
              return (
                <PapersPart
                  patid={patid}
                  sheet={part}
                  tabs={tabs}
                  title={`${t(`part.${part}`)}: ${name}`}
                  fileName={(ending) => fileName(part, ending)}
                />
              );
            }}
          </PatientTabs>
        </>
      )}
    </PatientFrame>
  );
}
