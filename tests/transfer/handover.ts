/** Actions of the tests of the handover: read its state, write to the practice. */
import type { Work } from '../../server/platform/work.ts';
import type { Transfer } from '../../shared/records/transfer.schema.ts';
import type { TestApp } from '../support/in-process.ts';
import type { Practice } from '../support/practice.ts';
import { fileDocument } from '../../server/records/documents/file-document.ts';
import { recordBlob } from '../../server/platform/blobs/store.ts';

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
}

/** Returns calls of the current practice. */
export function handoverOf(at: () => At) {
  const transfer = async (): Promise<Transfer> =>
    (await at().p.call('/doctosync', { as: at().p.users.owner })).json as Transfer;
  const exportOf = async (taskId: string) =>
    (
      await at().t.deps.workshop.look(at().p.cid, at().p.system).db.find(at().t.deps.store.t.task)
    ).find((row) => row.taskId === taskId)?.export;
  const write = <T>(work: (w: Work) => Promise<T>): Promise<T> =>
    at().t.deps.workshop.write(at().p.cid, at().p.system, work);
  return { transfer, exportOf, write };
}

/** Files a task with a stored PDF, as sealing leaves it. */
export async function fileTask(
  t: TestApp,
  p: Practice,
  w: Work,
  n: number,
  pdf: Uint8Array,
): Promise<string> {
  const taskId = t.deps.newId(),
    keys = await t.deps.keys(p.cid),
    blob = await t.deps.blobs.put(p.cid, pdf, { keyId: keys.blobKeyId, key: keys.blobKey });
  await recordBlob(w, { ...blob, mime: 'application/pdf', keyId: keys.blobKeyId });
  await w.tx.insert(w.t.task, {
    taskId,
    mappeId: t.deps.newId(),
    position: 0,
    patid: '1001',
    kind: 'document',
    template: 'foto@1',
    title: `Einwilligung Ä ${n}`,
    formRequirement: { form: 'none', reason: { de: '' }, source: '' },
    state: 'filed',
    stateAt: w.now,
    taskRev: 1,
    data: '{}',
    dataSha256: '',
    page: 1,
    of: 1,
    talk: { needed: false },
    filedAt: w.now,
    export: 'queued',
    createdAt: w.now,
  });
  await fileDocument(w, {
    taskId,
    patid: '1001',
    sha256: blob.sha256,
    title: `Einwilligung Ä ${n}`,
  });
  return taskId;
}
