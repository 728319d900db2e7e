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
import { loadRootKeys } from '../platform/keys/rootkey/root-key.ts';
import { cellKeyRows } from '../platform/keys/store.ts';
import { runKeysRotate } from './keys.command.ts';
import { workshopOf } from './workshop.ts';

const folder = mkdtempSync(join(tmpdir(), 'molar-keys-')),
  cids = [newId(), newId()];
let store: Store;
beforeAll(async () => {
  loadRootKeys(join(folder, 'root.key'), { mayCreate: true });
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

it('a new root key begins, waits for the servers, and refuses mixed words', async () => {
  const file = join(folder, 'root.key'),
    [first] = loadRootKeys(file, { mayCreate: false });
  expect((await run(['--root', '--practice', cids[0]!])).code).toBe(2);
  expect((await run(['--out', 'x'])).code).toBe(2);
  const began = await run(['--root']);
  expect([began.code, loadRootKeys(file, { mayCreate: false })[1]]).toEqual([3, first]);
  expect(began.text).not.toContain(first!.toString('base64'));
  const jobs = await scopeReader(store.read, cids[0]!).find(store.t.job);
  expect(jobs.map((job) => job.kind)).toContain('rewrap-keys');
  const waits = await run(['--root']);
  expect([waits.code, waits.text]).toEqual([3, expect.stringContaining('warten noch')]);
});

it('a key that the operator places himself is written to another file only', async () => {
  const data = mkdtempSync(join(tmpdir(), 'molar-out-')),
    out = join(data, 'new.key');
  loadRootKeys(join(data, 'root.key'), { mayCreate: true });
  await (await openStore({ file: join(data, 'molar.db') })).close();
  expect((await run(['--root', '--out', out], data)).code).toBe(3);
  expect(loadRootKeys(join(data, 'root.key'), { mayCreate: false })).toHaveLength(1);
  expect(loadRootKeys(out, { mayCreate: false })).toHaveLength(2);
  expect((await run(['--root', '--out', out], data)).code).toBe(1);
  rmSync(data, { recursive: true, force: true });
});
