/**
 * A new root key while the installation works: killed before and after each durable step, everything
 * opens for servers that started before and after it, and the next call goes on; each backup names
 * the root key that it needs and carries what its database needs.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPractice } from '../../server/accounts/settings/create-practice.ts';
import { ensureInstallation } from '../../server/accounts/settings/ensure-installation.ts';
import { openRoot } from '../../server/commands/open-root.ts';
import { workshopOf } from '../../server/commands/workshop.ts';
import { rewrapInstallation, rotateRoot } from '../../server/compose/rotate-root.ts';
import { installationOf, peekContainer } from '../../server/operations/backup/container.ts';
import { drill } from '../../server/operations/backup/drill.ts';
import { makeBackup } from '../../server/operations/backup/make-backup.ts';
import { restore } from '../../server/operations/backup/restore.ts';
import { makeSheet, openSheets } from '../../server/operations/backup/sheet.ts';
import { listSheets } from '../../server/operations/backup/store.ts';
import { prepareTarget, targetFolder } from '../../server/operations/backup/target-folder.ts';
import { openStore } from '../../server/platform/db/open-store.ts';
import { scopeReader, scopeWriter } from '../../server/platform/db/scope.ts';
import type { Store } from '../../server/platform/db/store.ts';
import { keyAad } from '../../server/platform/keys/certified.ts';
import { createCellKeyring } from '../../server/platform/keys/cells/cell-keys.ts';
import { ensurePracticeKeys, openPracticeKeys } from '../../server/platform/keys/practice-keys.ts';
import { formerKeys } from '../../server/platform/keys/rootkey/former-keys.ts';
import {
  decryptWith,
  loadRootKeys,
  rootKeyId,
} from '../../server/platform/keys/rootkey/root-key.ts';
import { ensureFileKey, readFileKey } from '../../server/platform/keys/rootkey/file-key.ts';
import { DATABASE, storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { rewrapKeys } from '../../server/platform/keys/rootkey/rewrap.ts';
import { keysOf, type RootKeys } from '../../server/platform/keys/rootkey/root-keys.ts';
import { ensureVendorSeal } from '../../server/platform/keys/vendor-seal.ts';
import { restoreSteps } from '../../server/commands/restore-steps.ts';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import { findInstallation } from '../../server/accounts/settings/store.ts';
import type { RotationState } from '../../server/compose/rotate-root.ts';
import { openKeyFile, rootKeysOf } from '../../server/platform/keys/rootkey/root-keys.ts';
import { createTestApp } from '../support/in-process.ts';
import { addPractice, login, person } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';

const CIDS = [newId(), newId()],
  HOUR = 3_600_000,
  quiet = (): void => undefined;
class Killed extends Error {}

let base: string, first: Buffer, fileKey: Buffer;
/** A data folder with two practices, a vendor, a sheet and encrypted cells. */
async function makeData(data: string): Promise<void> {
  mkdirSync(data, { recursive: true });
  first = loadRootKeys(path.join(data, 'root.key'), { mayCreate: true })[0]!;
  fileKey = await ensureFileKey(data, [first]);
  const store = await openStore({ file: path.join(data, DATABASE), key: fileKey });
  await ensureInstallation(store, { now: () => 1, newEpoch: newId });
  const root = await openRoot({ data, rootKeyFile: undefined }, store),
    workshop = workshopOf(store),
    deps = { workshop, rootKey: root, now: Date.now, newId, saveEscrow: () => Promise.resolve() };
  for (const cid of CIDS) {
    await workshop.write(cid, { kind: 'system', cid }, (w) =>
      createPractice(w, { name: 'Praxis' }),
    );
    await ensurePracticeKeys(deps, cid);
    await store.write((db) =>
      createCellKeyring({ ...deps, store }).make(scopeWriter(db, cid), store.t),
    );
  }
  await ensureVendorSeal(deps);
  await makeSheet({ store, data, ...deps, keys: () => Promise.resolve() }, 'x');
  await store.close();
}
beforeEach(async () => {
  base = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'molar-root-'));
  await makeData(path.join(base, 'start'));
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

interface Open {
  data: string;
  store: Store;
  root: RootKeys;
  close(): Promise<void>;
}
async function open(data: string): Promise<Open> {
  const store = await openStore(storedFile(data));
  return {
    data,
    store,
    root: await openRoot({ data, rootKeyFile: undefined }, store),
    close: () => store.close(),
  };
}
const copy = (name: string): string => {
  const data = path.join(base, name);
  cpSync(path.join(base, 'start'), data, { recursive: true });
  return data;
};
const fileOf = (data: string): string => path.join(data, 'root.key');

/** Opens everything that a root key wraps or makes. */
async function openAll({ data, store }: Open, root: RootKeys): Promise<void> {
  expect(readFileKey(data, root.all())).toEqual(fileKey);
  for (const cid of CIDS) {
    await openPracticeKeys(scopeReader(store.read, cid), store.t, root);
    const keyring = createCellKeyring({ store, rootKey: root, now: Date.now, newId });
    if (!(await keyring.of(cid))) throw new Error('no key for cells');
  }
  await ensureVendorSeal({ workshop: workshopOf(store), rootKey: root, now: Date.now, newId });
  expect(openSheets(await listSheets(store), root)).toHaveLength(1);
  // Passwords, addresses and links made before the rotation still fit.
  expect(Buffer.from(root.secret).equals(first)).toBe(true);
}

type Step = (name: string) => void;
/** The command, then the jobs of a server. */
async function turn({ data, store }: Open, at: Step, now = Date.now()): Promise<string> {
  const result = await rotateRoot({
    store,
    workshop: workshopOf(store),
    data,
    file: fileOf(data),
    out: undefined,
    openRoot: () => openRoot({ data, rootKeyFile: undefined }, store),
    now: () => now,
    at,
  });
  if (result.state !== 'over') {
    const root = await openRoot({ data, rootKeyFile: undefined }, store);
    for (const cid of [...CIDS, VENDOR_CID]) await rewrapKeys({ store, rootKey: root, at }, cid);
    await rewrapInstallation(store, root, data, at);
  }
  return result.state;
}
const whole = async (one: Open, at: Step): Promise<string[]> => [
  await turn(one, at),
  await turn(one, at),
  await turn(one, at, Date.now() + HOUR),
];
const killAt = (n: number): { at: Step; count: () => number } => {
  let count = 0;
  return {
    at: () => {
      if (count++ === n) throw new Killed();
    },
    count: () => count,
  };
};

describe('a new root key', () => {
  it('is made, wraps everything, and then stands alone in its file', async () => {
    const one = await open(copy('whole')),
      seen: string[] = [];
    expect(await whole(one, (name) => seen.push(name))).toEqual(['begun', 'waits', 'over']);
    const [key, ...older] = loadRootKeys(fileOf(one.data), { mayCreate: false });
    expect([older, key!.equals(first)]).toEqual([[], false]);
    expect(formerKeys(fileOf(one.data))).toEqual([first]);
    await openAll(one, await openRoot({ data: one.data, rootKeyFile: undefined }, one.store));
    // The old key alone opens nothing any more.
    const rows = await scopeReader(one.store.read, CIDS[0]!).find(one.store.t.practiceKey);
    for (const { id, purpose, wrapped } of rows)
      if (wrapped)
        expect(() => decryptWith(first, wrapped, keyAad(CIDS[0]!, id, purpose))).toThrow();
    // The next one finds the secret wrapped, and is killed where it wraps it again.
    const dying = (name: string): void => {
      seen.push(name);
      if (name === 'secret.rewrap') throw new Killed();
    };
    await expect(turn(one, dying)).rejects.toThrow(Killed);
    await openAll(one, await openRoot({ data: one.data, rootKeyFile: undefined }, one.store));
    expect(await whole(one, (name) => seen.push(name))).toEqual(['waits', 'waits', 'over']);
    await openAll(one, await openRoot({ data: one.data, rootKeyFile: undefined }, one.store));
    expect(formerKeys(fileOf(one.data))).toHaveLength(2);
    expect([...new Set(seen)].sort()).toEqual([
      'file-key.after',
      'file-key.before',
      'file.after',
      'file.before',
      'file.written',
      'former.after',
      'former.before',
      'queue.before',
      'row.after',
      'row.before',
      'secret.after',
      'secret.before',
      'secret.rewrap',
    ]);
    await one.close();
  });

  it('killed at any step leaves everything open, and the next call goes on', async () => {
    const counted = killAt(-1),
      all = await open(copy('count'));
    await whole(all, counted.at);
    await all.close();
    expect(counted.count()).toBeGreaterThan(30);
    for (let n = 0; n < counted.count(); n++) {
      const one = await open(copy(`kill-${n}`)),
        running = one.root,
        { at } = killAt(n);
      await expect(whole(one, at)).rejects.toThrow(Killed);
      // For a server that runs since before, and for one that starts now.
      await openAll(one, running);
      await openAll(one, await openRoot({ data: one.data, rootKeyFile: undefined }, one.store));
      for (let turns = 0; turns < 4; turns++)
        if (loadRootKeys(fileOf(one.data), { mayCreate: false }).length > 1 || turns === 0)
          await turn(one, quiet, Date.now() + HOUR * (turns > 1 ? 1 : 0));
      const fresh = await openRoot({ data: one.data, rootKeyFile: undefined }, one.store);
      await openAll(one, fresh);
      await openAll(one, running);
      expect(readdirSync(one.data).filter((name) => name.includes('.part-'))).toEqual([]);
      await one.close();
      rmSync(one.data, { recursive: true });
    }
  }, 120_000);

  it('two calls at the same moment begin one rotation', async () => {
    const one = await open(copy('twice'));
    await Promise.allSettled([turn(one, quiet), turn(one, quiet)]);
    await turn(one, quiet);
    expect(loadRootKeys(fileOf(one.data), { mayCreate: false })).toHaveLength(2);
    await openAll(one, one.root);
    await one.close();
  });

  it('does not end before every server had time to read the file', async () => {
    const one = await open(copy('early'));
    await turn(one, quiet);
    expect(await turn(one, quiet)).toBe('waits');
    const past = statSync(fileOf(one.data)).mtimeMs / 1000 - 600;
    utimesSync(fileOf(one.data), past, past);
    expect(await turn(one, quiet)).toBe('over');
    await one.close();
  });
});

describe.each(STORES)('a server on %s', (kind) => {
  it('wraps all keys again as a job, while sign-in, papers and seals go on', async () => {
    const data = path.join(base, 'served');
    mkdirSync(data);
    const file = openKeyFile(fileOf(data), { mayCreate: true });
    const t = await createTestApp(kind, { rootKey: rootKeysOf(file, null) }),
      p = await addPractice(t, 'nord', [person('1001', 'Anna', 'Groß', '1941-03-04')]);
    await t.deps.keys(p.cid);
    const go = (now: number): Promise<RotationState> =>
      rotateRoot({
        store: t.deps.store,
        workshop: t.deps.workshop,
        data,
        file: fileOf(data),
        out: undefined,
        openRoot: () => openRoot({ data, rootKeyFile: undefined }, t.deps.store),
        now: () => now,
      });
    expect((await go(Date.now())).state).toBe('begun');
    // Keys that are made meanwhile are wrapped by the new root key.
    const late = await addPractice(t, 'spaet', []);
    await t.deps.keys(late.cid);
    t.clock.now += 3 * 60_000;
    await t.runJobs();
    expect(t.lines.filter((line) => line.includes('keys.rewrapped'))).not.toEqual([]);
    expect((await go(Date.now() + HOUR)).state).toBe('over');
    const fresh = rootKeysOf(
      openKeyFile(fileOf(data), { mayCreate: false }),
      (await findInstallation(t.deps.store))!.secret,
    );
    for (const { cid } of [p, late])
      await openPracticeKeys(scopeReader(t.deps.store.read, cid), t.deps.store.t, fresh);
    // The password still fits: its pepper did not change.
    await login(t, p.users.owner.email);
    await t.drop();
  });
});

describe('a backup', () => {
  const backup = async (one: Open, target: string, now: number): Promise<string> => {
    const { snapshot } = await makeBackup(
      {
        data: one.data,
        databaseUrl: undefined,
        databaseKey: fileKey,
        target,
        installation: installationOf(one.root),
        rootKeys: keysOf(one.root),
        rootKeyFile: fileOf(one.data),
        sheets: openSheets(await listSheets(one.store), one.root),
        blobKeys: {},
        app: 'test',
        now,
        tidy: true,
      },
      quiet,
    );
    return snapshot;
  };

  it('from before, during and after a rotation names its root key and is restored with it', async () => {
    const one = await open(copy('backups')),
      target = path.join(base, 'target');
    mkdirSync(target);
    const folder = targetFolder(target, installationOf(one.root));
    await prepareTarget(folder);
    const begun = Date.now(),
      names = [await backup(one, target, begun)];
    await turn(one, quiet);
    names.push(await backup(one, target, begun + 60_000));
    await turn(one, quiet);
    await turn(one, quiet, Date.now() + HOUR);
    const after = await open(one.data);
    names.push(await backup(after, target, begun + 120_000));
    const [key] = loadRootKeys(fileOf(one.data), { mayCreate: false });
    const marks = await Promise.all(
      names.map(async (name) => (await peekContainer(folder.snapshotFile(name))).rootKeyId),
    );
    expect(marks).toEqual([rootKeyId(first), rootKeyId(key!), rootKeyId(key!)]);

    for (const [at, name] of names.entries()) {
      const unlock = { rootKeys: at === 0 ? [first] : [key!] },
        data = path.join(base, `restored-${at}`);
      await drill(
        {
          target,
          installation: undefined,
          snapshot: name,
          unlock,
          now: begun + HOUR,
          work: path.join(base, 'drill'),
        },
        quiet,
      );
      await restore(
        {
          from: target,
          snapshot: name,
          unlock,
          data,
          rootKeyFile: fileOf(data),
          databaseUrl: undefined,
          replace: false,
          now: begun + HOUR,
        },
        restoreSteps,
        quiet,
      );
      const back = await open(data);
      expect(keysOf(back.root)).toHaveLength(at === 1 ? 2 : 1);
      await openAll(back, back.root);
      await back.close();
    }
    // With the wrong key it says which one it needs.
    await expect(
      drill(
        {
          target,
          installation: undefined,
          snapshot: names[0],
          unlock: { rootKeys: [key!] },
          now: begun + HOUR,
          work: path.join(base, 'drill'),
        },
        quiet,
      ),
    ).rejects.toThrow(rootKeyId(first));
    await after.close();
    await one.close();
  }, 60_000);
});
