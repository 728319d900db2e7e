/**
 * Answers of the overview, stored with the version of everything they rest on: after a start they
 * are there before the image is built. An answer of another version is never used.
 */
import { createHash } from 'node:crypto';
import { and, asc, eq, ne } from 'drizzle-orm';
import {
  UNFILTERED,
  type PracticeReport,
  type PracticeReportFilter,
} from '../../../../shared/analytics/reports/report.ts';
import { TILES } from '../../../../shared/analytics/reports/overview.ts';
import { berlinDay } from '../../../../shared/base/dates.ts';
import type { RequestContext } from '../../../platform/http/route.ts';
import type { Look, Work, Workshop } from '../../../platform/work.ts';
import { readPresets } from '../../snapshot/store.ts';
import type { Query, ReportWorker } from '../../snapshot/report-worker.ts';

/** Reports of the overview; they name no patient and rest on delivered rows and settings only. */
const STORED: ReadonlySet<string> = new Set([
  ...TILES.map(({ path }) => path),
  'dashboard/aenderungen',
  'dashboard/aufgaben',
]);
/** Answers of a practice: about four users with filters of their own. */
const MOST = 100;

export type AnswerContext = Pick<RequestContext, 'look'>;
const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');
const byName = (of: object): [string, unknown][] =>
  Object.entries(of).toSorted(([x], [y]) => (x < y ? -1 : 1));
const keyOf = ({ path, filter, extra }: Query): string =>
  hashOf([path, byName(filter), byName(extra)]);

/** Returns the version of the program, the day, the deliveries and the settings of a practice. */
async function versionOf(look: Look, build: string): Promise<string> {
  const { pvsBatch } = look.t,
    [batches, presets] = await Promise.all([
      look.db.pick(pvsBatch, ['batch', 'closedAt', 'source'], eq(pvsBatch.state, 'closed'), {
        orderBy: asc(pvsBatch.batch),
      }),
      readPresets(look.db, look.t),
    ]);
  return hashOf([
    build,
    berlinDay(look.now),
    batches,
    { ...presets, rowGroups: [...presets.rowGroups] },
  ]);
}
async function readAnswer(
  look: Look,
  key: string,
  version: string,
): Promise<PracticeReport | undefined> {
  const { reportAnswer } = look.t,
    where = and(eq(reportAnswer.key, key), eq(reportAnswer.version, version))!;
  return (await look.db.find(reportAnswer, where))[0]?.answer;
}
async function saveAnswer(
  w: Work,
  row: { key: string; version: string; answer: PracticeReport },
): Promise<void> {
  const { reportAnswer } = w.t;
  await w.tx.remove(reportAnswer, ne(reportAnswer.version, row.version));
  if ((await w.tx.count(reportAnswer)) < MOST)
    await w.tx.insert(reportAnswer, { ...row, savedAt: w.now }, { ifAbsent: true });
}

/** Asks the report worker, or returns what it answered for the same version. */
export type AskReport = (context: AnswerContext, query: Query) => Promise<PracticeReport>;
/** @param build program whose answers may be used again */
export function storedAnswers(
  reportWorker: ReportWorker,
  build: string,
  workshop: Pick<Workshop, 'write'>,
): AskReport {
  /** Version for which the worker has answered each practice, so that its image is built. */
  const built = new Map<string, string>(),
    saved = new Set<string>();
  return async (context, query) => {
    if (!STORED.has(query.path)) return reportWorker.practiceReport(query);
    const look = context.look(),
      version = await versionOf(look, build),
      key = keyOf(query),
      mark = `${query.cid} ${key} ${version}`;
    if (built.get(query.cid) !== version) {
      const known = await readAnswer(look, key, version);
      if (known) return known;
    }
    const answer = await reportWorker.practiceReport(query);
    // A delivery that was closed meanwhile may be part of the answer.
    if ((await versionOf(context.look(), build)) !== version) return answer;
    if (built.get(query.cid) !== version) saved.clear();
    built.set(query.cid, version);
    if (!saved.has(mark)) {
      saved.add(mark);
      // A request that reads may not write. Without the stored answer the next start only waits.
      await workshop
        .write(query.cid, { kind: 'system', cid: query.cid }, (w) =>
          saveAnswer(w, { key, version, answer }),
        )
        .catch(() => saved.delete(mark));
    }
    return answer;
  };
}

/** The overview as it opens first: the month until today next to the year before. */
function firstFilter(today: string): PracticeReportFilter {
  return {
    von: `${today.slice(0, 8)}01`,
    bis: today,
    vergleich: 'VORJAHR',
    ...UNFILTERED,
    basis: 'leistung',
    gruppierung: 'TAG',
    kennzahl: 'umsatz',
  };
}
/** Has the overview of the day ready before a user opens it. */
export async function prepareOverview(context: AnswerContext, ask: AskReport): Promise<void> {
  const { cid, now } = context.look(),
    filter = firstFilter(berlinDay(now));
  for (const path of STORED) await ask(context, { cid, path, filter, extra: {}, now });
}
