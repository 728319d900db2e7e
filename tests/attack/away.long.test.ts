/**
 * Outages and tampering: time-stamp service, receive key, renderer, audit rows; and the content of
 * the logs meanwhile.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyring } from '../../server/platform/keys/practice-keys.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { createLocalTsa, TsaError, type Tsa } from '../../server/paper/seal/tsa.ts';
import { verifyPdf } from '../../server/paper/seal/verify-pdf.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import { createTestApp, START, type TestApp } from '../support/in-process.ts';
import { FIELDS, compose, sendMappe, tasksOf } from '../support/mappe.ts';
import { addPractice, person, renew, type Practice } from '../support/practice.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';
import { STORES } from '../support/stores.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('outages and tampering (%s)', (kind) => {
  let t: TestApp, p: Practice, tablet: SimTablet, stamp: Tsa;
  let isTsaThere = true,
    isRendererThere = true;
  const tsa: Tsa = (bytes) =>
    isTsaThere ? stamp(bytes) : Promise.reject(new TsaError('tsa_unreachable', 'away'));

  beforeAll(async () => {
    const service = await createLocalTsa(() => (t as TestApp | undefined)?.clock.now ?? START);
    stamp = service.stamp;
    t = await createTestApp(kind, {
      tsa,
      revocation: service.revocation,
      tsaRoots: [service.root],
      renderer: {
        ...renderer,
        renderPdf: (...all) =>
          isRendererThere
            ? renderer.renderPdf(...all)
            : Promise.reject(new Error('Kanarius Vogelsang is quoted by a renderer')),
      },
    });
    p = await addPractice(t, 'sued', [person('77001', 'Kanarius', 'Vogelsang', '1938-02-17')]);
    tablet = await SimTablet.register(p);
  });
  afterAll(() => t.drop());

  const look = () => t.deps.workshop.look(p.cid, p.system);
  const send = { patid: '77001', name: 'Kanarius Vogelsang' };
  async function begin(): Promise<{ body: TaskBody; mappeId: string; taskId: string }> {
    const {
      mappeId,
      taskIds: [taskId = ''],
    } = await sendMappe(p, { ...send, tabletId: tablet.id });
    const body = (await tablet.inbox()).find((b) => b.taskId === taskId);
    if (!body) throw new Error('the task did not reach the tablet');
    return { body, mappeId, taskId };
  }
  const verify = async () =>
    (await p.call('/audit/verify', { as: p.users.owner })).json as {
      ok: boolean;
      rows: number;
      broken?: { seq: number };
    };

  it('seals without a time stamp during an outage, and adds it later without changing the signed content', async () => {
    isTsaThere = false;
    const { body, taskId, mappeId } = await begin();
    await tablet.push(await tablet.op('task.submit', body, submissionOf(body, t.clock.now)));
    await t.runJobs();
    const fileId = (await tasksOf(p, mappeId))[0]?.fileId ?? '';
    const row = async () =>
      (
        (await p.call('/documents/list', { as: p.users.staff })).json as {
          items: { fileId: string; level: string; sha256: string }[];
        }
      ).items.find((i) => i.fileId === fileId);
    expect(await row()).toMatchObject({ level: 'B-B', taskId });
    const before = (await p.call(`/documents/file/${fileId}`, { as: p.users.staff })).bytes;
    t.clock.now += 31_000;
    await t.runJobs();
    expect(await row()).toMatchObject({ level: 'B-B' });
    isTsaThere = true;
    t.clock.now += 60_000;
    await t.runJobs();
    expect(await row()).toMatchObject({ level: 'B-LTA', fileId });
    const after = (await p.call(`/documents/file/${fileId}`, { as: p.users.staff })).bytes;
    expect(after.length).toBeGreaterThan(before.length);
    const authorities = (await look().db.find(t.deps.store.t.practiceKey)).flatMap((k) =>
      k.purpose === 'authority' && k.certificate ? [k.certificate] : [],
    );
    expect(await verifyPdf(after, { authorities, tsaRoots: [] })).toMatchObject({
      verdict: 'unchanged',
      shown: { isSame: true },
      timestamp: { isIntact: true },
    });
    expect(
      (await look().db.find(t.deps.store.t.document)).filter((d) => d.taskId === taskId),
    ).toHaveLength(1);
    // The operator trusts the root of that service, so its token proves the time.
    const check = async (body: Uint8Array) =>
      (
        await p.call('/documents/check', {
          as: p.users.staff,
          method: 'POST',
          body,
          type: 'application/pdf',
        })
      ).json;
    expect(await check(after)).toMatchObject({
      kept: 'original',
      seal: { level: 'B-LTA' },
      archive: { isIntact: true, stamps: [{ isTrusted: true }] },
      timestamp: { isIntact: true, isTrusted: true },
    });
    expect(await check(before)).toMatchObject({
      kept: 'original',
      seal: { level: 'B-B' },
      timestamp: null,
    });
  });

  it('[inv S2] parks ops sealed to another key, keeps their bytes, and shows them on the board', async () => {
    const { body, mappeId } = await begin();
    const other = await createSealKeys(false);
    const op = await tablet.op('task.submit', body, submissionOf(body, t.clock.now), {
      sealTo: other.publicKey,
    });
    expect((await tablet.push(op)).verdicts).toEqual([
      { n: op.h.n, s: 'parked', code: 'unreadable' },
    ]);
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({
      state: 'needs_attention',
      attention: 'unreadable',
    });
    await p.post(`/tablet/mappen/${mappeId}/withdraw`, p.users.reception);
  });

  it('calls staff when the renderer stays down, and continues when it is back', async () => {
    isRendererThere = false;
    const { mappeId } = (await compose(p, { ...send, tabletId: tablet.id })).json as {
      mappeId: string;
    };
    for (let i = 0; i < 8; i++) {
      await t.runJobs();
      t.clock.now += 60_000;
    }
    isRendererThere = true;
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({ state: 'needs_attention' });
    expect((await p.call('/tablet/parked', { as: p.users.staff })).status).toBe(200);
    expect((await p.post(`/tablet/mappen/${mappeId}/restart`, p.users.reception)).status).toBe(204);
    await t.runJobs();
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({ state: 'assigned' });
    await p.post(`/tablet/mappen/${mappeId}/withdraw`, p.users.reception);
  });

  it('[sync P10] acknowledges while the practice key cannot be opened, parks nothing, judges afterwards', async () => {
    const { body, taskId, mappeId } = await begin();
    const op = await tablet.op('task.submit', body, submissionOf(body, t.clock.now));
    const { keys } = t.deps;
    let tries = 0;
    t.deps.keys = createKeyring(() => {
      tries++;
      return Promise.reject(new Error('no key'));
    });
    expect((await tablet.send(tablet.frame([op]))).json).toMatchObject({
      ackN: op.h.n,
      results: [{ n: op.h.n, s: 'stored' }],
    });
    await vi.waitUntil(() => tries > 0, 20_000);
    const [waiting] = await tasksOf(p, mappeId);
    expect([waiting?.state, waiting?.attention]).toEqual(['assigned', undefined]);
    t.deps.keys = keys;
    expect((await tablet.push(op)).verdicts).toEqual([{ n: op.h.n, s: 'dup' }]);
    await t.runJobs();
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({ taskId, state: 'filed' });
    expect(t.lines.some((line) => line.includes('judge.waits'))).toBe(true);
  });

  it("the audit chain verifies; the server's database user cannot change rows, a forged one is named", async () => {
    await renew(p);
    const before = await verify();
    expect(before).toMatchObject({ ok: true });
    expect(before.rows).toBeGreaterThan(20);
    const { audit } = t.deps.store.t;
    const rows = await look().db.find(audit);
    await expect(
      t.deps.store.write(async (db) => {
        await db
          .update(audit)
          .set({ type: 'nothing' })
          .where(sql`seq = 3`);
      }),
    ).rejects.toThrow();
    await expect(
      t.deps.store.write(async (db) => {
        await db.delete(audit).where(sql`seq = 3`);
      }),
    ).rejects.toThrow();
    expect(await look().db.find(audit)).toEqual(rows);
    expect(await verify()).toMatchObject({ ok: true });
    const [last] = rows.sort((a, b) => b.seq - a.seq);
    await t.deps.store.write(async (db) => {
      await db.insert(audit).values({ ...last!, cid: p.cid, seq: last!.seq + 50, type: 'forged' });
    });
    expect(await verify()).toMatchObject({ ok: false });
  });

  it('[sec B41][sec G5] no log line, error body or URL contains a name, birth date, answer or token', async () => {
    const found = await p.call(`/patient/search?q=${encodeURIComponent('Vogelsang')}`, {
      as: p.users.reception,
    });
    expect(found.text).toContain('Vogelsang');
    await p.call('/tablet/mappen', {
      as: p.users.reception,
      method: 'POST',
      json: {
        patids: ['77001'],
        items: [{ template: 'foto@1', fields: { Vogelsang: 'Kanarius' } }],
      },
    });
    await compose(p, {
      ...send,
      templates: ['extraktion@1'],
      fields: { ...FIELDS['extraktion@1'], Kanarius: 'Vogelsang' },
    });
    const wrong = await p.post('/patient/patients', p.users.reception, {
      firstName: 'Kanarius',
      lastName: 'Vogelsang',
      geburtsdatum: '1938-02-17',
    });
    expect(wrong.code).toBe('confirm_needed');
    const all = t.lines.join('');
    expect(all).toContain('"kind":"request"');
    expect(all).toContain('"kind":"failure"');
    const canaries = [
      'Vogelsang',
      'Kanarius',
      '1938-02-17',
      '17.02.1938',
      'Özlem',
      'Yıldız',
      '77001',
      'sued.test',
      tablet.token,
      p.users.owner.token,
      p.users.reception.token,
      'Gesichtsfotos',
    ];
    expect(canaries.filter((word) => all.includes(word))).toEqual([]);
    expect([wrong.text].filter((text) => /Vogelsang|Kanarius|1938/.test(text))).toEqual([]);
  });
});
