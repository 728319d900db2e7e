// One run of a browser import, a check or an import: its progress, refused lines and result.

import type { ImportState } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import type { PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import type { Actor, Workshop } from '../../../platform/work.ts';
import { importFiles, planFiles, type InputFile } from '../csv/import-files.ts';
import type { FilePlan, RefusedLine } from '../csv/read-file.ts';
import { MOST_REFUSED } from '../refused-lines.ts';
import type { TableReader } from '../csv/reader.ts';
import { FileRefused } from '../csv/text-of.ts';
import type { ChosenFile } from './chosen-files.ts';
import type { Spool } from './spool.ts';

/** Dependencies of a run: the database, the uploaded files, the reader, the clock. */
export interface ImportsDeps {
  workshop: Workshop;
  spool: Spool;
  reader: TableReader;
  now: () => number;
  report: (error: unknown) => void;
}
/** The user who started a run, and its purpose. */
interface RunOrder {
  at: { cid: string; actor: Actor; requestId: string };
  mapping: PvsMapping;
  /** Whether the import goes on without refused lines. */
  goesOn: boolean;
}
type Result = NonNullable<NonNullable<ImportState['run']>['result']>;
export interface Run {
  id: string;
  kind: 'check' | 'import';
  startedAt: number;
  endedAt: number | null;
  done: number;
  of: number;
  rows: number;
  refused: number;
  lines: (RefusedLine & { column: string })[];
  words: Map<string, { entity: PvsEntity; field: string; word: string; count: number }>;
  result: Result | null;
  abort: AbortController;
  over: Promise<void>;
}
/** Refused lines and values that are displayed. */
const MAX_SHOWN = 100;
/** Unknown values that are counted. */
const MAX_COUNTED_WORDS = 200;

/** Returns a run that has not read anything yet; @param of the bytes of all files */
export const newRun = (id: string, kind: Run['kind'], startedAt: number, of: number): Run => ({
  id,
  kind,
  startedAt,
  endedAt: null,
  done: 0,
  of,
  rows: 0,
  refused: 0,
  lines: [],
  words: new Map(),
  result: null,
  abort: new AbortController(),
  over: Promise.resolve(),
});

/** Returns what the owner sees of a run. */
export const showRun = (run: Run): NonNullable<ImportState['run']> => ({
  kind: run.kind,
  isRunning: run.endedAt === null,
  startedAt: run.startedAt,
  endedAt: run.endedAt,
  done: run.done,
  of: run.of,
  rows: run.rows,
  refused: run.refused,
  result: run.result,
  lines: run.lines
    .slice(0, MAX_SHOWN)
    .map(({ file, line, field, column, why }) => ({ file, line, field, column, why })),
  words: [...run.words.values()].sort((a, b) => b.count - a.count).slice(0, MAX_SHOWN),
});

/** Keeps a refused line, and counts its value if that value is an unknown word. */
function noteRefusal(run: Run, plans: readonly FilePlan[], line: RefusedLine): void {
  const plan = plans.find((one) => one.name === line.file);
  if (run.lines.length < MOST_REFUSED)
    run.lines.push({ ...line, column: plan?.header[plan.places[line.field] ?? -1] ?? '' });
  if (line.why !== 'not_word') return;
  const word = plan ? (line.cells[plan.places[line.field] ?? -1] ?? '').trim().slice(0, 100) : '',
    key = `${plan?.entity ?? ''}|${line.field}|${word}`,
    known = run.words.get(key);
  if (known) known.count++;
  else if (plan && word !== '' && run.words.size < MAX_COUNTED_WORDS)
    run.words.set(key, { entity: plan.entity, field: line.field, word, count: 1 });
}

/** Reads all files, and stores their rows unless the run is only a check. */
async function readAll(
  { workshop, spool, reader }: ImportsDeps,
  { at: { cid, actor, requestId }, mapping, goesOn }: RunOrder,
  run: Run,
  files: InputFile[],
): Promise<void> {
  const { plans, bad } = await planFiles(files, mapping);
  if (bad.length > 0 || plans.length === 0) {
    run.result = { outcome: 'refused', batch: null, counts: {}, bad, zeros: 0 };
    return;
  }
  const {
    outcome,
    batch,
    counts,
    bad: broken,
    rows,
    refused,
    zeros,
  } = await importFiles(
    { workshop, cid, actor, requestId },
    reader,
    plans,
    { mapping, way: 'seite', isDry: run.kind === 'check', goesOn },
    {
      signal: run.abort.signal,
      refuse: (line) => {
        noteRefusal(run, plans, line);
        run.refused++;
      },
      progress: (done, of, taken) => {
        Object.assign(run, { done, of, rows: taken });
      },
    },
  );
  Object.assign(run, { rows, refused, result: { outcome, batch, counts, bad: broken, zeros } });
  if (outcome !== 'closed' && outcome !== 'known') return;
  // Imported rows are in the database; the files are not needed afterwards.
  await spool.drop(cid);
}

/** Starts a run in the background. One unreadable file refuses all of them. */
export function startRun(
  deps: ImportsDeps,
  order: RunOrder,
  run: Run,
  files: readonly ChosenFile[],
): void {
  const bad = files.flatMap(({ facts, name }) =>
    facts instanceof FileRefused ? [{ name, why: facts.why, line: facts.line }] : [],
  );
  const sound = files.flatMap(({ facts, ...file }) =>
    facts instanceof FileRefused ? [] : [{ ...file, facts }],
  );
  run.over = (
    bad.length > 0
      ? Promise.resolve().then(() => {
          run.result = { outcome: 'refused', batch: null, counts: {}, bad, zeros: 0 };
        })
      : readAll(deps, order, run, sound)
  )
    .catch((error: unknown) => {
      run.result = { outcome: 'failed', batch: null, counts: {}, bad: [], zeros: 0 };
      deps.report(error);
    })
    .then(() => {
      run.endedAt = deps.now();
    });
}
