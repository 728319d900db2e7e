/** Test helpers for deletion: let time pass, store X-rays, search every table for a person. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Answer, TestApp } from '../../../tests/support/in-process.ts';
import type { Filled } from '../../../tests/support/filled.ts';
import { renew, stepUp } from '../../../tests/support/practice.ts';
import type { DueList } from '../../../shared/records/retention.schema.ts';
import { insertDocument } from '../documents/store.ts';
import { recordBlob } from '../../platform/blobs/store.ts';

/** State of one test. */
interface At {
  t: TestApp;
  f: Filled;
}

/** Returns steps over the current installation. */
export function retentionOf(at: () => At) {
  const owner = () => at().f.p.users.owner;
  async function get<T>(what: string): Promise<T> {
    const answer = await at().f.p.call(`/retention${what}`, { as: owner() });
    if (answer.status !== 200)
      throw new Error(
        `${what}: ${answer.text} ${at().t.lines.at(-1) ?? ''} ${at().t.lines.at(-2) ?? ''}`,
      );
    return answer.json as T;
  }
  const post = (what: string, json?: object): Promise<Answer> =>
    at().f.p.post(`/retention${what}`, owner(), json);
  /** The clock advances; tokens and confirmations do not last that long. */
  async function goOn(ms: number): Promise<void> {
    at().t.clock.now += ms;
    // Years without a second factor are not tested here.
    await at().t.deps.store.write(async (db) => {
      await db.update(at().t.deps.store.t.user).set({ createdAt: at().t.clock.now });
    });
    await renew(at().f.p);
    await stepUp(at().t, owner());
  }
  const due = async (): Promise<string[]> =>
    (await get<DueList>('/due')).items.map((one) => `${one.patid} ${one.kind} ${one.year}`).sort();
  async function putXray(patid: string, words: string): Promise<string> {
    const { cid, system } = at().f.p,
      keys = await at().t.deps.keys(cid),
      fileId = at().t.deps.newId(),
      blob = await at().t.deps.blobs.put(cid, new TextEncoder().encode(words), {
        keyId: keys.blobKeyId,
        key: keys.blobKey,
      });
    await at().t.deps.workshop.write(cid, system, async (w) => {
      await recordBlob(w, { ...blob, mime: 'image/webp', keyId: keys.blobKeyId });
      await insertDocument(w, {
        fileId,
        patid,
        taskId: null,
        sha256: blob.sha256,
        title: 'Röntgenbild',
        mime: 'image/webp',
        uploadKind: 'xray',
        uploadedBy: owner().userId,
      });
    });
    return blob.sha256;
  }
  /** Every table that contains one of these words. */
  async function tablesWith(...words: string[]): Promise<string[]> {
    const found: string[] = [];
    for (const [name, table] of Object.entries(at().t.deps.store.t)) {
      const rows = await at()
          .t.deps.store.read.select()
          .from(table as never),
        text = JSON.stringify(rows, (_key, value: unknown) =>
          typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
            ? ''
            : value,
        );
      if (words.some((word) => text.includes(word))) found.push(name);
    }
    return found;
  }
  const hasFile = (sha256: string): boolean =>
    existsSync(path.join(at().t.blobsFolder, at().f.p.cid, sha256.slice(0, 2), sha256));
  const ANNA = (): string[] => [
    'Großnord',
    '"1001"',
    at().f.ids.filedTaskId,
    at().f.ids.taskId,
    at().f.ids.fileId,
    at().f.ids.answersId,
    at().f.ids.shareRow,
    at().f.ids.mappeId,
  ];
  return { owner, get, post, goOn, due, putXray, tablesWith, hasFile, ANNA };
}
