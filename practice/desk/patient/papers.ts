// Papers and questionnaires of one person as tables: signed or answered ones, and missing ones.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Column } from '../../../shared/analytics/reports/report.ts';
import { CallError } from '../../../shared/base/client.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { PersonPapers } from '../../../shared/papers/papers.schema.ts';
import type { Row } from '../../report-kit/table/use-report-table.ts';
import { callR4c, fetchBlob } from '../../api.ts';
import { usePaperTitle } from '../../ui/wording/paper-titles.ts';
import { usePatientTexts } from './patient-texts.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

export const SHEETS = ['papiere', 'boegen'] as const;
export type Sheet = (typeof SHEETS)[number];
export const STANDS = ['done', 'missing'] as const;
export type State = (typeof STANDS)[number];
const NONE: PersonPapers = { papers: [], forms: [] };

/** Returns a fallback where the person has no record here, only in the practice software. */
export const orNothing = <T>(asked: Promise<T>, fallback: T): Promise<T> =>
  asked.catch((error: unknown) => {
    if (error instanceof CallError && error.code === 'not_found') return fallback;
    throw error;
  });
/** Reads the papers of a patient; one known only to the practice software has none. */
export const usePapers = (patid: string): UseQueryResult<PersonPapers> =>
  useQuery({
    queryKey: ['papers', 'of', patid],
    staleTime: 30_000,
    queryFn: () => orNothing(callR4c<PersonPapers>(`/papers/of/${numberInPath(patid)}`), NONE),
  });
/** Fetches a sheet as PDF. @param stand filter by state; empty: all */
export const getPapersPdf = (patid: string, sheet: Sheet, stand: State | ''): Promise<Blob> =>
  fetchBlob(
    `/papers/of/${numberInPath(patid)}/pdf?${new URLSearchParams({ teil: sheet, ...(stand !== '' && { stand }) })}`,
  );
/** Counts the rows of a sheet with a state. */
export const countOf = (found: PersonPapers, sheet: Sheet, stand: State): number =>
  (sheet === 'papiere' ? found.papers : found.forms).filter((one) => one.stand === stand).length;

/** Converts a sheet to a table, in words. @param stand filter by state; empty: all */
export function useSheet(): (
  found: PersonPapers,
  sheet: Sheet,
  stand: State | '',
) => { spalten: Column[]; zeilen: Row[] } {
  const t = usePatientTexts(),
    paperTitle = usePaperTitle();
  return (found, sheet, stand) => ({
    spalten: [
      { key: 'text', titel: t(`part.${sheet}`), typ: 'text' },
      { key: 'stand', titel: t('col.stand'), typ: 'wort' },
      { key: 'tag', titel: t('col.day'), typ: 'tag' },
      ...(sheet === 'papiere'
        ? [{ key: 'fehlt', titel: t('col.waits'), typ: 'text' } satisfies Column]
        : []),
    ],
    zeilen: (sheet === 'papiere'
      ? found.papers.map((one) => ({
          ...one,
          name: one.template,
          fehlt: one.waitsFor.join(', '),
          answers: null,
        }))
      : found.forms.map((one) => ({
          ...one,
          name: one.form,
          fehlt: '',
          answers: one.stand === 'done' ? one.id : null,
        }))
    )
      .filter((one) => stand === '' || one.stand === stand)
      .map((one) => ({
        text: paperTitle(one.name, one.title),
        stand: t(`show.${sheet}.${one.stand}`),
        tag: berlinDay(one.at),
        fehlt: one.fehlt,
        answers: one.answers,
      })),
  });
}
