// The current browser import of a practice: its files, inspection, checking and import in the
// background, aborting.

import { createHash } from 'node:crypto';
import { AppError } from '../../../../shared/base/errors.ts';
import {
  MOST_UPLOAD,
  PART_BYTES,
  type ImportState,
  type Looked,
} from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import type { PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import type { Actor, Workshop } from '../../../platform/work.ts';
import {
  factsOf,
  importFiles,
  planFiles,
  type FileFacts,
  type InputFile,
} from '../csv/import-files.ts';
import type { FilePlan, RefusedLine } from '../csv/read-file.ts';
import type { TableReader } from '../csv/reader.ts';
import { FileRefused } from '../csv/text-of.ts';
import { lookAt } from './look-at.ts';
import type { Spool, Upload } from './spool.ts';

export interface ImportsDeps {
  workshop: Workshop;
  spool: Spool;
  reader: TableReader;
  now: () => number;
  report: (error: unknown) => void;
}
interface Chosen {
  mapping: PvsMapping;
  files: readonly { no: number; entity?: PvsEntity | null | undefined }[];
}
type Result = NonNullable<NonNullable<ImportState['run']>['result']>;
/** A file of an import, and the result of reading all of it. */
type Read = Omit<InputFile, 'facts'> & { no: number; facts: FileFacts | FileRefused };
interface Run {
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
/** Limits of refused lines stored with their cells, of those displayed, and of counted values. */
const KEPT = 20_000,
  SHOWN = 100,
  WORDS = 200;
const partsOf = (size: number): number => Math.ceil(size / PART_BYTES);

export interface Imports {
  begin(cid: string, upload: Omit<Upload, 'at'>): Promise<ImportState>;
  /** Returns the import of a practice, if it has one. */
  find(cid: string): Promise<ImportState | undefined>;
  put(
    cid: string,
    id: string,
    file: number,
    part: number,
    bytes: Uint8Array,
    sha256: string,
  ): Promise<void>;
  look(cid: string, id: string, chosen: Chosen): Promise<Looked>;
  run(
    at: { cid: string; actor: Actor; requestId: string },
    id: string,
    chosen: Chosen,
    kind: 'check' | 'import',
    goesOn: boolean,
  ): Promise<ImportState>;
  stop(cid: string, id: string): Promise<void>;
  drop(cid: string, id: string): Promise<void>;
  refused(cid: string, id: string): readonly RefusedLine[];
}

export function createImports({ workshop, spool, reader, now, report }: ImportsDeps): Imports {
  const runs = new Map<string, Run>(),
    facts = new Map<string, Map<number, FileFacts | FileRefused>>();
  const runOf = (cid: string, id: string): Run | undefined => {
    const run = runs.get(cid);
    return run?.id === id ? run : undefined;
  };
  const uploadOf = async (cid: string, id: string): Promise<Upload> => {
    const upload = await spool.find(cid);
    if (upload?.id !== id) throw new AppError('not_found');
    return upload;
  };
  const shown = (run: Run): NonNullable<ImportState['run']> => ({
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
      .slice(0, SHOWN)
      .map(({ file, line, field, column, why }) => ({ file, line, field, column, why })),
    words: [...run.words.values()].sort((a, b) => b.count - a.count).slice(0, SHOWN),
  });
  const state = async (cid: string, { id, at, files }: Upload): Promise<ImportState> => {
    const there = await spool.there(cid, id),
      run = runOf(cid, id);
    return {
      id,
      at,
      files: files.map((file, no) => ({ ...file, no, there: there.get(no) ?? [] })),
      run: run ? shown(run) : null,
    };
  };
  /**
   * Returns every file that is not excluded, with all of its parts.
   * @throws AppError state_conflict
   */
  async function inputs(cid: string, { id, files }: Upload, chosen: Chosen): Promise<Read[]> {
    const there = await spool.there(cid, id),
      own = facts.get(id) ?? new Map<number, FileFacts | FileRefused>(),
      made = [];
    if (!facts.has(id)) {
      facts.clear();
      facts.set(id, own);
    }
    for (const [no, file] of files.entries()) {
      const said = chosen.files.find((one) => one.no === no);
      if (said?.entity === null) continue;
      if ((there.get(no)?.length ?? 0) !== partsOf(file.size))
        throw new AppError('state_conflict', { fields: { files: 'incomplete' } });
      const source = await spool.sourceOf(cid, id, no, partsOf(file.size));
      let known = own.get(no);
      if (!known) {
        try {
          known = await factsOf(source);
        } catch (error) {
          if (!(error instanceof FileRefused)) throw error;
          known = error;
        }
        own.set(no, known);
      }
      made.push({
        no,
        name: file.name,
        size: file.size,
        source,
        entity: said?.entity,
        facts: known,
      });
    }
    return made;
  }
  function note(run: Run, plans: readonly FilePlan[], line: RefusedLine): void {
    const plan = plans.find((one) => one.name === line.file);
    if (run.lines.length < KEPT)
      run.lines.push({ ...line, column: plan?.header[plan.places[line.field] ?? -1] ?? '' });
    if (line.why !== 'not_word') return;
    const word = plan ? (line.cells[plan.places[line.field] ?? -1] ?? '').trim().slice(0, 100) : '',
      key = `${plan?.entity ?? ''}|${line.field}|${word}`,
      known = run.words.get(key);
    if (known) known.count++;
    else if (plan && word !== '' && run.words.size < WORDS)
      run.words.set(key, { entity: plan.entity, field: line.field, word, count: 1 });
  }
  async function work(
    { cid, actor, requestId }: { cid: string; actor: Actor; requestId: string },
    run: Run,
    files: InputFile[],
    { mapping }: Chosen,
    goesOn: boolean,
  ): Promise<void> {
    const { plans, bad } = await planFiles(files, mapping);
    if (bad.length > 0 || plans.length === 0) {
      run.result = { outcome: 'refused', batch: null, counts: {}, bad };
      return;
    }
    const {
      outcome,
      batch,
      counts,
      bad: broken,
      rows,
      refused,
    } = await importFiles(
      { workshop, cid, actor, requestId },
      reader,
      plans,
      { mapping, way: 'seite', isDry: run.kind === 'check', goesOn },
      {
        signal: run.abort.signal,
        refuse: (line) => {
          note(run, plans, line);
          run.refused++;
        },
        progress: (done, of, taken) => {
          Object.assign(run, { done, of, rows: taken });
        },
      },
    );
    Object.assign(run, { rows, refused, result: { outcome, batch, counts, bad: broken } });
    if (outcome !== 'closed' && outcome !== 'known') return;
    // Imported rows are in the database; the files are not needed afterwards.
    await spool.drop(cid);
  }
  return {
    async begin(cid, { id, files }) {
      const known = await spool.find(cid);
      if (known?.id === id) return state(cid, known);
      if (files.reduce((sum, file) => sum + file.size, 0) > MOST_UPLOAD)
        throw new AppError('too_large');
      if (runs.get(cid)?.endedAt === null)
        throw new AppError('state_conflict', { fields: { run: 'running' } });
      const upload = { id, at: now(), files };
      runs.delete(cid);
      await spool.begin(cid, upload);
      return state(cid, upload);
    },
    async find(cid) {
      const upload = await spool.find(cid),
        run = runs.get(cid);
      if (upload) return state(cid, upload);
      // Its files are deleted, the result has not been reported yet.
      return run && { id: run.id, at: run.startedAt, files: [], run: shown(run) };
    },
    async put(cid, id, file, part, bytes, sha256) {
      const { files } = await uploadOf(cid, id),
        { size } = files[file] ?? {};
      if (size === undefined || part >= partsOf(size)) throw new AppError('not_found');
      if (bytes.length !== Math.min(PART_BYTES, size - part * PART_BYTES))
        throw new AppError('validation', { fields: { body: 'other_size' } });
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new AppError('validation', { fields: { sha256: 'other_content' } });
      if (runOf(cid, id)?.endedAt === null)
        throw new AppError('state_conflict', { fields: { run: 'running' } });
      facts.get(id)?.delete(file);
      await spool.put(cid, id, file, part, bytes);
    },
    async look(cid, id, chosen) {
      const files = await inputs(cid, await uploadOf(cid, id), chosen),
        looked = [];
      for (const file of files) looked.push(await lookAt(file, chosen.mapping, now()));
      return { files: looked };
    },
    async run(at, id, chosen, kind, goesOn) {
      const { cid } = at,
        upload = await uploadOf(cid, id);
      if (runs.get(cid)?.endedAt === null)
        throw new AppError('state_conflict', { fields: { run: 'running' } });
      const files = await inputs(cid, upload, chosen),
        startedAt = now();
      const run: Run = {
        id,
        kind,
        startedAt,
        endedAt: null,
        done: 0,
        of: upload.files.reduce((sum, file) => sum + file.size, 0),
        rows: 0,
        refused: 0,
        lines: [],
        words: new Map(),
        result: null,
        abort: new AbortController(),
        over: Promise.resolve(),
      };
      if (runs.get(cid)?.endedAt === null)
        throw new AppError('state_conflict', { fields: { run: 'running' } });
      runs.set(cid, run);
      const bad = files.flatMap(({ facts: known, name }) =>
        known instanceof FileRefused ? [{ name, why: known.why, line: known.line }] : [],
      );
      const sound = files.flatMap(({ facts: known, ...file }) =>
        known instanceof FileRefused ? [] : [{ ...file, facts: known }],
      );
      run.over = (
        bad.length > 0
          ? Promise.resolve().then(() => {
              run.result = { outcome: 'refused', batch: null, counts: {}, bad };
            })
          : work(at, run, sound, chosen, goesOn)
      )
        .catch((error: unknown) => {
          run.result = { outcome: 'failed', batch: null, counts: {}, bad: [] };
          report(error);
        })
        .then(() => {
          run.endedAt = now();
        });
      return state(cid, upload);
    },
    async stop(cid, id) {
      const run = runOf(cid, id);
      if (!run) throw new AppError('not_found');
      run.abort.abort();
      await run.over;
    },
    async drop(cid, id) {
      const run = runOf(cid, id),
        upload = await spool.find(cid);
      if (!run && upload?.id !== id) throw new AppError('not_found');
      run?.abort.abort();
      await run?.over;
      if (runOf(cid, id)) runs.delete(cid);
      if (upload?.id === id) await spool.drop(cid);
    },
    refused(cid, id) {
      const run = runOf(cid, id);
      if (!run) throw new AppError('not_found');
      return run.lines;
    },
  };
}
