/**
 * Accepted master data reach the practice software without a paper: off until the owner wants it,
 * each decision once despite kills, ticked off only where the file carried the value exactly.
 */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createHandOver } from '../../server/compose/records-transfer.links.ts';
import { exportTask } from '../../server/records/transfer/export-task.job.ts';
import type { TakenEntry } from '../../shared/desk/master-data.schema.ts';
import type { MasterField } from '../../shared/desk/master-fields.ts';
import { readGdt } from '../../shared/records/gdt.ts';
import type { Transfer } from '../../shared/records/transfer.schema.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, person, renew, type Practice } from '../support/practice.ts';
import { lying, makeFolders, setUp, type Folders } from './exchange.ts';

const KILLED = Object.assign(new Error('killed'), { name: 'Killed' });
const GDT_ONLY = { gdt: true, pdf: false, fhir: true };
let t: TestApp,
  p: Practice,
  folders: Folders,
  n = 0;
beforeAll(async () => {
  t = await createTestApp('sqlite');
});
afterEach(() => {
  folders.drop();
});
afterAll(() => t.drop());

async function fresh(more: Parameters<typeof setUp>[2]): Promise<void> {
  p = await addPractice(t, `stamm${++n}`, [person('1001', 'Anna', 'Groß', '1941-03-04')]);
  folders = makeFolders();
  await setUp(p, folders, { pvsId: 'DSWIN001', ...more });
}
/** A person's answers that differ from the record, accepted by staff in one decision. */
async function accept(said: Partial<Record<MasterField, string>>): Promise<void> {
  const answersId = t.deps.newId();
  await t.deps.workshop.write(p.cid, p.system, async (w) => {
    await w.tx.insert(
      w.t.masterChange,
      Object.entries(said).map(([field, after]) => ({
        id: `${answersId}.${field}`,
        patid: '1001',
        field: field as MasterField,
        before: '',
        after,
        answersId,
        answeredAt: w.now,
        proposedAt: w.now,
        recordedBy: null,
        confirmed: null,
        state: 'open' as const,
        decidedAt: null,
        decidedBy: null,
        notedAt: null,
        notedBy: null,
      })),
    );
  });
  const found = (await p.call('/patient/patients/1001/changes', { as: p.users.reception }))
    .json as { open: { id: string; before: string }[] };
  const changes = found.open.map(({ id, before }) => ({ id, before }));
  const answer = await p.post('/patient/patients/1001/changes/take', p.users.reception, {
    changes,
  });
  expect(answer.status).toBe(200);
}
const ticks = async (): Promise<Record<string, boolean>> => {
  const list = (await p.call('/patient/changes/taken', { as: p.users.reception }))
    .json as TakenEntry[];
  return Object.fromEntries(
    list.flatMap((one) => one.changes.map(({ field, notedAt }) => [field, notedAt !== null])),
  );
};
const transfer = async (): Promise<Transfer> =>
  (await p.call('/doctosync', { as: p.users.owner })).json as Transfer;
/** Lines of the only record in a file, without its head. */
const linesOf = (name: string): Record<string, string> => {
  const read = readGdt(readFileSync(path.join(folders.out, name)));
  if (!read.ok || read.flaws.length > 0 || read.records.length !== 1) throw new Error('unreadable');
  const [record] = read.records;
  return {
    8000: record?.satzart ?? '',
    ...Object.fromEntries(record?.lines.map(({ id, value }) => [id, value]) ?? []),
  };
};

it('writes nothing until the owner wants it, then the changed values only', async () => {
  await fresh({ targets: GDT_ONLY });
  await accept({ street: 'Alte Gasse 1' });
  await t.runJobs();
  expect([lying(folders.out), await ticks()]).toEqual([[], { street: false }]);

  await setUp(p, folders, { pvsId: 'DSWIN001', targets: GDT_ONLY, sendsPersons: true });
  await accept({ street: 'Neue Straße 9', plz: '10115', mobile: '0170 1234567' });
  await t.runJobs();
  const [file = '', ...others] = lying(folders.out);
  expect([others, file]).toEqual([
    [],
    expect.stringMatching(/^1001_20261120_Stammdaten_[0-9a-f]{12}\.gdt$/),
  ]);
  const { 3106: town = '', ...lines } = linesOf(file);
  expect(lines).toEqual({
    8000: '6301',
    8315: 'DSWIN001',
    8316: 'MOLAR',
    9206: '3',
    9218: '02.10',
    3000: '1001',
    3101: 'Groß',
    3102: 'Anna',
    3103: '04031941',
    3107: 'Neue Straße 9',
    3112: '10115',
    3618: '0170 1234567',
  });
  expect(town.startsWith('10115')).toBe(true);
  // The earlier street was overtaken; the mobile number is in a field that not every program knows.
  expect(await ticks()).toEqual({ street: true, plz: true, mobile: false });
  expect((await transfer()).done).toMatchObject([
    { isPerson: true, target: 'gdt', state: 'done', name: 'Groß, Anna', files: [file] },
  ]);
});

it('writes each decision once, and ticks it off, when killed at every step', async () => {
  await fresh({ targets: GDT_ONLY, sendsPersons: true });
  const { links } = createHandOver(t.deps, () => {
    throw new Error('no forms here');
  });
  await accept({ city: 'Köln' });
  const [waiting] = (await transfer()).open;
  const job = (attempts: number) => ({
    id: 'j',
    cid: p.cid,
    key: `export:${waiting?.taskId}`,
    kind: 'export-task' as const,
    payload: { taskId: waiting?.taskId ?? '' },
    attempts,
  });
  const names: string[] = [];
  for (let life = 0; ; life++) {
    let left = life;
    const reached: string[] = [];
    const point = (name: string): void => {
      reached.push(name);
      if (left-- === 0) throw KILLED;
    };
    const killed = await exportTask(
      { workshop: t.deps.workshop, links, point },
      job(life + 1),
    ).then(
      () => false,
      (error: unknown) => {
        if (error !== KILLED) throw error;
        return true;
      },
    );
    names.push(...reached);
    // The practice software takes what it finds.
    for (const name of lying(folders.out))
      renameSync(path.join(folders.out, name), path.join(folders.root, `${life}-${name}`));
    if (!killed) break;
  }
  expect(new Set(names)).toEqual(
    new Set(['stage', 'staged', 'ready', 'put', 'renamed', 'all put', 'done']),
  );
  expect(lying(folders.root).filter((name) => name.endsWith('.gdt'))).toHaveLength(1);
  expect(await ticks()).toEqual({ city: true });
});

it('writes a table without formulas; ticking off stays by hand', async () => {
  await fresh({ targets: { gdt: false, pdf: true, fhir: false }, sendsPersons: true });
  await accept({ street: '=1+1', mobile: '0170 1' });
  await t.runJobs();
  const [file = ''] = lying(folders.out);
  const rows = readFileSync(path.join(folders.out, file), 'utf8').split('\r\n');
  expect(rows).toEqual([
    '\ufeffpatid;nachname;vorname;geburtsdatum;stammdatum;vorher;nachher;uebernommen',
    '1001;Groß;Anna;1941-03-04;street;;"\'=1+1";2026-11-20T09:00:00.000Z',
    '1001;Groß;Anna;1941-03-04;mobile;;0170 1;2026-11-20T09:00:00.000Z',
    '',
  ]);
  expect(await ticks()).toEqual({ street: false, mobile: false });
});

it('skips what staff entered by hand meanwhile; a lost drive alarms and ticks nothing off', async () => {
  await fresh({ targets: GDT_ONLY, sendsPersons: true });
  renameSync(folders.out, `${folders.out}-weg`);
  await accept({ street: 'Neue Straße 9', city: 'Köln' });
  for (let i = 0; i < 20; i++) {
    await t.runJobs();
    t.clock.now += 301_000;
  }
  await renew(p);
  const [failed] = (await transfer()).failed;
  expect(failed).toMatchObject({ isPerson: true, error: 'folder_gone', state: 'failed' });
  expect(await ticks()).toEqual({ street: false, city: false });
  expect(t.lines.join('')).not.toMatch(/Groß|Köln|Neue Straße/);

  rmSync(folders.out, { recursive: true, force: true });
  renameSync(`${folders.out}-weg`, folders.out);
  const { taken } = (await p.call('/patient/patients/1001/changes', { as: p.users.reception }))
    .json as { taken: { id: string; field: string }[] };
  const street = taken.find((one) => one.field === 'street')?.id;
  await p.post('/patient/patients/1001/changes/noted', p.users.reception, {
    changeIds: [street],
    isNoted: true,
  });
  const again = await p.post('/doctosync/retry', p.users.reception, {
    taskId: failed?.taskId,
    target: 'gdt',
  });
  expect(again.status).toBe(204);
  await t.runJobs();
  const [file = ''] = lying(folders.out);
  expect(Object.keys(linesOf(file))).not.toContain('3107');
  expect(await ticks()).toEqual({ street: true, city: true });
});

it('settings stay readable for a program that does not know the wish', async () => {
  await fresh({ targets: GDT_ONLY, sendsPersons: true });
  const [row] = await t.deps.store.read.select().from(t.deps.store.t.doctosync);
  expect(row?.settings).not.toHaveProperty('sendsPersons');
  expect((await transfer()).settings?.sendsPersons).toBe(true);
});
