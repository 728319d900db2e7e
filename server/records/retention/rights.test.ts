/**
 * End-to-end tests of a person's rights: a closed record is invisible until opened with a reason, a
 * demand erases data without a retention duty, an export contains everything about one person and
 * nothing about others.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestApp,
  type Answer,
  type Bearer,
  type TestApp,
} from '../../../tests/support/in-process.ts';
import { fillPraxis, type Filled } from '../../../tests/support/filled.ts';
import { composition } from '../../../tests/support/mappe.ts';
import { person, renew, stepUp } from '../../../tests/support/practice.ts';
import type {
  ClosedList,
  ErasureRun,
  PersonRights,
} from '../../../shared/records/retention.schema.ts';
import { OPENING_MS } from '../../../shared/records/retention.ts';
import { addPatients } from '../../desk/patient/add-records.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { DEMAND_REASON } from './demand.ts';
import { unzip } from './export/unzip.fixture.ts';
import { zipOf } from './export/zip.ts';

const DAY = 86_400_000,
  renderer = testRenderer(),
  data = mkdtempSync(path.join(tmpdir(), 'molar-rights-'));
let t: TestApp, f: Filled;
const owner = (): Bearer => f.p.users.owner;
const rights = async (patid = '1001'): Promise<PersonRights> =>
  (await f.p.call(`/retention/people/${patid}`, { as: owner() })).json as PersonRights;
const post = (what: string, json?: object, patid = '1001'): Promise<Answer> =>
  f.p.post(`/retention/people/${patid}/${what}`, owner(), json);
async function goOn(ms: number): Promise<void> {
  t.clock.now += ms;
  await t.deps.store.write(async (db) => {
    await db.update(t.deps.store.t.user).set({ createdAt: t.clock.now });
  });
  await renew(f.p);
  await stepUp(t, f.p.users.owner);
}
const audited = async (type: string): Promise<number> =>
  (
    await t.deps.workshop
      .look(f.p.cid, f.p.system)
      .db.find(t.deps.store.t.audit, eq(t.deps.store.t.audit.type, type))
  ).length;
/**
 * Every response about one patient that a user of the practice can get, and those that contained
 * the name.
 */
async function seenBy(as: Bearer): Promise<string[]> {
  const { ids } = f,
    ways = [
      '/patient/search?q=Großnord',
      `/patient/search?q=${ids.patid}`,
      `/patient/patients/${ids.patid}`,
      '/documents/list',
      `/documents/list?patid=${ids.patid}`,
      `/documents/file/${ids.fileId}`,
      `/anamnese/responses?patid=${ids.patid}`,
      `/anamnese/responses/${ids.answersId}`,
      `/consents/patients/${ids.patid}`,
      '/tablet/board',
      '/papo/shares',
      `/papers/scans/papers/${ids.patid}`,
      `/tablet/rules/proposal?patid=${ids.patid}`,
      '/patient/changes',
      `/tablet/tasks/${ids.filedTaskId}/print`,
      '/papers/missing',
    ];
  const found: string[] = [];
  for (const way of ways) {
    const answer = await f.p.call(way, { as });
    if (answer.status >= 500) throw new Error(`${way}: ${answer.status} ${answer.text}`);
    if (
      answer.status === 200 &&
      (answer.text.includes('Großnord') || answer.text.startsWith('%PDF'))
    )
      found.push(way);
  }
  return found;
}

beforeAll(async () => {
  t = await createTestApp('sqlite', { folder: data, renderer });
  f = await fillPraxis(t, 'nord', '1001');
  await t.deps.workshop.write(f.p.cid, f.p.system, (w) =>
    addPatients(w, 'pvs', [{ ...person('2002', 'Ben', 'Bleibt', '1980-01-01') }]),
  );
  await stepUp(t, f.p.users.owner);
}, 60_000);
afterAll(async () => {
  await t.drop().catch(() => undefined);
  renderer.close();
  rmSync(data, { recursive: true });
});

describe('[sec 6] a closed record (Art. 18)', () => {
  it('reports kept data with its law, and the obstacles to a demand', async () => {
    const one = await rights();
    expect(one).toMatchObject({
      name: 'Großnord, Anna',
      demand: { way: 'rest', stops: ['open'] },
      restriction: null,
      hold: null,
      openPapers: 1,
    });
    expect(one.kept.find((row) => row.thing === 'documents')).toEqual({
      thing: 'documents',
      count: 1,
      until: `${new Date(t.clock.now).getUTCFullYear() + 11}-12-31`,
      law: '§ 630f Abs. 3 BGB; § 8 Abs. 3 Satz 3 BMV-Z',
    });
    expect(one.rest.map((row) => row.thing)).toEqual(expect.arrayContaining(['links', 'changes']));
    expect([
      (await post('close', { id: t.deps.newId(), reason: 'Beschwerde' })).code,
      (await post('erase', { id: t.deps.newId() })).code,
    ]).toEqual(['state_conflict', 'state_conflict']);
  });

  it("is in no list, cannot be opened and gets no mail; other people's numbers are unchanged", async () => {
    expect(
      (await f.p.post(`/tablet/mappen/${f.ids.mappeId}/withdraw`, f.p.users.reception)).status,
    ).toBeLessThan(300);
    await t.runJobs();
    const before = await seenBy(f.p.users.reception),
      id = t.deps.newId();
    expect(before.length).toBeGreaterThan(8);
    expect([
      (await post('close', { id, reason: 'Beschwerde' })).status,
      (await post('close', { id, reason: 'Beschwerde' })).status,
      (await post('close', { id, reason: 'anders' })).code,
    ]).toEqual([204, 204, 'conflict']);
    for (const as of [f.p.users.reception, f.p.users.staff, owner()])
      expect(await seenBy(as)).toEqual([]);
    expect(
      (await f.p.post('/tablet/mappen', f.p.users.reception, composition({ patid: '1001' })))
        .status,
    ).toBe(404);
    expect(
      ((await f.p.call('/patient/search?q=Bleibt', { as: f.p.users.reception })).json as unknown[])
        .length,
    ).toBe(1);
    expect(
      ((await f.p.call('/retention/closed', { as: owner() })).json as ClosedList).items,
    ).toMatchObject([{ patid: '1001', name: 'Großnord, Anna', reason: 'Beschwerde' }]);
    expect((await f.p.call('/retention/people/1001', { as: f.p.users.staff })).status).toBe(403);
    // Work of tablets and jobs continues.
    expect(
      (await t.deps.workshop.look(f.p.cid, f.p.system).db.find(t.deps.store.t.patient)).some(
        (row) => row.patid === '1001',
      ),
    ).toBe(true);
  });

  it('opens for half an hour to the user who gave a reason, to no other user, and is logged', async () => {
    const before = (await seenBy(f.p.users.reception)).length;
    expect([
      before,
      (await post('open', { id: t.deps.newId(), reason: 'Schmerzen, Wochenenddienst' })).status,
    ]).toEqual([0, 204]);
    expect((await seenBy(owner())).length).toBeGreaterThan(8);
    expect([
      await seenBy(f.p.users.staff),
      await seenBy(f.p.users.reception),
      await audited('restriction.opened'),
    ]).toEqual([[], [], 1]);
    expect((await rights()).restriction?.openings).toMatchObject([
      { reason: 'Schmerzen, Wochenenddienst' },
    ]);
    await goOn(OPENING_MS + 1000);
    expect(await seenBy(owner())).toEqual([]);
  });

  it('a restored database closes it again, or reopens it when it had been opened to all', async () => {
    const { restriction } = t.deps.store.t;
    await t.deps.store.write(async (db) => {
      await db.delete(restriction);
    });
    expect(await t.app.eraseAgain()).toBe(1);
    expect([await seenBy(owner()), (await rights()).restriction?.setAt === undefined]).toEqual([
      [],
      false,
    ]);
    expect((await post('reopen')).status).toBe(204);
    expect((await seenBy(f.p.users.reception)).length).toBeGreaterThan(8);
    await t.deps.store.write(async (db) => {
      await db.update(restriction).set({ liftedAt: null, setAt: 1 });
    });
    expect([await t.app.eraseAgain(), (await rights()).restriction]).toEqual([1, null]);
    expect(await t.app.eraseAgain()).toBe(0);
  });
});

describe('[sec 6] an export for a person (Art. 15, 20)', () => {
  it("contains only this person's data and accesses, requires the password and expires after days", async () => {
    const id = t.deps.newId();
    expect([
      (await post('exports', { id })).status,
      (await post('exports', { id })).status,
      (await post('exports', { id: t.deps.newId() })).code,
    ]).toEqual([204, 204, 'state_conflict']);
    await t.runJobs();
    const [made] = (await rights()).exports;
    expect(made).toMatchObject({ id, state: 'ready' });
    expect(made?.done).toBe(made?.total);
    const { session } = t.deps.store.t;
    await t.deps.store.write(async (db) => {
      await db.update(session).set({ stepUpUntil: 0 });
    });
    expect((await f.p.call(`/retention/exports/${id}`, { as: owner() })).code).toBe('step_up');
    await stepUp(t, f.p.users.owner);
    const answer = await f.p.call(`/retention/exports/${id}`, { as: owner() }),
      files = unzip(answer.bytes);
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'application/zip',
      'no-store',
    ]);
    expect([...files.keys()].map((name) => name.replace(/\d{4}-\d\d-\d\d-/, ''))).toEqual(
      expect.arrayContaining([
        'uebersicht.pdf',
        'zugriffe.pdf',
        'daten/fhir.json',
        'daten/daten.json',
        'antworten/Fragen-der-Praxis-nord.pdf',
      ]),
    );
    const sealed = Buffer.from(
      (await f.p.call(`/documents/file/${f.ids.fileId}`, { as: owner() })).bytes,
    );
    expect(
      [...files].some(([name, bytes]) => name.startsWith('dokumente/') && bytes.equals(sealed)),
    ).toBe(true);
    const bundle = JSON.parse(files.get('daten/fhir.json')!.toString()) as {
        type: string;
        entry: {
          fullUrl: string;
          resource: { resourceType: string; subject?: { reference: string } };
        }[];
      },
      kinds = bundle.entry.map((one) => one.resource.resourceType);
    expect([
      bundle.type,
      kinds.filter((one) => one === 'Patient').length,
      kinds.includes('QuestionnaireResponse'),
      kinds.includes('Consent'),
      kinds.includes('DocumentReference'),
    ]).toEqual(['collection', 1, true, true, true]);
    const all = new Set(bundle.entry.map((one) => one.fullUrl));
    expect(
      bundle.entry
        .flatMap((one) => one.resource.subject?.reference ?? [])
        .every((one) => all.has(one)),
    ).toBe(true);
    const rows = files.get('daten/daten.json')!.toString();
    expect([
      rows.includes('Großnord'),
      rows.includes('Bleibt'),
      /"(?:hash|sealed|codeHash)"/.test(rows),
    ]).toEqual([true, false, false]);
    await goOn(4 * DAY);
    expect((await f.p.call(`/retention/exports/${id}`, { as: owner() })).status).toBe(404);
    const sha256 = (
        await t.deps.workshop.look(f.p.cid, f.p.system).db.find(t.deps.store.t.personExport)
      ).find((row) => row.id === id)!.sha256!,
      file = path.join(t.blobsFolder, f.p.cid, sha256.slice(0, 2), sha256);
    expect(existsSync(file)).toBe(true);
    await t.app.tidy();
    expect([existsSync(file), (await rights()).exports[0]?.state]).toEqual([false, 'over']);
  }, 30_000);

  it('a ZIP contains no name twice', async () => {
    const one = {
      name: 'ä.txt',
      bytes: new TextEncoder().encode('öffnen'.repeat(50)),
      at: t.clock.now,
    };
    expect(
      unzip(await zipOf([one]))
        .get('ä.txt')
        ?.toString(),
    ).toBe('öffnen'.repeat(50));
    await expect(zipOf([one, one])).rejects.toThrow(RangeError);
  });
});

describe('[sec 6] a demand for erasure (Art. 17)', () => {
  it('erases data without retention duty, closes the record, informs the person, survives a restore', async () => {
    const id = t.deps.newId(),
      hold = { id: t.deps.newId(), patid: '1001', reason: 'Rechtsstreit' };
    await t.deps.store.write(async (db) => {
      await db
        .update(t.deps.store.t.patient)
        .set({ email: 'anna@example.org', mobile: '0151 1' })
        .where(eq(t.deps.store.t.patient.patid, '1001'));
    });
    expect((await f.p.post('/retention/holds', owner(), hold)).status).toBe(204);
    expect([(await rights()).demand.stops, (await post('erase', { id })).code]).toEqual([
      ['hold'],
      'state_conflict',
    ]);
    expect((await f.p.post(`/retention/holds/${hold.id}/lift`, owner())).status).toBe(204);
    expect((await f.p.call('/retention/people/1001/letter', { as: owner() })).code).toBe(
      'state_conflict',
    );
    expect([(await post('erase', { id })).status, (await post('erase', { id })).status]).toEqual([
      204, 204,
    ]);
    await t.runJobs();
    const look = t.deps.workshop.look(f.p.cid, f.p.system),
      s = t.deps.store.t,
      of = { patid: '1001' } as const;
    expect([
      (await look.db.find(s.share)).length,
      (await look.db.find(s.masterChange)).length,
      (await look.db.find(s.document)).some((row) => row.patid === of.patid),
      (await look.db.find(s.answers)).some((row) => row.patid === of.patid),
    ]).toEqual([0, 0, true, true]);
    expect((await look.db.find(s.patient)).find((row) => row.patid === '1001')).toMatchObject({
      email: null,
      mobile: null,
      lastName: 'Großnord',
    });
    expect(
      (await look.db.find(s.task)).filter((row) => row.patid === '1001').map((row) => row.state),
    ).toEqual(['filed']);
    expect(await seenBy(f.p.users.reception)).toEqual([]);
    const now = await rights();
    expect([
      now.restriction?.reason,
      now.restriction?.erasedAt === null,
      now.rest,
      now.demand.stops,
    ]).toEqual([DEMAND_REASON, false, [], ['done']]);
    const runs = (await f.p.call('/retention/runs', { as: owner() })).json as {
      items: ErasureRun[];
    };
    expect(runs.items.find((one) => one.id === id)).toMatchObject({
      origin: 'demand',
      state: 'done',
      counts: { people: 0, documents: 0 },
    });
    expect(
      Buffer.from((await f.p.call('/retention/people/1001/letter', { as: owner() })).bytes)
        .toString('latin1')
        .startsWith('%PDF-'),
    ).toBe(true);
    expect(readFileSync(path.join(data, 'erased.jsonl'), 'utf8')).toMatch(/"mark":"rest"/);
    // The older database lacks the changes: address and link exist again, and the record is open.
    await t.deps.store.write(async (db) => {
      await db.delete(s.restriction);
      await db
        .update(s.patient)
        .set({ email: 'anna@example.org' })
        .where(eq(s.patient.patid, '1001'));
    });
    expect(await t.app.eraseAgain()).toBe(1);
    expect([
      await seenBy(f.p.users.reception),
      (await look.db.find(s.patient)).find((row) => row.patid === '1001')?.email,
      await t.app.eraseAgain(),
    ]).toEqual([[], null, 0]);
  });

  it('a person who was never treated is erased completely, a day later', async () => {
    const { tempPatid } = f.ids;
    expect((await rights(tempPatid)).demand).toEqual({ way: 'whole', stops: [] });
    expect((await post('erase', { id: t.deps.newId() }, tempPatid)).status).toBe(204);
    expect((await rights(tempPatid)).demand.stops).toEqual(['under_way']);
    await goOn(DAY + 60_000);
    await t.runJobs();
    expect((await f.p.call(`/retention/people/${tempPatid}`, { as: owner() })).status).toBe(404);
  });
});
