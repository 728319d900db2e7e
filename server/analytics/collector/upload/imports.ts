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
import type { Actor } from '../../../platform/work.ts';
import type { RefusedLine } from '../csv/read-file.ts';
import { createChosenFiles, partsOf, type Chosen } from './chosen-files.ts';
import { newRun, showRun, startRun, type ImportsDeps, type Run } from './import-run.ts';
import { lookAt } from './look-at.ts';
import type { Upload } from './spool.ts';

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
  /** The kept lines of a run, and the number of all that it refused. */
  refused(cid: string, id: string): { lines: readonly RefusedLine[]; total: number };
}

/** Returns what the owner sees of an upload and its run; @param there the parts that arrived */
const showImport = (
  { id, at, files }: Upload,
  there: ReadonlyMap<number, number[]>,
  run: Run | undefined,
): ImportState => ({
  id,
  at,
  files: files.map((file, no) => ({ ...file, no, there: there.get(no) ?? [] })),
  run: run ? showRun(run) : null,
});
const bytesOf = (files: readonly { size: number }[]): number =>
  files.reduce((sum, file) => sum + file.size, 0);
/** @throws AppError validation where the bytes are not the announced part of the file */
function checkPart(size: number, part: number, bytes: Uint8Array, sha256: string): void {
  if (bytes.length !== Math.min(PART_BYTES, size - part * PART_BYTES))
    throw new AppError('validation', { fields: { body: 'other_size' } });
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new AppError('validation', { fields: { sha256: 'other_content' } });
}

/** Creates the browser imports of all practices, at most one of each practice at a time. */
export function createImports(deps: ImportsDeps): Imports {
  const { spool, now } = deps,
    runs = new Map<string, Run>(),
    chosenFiles = createChosenFiles(spool);
  const runOf = (cid: string, id: string): Run | undefined => {
    const run = runs.get(cid);
    return run?.id === id ? run : undefined;
  };
  const startedRunOf = (cid: string, id: string): Run => {
    const run = runOf(cid, id);
    if (!run) throw new AppError('not_found');
    return run;
  };
  const refuseWhileRunning = (run: Run | undefined): void => {
    if (run?.endedAt === null) throw new AppError('state_conflict', { fields: { run: 'running' } });
  };
  const uploadOf = async (cid: string, id: string): Promise<Upload> => {
    const upload = await spool.find(cid);
    if (upload?.id !== id) throw new AppError('not_found');
    return upload;
  };
  const stateOf = async (cid: string, upload: Upload): Promise<ImportState> => {
    const there = await spool.there(cid, upload.id);
    return showImport(upload, there, runOf(cid, upload.id));
  };
  return {
    async begin(cid, { id, files }) {
      const known = await spool.find(cid);
      if (known?.id === id) return stateOf(cid, known);
      if (bytesOf(files) > MOST_UPLOAD) throw new AppError('too_large');
      refuseWhileRunning(runs.get(cid));
      const upload = { id, at: now(), files };
      runs.delete(cid);
      await spool.begin(cid, upload);
      return stateOf(cid, upload);
    },
    async find(cid) {
      const upload = await spool.find(cid),
        run = runs.get(cid);
      if (upload) return stateOf(cid, upload);
      // Its files are deleted, the result has not been reported yet.
      return run && { id: run.id, at: run.startedAt, files: [], run: showRun(run) };
    },
    async put(cid, id, file, part, bytes, sha256) {
      const { files } = await uploadOf(cid, id),
        { size } = files[file] ?? {};
      if (size === undefined || part >= partsOf(size)) throw new AppError('not_found');
      checkPart(size, part, bytes, sha256);
      refuseWhileRunning(runOf(cid, id));
      chosenFiles.forget(id, file);
      await spool.put(cid, id, file, part, bytes);
    },
    async look(cid, id, chosen) {
      const files = await chosenFiles.read(cid, await uploadOf(cid, id), chosen),
        looked = [];
      for (const file of files) looked.push(await lookAt(file, chosen.mapping, now()));
      return { files: looked };
    },
    async run(at, id, chosen, kind, goesOn) {
      const { cid } = at,
        upload = await uploadOf(cid, id);
      refuseWhileRunning(runs.get(cid));
      const files = await chosenFiles.read(cid, upload, chosen),
        run = newRun(id, kind, now(), bytesOf(upload.files));
      // Another run may have started while the files were read.
      refuseWhileRunning(runs.get(cid));
      runs.set(cid, run);
      startRun(deps, { at, mapping: chosen.mapping, goesOn }, run, files);
      return stateOf(cid, upload);
    },
    async stop(cid, id) {
      const run = startedRunOf(cid, id);
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
      const { lines, refused } = startedRunOf(cid, id);
      return { lines, total: refused };
    },
  };
}
