/**
 * Restore of a new machine from paper and a drive; ops still on tablets arrive automatically, and
 * revocations stay.
 */
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
import { runRestore, runRollback } from '../../server/commands/backup.command.ts';
import { BEFORE } from '../../server/platform/db/carry/before-migrate.ts';
import { takeFolder } from '../../server/platform/db/folder-lock.ts';
import { knownMigrations } from '../../server/platform/db/migrations.ts';
import { copyDatabase } from '../../server/platform/db/carry/snapshot.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import type { RecoverySheet } from '../../shared/operations/backup.schema.ts';
import { contentOf, fillEveryTable } from '../support/every-table.ts';
import { fillPraxis, type Filled } from '../support/filled.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { LAST_PLAIN } from '../../server/operations/backup/rollback.ts';
import { stateOfFile } from '../../server/platform/db/file/open-file.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { notesIn } from '../support/last-build.ts';
import { sendMappe, tasksOf } from '../support/mappe.ts';
import { login, renew, stepUp, type Practice } from '../support/practice.ts';
import { submissionOf, type Op, type SimTablet } from '../support/sim-tablet.ts';
import { addColleagues } from './backups.ts';

const renderer = testRenderer();
const work = mkdtempSync(path.join(tmpdir(), 'molar-restore-')),
  data = path.join(work, 'data'),
  target = path.join(work, 'drive');
let t: TestApp, f: Filled, sheet: RecoverySheet;
/** Submission acknowledged after the backup; the tablet still has it. */
let held: Op, heldTask: { taskId: string; mappeId: string };
const people = new Map<string, string>();
/**
 * A restore creates a new identity and re-applies sign-outs and ended links since the backup: it
 * writes only to these tables.
 */
const ON_PURPOSE = [
  'access_token',
  'audit',
  'audit_person',
  'feed',
  'home_link',
  'installation',
  'share',
  'share_event',
  'tablet',
  'task',
];
/** Rows of each table when the backup began. */
let content: ReturnType<typeof contentOf>;

beforeAll(async () => {
  mkdirSync(data);
  mkdirSync(target);
  mkdirSync(path.join(data, 'tls'));
  writeFileSync(path.join(data, 'tls/server.pem'), 'certificate');
  t = await createTestApp('sqlite', { folder: data, renderer });
  f = await fillPraxis(t, 'nord', '1001');
  const { owner } = f.p.users,
    post = (what: string, json: object = {}) =>
      t.call(`/api/backup${what}`, { as: owner, method: 'POST', json });
  await stepUp(t, owner);
  sheet = (await post('/sheet')).json as RecoverySheet;
  await post('/sheet/confirm', { sheetId: sheet.sheetId, group: sheet.recovery.groups.at(-1) });
  const sent = await sendMappe(f.p, { patid: '1001', name: 'Anna Großnord', tabletId: f.free.id });
  await t.app.backup.setTarget(target, 'test');
  fillEveryTable(data);
  content = contentOf(data);
  expect((await (await t.app.backup.begin('backup')).done).ok).toBe(true);

  // After the backup: a signature is acknowledged, a tablet is revoked, links are ended.
  const body = (await f.free.inbox()).find((b) => b.taskId === sent.taskIds[0])!;
  held = await f.free.op('task.submit', body, submissionOf(body, t.clock.now));
  heldTask = { taskId: body.taskId, mappeId: sent.mappeId };
  await f.free.push(held);
  await t.runJobs();
  expect((await tasksOf(f.p, sent.mappeId))[0]?.state).toBe('filed');
  await f.p.post(`/tablet/tablets/${f.tablet.id}/revoke`, owner);
  for (const path of [
    `/papo/shares/${f.ids.shareRow}/end`,
    `/anamnese/home-links/${f.ids.homeId}/end`,
  ])
    expect((await f.p.post(path, f.p.users.reception)).status).toBe(204);
  people.set('owner', owner.token);
  await t.drop();
}, 60_000);
afterAll(() => {
  renderer.close();
  rmSync(work, { recursive: true });
});

/** Runs the command as typed. */
async function type(
  command: typeof runRestore,
  args: string[],
  answers: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const code = await command({
    args,
    env: { MOLAR_DATA: data, ...env },
    program: work,
    print: (line) => {
      said.push(line);
    },
    progress: () => undefined,
    ask: (question) => {
      said.push(question);
      return Promise.resolve(answers.shift() ?? '');
    },
    isInteractive: answers.length > 1,
  });
  return { code, said: said.join('\n') };
}
/** The same users and tablets on another server. */
function before(other: TestApp): { p: Practice; free: SimTablet; tablet: SimTablet } {
  const p: Practice = {
    ...f.p,
    t: other,
    call: (where, options) => other.call(f.p.base + where, options),
    post: (where, as, json) =>
      other.call(f.p.base + where, { as, method: 'POST', ...(json !== undefined && { json }) }),
  };
  for (const one of [f.free, f.tablet]) Object.assign(one, { p });
  return { p, free: f.free, tablet: f.tablet };
}
const code = (): string => sheet.recovery.groups.join(' ');

describe('a restore', () => {
  it('changes nothing that exists, and reports each fault', async () => {
    const molar = readFileSync(path.join(data, 'molar.db'));
    const full = await type(runRestore, ['--from', target], [code()]);
    expect([full.code, full.said]).toEqual([1, expect.stringContaining('--replace')]);
    const release = takeFolder(data, 'shared');
    expect((await type(runRestore, ['--from', target, '--replace'], [code()])).said).toContain(
      'Molar läuft noch',
    );
    release();
    const wrong = sheet.recovery.groups.with(6, 'AAAAA').join(' ');
    expect((await type(runRestore, ['--from', target, '--replace'], [wrong])).said).toContain(
      'Tippfehler in Gruppe 7',
    );
    expect(
      (
        await type(
          runRestore,
          ['--from', target, '--replace'],
          [sheet.practices[0]!.key!.groups.join(' ')],
        )
      ).said,
    ).toContain('Schlüssel für Schriftzüge');
    expect((await type(runRestore, ['--from', work, '--replace'], [code()])).said).toContain(
      'noch keine Sicherung',
    );
    const snapshots = path.join(target, readdirSync(target)[0]!, 'snapshots'),
      file = path.join(snapshots, readdirSync(snapshots)[0]!),
      good = readFileSync(file);
    writeFileSync(file, Buffer.from(good).fill(1, good.length - 50, good.length - 49));
    expect((await type(runRestore, ['--from', target, '--replace'], [code()])).said).toContain(
      'beschädigt',
    );
    writeFileSync(file, good);
    expect(readFileSync(path.join(data, 'molar.db')).equals(molar)).toBe(true);
    expect(readdirSync(work).sort()).toEqual(['data', 'drive']);
  });

  it('[F28] needs only paper and drive: same documents, new epoch, no sessions, revocations stay', async () => {
    rmSync(data, { recursive: true });
    const done = await type(
      runRestore,
      ['--from', target],
      [sheet.recovery.groups.with(2, 'AAAAA').join(' '), code()],
    );
    expect(done.said).toContain('Tippfehler in Gruppe 3');
    expect([done.code, done.said]).toEqual([0, expect.stringContaining('1 Dokument,')]);
    expect(done.said).toContain('3 Abmeldungen');
    expect(readFileSync(path.join(data, 'tls/server.pem'), 'utf8')).toBe('certificate');
    // Every table of this version, including recently added ones: had rows before, and has the same
    // ones again.
    const restored = contentOf(data);
    expect(notesIn(data)).toBe(knownMigrations('sqlite').length);
    expect([...content].filter(([, { rows }]) => rows === 0)).toEqual([]);
    expect([...restored.keys()]).toEqual([...content.keys()]);
    expect(
      [...content]
        .filter(([table, { sha256 }]) => restored.get(table)?.sha256 !== sha256)
        .map(([table]) => table),
    ).toEqual(ON_PURPOSE);
    expect(readFileSync(path.join(data, 'root.key'), 'utf8').trim()).toBe(
      Buffer.alloc(32, 7).toString('base64'),
    );

    t = await createTestApp('sqlite', { folder: data, renderer });
    expect((await t.call('/api/settings', { as: { token: people.get('owner')! } })).code).toBe(
      'unauthenticated',
    );
    const { p, tablet, free } = before(t),
      old = free.epoch;
    await renew(p);
    const list = await p.call('/documents/list', { as: p.users.staff });
    expect((list.json as { items: { sha256: string }[] }).items.map((i) => i.sha256)).toEqual([
      f.ids.finalSha256,
    ]);
    expect((await p.call(`/documents/file/${f.ids.fileId}`, { as: p.users.staff })).status).toBe(
      200,
    );
    expect((await t.call(`${p.base}/audit/verify`, { as: p.users.owner })).json).toMatchObject({
      ok: true,
    });
    expect((await tablet.renew()).code).toBe('tablet_revoked');
    const states = async (path: string, id: string) =>
      (
        (await p.call(path, { as: p.users.staff })).json as {
          id: string;
          homeId?: string;
          state: string;
        }[]
      )
        .filter((one) => one.id === id || one.homeId === id)
        .map((one) => one.state);
    expect([
      await states('/papo/shares', f.ids.shareRow),
      await states('/anamnese/home-links', f.ids.homeId),
    ]).toEqual([['ended'], ['ended']]);
    expect(old).not.toBe(t.deps.installation.epoch);
  });

  it('[sync P5, F7] ops still on a tablet arrive automatically and are signed and filed again', async () => {
    const { p, free } = before(t),
      [task] = await tasksOf(p, heldTask.mappeId);
    expect(task?.state).toBe('assigned');
    const old = free.epoch;
    await free.renew();
    const refused = await free.send(free.frame([held], { epoch: old }));
    expect([refused.status, refused.code]).toEqual([410, 'sync_epoch']);
    expect(refused.text).toContain(t.deps.installation.epoch);
    expect((await free.push(held)).ackN).toBe(1);
    await t.runJobs();
    const [again] = await tasksOf(p, heldTask.mappeId);
    expect(again).toMatchObject({ taskId: heldTask.taskId, state: 'filed' });
    expect((await p.call(`/documents/file/${again?.fileId}`, { as: p.users.staff })).status).toBe(
      200,
    );
    await t.drop();
  });

  it('into the present folder moves it aside completely; a root key file replaces the paper', async () => {
    const key = path.join(work, 'root.key');
    writeFileSync(key, readFileSync(path.join(data, 'root.key')), { mode: 0o600 });
    const done = await type(runRestore, [
      '--from',
      path.join(target, readdirSync(target)[0]!),
      '--replace',
      '--root-key',
      key,
    ]);
    const aside = readdirSync(work).find((n) => n.startsWith('data.before-'));
    expect([done.code, done.said]).toEqual([0, expect.stringContaining(aside ?? 'nothing')]);
    expect(existsSync(path.join(work, aside!, 'molar.db'))).toBe(true);
    // The submission acknowledged by the present database is carried over and filed again.
    expect(done.said).toContain('1 Sendung von Tablets wird');
    t = await createTestApp('sqlite', { folder: data, renderer });
    t.app.sync.start();
    await t.app.sync.judged();
    await t.runJobs();
    const { p } = before(t);
    await renew(p);
    expect((await tasksOf(p, heldTask.mappeId))[0]).toMatchObject({
      taskId: heldTask.taskId,
      state: 'filed',
    });
    await t.drop();
  });

  it('never overwrites another root key outside the folder', async () => {
    const key = path.join(work, 'other.key');
    writeFileSync(key, `${Buffer.alloc(32, 1).toString('base64')}\n`, { mode: 0o600 });
    const done = await type(
      runRestore,
      ['--from', target, '--to', path.join(work, 'second')],
      [code()],
      { MOLAR_ROOT_KEY_FILE: key },
    );
    expect([done.code, done.said]).toEqual([1, expect.stringContaining('anderen Wurzelschlüssel')]);
    expect(existsSync(path.join(work, 'second'))).toBe(false);
  });
});

describe('a rollback', () => {
  it('restores the copy from before an update, keeps the present database, and makes tablets resend', async () => {
    expect(knownMigrations('sqlite').map(({ tag }) => tag)).toContain(LAST_PLAIN);
    const copies = path.join(data, BEFORE),
      name = '20261120T080000Z-0001_old.db';
    mkdirSync(copies, { recursive: true });
    t = await createTestApp('sqlite', { folder: data, renderer });
    const [gone, away] = await addColleagues(t, f.p);
    await t.drop();
    copyDatabase(storedFile(data), path.join(copies, name));
    t = await createTestApp('sqlite', { folder: data, renderer });
    const { epoch } = t.deps.installation,
      { p } = before(t);
    await p.post('/patient/patients', await login(t, 'reception@nord.test'), {
      firstName: 'Später',
      lastName: 'Gekommen',
      geburtsdatum: '1980-05-05',
    });
    // Signed and acknowledged since; the server reports the data as safe, and the tablet deletes
    // them.
    await renew(p);
    await f.free.renew();
    const {
      taskIds: [taskId],
      mappeId,
    } = await sendMappe(p, { patid: '1001', name: 'Anna Großnord', tabletId: f.free.id });
    const body = (await f.free.inbox()).find((b) => b.taskId === taskId)!,
      head = (
        await f.free.push(await f.free.op('task.submit', body, submissionOf(body, t.clock.now)))
      ).ackN;
    await t.runJobs();
    expect((await tasksOf(p, mappeId))[0]?.state).toBe('filed');
    // Two colleagues leave: one is locked, one removed.
    await stepUp(t, p.users.owner);
    expect(
      (
        await t.call('/auth/user', {
          as: p.users.owner,
          method: 'POST',
          json: { action: 'disable', id: gone.id },
        })
      ).status,
    ).toBe(200);
    expect(
      (await t.call(`/auth/user/${away.id}`, { as: p.users.owner, method: 'DELETE' })).status,
    ).toBe(204);
    await t.drop();
    expect((await type(runRollback, [])).said).toContain(name);
    expect((await type(runRollback, ['--to', name], ['nein'])).said).toContain('nichts geändert');
    const done = await type(runRollback, ['--to', name], ['ja']);
    expect([done.code, done.said]).toEqual([0, expect.stringContaining('1 Patient,')]);
    expect(done.said).toContain('0001_old');
    expect(done.said).toContain('übernommen');
    const replaced = readdirSync(copies).filter((n) => n.startsWith('replaced-'));
    expect(replaced).toHaveLength(1);
    // A version of that form cannot decrypt; what is kept next to it stays encrypted.
    expect([path.join(data, 'molar.db'), path.join(copies, replaced[0]!)].map(stateOfFile)).toEqual(
      ['plain', 'sealed'],
    );

    t = await createTestApp('sqlite', { folder: data, renderer });
    expect(t.deps.installation.epoch).not.toBe(epoch);
    for (const email of ['gegangen@nord.test', 'entfernt@nord.test'])
      await expect(login(t, email)).rejects.toThrow('401');
    t.app.backup.start();
    const { audit } = t.deps.store.t,
      rows = () => t.deps.workshop.look(f.p.cid, f.p.system).db.find(audit);
    await expect
      .poll(async () => (await rows()).some((r) => r.type === 'backup.rolled_back'), {
        timeout: 10_000,
      })
      .toBe(true);
    await t.app.backup.stop();
    t.app.sync.start();
    await t.app.sync.judged();
    await t.runJobs();
    const again = before(t).p;
    await renew(again);
    expect((await tasksOf(again, mappeId))[0]).toMatchObject({ taskId, state: 'filed' });
    await f.free.renew();
    expect(
      (
        await f.free.push(
          await f.free.op(
            'log',
            { taskId: '', taskRev: 0 },
            { at: t.clock.now, code: 'update_loaded' },
          ),
        )
      ).ackN,
    ).toBe(head + 1);
    await t.drop();
  });

  it('a start after a restore that stopped between its last two steps does not begin with an empty folder', async () => {
    const { halfRestored } = await import('../../server/operations/backup/restore.ts');
    expect(halfRestored(data)).toBeUndefined();
    renameSync(data, `${data}.restoring-0000`);
    expect(halfRestored(data)).toBe(`${data}.restoring-0000`);
    renameSync(`${data}.restoring-0000`, data);
  });
});
