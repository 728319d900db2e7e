// Counts of the work lists for the line of pages above them. No person is shown, so that nothing is
// logged as seen.

import {
  hkpQuerySchema,
  parQuerySchema,
  recallQuerySchema,
  type ListReport,
  type WorklistCounts,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type { Look } from '../../platform/work.ts';
import type { HkpLinks } from './links.ts';
import { listHkp } from './list-hkp.ts';
import { listPar } from './list-par.ts';
import { listRecall } from './list-recall.ts';

const valueOf = ({ kpis }: ListReport, key: string): number =>
  kpis.find((one) => one.key === key)?.wert ?? 0;

/** Counts the lines of each list as it opens. @throws AppError `reports_loading` */
export async function countLines(look: Look, links: HkpLinks): Promise<WorklistCounts> {
  const one = { n: 1 },
    hkp = await listHkp(look, links, hkpQuerySchema.parse(one)),
    par = await listPar(look, links, parQuerySchema.parse(one)),
    recall = await listRecall(look, links, recallQuerySchema.parse(one));
  return {
    hkp: valueOf(hkp.practiceReport, 'hkpFaellig'),
    par: valueOf(par.practiceReport, 'parFaellig'),
    recall: valueOf(recall.practiceReport, 'recallFaellig'),
  };
}
