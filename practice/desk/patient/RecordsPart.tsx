// One person's documents, consents or shares on the patient page.

import { Suspense } from 'react';
import { Empty, Loading } from '../../ui/Page.tsx';
import { usePatientTexts } from './patient-texts.ts';
import { useRecordsParts, type ListOf, type RecordsTab } from './records-parts.ts';

/** @param who null: the practice software knows the person, but there is no record here yet */
export function RecordsPart({ part, who }: { part: RecordsTab; who: ListOf | null }) {
  const t = usePatientTexts(),
    List = useRecordsParts()[part];
  if (who === null) return <Empty>{t('none.record')}</Empty>;
  return (
    <Suspense fallback={<Loading />}>
      <List {...who} />
    </Suspense>
  );
}
