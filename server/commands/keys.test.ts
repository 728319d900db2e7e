// The command that makes new keys for encrypted values, while a server has the same database open.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPractice } from '../accounts/settings/create-practice.ts';
import { openStore } from '../platform/db/open-store.ts';
import { scopeReader } from '../platform/db/scope.ts';
import type { Store } from '../platform/db/store.ts';
import { loadRootKey } from '../platform/keys/root-key.ts';
import { cellKeyRows } from '../platform/keys/store.ts';
import { runKeysRotate } from './keys.command.ts';
import { workshopOf } from './workshop.ts';

const folder = mkdtempSync(join(tmpdir(), 'molar-keys-')),
  cids = [newId(), newId()];
let store: Store;
beforeAll(async () => {
  loadRootKey(join(folder, 'root.key'), { mayCreate: true });
  store = await openStore({ file: join(folder, 'molar.db') });
  for (const cid of cids)
    await workshopOf(store).write(cid, { kind: 'system', cid }, (w) =>
      createPractice(w, { name: 'Praxis' }),
    );
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[], data = folder) {
  const lines: string[] = [];
  const code = await runKeysRotate({
    args,
    env: { MOLAR_DATA: data },
    print: (line) => lines.push(line),
  });
  return { code, text: lines.join('\n') };
}
const keysOf = (cid: string) => cellKeyRows(scopeReader(store.read, cid), store.t);

it('makes a key and queues its walk for every practice, or for one', async () => {
  expect((await run([])).code).toBe(0);
  expect((await run(['--practice', cids[0]!])).code).toBe(0);
  expect(await Promise.all(cids.map(async (cid) => (await keysOf(cid)).length))).toEqual([2, 1]);
  const jobs = await scopeReader(store.read, cids[0]!).find(store.t.job);
  expect(jobs.map((job) => job.kind)).toEqual(['seal-cells', 'seal-cells']);
});

it('changes nothing for an unknown practice, wrong words, or a folder without data', async () => {
  expect((await run(['--practice', newId()])).code).toBe(1);
  expect((await run(['--practise'])).code).toBe(2);
  expect((await run([], join(folder, 'leer'))).code).toBe(1);
  expect(await keysOf(cids[1]!)).toHaveLength(1);
});
