// Answers reports from the images: in a worker thread in the real server, in the calling thread in
// tests.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../../shared/analytics/reports/report.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { SqliteFile } from '../../platform/db/file/open-file.ts';
import { comparisonOf, isOngoing } from './comparison.ts';
import { buildSelection, type Selection } from './selection.ts';
import { undocumentedUntil } from '../metrics/coverage.ts';
import { createSnapshotCache } from './snapshot-cache.ts';
import type { SnapshotCache, State } from './state.ts';
import { EMPTY, dayText } from './calendar.ts';
import { unpack, withGrid, gridOf, type PackedReport } from './tables/pack.ts';
import type { ReportContext, Part } from '../reports/report-kind.ts';
import { REPORTS } from '../reports/report-list.ts';
import { filterHints, maskTable } from '../reports/table-filters.ts';
import { withPublished } from '../reports/published-values.ts';
import { PROPOSAL_PATHS } from '../reports/figure-timeline.ts';
import type { DataSource } from './store.ts';
import {
  answerQuery,
  type ProposalQueryName,
  type ProposalQueryTypes,
} from '../proposal-engine/queries.ts';
import type { Proposals } from '../proposal-engine/findings-cache.ts';
import { forgottenFrom } from '../proposal-engine/forgotten.ts';
import { valuedFrom } from '../reports/billing-checks/valued-proposals.ts';
import { rowsFrom } from '../proposal-engine/rows.ts';
import { openSums } from '../proposal-engine/open-sums.ts';
import { proposalsFrom } from '../proposal-engine/rule-book.ts';
import type { ProposalSource } from '../proposal-engine/store.ts';
import { membersOf, targetsFor } from './targets.ts';
import { regionOfPractice } from './working-days.ts';

export interface Query {
  cid: string;
  path: string;
  filter: PracticeReportFilter;
  extra: Readonly<Record<string, string>>;
  now: number;
}
/** A question about proposals to the report worker. */
export interface ProposalQuery {
  cid: string;
  name: ProposalQueryName;
  input: unknown;
  now: number;
  lockedIds: readonly string[];
}
export interface ReportWorker {
  /** @throws AppError `reports_loading` while computing the findings exceeds the wait limit */
  query<N extends ProposalQueryName>(
    name: N,
    cid: string,
    now: number,
    input: ProposalQueryTypes[N][0],
    lockedIds: readonly string[],
  ): Promise<ProposalQueryTypes[N][1]>;
  /**
   * @throws AppError `reports_loading` while a large practice's data is read for the first time;
   * `not_found` for an object that a report names and that does not exist
   */
  practiceReport(query: Query): Promise<PracticeReport>;
  close(): Promise<void>;
}

/** State of a report thread: images and findings of each practice. */
export interface AnswerSources {
  snapshotCache: SnapshotCache;
  proposals: Proposals;
}
export function createAnswerSources(source: DataSource, decisions: ProposalSource): AnswerSources {
  const snapshotCache = createSnapshotCache(source);
  return { snapshotCache, proposals: proposalsFrom(snapshotCache, decisions) };
}
/**
 * Answers a report or a question in the calling thread.
 * @param isWanted false once its request has ended: a page asks again while the data is read, and
 * only its last attempt has to be computed
 * @throws AppError `reports_loading` for a question without a waiting request
 */
export const answerHere = (
  answerSources: AnswerSources,
  query: Query | ProposalQuery,
  isWanted: () => boolean = () => true,
): Promise<unknown> =>
  answerSources.snapshotCache.runWork<unknown>(async () => {
    const state = await answerSources.snapshotCache.load(query.cid, query.now);
    if (!isWanted()) throw new AppError('reports_loading', { retryAfter: 2 });
    return 'path' in query
      ? buildReport(answerSources, query, state)
      : answerQuery(
          answerSources.proposals,
          query.name,
          query.cid,
          query.now,
          query.input as never,
          query.lockedIds,
        );
  });

/**
 * A result that is not ready shortly is null; the computation continues, so that the next question
 * finds it.
 */
const MOMENT_MS = 500;
async function settleSoon<T>(work: Promise<T>, moment = MOMENT_MS): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => undefined);
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null);
    }, moment);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const COMPARED_KEYS: ReadonlySet<string> = new Set(['vorjahr', 'vorher', 'delta']);
/** Whether the rows of a table contain a comparison value. */
const hasComparison = (columns: Part['columns']): boolean =>
  columns.some(({ key }) => COMPARED_KEYS.has(key));

/** Creates one report in the calling thread. */
async function buildReport(
  { snapshotCache, proposals }: AnswerSources,
  query: Query,
  state: State,
): Promise<PracticeReport> {
  const entry = REPORTS.find((b) => b.path === query.path);
  if (!entry) throw new AppError('not_found');
  const { snapshot } = state,
    chosen = buildSelection(snapshot, query.filter),
    a: Selection = {
      ...chosen,
      targets: targetsFor(state.presets, query.filter, membersOf(chosen)),
      region: regionOfPractice(state),
      costs: state.presets.costs,
    };
  const comparison = comparisonOf(a);
  const dataFrom = undocumentedUntil('umsatz', a);
  const isKnown = comparison === null || undocumentedUntil('umsatz', comparison) === undefined;
  const context: ReportContext = {
    a,
    comparison,
    previous: isKnown ? comparison : null,
    filter: query.filter,
    state,
    extra: query.extra,
    now: query.now,
    cid: query.cid,
    proposals: (from, to, only) => rowsFrom(proposals, query.cid, query.now, from, to, only),
    forgotten: (from, to) => forgottenFrom(proposals, query.cid, query.now, from, to),
    valued: (from, to) => valuedFrom(proposals, query.cid, query.now, from, to),
    openProposals: async (from, to) => {
      const asked = openSums(proposals, query.cid, query.now, from, to);
      return proposals.isNearlyReady(query.cid) ? settleSoon(asked) : settleSoon(asked, 0);
    },
    loadMarket: async () =>
      Promise.all(
        (await snapshotCache.practices()).map(async (cid) => ({
          cid,
          snapshot: (await snapshotCache.load(cid, query.now)).snapshot,
        })),
      ),
  };
  // The only figure that counts more than was delivered.
  if (query.extra['kennzahl'] === 'vorschlagRealisiert' || PROPOSAL_PATHS.has(query.path)) {
    const first = comparison ? Math.min(comparison.from, a.from) : a.from,
      { list: own } = await context.forgotten(dayText(first), query.filter.bis);
    Object.assign(context, {
      a: { ...a, proposals: own },
      comparison: comparison && { ...comparison, proposals: own },
    });
  }
  const part: Part = await entry.build(context),
    { columns, hints = [] } = part,
    { kpis, hints: published } = withPublished(part.kpis ?? [], a, state),
    grid = gridOf(part),
    { rows, series = [] } = grid
      ? { rows: [], series: part.series }
      : maskTable(query.path, a, part);
  // A table that cannot follow the filter is empty, however long it is.
  const total = grid || rows.length > 0 ? part.whole : undefined;
  const found: PracticeReport = {
    // Notes about the limits of the figures, and how far they are compared.
    meta: {
      filter: query.filter,
      stand: state.asOf,
      datenBis: snapshot.dataUntil === EMPTY ? null : dayText(snapshot.dataUntil),
      quelle: state.sources,
      waehrung: 'EUR',
      ...(comparison !== null && {
        verglichenMit: { von: dayText(comparison.from), bis: dayText(comparison.to) },
      }),
      ...(total && { gesamt: total }),
      hinweise: [
        ...new Set([...hints, ...published]),
        ...(total ? ['gekuerzt'] : []),
        ...filterHints(query.path, a, part),
        ...(context.a.proposals?.some((one) => one.isEstimated) === true ? ['wertGeschaetzt'] : []),
        ...(dataFrom !== undefined && dataFrom <= a.to ? ['zeitraumVorDaten'] : []),
        ...(isKnown || !hasComparison(columns) ? [] : ['vergleichOhneDaten']),
        ...(comparison !== null && isOngoing(a) && kpis.some((one) => one.vergleich !== null)
          ? ['vergleichBisHeute']
          : []),
      ],
    },
    kpis,
    spalten: [...columns],
    zeilen: [...rows],
    serien: [...series],
  };
  return grid ? withGrid(found, 'zeilen', grid) : found;
}

/** Answers in the calling thread. */
export function createLocalWorker(source: DataSource, decisions: ProposalSource): ReportWorker {
  const answerSources = createAnswerSources(source, decisions);
  return {
    practiceReport: async (query) => (await answerHere(answerSources, query)) as PracticeReport,
    query: async (name, cid, now, input, lockedIds) =>
      (await answerHere(answerSources, { name, cid, now, input, lockedIds })) as never,
    close: () => Promise.resolve(),
  };
}

/**
 * Messages to and from the worker: a question, or the id of one whose request has ended. An answer
 * is packed, since strings transfer fastest.
 */
export type WorkerQuestion =
  | { id: number; query: Query | ProposalQuery }
  | { left: number }
  | 'ende';
export interface WorkerAnswer {
  id: number;
  packedAnswer?: PackedReport;
  code?: string;
  message?: string;
}
/** Memory limit for short-lived objects of the worker. */
const YOUNG_GENERATION_MB = 64;
/** Wait limit for a page; the worker continues reading. */
const PATIENCE_MS = 4000;

/** Data of the worker at its start. */
export interface ReportWorkerData {
  database: { url: string } | SqliteFile;
  /** File of the root key, which opens the keys of encrypted cells; absent: they stay closed. */
  rootKeyFile: string | undefined;
}
/**
 * Answers in a worker thread with a separate connection, started with the first question and
 * restarted if it exits. `workerPath`: compiled `reports.worker.js`.
 */
export function createThreadWorker(
  workerPath: string,
  database: ReportWorkerData['database'],
  rootKeyFile?: string,
): ReportWorker {
  let worker: Worker | undefined,
    id = 0;
  const open = new Map<
    number,
    { resolve: (found: unknown) => void; reject: (e: unknown) => void }
  >();
  const start = (): Worker => {
    if (!existsSync(workerPath)) throw new Error(`the reports' thread is missing: ${workerPath}`);
    // The memory of one answer is released at once, so it should not be promoted to the old
    // generation.
    const made = new Worker(workerPath, {
      workerData: { database, rootKeyFile } satisfies ReportWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const end = (error: unknown): void => {
      if (worker === made) worker = undefined;
      for (const [key, { reject }] of open) {
        open.delete(key);
        reject(new AppError('unavailable', { retryAfter: 1, cause: error }));
      }
    };
    made.on('message', (answer: WorkerAnswer) => {
      const asked = open.get(answer.id);
      open.delete(answer.id);
      if (answer.packedAnswer !== undefined) asked?.resolve(unpack(answer.packedAnswer));
      else
        asked?.reject(
          answer.code === 'not_found'
            ? new AppError('not_found')
            : Object.assign(new Error(answer.message), { code: answer.code }),
        );
    });
    made.on('error', end);
    made.on('exit', (code) => {
      end(new Error(`the reports' thread ended with ${code}`));
    });
    made.unref();
    return made;
  };
  const ask = async (query: Query | ProposalQuery): Promise<unknown> => {
    worker ??= start();
    const own = (id += 1),
      answer = new Promise<unknown>((resolve, reject) => {
        open.set(own, { resolve, reject });
      });
    worker.postMessage({ id: own, query } satisfies WorkerQuestion);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        open.delete(own);
        worker?.postMessage({ left: own } satisfies WorkerQuestion);
        reject(new AppError('reports_loading', { retryAfter: 2 }));
      }, PATIENCE_MS);
    });
    answer.catch(() => undefined);
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    practiceReport: async (query) => (await ask(query)) as PracticeReport,
    query: async (name, cid, now, input, lockedIds) =>
      (await ask({ name, cid, now, input, lockedIds })) as never,
    async close() {
      const old = worker;
      worker = undefined;
      await old?.terminate();
    },
  };
}
