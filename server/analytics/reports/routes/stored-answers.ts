/**
 * First answers of the overview, stored with the version of everything they rest on: after a start
 * they are there before the image is built. An answer of another version is never used.
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

export type AnswerContext = Pick<RequestContext, 'look'>;
const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');
const byName = (of: object): [string, unknown][] =>
  Object.entries(of).toSorted(([x], [y]) => (x < y ? -1 : 1));
const keyOf = ({ path, filter, extra }: Pick<Query, 'path' | 'filter' | 'extra'>): string =>
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
interface Answer {
  readonly key: string;
  readonly answer: PracticeReport;
}
/** Stores the answers of a version; those of other versions are removed. */
async function saveAnswers(w: Work, version: string, answers: readonly Answer[]): Promise<void> {
  const { reportAnswer } = w.t;
  await w.tx.remove(reportAnswer, ne(reportAnswer.version, version));
  for (const one of answers)
    await w.tx.insert(reportAnswer, { ...one, version, savedAt: w.now }, { ifAbsent: true });
}

/** The overview as it opens first: the month until today next to the year before. */
export const firstFilter = (today: string): PracticeReportFilter => ({
  ...UNFILTERED,
  von: `${today.slice(0, 8)}01`,
  bis: today,
  vergleich: 'VORJAHR',
  basis: 'leistung',
  gruppierung: 'TAG',
  kennzahl: 'umsatz',
});

export interface StoredAnswers {
  /**
   * Asks the report worker; until it has answered the practice since the start, returns what is
   * stored for the same question and version. Writes nothing.
   */
  ask(context: AnswerContext, query: Query): Promise<PracticeReport>;
  /**
   * Returns what is stored for some questions, by their path; asks the worker nothing.
   * @param questions of one practice
   */
  stored(
    context: AnswerContext,
    questions: readonly Omit<Query, 'cid' | 'now'>[],
  ): Promise<ReadonlyMap<string, PracticeReport>>;
  /**
   * Stores the overview of the day as it opens first.
   * @returns false where a delivery or a setting changed meanwhile: nothing is stored then
   * @throws AppError `reports_loading`
   */
  prepare(context: AnswerContext): Promise<boolean>;
}
export type AskReport = StoredAnswers['ask'];
/** @param build program whose answers may be used again */
export function storedAnswers(
  reportWorker: ReportWorker,
  build: string,
  workshop: Pick<Workshop, 'write'>,
): StoredAnswers {
  /** Practices whose image is built: their answers are at hand. */
  const warm = new Set<string>();
  const askWorker = async (query: Query): Promise<PracticeReport> => {
    const answer = await reportWorker.practiceReport(query);
    warm.add(query.cid);
    return answer;
  };
  return {
    async ask(context, query) {
      if (!STORED.has(query.path) || warm.has(query.cid)) return askWorker(query);
      const look = context.look(),
        known = await readAnswer(look, keyOf(query), await versionOf(look, build));
      if (!known) return askWorker(query);
      // No caller waits for this answer: its failure is that of the next question.
      void askWorker(query).catch(() => undefined);
      return known;
    },
    async stored(context, questions) {
      const look = context.look(),
        version = await versionOf(look, build),
        found = new Map<string, PracticeReport>();
      for (const one of questions) {
        const known = await readAnswer(look, keyOf(one), version);
        if (known) found.set(one.path, known);
      }
      return found;
    },
    async prepare(context) {
      const look = context.look(),
        { cid, now } = look,
        version = await versionOf(look, build),
        filter = firstFilter(berlinDay(now)),
        answers: Answer[] = [];
      for (const path of STORED) {
        const query = { cid, path, filter, extra: {}, now },
          key = keyOf(query);
        if (!(await readAnswer(look, key, version)))
          answers.push({ key, answer: await askWorker(query) });
      }
      if (answers.length === 0) return true;
      if ((await versionOf(context.look(), build)) !== version) return false;
      await workshop.write(cid, { kind: 'system', cid }, (w) => saveAnswers(w, version, answers));
      return true;
    },
  };
}
