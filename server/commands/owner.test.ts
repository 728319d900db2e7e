// The operator's command that makes a link to a new password for the only owner of a practice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPractice } from '../accounts/settings/create-practice.ts';
import { findLink, setUser } from '../accounts/account-store/store-links.ts';
import { createUser } from '../accounts/users/create-user.ts';
import { hashSecret } from '../platform/keys/hash-secret.ts';
import { openStore } from '../platform/db/open-store.ts';
import { scopeReader } from '../platform/db/scope.ts';
import type { Store } from '../platform/db/store.ts';
import { runOwner } from './owner.command.ts';
import { workshopOf } from './workshop.ts';

const folder = mkdtempSync(join(tmpdir(), 'molar-owner-')),
  [alone, two] = [newId(), newId()];
let store: Store, ownerId: string;
const add = (cid: string, role: 'owner' | 'staff', email: string) =>
  workshopOf(store).write(cid, { kind: 'system', cid }, (w) =>
    createUser(w, {
      email,
      firstName: 'Eva',
      lastname: 'Groß',
      role,
      behandler: false,
      passwordHash: 'x',
    }),
  );
beforeAll(async () => {
  store = await openStore({ file: join(folder, 'molar.db') });
  for (const cid of [alone, two])
    await workshopOf(store).write(cid, { kind: 'system', cid }, (w) =>
      createPractice(w, { name: 'Praxis' }),
    );
  ({ id: ownerId } = await add(alone, 'owner', 'eva@nord.test'));
  await add(alone, 'staff', 'team@nord.test');
  await add(two, 'owner', 'eins@sued.test');
  await add(two, 'owner', 'zwei@sued.test');
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const lines: string[] = [];
  const code = await runOwner({
    args,
    env: { MOLAR_DATA: folder, MOLAR_PUBLIC_URL: 'https://praxis.example' },
    print: (line) => lines.push(line),
  });
  return { code, text: lines.join('\n') };
}
const auditOf = async (cid: string): Promise<string[]> =>
  (await scopeReader(store.read, cid).find(store.t.audit)).map((row) => row.type);
const tokenIn = (text: string): string =>
  /https:\/\/praxis\.example\/practice\/reset\/(lnk_[\w-]+)/.exec(text)?.[1] ?? '';

it('prints a link for the only owner, notes it in the log, and ends the one before', async () => {
  const first = await run('Eva@Nord.test'),
    second = await run('eva@nord.test');
  expect([first.code, second.code]).toEqual([0, 0]);
  const [old, link] = [tokenIn(first.text), tokenIn(second.text)].map(hashSecret);
  expect(await findLink(store, old ?? '', Date.now())).toBeUndefined();
  const found = await findLink(store, link ?? '', Date.now());
  expect([found?.kind, found?.userId]).toEqual(['reset', ownerId]);
  expect(await findLink(store, link ?? '', Date.now() + 4 * 3_600_000 + 60_000)).toBeUndefined();
  expect((await auditOf(alone)).filter((type) => type === 'auth.reset.operator')).toHaveLength(2);
});

it('makes no link for other roles, unknown addresses, or where another owner can help', async () => {
  for (const address of ['team@nord.test', 'fremd@nord.test', 'eins@sued.test']) {
    const { code, text } = await run(address);
    expect([address, code, text.includes('Nichts wurde geändert'), tokenIn(text)]).toEqual([
      address,
      1,
      true,
      '',
    ]);
  }
  expect(await auditOf(two)).not.toContain('auth.reset.operator');
});

it('makes no link for a disabled owner', async () => {
  await workshopOf(store).write(alone, { kind: 'system', cid: alone }, (w) =>
    setUser(w, ownerId, { disabledAt: w.now }),
  );
  expect((await run('eva@nord.test')).code).toBe(1);
});

it.each([[[]], [['ohne-at']], [['a@b.test', 'mehr']]])('%j ends with 2', async (args) => {
  const { code, text } = await run(...args);
  expect([code, text]).toEqual([2, expect.stringContaining('Aufruf')]);
});
