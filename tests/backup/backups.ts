/**
 * Actions of the tests of backups: press a button, wait, list snapshots and files at the target.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { createUser } from '../../server/accounts/users/create-user.ts';
import type { drill } from '../../server/operations/backup/drill.ts';
import type { BackupStatus } from '../../shared/operations/backup.schema.ts';
import type { Filled } from '../support/filled.ts';
import { CATALOG, withCatalog } from '../support/hostile-pdf.ts';
import type { TestApp } from '../support/in-process.ts';
import { PASSWORD, type Practice } from '../support/practice.ts';

const MINUTE = 60_000;

/** Adds a letter and a picture; files that the practice added have no seal and need not be PDFs. */
export async function addLooseFiles(f: Filled): Promise<void> {
  const picture = await sharp({
    create: { width: 60, height: 40, channels: 3, background: '#0B626A' },
  })
    .png()
    .toBuffer();
  for (const [kind, body] of [
    ['letter', withCatalog(CATALOG)],
    ['photo', picture],
  ] as const)
    expect(
      (
        await f.p.call(`/documents/upload?fileId=${f.p.t.deps.newId()}&patid=1001&kind=${kind}`, {
          as: f.p.users.reception,
          method: 'POST',
          body,
          type: 'application/octet-stream',
        })
      ).status,
    ).toBe(200);
}

type Created = Awaited<ReturnType<typeof createUser>>;
/** Adds two colleagues who will leave: one is locked later, one removed. */
export async function addColleagues(t: TestApp, p: Practice): Promise<[Created, Created]> {
  const passwordHash = await t.deps.passwords.hash(PASSWORD);
  return t.deps.workshop.write(p.cid, p.system, async (w) => [
    await createUser(w, {
      email: 'gegangen@nord.test',
      firstName: 'G',
      lastname: 'A',
      role: 'staff',
      behandler: false,
      passwordHash,
    }),
    await createUser(w, {
      email: 'entfernt@nord.test',
      firstName: 'E',
      lastname: 'F',
      role: 'owner',
      behandler: false,
      passwordHash,
    }),
  ]);
}

/** State of one test. */
interface At {
  t: TestApp;
  f: Filled;
  /** Folder of the installation at the target. */
  root: string;
  target: string;
  /** Folder of this test run. */
  work: string;
}

/** Returns calls and checks of the current practice and target. */
export function backupsOf(at: () => At) {
  const owner = () => at().f.p.users.owner;
  const post = (what: string, json: object = {}, as = owner()) =>
    at().t.call(`/api/backup${what}`, { as, method: 'POST', json });
  const status = async (as = owner()): Promise<BackupStatus> =>
    (await at().t.call('/api/backup', { as })).json as BackupStatus;
  /** Starts a backup and waits until it is finished. */
  async function press(what: '/run' | '/drill'): Promise<BackupStatus> {
    at().t.clock.now += MINUTE;
    expect((await post(what)).status).toBe(202);
    await idle();
    return status();
  }
  const idle = async (): Promise<void> => {
    await expect
      .poll(async () => (await status()).details?.run ?? null, { timeout: 20_000 })
      .toBeNull();
  };
  const snapshots = (): string[] => readdirSync(path.join(at().root, 'snapshots')).sort();
  const blobs = (): string[] =>
    readdirSync(path.join(at().root, 'blobs'), { recursive: true, encoding: 'utf8' })
      .filter((n) => /[0-9a-f]{64}$/.test(n))
      .sort();
  /** Requests a drill of the newest snapshot. */
  const orderOf = (unlock: Parameters<typeof drill>[0]['unlock']) => ({
    target: at().target,
    installation: undefined,
    snapshot: undefined,
    unlock,
    now: at().t.clock.now,
    work: path.join(at().work, 'drill'),
  });
  return { owner, post, status, press, idle, snapshots, blobs, orderOf };
}
