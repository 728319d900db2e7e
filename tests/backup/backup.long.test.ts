/** Backup, drill and restore of a practice during its day: real database, files, keys and seals. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecoverySheet } from '../../shared/operations/backup.schema.ts';
import { installationOf } from '../../server/operations/backup/container.ts';
import { drill } from '../../server/operations/backup/drill.ts';
import { decodeKey } from '../../shared/operations/recovery-code.ts';
import { pemOfSecret } from '../../server/operations/backup/sheet-keys.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { fillPraxis, type Filled } from '../support/filled.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { renew, stepUp } from '../support/practice.ts';
import { addLooseFiles, backupsOf } from './backups.ts';

const renderer = testRenderer(),
  MINUTE = 60_000;
const work = mkdtempSync(path.join(tmpdir(), 'molar-backup-')),
  data = path.join(work, 'data'),
  target = path.join(work, 'drive');
let t: TestApp,
  f: Filled,
  root: string,
  isSameDisk = true;
beforeAll(async () => {
  mkdirSync(data);
  mkdirSync(target);
  t = await createTestApp('sqlite', { folder: data, renderer, isSameDisk: () => isSameDisk });
  f = await fillPraxis(t, 'nord', '1001');
  await addLooseFiles(f);
  root = path.join(target, `molar-${installationOf(t.deps.rootKey)}`);
});
afterAll(async () => {
  await t.drop();
  renderer.close();
  rmSync(work, { recursive: true });
});
const { owner, post, status, press, idle, snapshots, blobs, orderOf } = backupsOf(() => ({
  t,
  f,
  root,
  target,
  work,
}));

describe('a backup', () => {
  it('reports faults of its target by name; all users see the alarm, only the owner the path', async () => {
    expect(await status()).toMatchObject({
      level: 'alarm',
      reasons: ['no_target', 'no_sheet'],
      lastGood: null,
      details: { target: null, everyMinutes: 15 },
    });
    const file = path.join(work, 'file');
    writeFileSync(file, '');
    for (const [wrong, problem] of [
      ['drive', 'not_absolute'],
      [path.join(work, 'nowhere'), 'not_found'],
      [file, 'not_folder'],
      [data, 'inside_data'],
      [path.join(data, 'blobs'), 'inside_data'],
    ]) {
      expect((await post('/target', { path: wrong })).json).toMatchObject({
        error: { code: 'validation', fields: { path: problem } },
      });
    }
    expect((await post('/run')).code).toBe('state_conflict');
    expect((await post('/target', { path: target }, f.p.users.reception)).code).toBe('forbidden');
    expect((await post('/target', { path: target })).status).toBe(200);
    await idle();
    const { details, lastGood } = await status();
    expect(details?.target).toMatchObject({ path: target, isThere: true });
    expect(lastGood).toMatchObject({ patients: 2, documents: 3 });
    // The first drill follows the first backup automatically.
    await expect
      .poll(async () => (await status()).details?.drill?.ok, { timeout: 20_000 })
      .toBe(true);
    await idle();
    expect((await status(f.p.users.reception)).details).toBeNull();
    expect((await status(f.p.users.reception)).reasons[0]).toBe('no_sheet');
  });

  it('is consistent during the day, contains no plain text, and a drill opens its documents', async () => {
    let isOver = false;
    const sent: number[] = [];
    const day = (async () => {
      while (!isOver)
        sent.push(
          (
            await f.tablet.push(
              await f.tablet.op(
                'log',
                { taskId: '', taskRev: 0 },
                { at: t.clock.now, code: 'update_loaded' },
              ),
            )
          ).ackN,
        );
    })();
    const done = await press('/run');
    isOver = true;
    await day;
    expect(sent.length).toBeGreaterThan(0);
    expect(done.details?.last).toMatchObject({ ok: true, code: null, missing: 0, documents: 3 });
    expect(done.details?.kept.count).toBe(snapshots().length);
    const all = readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((e) => e.isFile())
      .map((e) => path.join(e.parentPath, e.name));
    for (const file of all)
      for (const word of ['Groß', 'nord.test', 'SQLite format'])
        expect(readFileSync(file).includes(word), `${path.basename(file)} says ${word}`).toBe(
          false,
        );
    expect(readdirSync(data).filter((n) => n.endsWith('-work'))).toEqual([]);
    expect((await press('/drill')).details?.drill).toMatchObject({
      ok: true,
      patients: 2,
      documents: 3,
      opened: 3,
      missing: 0,
    });
    expect(readdirSync(data).filter((n) => n.endsWith('-work'))).toEqual([]);
  });

  it('runs automatically: after changes, at least once a day, and again after a failed run', async () => {
    const { backupRun } = t.deps.store.t;
    /** Runs the scheduler after this time; returns the number of backups. */
    const look = async (ms: number): Promise<number> => {
      t.clock.now += ms;
      await t.app.backup.look();
      return (await t.deps.store.read.select().from(backupRun)).filter(
        (r) => r.kind === 'backup' && r.ok,
      ).length;
    };
    const n = await look(16 * MINUTE);
    expect(await look(16 * MINUTE)).toBe(n);
    const happens = async () =>
      f.tablet.push(
        await f.tablet.op(
          'log',
          { taskId: '', taskRev: 0 },
          { at: t.clock.now, code: 'update_loaded' },
        ),
      );
    await f.tablet.renew();
    await happens();
    expect(await look(0)).toBe(n + 1);
    await happens();
    expect(await look(10 * MINUTE)).toBe(n + 1);
    expect(await look(6 * MINUTE)).toBe(n + 2);
    expect(await look(23 * 60 * MINUTE)).toBe(n + 2);
    expect(await look(60 * MINUTE)).toBe(n + 3);
    await renew(f.p);
    renameSync(target, `${target}.unplugged`);
    mkdirSync(target);
    expect((await press('/run')).details).toMatchObject({
      last: { ok: false, code: 'target_missing' },
      target: { isThere: false },
    });
    expect(readdirSync(target), 'an empty mount point is not written to').toEqual([]);
    expect((await status()).reasons).toContain('failed');
    rmSync(target, { recursive: true });
    renameSync(`${target}.unplugged`, target);
    expect(await look(14 * MINUTE)).toBe(n + 4);
  });

  it('[sec F09] a clock that was ahead causes one backup, not a loop, and no longer trust in it', async () => {
    const { backupRun, backupConfig } = t.deps.store.t,
      right = t.clock.now,
      AHEAD = 100 * 24 * 60 * MINUTE;
    const made = async (): Promise<number> =>
      (await t.deps.store.read.select().from(backupRun)).filter((r) => r.kind === 'backup').length;
    const look = async (ms: number): Promise<number> => {
      const before = await made();
      t.clock.now += ms;
      await t.app.backup.look();
      return (await made()) - before;
    };
    expect(await look(AHEAD)).toBe(1);
    const { store } = t.deps,
      [config] = await store.read.select().from(backupConfig),
      at = t.clock.now;
    await store.write(async (tx) => {
      await tx.update(backupConfig).set({ targetSince: at });
    });
    t.clock.now = right;
    expect([await look(MINUTE), await look(MINUTE), await look(MINUTE)]).toEqual([1, 0, 0]);
    await renew(f.p);
    expect(await status()).toMatchObject({ lastGood: { at: right + MINUTE } });
    await store.write(async (tx) => {
      await tx.update(backupConfig).set({ targetSince: config?.targetSince ?? null });
    });
    const order = orderOf({ rootKeys: [t.deps.rootKey as Uint8Array] }),
      newest = snapshots().at(-1);
    const drilled = await drill(order, () => undefined);
    expect([
      drilled.takenAt,
      drilled.snapshot === newest,
      (await drill({ ...order, now: at }, () => undefined)).snapshot,
    ]).toEqual([right + MINUTE, false, newest]);
    t.clock.now = right + 49 * 60 * MINUTE;
    await renew(f.p);
    expect((await status()).reasons).toContain('old');
    await look(0);
    rmSync(path.join(root, 'snapshots', newest ?? ''));
  });

  it('a killed one leaves the previous one intact; the next removes its remains', async () => {
    await renew(f.p);
    const before = snapshots();
    mkdirSync(path.join(data, 'backup-work/dead'), { recursive: true });
    const left = [
      path.join(root, 'snapshots/20261120T100000Z-0badbad0.molar.x.part'),
      path.join(root, 'LIES-MICH.txt.x.part'),
      path.join(data, 'backup-work/dead/molar.db'),
    ];
    for (const file of left) writeFileSync(file, 'half');
    writeFileSync(
      path.join(root, 'lock'),
      JSON.stringify({
        id: 'x',
        pid: 2 ** 22 + 1,
        host: (await import('node:os')).hostname(),
        at: t.clock.now,
      }),
    );
    expect((await press('/run')).details?.last?.ok).toBe(true);
    expect([left.filter(existsSync), existsSync(path.join(root, 'lock'))]).toEqual([[], false]);
    expect(snapshots()).toEqual(expect.arrayContaining(before));
    // The folder of files is replaced by a file: nothing can be copied, and existing files stay.
    const shelf = path.join(root, 'blobs');
    renameSync(shelf, `${shelf}.aside`);
    mkdirSync(shelf);
    writeFileSync(path.join(shelf, f.p.cid), '');
    const now = snapshots();
    expect((await press('/run')).details?.last).toMatchObject({ ok: false });
    expect(snapshots()).toEqual(now);
    rmSync(shelf, { recursive: true });
    renameSync(`${shelf}.aside`, shelf);
    expect((await press('/drill')).details?.drill?.ok).toBe(true);
  });

  it('runs one at a time across processes', async () => {
    writeFileSync(
      path.join(root, 'lock'),
      JSON.stringify({
        id: 'x',
        pid: process.ppid,
        host: (await import('node:os')).hostname(),
        at: t.clock.now,
      }),
    );
    expect((await press('/run')).details?.last?.code).toBe('busy');
    rmSync(path.join(root, 'lock'));
    expect((await press('/run')).details?.last?.ok).toBe(true);
  });

  it('names a missing or damaged file before copying, and keeps the good one at the target', async () => {
    const [one] = blobs(),
      own = path.join(data, 'blobs', one!),
      good = readFileSync(own);
    writeFileSync(own, Buffer.from(good).fill(0, 40, 44));
    rmSync(path.join(root, 'blobs', one!));
    const bad = await press('/run');
    expect(bad.details?.last).toMatchObject({ ok: true, missing: 1 });
    expect(bad.reasons).toContain('files_missing');
    writeFileSync(own, good);
    const healed = await press('/run');
    expect([healed.details?.last, healed.reasons]).toMatchObject([
      { copied: 1, missing: 0 },
      ['no_sheet', 'same_disk'],
    ]);
  });
});

describe('a drill', () => {
  it('[F07] finds a missing file, and one with a changed byte', async () => {
    const { document } = t.deps.store.t,
      row = (await t.deps.workshop.look(f.p.cid, f.p.system).db.find(document)).find(
        (one) => one.taskId !== null,
      );
    const file = path.join(root, 'blobs', f.p.cid, row!.sha256.slice(0, 2), row!.sha256),
      good = readFileSync(file);
    rmSync(file);
    expect((await press('/drill')).details?.drill).toMatchObject({
      ok: false,
      code: 'files_missing',
    });
    expect((await status()).reasons).toContain('drill_failed');
    writeFileSync(file, Buffer.from(good).fill(good[100]! ^ 1, 100, 101));
    expect((await press('/drill')).details?.drill).toMatchObject({
      ok: false,
      code: 'document_broken',
    });
    writeFileSync(file, good);
    expect((await press('/drill')).details?.drill?.ok).toBe(true);
  });

  it("finds a snapshot with another one's name, or of a foreign installation", async () => {
    const order = orderOf({ rootKeys: [t.deps.rootKey as Uint8Array] }),
      quiet = (): void => undefined,
      file = path.join(root, 'snapshots', '20990101T000000Z-00000000.molar');
    writeFileSync(file, readFileSync(path.join(root, 'snapshots', snapshots()[0]!)));
    await expect(
      drill({ ...order, snapshot: '20990101T000000Z-00000000' }, quiet),
    ).rejects.toMatchObject({ trouble: 'damaged' });
    rmSync(file);
    await expect(
      drill({ ...order, unlock: { rootKeys: [new Uint8Array(32)] } }, quiet),
    ).rejects.toMatchObject({ trouble: 'foreign' });
    expect((await drill(order, quiet)).opened).toBe(3);
  });
});

describe('the recovery sheet', () => {
  const drillWith = (secret: NonNullable<ReturnType<typeof decodeKey>['secret']>) =>
    drill(orderOf({ secret }), () => undefined);

  it('needs the password, takes effect when its last group was typed, and removes the escrow key', async () => {
    await renew(f.p);
    expect((await post('/sheet')).code).toBe('step_up');
    await stepUp(t, owner());
    const pem = path.join(data, `escrow-${f.p.cid}.pem`),
      escrow = readFileSync(pem, 'utf8');
    const first = (await post('/sheet')).json as RecoverySheet,
      sheet = (await post('/sheet')).json as RecoverySheet;
    const decoded = decodeKey('escrow', sheet.practices[0]!.key!.qr);
    expect(decoded.secret && pemOfSecret(decoded.secret).trim()).toBe(escrow.trim());
    expect(
      (
        await post('/sheet/confirm', {
          sheetId: first.sheetId,
          group: first.recovery.groups.at(-1),
        })
      ).code,
    ).toBe('state_conflict');
    expect(
      (await post('/sheet/confirm', { sheetId: sheet.sheetId, group: 'AAAAA' })).json,
    ).toMatchObject({ error: { fields: { group: 'wrong' } } });
    expect([(await status()).details?.sheet, existsSync(pem)]).toEqual([null, true]);
    const confirmed = await post('/sheet/confirm', {
      sheetId: sheet.sheetId,
      group: ` ${sheet.recovery.groups.at(-1)!.toLowerCase()} `,
    });
    expect(confirmed.json).toMatchObject({
      details: { sheet: { fingerprint: sheet.recovery.fingerprint } },
    });
    expect(existsSync(pem)).toBe(false);
    await idle();
    expect((await status()).reasons).toEqual(['same_disk']);
    const { secret } = decodeKey('recovery', sheet.recovery.groups.join(' '));
    expect((await drillWith(secret!)).opened).toBe(3);
    // The keys on the first sheet never took effect.
    const other = decodeKey('recovery', first.recovery.qr).secret!;
    await expect(drillWith(other)).rejects.toMatchObject({ trouble: 'foreign' });
  });

  it('[sync P7] marks backed-up data as safe if the backup outlives this machine, and nothing else', async () => {
    const { tablet } = t.deps.store.t,
      rowOf = async () =>
        (await t.deps.workshop.look(f.p.cid, f.p.system).db.find(tablet)).find(
          (r) => r.id === f.tablet.id,
        )!;
    const happens = async () =>
      f.tablet.push(
        await f.tablet.op(
          'log',
          { taskId: '', taskRev: 0 },
          { at: t.clock.now, code: 'update_loaded' },
        ),
      );
    await f.tablet.renew();
    const { safeN } = await happens();
    await press('/run');
    expect([(await rowOf()).safeN, t.app.backup.hasBackup()], 'one disk breaks as a whole').toEqual(
      [safeN, false],
    );
    isSameDisk = false;
    await press('/run');
    const row = await rowOf();
    expect([row.safeN, t.app.backup.hasBackup(), (await status()).reasons]).toEqual([
      row.ackN,
      true,
      [],
    ]);
    expect(await happens()).toMatchObject({ ackN: row.ackN + 1, safeN: row.ackN });
    t.clock.now += 49 * 60 * MINUTE;
    expect(t.app.backup.hasBackup()).toBe(false);
  });
});
