/**
 * End-to-end tests of deletion: due, released and stopped; every trace of a person deleted from
 * tables, files and the raw database; nothing half after a crash; deleted again after a restore.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateOfFile } from '../../platform/db/file/open-file.ts';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { fillPraxis, type Filled } from '../../../tests/support/filled.ts';
import { addPatients, addAppointments } from '../../desk/patient/add-records.ts';
import { sendMappe } from '../../../tests/support/mappe.ts';
import { addPractice, person, renew, stepUp } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import type { DueList, ErasureRun } from '../../../shared/records/retention.schema.ts';
import { restore } from '../../operations/backup/restore.ts';
import { pgSchema, type Schema } from '../../platform/db/schema.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { byNumber, OF_NOBODY, WITH_CARE } from './store-tables.ts';
import { retentionOf } from './retention.testing.ts';

const renderer = testRenderer(),
  work = mkdtempSync(path.join(tmpdir(), 'molar-retention-')),
  data = path.join(work, 'data'),
  target = path.join(work, 'drive');
const YEAR = 365.25 * 86_400_000,
  DAY = 86_400_000;
let t: TestApp, f: Filled;
const { owner, get, post, goOn, due, putXray, tablesWith, hasFile, ANNA } = retentionOf(() => ({
  t,
  f,
}));

let child: string, shared: string;

beforeAll(async () => {
  mkdirSync(data);
  mkdirSync(target);
  // Plain, so that its bytes can be searched for deleted values.
  t = await createTestApp('sqlite', { folder: data, renderer, isPlain: true });
  f = await fillPraxis(t, 'nord', '1001');
  await t.deps.workshop.write(f.p.cid, f.p.system, async (w) => {
    await addPatients(w, 'pvs', [
      person('2001', 'Kind', 'Klein', '2020-05-01'),
      person('2002', 'Ben', 'Bleibt', '1980-01-01'),
    ]);
    await addAppointments(w, [
      {
        terminId: 'kind',
        patid: '2001',
        day: '2026-11-20',
        time: '09:00',
        minutes: 30,
        zimmer: '1',
        behandler: 'A',
        art: 'Kontrolle',
      },
      {
        terminId: 'bleibt',
        patid: '2002',
        day: '2038-11-20',
        time: '09:00',
        minutes: 30,
        zimmer: '1',
        behandler: 'A',
        art: 'Kontrolle',
      },
    ]);
  });
  child = await putXray('2001', 'Zähne eines Kindes');
  // Two people have the same bytes: the file is deleted with the last one.
  shared = await putXray('1001', 'Vordruck');
  await putXray('2002', 'Vordruck');
  expect(
    (
      await f.p.post(`/anamnese/unmatched/${f.ids.unmatchedId}/discard`, f.p.users.reception, {
        reason: 'Werbung',
      })
    ).status,
  ).toBe(204);
  expect(
    (await f.p.post('/doctosync/seen', f.p.users.reception, { id: f.ids.importId })).status,
  ).toBe(204);
  await stepUp(t, owner());
  await t.app.backup.setTarget(target, 'test');
}, 60_000);
afterAll(async () => {
  await t.drop().catch(() => undefined);
  renderer.close();
  rmSync(work, { recursive: true });
});

describe('[sec 6] personal data in the schema', () => {
  it('every table is emptied of a person, or contains no patient data', () => {
    const t_ = pgSchema,
      spoken = new Set<string>([
        ...Object.keys(OF_NOBODY),
        ...WITH_CARE,
        ...byNumber(t_),
        'auditPerson',
      ]);
    expect(Object.keys(t_).filter((name) => !spoken.has(name))).toEqual([]);
    // A table declared free of patients has no patient number, and none is emptied in two ways.
    for (const name of Object.keys(OF_NOBODY))
      expect([
        name,
        Object.keys(getTableColumns(t_[name as keyof Schema])).filter((column) =>
          ['patid', 'patids', 'taskId', 'mappeId', 'share'].includes(column),
        ),
      ]).toEqual([name, name === 'erasureItem' ? ['patid'] : []]);
    expect(WITH_CARE.filter((name) => OF_NOBODY[name] !== undefined)).toEqual([]);
  });
});

describe('[sec 6] deletion', () => {
  it('nothing is due within ten years; data without a record is deleted automatically', async () => {
    expect(await due()).toEqual([]);
    await goOn(40 * DAY);
    await t.app.tidy();
    expect(await tablesWith(f.ids.unmatchedId)).toEqual(['audit']);
    expect(await due()).toEqual([]);
    expect((await (await t.app.backup.begin('backup')).done).ok).toBe(true);
  });

  it('lists expired records with kind and year, without held or returning people', async () => {
    await goOn(11.2 * YEAR);
    expect(await due()).toEqual(
      ['1001 record 2037', '2001 record 2037', `${f.ids.tempPatid} record 2037`].sort(),
    );
    const id = t.deps.newId(),
      hold = { id, patid: '1001', reason: 'Rechtsstreit' };
    expect([
      (await post('/holds', hold)).status,
      (await post('/holds', hold)).status,
      (await post('/holds', { ...hold, reason: 'anderer Grund' })).status,
    ]).toEqual([204, 204, 409]);
    expect([(await due()).length, (await get<DueList>('/due')).held]).toEqual([2, 1]);
    expect(
      (
        await post('/runs', {
          id: t.deps.newId(),
          count: 1,
          items: [{ patid: '1001', kind: 'record' }],
        })
      ).code,
    ).toBe('record_changed');
    expect((await post(`/holds/${id}/lift`)).status).toBe(204);
    expect((await due()).length).toBe(3);
  });

  it('requires the right count and list, waits a day, and can be stopped until then', async () => {
    const items = [
        { patid: '1001', kind: 'record' },
        { patid: '2001', kind: 'record' },
      ],
      runId = t.deps.newId();
    expect((await post('/runs', { id: runId, count: 3, items })).code).toBe('validation');
    for (const wrong of [
      [{ patid: '2002', kind: 'record' }],
      [{ patid: '2001', kind: 'xray' }],
      [items[0], items[0]],
    ])
      expect((await post('/runs', { id: runId, count: wrong.length, items: wrong })).code).toBe(
        'record_changed',
      );
    expect([
      (await post('/runs', { id: runId, count: 2, items })).status,
      (await post('/runs', { id: runId, count: 2, items })).status,
    ]).toEqual([204, 204]);
    expect((await due()).length).toBe(1);
    expect((await post('/runs', { id: t.deps.newId(), count: 1, items: [items[0]] })).code).toBe(
      'record_changed',
    );
    await t.runJobs();
    expect((await get<{ items: ErasureRun[] }>('/runs')).items[0]).toMatchObject({
      id: runId,
      state: 'waiting',
      people: 2,
    });
    expect((await post(`/runs/${runId}/stop`)).status).toBe(204);
    await goOn(2 * DAY);
    await t.runJobs();
    expect([
      (await get<{ items: ErasureRun[] }>('/runs')).items[0]?.state,
      (await due()).length,
    ]).toEqual(['stopped', 3]);
    expect((await tablesWith('Großnord')).length).toBeGreaterThan(3);
  });

  it("a hold after release protects its person; others vanish, a child's X-rays stay", async () => {
    const runId = t.deps.newId(),
      items = [
        { patid: '1001', kind: 'record' },
        { patid: '2001', kind: 'record' },
        { patid: f.ids.tempPatid, kind: 'record' },
      ];
    expect((await post('/runs', { id: runId, count: 3, items })).status).toBe(204);
    expect(
      (
        await post('/holds', {
          id: t.deps.newId(),
          patid: f.ids.tempPatid,
          reason: 'Anfrage der Kasse',
        })
      ).status,
    ).toBe(204);
    await goOn(2 * DAY);
    // The disk refuses the list outside the database: then nothing is deleted, and it is retried.
    mkdirSync(path.join(data, 'erased.jsonl'));
    await t.runJobs();
    expect((await tablesWith('Großnord')).length).toBeGreaterThan(3);
    expect((await post(`/runs/${runId}/stop`)).code).toBe('state_conflict');
    rmSync(path.join(data, 'erased.jsonl'), { recursive: true });
    await goOn(DAY);
    await t.runJobs();
    const [run] = (await get<{ items: ErasureRun[] }>('/runs')).items;
    expect(run).toMatchObject({ state: 'done', people: 3, skipped: [{ why: 'hold', count: 1 }] });
    expect(run?.counts).toMatchObject({ people: 1, answers: 1 });
    // Audit entries about a task or a file no longer identify a person.
    expect(await tablesWith(...ANNA())).toEqual(['audit']);
    expect(await tablesWith('Großnord', '"1001"')).toEqual([]);
    expect(await tablesWith('Klein')).toEqual(['patient']);
    expect([
      hasFile(child),
      hasFile(shared),
      hasFile(f.ids.finalSha256),
      hasFile(f.ids.sha256),
    ]).toEqual([true, true, false, false]);
    expect((await f.p.call('/audit/verify', { as: owner() })).json).toMatchObject({ ok: true });
    const orphans = (await f.p.call('/admin/bucket/orphans', { as: owner() })).json as {
      unused: { files: number };
      strays: { files: number };
    };
    expect([orphans.unused.files, orphans.strays.files]).toEqual([0, 0]);
    const list = readFileSync(path.join(data, 'erased.jsonl'), 'utf8'),
      beside = readdirSync(target).map((one) => path.join(target, one, 'erased.jsonl'));
    expect([
      list.trim().split('\n').length,
      list.includes('1001'),
      beside.map((one) => readFileSync(one, 'utf8')),
    ]).toEqual([2, false, [list]]);
  });

  it('the report contains no name', async () => {
    const [run] = (await get<{ items: ErasureRun[] }>('/runs')).items,
      answer = await f.p.call(`/retention/runs/${run?.id}/report`, { as: owner() });
    expect([
      answer.status,
      Buffer.from(answer.bytes).toString('latin1').startsWith('%PDF-'),
    ]).toEqual([200, true]);
    const rows = await t.deps.workshop
      .look(f.p.cid, f.p.system)
      .db.find(t.deps.store.t.erasureItem);
    expect(
      rows
        .filter((row) => row.runId === run?.id)
        .every((row) => row.patid === null && /^[0-9A-F]{10}$/.test(row.number)),
    ).toBe(true);
  });

  it("the child's X-rays become due on their own and are deleted completely", async () => {
    expect(await due()).toEqual([]);
    await goOn(10.6 * YEAR);
    expect(await due()).toEqual(expect.arrayContaining(['2001 xray 2048']));
    expect(
      (
        await post('/runs', {
          id: t.deps.newId(),
          count: 1,
          items: [{ patid: '2001', kind: 'xray' }],
        })
      ).status,
    ).toBe(204);
    await goOn(2 * DAY);
    await t.runJobs();
    expect([await tablesWith('Klein', '"2001"'), hasFile(child)]).toEqual([[], false]);
  });
});

describe('[sec 6] after a restore', () => {
  it('erases people again before serving; a new patient with the same number stays', async () => {
    const to = path.join(work, 'restored'),
      rootKey = path.join(to, 'root.key');
    await restore(
      {
        from: target,
        snapshot: undefined,
        unlock: { rootKeys: [new Uint8Array(32).fill(7)] },
        data: to,
        databaseUrl: undefined,
        rootKeyFile: rootKey,
        replace: false,
        now: t.clock.now,
      },
      {
        renew: () => Promise.resolve(),
        revoke: () => Promise.resolve(false),
        note: () => Promise.resolve(),
      },
      () => undefined,
    );
    const { now } = t.clock,
      before = t;
    await before.drop();
    // No byte of the name is left in the database that deleted it.
    for (const name of ['molar.db', 'molar.db-wal']
      .map((one) => path.join(data, one))
      .filter(existsSync))
      expect([name, readFileSync(name).includes('Großnord')]).toEqual([name, false]);
    // The backup of a plain database is restored encrypted.
    expect(stateOfFile(path.join(to, 'molar.db'))).toBe('sealed');
    t = await createTestApp('sqlite', { folder: to, renderer });
    t.clock.now = now;
    expect((await tablesWith('Großnord')).length).toBeGreaterThan(3);
    expect(await t.app.eraseAgain()).toBe(2);
    expect([await tablesWith('Großnord', '"1001"'), await tablesWith('Klein', '"2001"')]).toEqual([
      [],
      [],
    ]);
    expect(hasFile(f.ids.finalSha256)).toBe(false);
    t.clock.now += DAY;
    await t.deps.workshop.write(f.p.cid, f.p.system, (w) =>
      addPatients(w, 'pvs', [person('1001', 'Anna', 'Neubeginn', '1941-03-04')]),
    );
    expect([await t.app.eraseAgain(), await tablesWith('Neubeginn')]).toEqual([0, ['patient']]);
    // A line truncated by a crash does not affect others.
    writeFileSync(
      path.join(to, 'erased.jsonl'),
      `${readFileSync(path.join(to, 'erased.jsonl'), 'utf8')}{"at":1,"ci`,
    );
    expect(await t.app.eraseAgain()).toBe(0);
  });
});

describe('[sec 6] on PostgreSQL', () => {
  it('a record is deleted from every table as well', async () => {
    const pg = await createTestApp('postgres', { renderer: quickRenderer() }),
      p = await addPractice(pg, 'sued', [
        person('3001', 'Paula', 'Pergament', '1960-01-01'),
        person('3002', 'Petra', 'Pergament', '1985-01-01'),
      ]);
    try {
      const { mappeId } = await sendMappe(p, { patid: '3001', name: 'Paula Pergament' });
      pg.clock.now += 12 * YEAR;
      await pg.deps.store.write(async (db) => {
        await db.update(pg.deps.store.t.user).set({ createdAt: pg.clock.now });
      });
      await renew(p);
      await stepUp(pg, p.users.owner);
      const call = (what: string, json?: object): Promise<Answer> =>
        json
          ? p.post(`/retention${what}`, p.users.owner, json)
          : p.call(`/retention${what}`, { as: p.users.owner });
      expect(((await call('/due')).json as DueList).items.map((one) => one.patid)).toEqual([
        '3001',
        '3002',
      ]);
      expect(
        (
          await call('/runs', {
            id: pg.deps.newId(),
            count: 1,
            items: [{ patid: '3001', kind: 'record' }],
          })
        ).status,
      ).toBe(204);
      pg.clock.now += 2 * DAY;
      await pg.runJobs();
      t = pg;
      // Names are encrypted: those who stay are found by their number.
      expect([
        await tablesWith(mappeId, '"3001"', 'Paula'),
        await tablesWith('"3002"'),
        await tablesWith('Petra'),
      ]).toEqual([['audit'], expect.arrayContaining(['patient']), []]);
    } finally {
      await pg.drop();
    }
  });
});
