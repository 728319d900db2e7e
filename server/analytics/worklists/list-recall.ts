// The list of recalls to be arranged by letter or call, the nearest due day first.

import type { z } from 'zod';
import {
  isRecallDue,
  RECALL_REASONS,
  type RecallReason,
} from '../../../shared/analytics/reports/worklist.ts';
import type {
  ListReport,
  recallQuerySchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type { CellValue } from '../../../shared/analytics/reports/report.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addMonths } from '../../../shared/base/day-math.ts';
import type { Look } from '../../platform/work.ts';
import { frame, kpi } from './frame.ts';
import type { HkpLinks } from './links.ts';
import { loadAttachments, searchable, CLOSING_COLUMNS, countDue, cellsOf } from './lines.ts';
import { peopleOf } from './store-plans.ts';

/**
 * Returns recalls that are due, or will be within the coming month.
 * @throws AppError `reports_loading`
 */
export async function listRecall(
  look: Look,
  links: HkpLinks,
  query: z.output<typeof recallQuerySchema>,
): Promise<{ practiceReport: ListReport; patids: string[] }> {
  const today = berlinDay(look.now),
    from = query.monate === undefined ? '' : addMonths(today, -query.monate),
    recalls = (await links.recallfaelle(look)).filter((one) => one.faelligAm >= from);
  const put = await loadAttachments(look, 'recall'),
    named = (patids: readonly string[]) => peopleOf(look, [...new Set(patids)]);
  // All names are read only for a search or an order by name: there may be tens of thousands.
  const sought =
    (query.q === undefined || query.q === '') && !(query.sort ?? '').endsWith('name')
      ? undefined
      : await named(recalls.map((one) => one.patid));
  const all = recalls.map((recall) => ({
    ...put(recall.id),
    recall,
    patid: recall.patid,
    person: sought?.get(recall.patid),
    faellig: isRecallDue(recall, today),
    wert: 0,
  }));
  const { found, shown } = searchable(
      all,
      query,
      today,
      ({ recall }) => query.art === undefined || recall.art === query.art,
    ),
    due = (reason: RecallReason): number =>
      all.filter((line) => line.faellig?.grund === reason).length;
  const people = sought ?? (await named(shown.map((line) => line.patid)));
  const may = await links.mayRecallEach(look, [...new Set(shown.map((line) => line.patid))]);
  const counted = countDue(all, today);
  const practiceReport = await frame(
    look,
    { ...query },
    {
      kpis: [
        kpi('recallFaellig', counted.due),
        kpi('ruhend', counted.resting),
        kpi('recallUeberfaellig', due('ueberfaellig')),
        kpi('recallTerminiert', all.filter((line) => line.faellig === null).length),
        kpi('treffer', found.length),
      ],
      spalten: [
        { key: 'name', titel: 'Patient', typ: 'text' },
        { key: 'art', titel: 'Recall', typ: 'wort' },
        { key: 'tag', titel: 'Fällig', typ: 'tag' },
        { key: 'grund', titel: 'Stand', typ: 'wort' },
        { key: 'erinnertAm', titel: 'Erinnert', typ: 'tag' },
        { key: 'darf', titel: 'Einverstanden', typ: 'janein' },
        ...CLOSING_COLUMNS,
      ],
      zeilen: shown.map((line): Record<string, CellValue> => {
        const { recall, patid, faellig: dueDay } = line,
          person = people.get(patid);
        return {
          ...cellsOf({ ...line, person }, today),
          recallId: recall.id,
          art: recall.art,
          tag: recall.faelligAm,
          grund: dueDay?.grund ?? null,
          erinnertAm: recall.erinnertAm,
          darf: may.get(patid) ?? null,
        };
      }),
      serien: [
        {
          name: 'gruende',
          punkte: RECALL_REASONS.map((reason) => ({ x: reason, y: due(reason) })),
        },
      ],
    },
  );
  return { practiceReport, patids: shown.map((line) => line.patid) };
}
