// Numbers of a person's done and missing papers and questionnaires; each number opens its rows.

import { NOTHING } from '../../../shared/analytics/reports/report-format.ts';
import { countOf, SHEETS, STANDS, usePapers } from './papers.ts';
import type { Tabs } from './patient-tabs.ts';
import { usePatientTexts } from './patient-texts.ts';

export function PapersFacts({ patid, tabs: { go } }: { patid: string; tabs: Tabs }) {
  const t = usePatientTexts(),
    papers = usePapers(patid);
  return SHEETS.map((sheet) => (
    <div key={sheet}>
      <dt>{t(`part.${sheet}`)}</dt>
      <dd className="p-tabular pt-counts">
        {papers.data === undefined
          ? NOTHING
          : STANDS.map((stand) => {
              const word = t(sheet === 'papiere' ? `papers.${stand}` : `forms.${stand}`, {
                n: countOf(papers.data, sheet, stand),
              });
              return (
                <button
                  key={stand}
                  type="button"
                  className="pt-count"
                  aria-label={t('number.of', { word })}
                  onClick={() => go(sheet, stand)}
                >
                  {word}
                </button>
              );
            })}
      </dd>
    </div>
  ));
}
