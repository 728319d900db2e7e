/**
 * Tests of reading the audit log: filters, visibility of names, safe exports, alarms, and no
 * data without an entry.
 */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccessReport, AuditPage } from '../../../shared/operations/audit.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import {
  addPractice,
  addVendor,
  login,
  person,
  type Practice,
} from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { scopeWriter } from '../db/scope.ts';
import type { Report } from '../../paper/pdf/report.ts';
import { createAppend } from './append.ts';
import { eachEntry } from './read-audit.ts';

describe.each(STORES)('reading the audit log (%s)', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  const many = Array.from({ length: 60 }, (_, i) =>
    person(String(2000 + i), 'Vera', `Vielfalt${i}`, '1970-01-01'),
  );
  beforeEach(async () => {
    t = await createTestApp(kind, { ownsTables: true });
    p = await addPractice(t, 'nord', [
      person('1001', 'Anna', '=Groß', '1941-03-04'),
      person('1002', 'Emil', 'Özkan', '1990-07-11'),
      ...many,
    ]);
    other = await addPractice(t, 'sued');
  });
  afterEach(() => t.drop());
  const page = async (query = '', as = p.users.owner) =>
    (await t.call(`/api/audit${query}`, { as })).json as AuditPage;
  const open = (patid: string, as = p.users.staff) =>
    t.call(`${p.base}/patient/patients/${patid}`, { as });
  const types = async (query: string) => (await page(query)).items.map((i) => i.type);

  it('shows actor, action and patient of each entry, by request, and finds it by every filter', async () => {
    await open('1001');
    await t.call(`${p.base}/api/settings`, { as: p.users.staff });
    expect((await t.call('/api/audit', { as: p.users.staff })).code).toBe('forbidden');
    const {
      items: [row],
      people,
    } = await page('?patid=1001&kind=access');
    expect(row).toMatchObject({
      type: 'patient.viewed',
      de: 'Akte geöffnet',
      en: 'Record opened',
      patid: '1001',
      who: { kind: 'user', id: p.users.staff.userId, name: 'Özlem Yıldız-staff', grant: null },
      role: 'staff',
      result: 'done',
    });
    expect(row?.patient).toContain('Groß');
    expect(row?.requestId.length).toBeGreaterThan(7);
    expect(row?.device).not.toBe('');
    expect(people).toHaveLength(3);
    expect(await types('?patid=1002')).toEqual([]);
    expect(await types(`?user=${p.users.staff.userId}&result=refused`)).toEqual(['access.denied']);
    expect(await types('?kind=practice&to=2026-11-19')).toEqual([]);
    expect(await types('?from=2026-11-20&to=2026-11-20&kind=practice')).toContain('terms.accepted');
    expect((await t.call('/api/audit?kind=all', { as: p.users.owner })).code).toBe('validation');
    expect((await page('', other.users.owner)).items.some((i) => i.patid !== null)).toBe(false);
  });

  it('pages by number, fifty at a time, without gaps', async () => {
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      for (let i = 0; i < 120; i++) await w.audit('tablet.help', { i });
    });
    const all: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: AuditPage = await page(`?kind=tablet${cursor === '' ? '' : `&cursor=${cursor}`}`);
      all.push(...next.items.map((i) => i.seq));
      cursor = next.cursor;
    }
    expect(all).toHaveLength(120);
    expect(all).toEqual([...all].sort((a, b) => b - a));
  });

  it('[B42] exports CSV and JSON lines, and audits the export', async () => {
    await open('1001');
    const csv = await t.call('/api/audit/export?format=csv&patid=1001', { as: p.users.owner });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text.split('\r\n')[1]).toMatch(
      /,Akte geöffnet,patient\.viewed,erfolgt,Özlem Yıldız-staff,/,
    );
    expect(csv.text).toContain("'=Groß");
    const lines = (await t.call('/api/audit/export?format=jsonl', { as: p.users.owner })).text
      .trim()
      .split('\n');
    expect(
      lines.map((l) => JSON.parse(l) as { type: string }).some((l) => l.type === 'audit.exported'),
    ).toBe(true);
  });

  it('exports a log of any length without gaps, streamed in chunks', async () => {
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      for (let i = 0; i < 1_300; i++) await w.audit('tablet.help', { i });
    });
    const look = t.deps.workshop.look(p.cid, {
      kind: 'user',
      ip: '',
      userId: p.users.owner.userId,
      cid: p.cid,
      role: 'owner',
      behandler: false,
      name: 'Ö',
      sessionId: 's',
      stepUpUntil: 0,
    });
    const newest = (await look.db.find(t.deps.store.t.audit)).length;
    const csv = (await t.call('/api/audit/export?format=csv', { as: p.users.owner })).text
      .trim()
      .split('\r\n');
    expect(csv.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
      Array.from({ length: newest }, (_, i) => newest - i),
    );
    const lines = (
      await t.call('/api/audit/export?format=jsonl&kind=tablet', { as: p.users.owner })
    ).text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { seq: number }).seq);
    expect([lines.length, new Set(lines).size]).toEqual([1_300, 1_300]);
    // Unread pages are not generated.
    let asked = 0;
    const names = {
      people: () => {
        asked++;
        return Promise.resolve([]);
      },
      tablets: async () => [],
      patients: async () => new Map<string, string>(),
      numbersOf: async (_: unknown, patid: string) => [patid],
    };
    const pieces = (await eachEntry(names, look, {}, newest))[Symbol.asyncIterator]();
    await pieces.next();
    expect(asked).toBe(1);
    await pieces.return?.();
    expect(await types('?kind=access')).toEqual(['audit.exported', 'audit.exported']);
  });

  it('[sec 2] an administrator reads without identities and cannot filter by one; support reads nothing', async () => {
    await open('1001');
    const { administrator, support } = await addVendor(t);
    expect((await t.call('/api/audit', { as: support })).code).toBe('forbidden');
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await w.audit('patient.viewed', {}, '1001');
    });
    const { readAudit } = await import('./read-audit.ts');
    const as = {
      kind: 'user',
      ip: '',
      userId: administrator.userId,
      cid: p.cid,
      role: 'administrator',
      behandler: false,
      name: 'V',
      sessionId: 's',
      stepUpUntil: 0,
    } as const;
    const names = {
      numbersOf: async (_: unknown, patid: string) => [patid],
      people: async () => [{ id: p.users.staff.userId, name: 'Özlem' }],
      tablets: async () => [],
      patients: async () => new Map([['1001', 'Groß']]),
    };
    const seen = await readAudit(names, t.deps.workshop.look(p.cid, as), {});
    expect(seen.items.length).toBeGreaterThan(3);
    expect(JSON.stringify(seen)).not.toMatch(/Özlem|Groß|"1001"/);
    await expect(
      readAudit(names, t.deps.workshop.look(p.cid, as), { patid: '1001' }),
    ).rejects.toThrow('forbidden');
  });

  it('[U-Akte] lists per patient who looked, when and at what; the report itself is audited', async () => {
    await open('1001');
    await t.call(`${p.base}/patient/search?q=${encodeURIComponent('Özkan')}`, {
      as: p.users.reception,
    });
    const report = (await t.call('/api/audit/patient/1002', { as: p.users.owner }))
      .json as AccessReport;
    expect(report.items.map((i) => [i.de, i.who.name])).toEqual([
      ['In der Suche gefunden', 'Özlem Yıldız-reception'],
    ]);
    expect((await types('?patid=1002'))[0]).toBe('audit.report');
    expect((await t.call('/api/audit/patient/9999', { as: p.users.owner })).code).toBe('not_found');
    expect((await t.call('/api/audit/patient/1002', { as: p.users.staff })).code).toBe('forbidden');
  });

  it('[U-Akte] as a PDF for the patient: head, person, period, every access, also under a merged number', async () => {
    const report: Report[] = [];
    t.deps.renderer.renderReport = (one) => {
      report.push(one);
      return Promise.resolve(new TextEncoder().encode('%PDF-1.7'));
    };
    const { patid } = (
      await t.call(`${p.base}/patient/patients`, {
        as: p.users.reception,
        method: 'POST',
        json: { firstName: 'Emil', lastName: 'Ozkan', geburtsdatum: '1990-07-11', confirmed: true },
      })
    ).json as { patid: string };
    await open(patid);
    expect(
      (
        await t.call(`${p.base}/patient/merge`, {
          as: p.users.reception,
          method: 'POST',
          json: { fromPatid: patid, intoPatid: '1002', confirmed: true },
        })
      ).status,
    ).toBe(200);
    await open('1002');
    const ask = (who: keyof typeof p.users, number = '1002') =>
      t.call(`/api/audit/patient/${number}/pdf`, { as: p.users[who] });
    expect([(await ask('staff')).code, (await ask('owner', '9999')).code, report.length]).toEqual([
      'forbidden',
      'not_found',
      0,
    ]);
    const pdf = await ask('owner');
    expect([
      pdf.status,
      pdf.headers.get('content-type'),
      pdf.headers.get('cache-control'),
      pdf.text,
    ]).toEqual([200, 'application/pdf', 'no-store', '%PDF-1.7']);
    const [made] = report;
    expect(made?.praxis.name).toBe('Zahnarztpraxis nord');
    expect(made?.facts.map((f) => f.value)).toEqual([
      'Özkan, Emil',
      '11.07.1990',
      '1002',
      '20.11.2026 bis 20.11.2026',
    ]);
    const rows = (made?.rows ?? []).map((row) => row.slice(1).join('|'));
    expect(
      rows.filter((row) => row === 'Özlem Yıldız-staff|Praxisteam|Akte geöffnet'),
    ).toHaveLength(2);
    expect(rows.some((row) => row.startsWith('Özlem Yıldız-reception|Empfang|'))).toBe(true);
    expect((await types('?patid=1002'))[0]).toBe('audit.report');
    t.deps.renderer.renderReport = () => Promise.reject(new Error('Özkan is quoted by a renderer'));
    const failed = await ask('owner');
    expect([
      failed.code,
      /Özkan/.test(failed.text),
      t.lines.some((line) => line.includes('Özkan')),
    ]).toEqual(['pdf_failed', false, false]);
  });

  it('an open board logs one entry per patient, and another after ten minutes away', async () => {
    const search = () =>
      t.call(`${p.base}/patient/search?q=${encodeURIComponent('Özkan')}`, { as: p.users.staff });
    const count = async () => (await types('?patid=1002')).length;
    await search();
    for (let i = 0; i < 3; i++) {
      t.clock.now += 4 * 60_000;
      await search();
    }
    expect(await count()).toBe(1);
    t.clock.now += 10 * 60_000;
    Object.assign(p.users, {
      owner: { ...p.users.owner, ...(await login(t, 'owner@nord.test')) },
      staff: { ...p.users.staff, ...(await login(t, 'staff@nord.test')) },
    });
    await search();
    expect(await count()).toBe(2);
  });

  it('more than fifty records within ten minutes raise one alarm for the owner until seen', async () => {
    for (const one of many.slice(0, 50)) await open(one.patid);
    expect(await types('?result=alarm')).toEqual([]);
    for (const one of many.slice(50, 54)) await open(one.patid);
    expect(await types('?result=alarm')).toEqual(['access.bulk']);
    const alarms = async () =>
      (
        (await t.call('/api/audit/alarms', { as: p.users.owner })).json as {
          items: { seq: number; name: string; count: number }[];
        }
      ).items;
    const [alarm] = await alarms();
    expect(alarm).toMatchObject({ name: 'Özlem Yıldız-staff', count: 51 });
    for (let i = 0; i < 2; i++)
      expect(
        (
          await t.call(`/api/audit/alarms/${alarm?.seq}/seen`, {
            as: p.users.owner,
            method: 'POST',
          })
        ).status,
      ).toBe(204);
    expect(await alarms()).toEqual([]);
    expect(
      (await types('?kind=access')).filter((type) => type === 'access.bulk_seen'),
    ).toHaveLength(1);
    expect(
      (await t.call('/api/audit/alarms/1/seen', { as: p.users.owner, method: 'POST' })).code,
    ).toBe('not_found');
  });

  it('the count comes from the log: a restart keeps it, separate per person and practice', async () => {
    const append = async (
      from: ReturnType<typeof createAppend>,
      cid: string,
      actor: string,
      patids: readonly string[],
    ) => {
      for (const patid of patids)
        await t.deps.store.write((db) =>
          from(scopeWriter(db, cid), t.deps.store.t, {
            at: t.clock.now,
            type: 'document.viewed',
            actor,
            data: {},
            patid,
          }),
        );
    };
    const alarms = async (cid: string) =>
      (await t.deps.workshop.look(cid, p.system).db.find(t.deps.store.t.audit))
        .filter((r) => r.type === 'access.bulk')
        .map((r) => [r.actor, r.data.count]);
    const ids = many.map((m) => m.patid);
    await append(createAppend(), p.cid, 'user:a', ids.slice(0, 30));
    await append(createAppend(), p.cid, 'user:b', ids.slice(0, 50));
    await append(createAppend(), other.cid, 'user:a', ids.slice(0, 50));
    await append(createAppend(), p.cid, 'user:a', ids.slice(0, 50));
    expect([await alarms(p.cid), await alarms(other.cid)]).toEqual([[], []]);
    await append(createAppend(), p.cid, 'user:a', [ids[50] ?? '']);
    expect(await alarms(p.cid)).toEqual([['user:a', 51]]);
    t.clock.now += 10 * 60_000;
    await append(createAppend(), p.cid, 'user:b', ids.slice(50, 52));
    expect(await alarms(p.cid)).toHaveLength(1);
  });

  it('[sec 2] answers 503 without data while the log cannot be written', async () => {
    const { store } = t.deps;
    await store.write(async (db) => {
      if (kind === 'sqlite')
        await (db as unknown as { run(q: unknown): Promise<unknown> }).run(
          sql`create trigger audit_down before insert on audit begin select raise(abort, 'down'); end`,
        );
      else {
        const pg = db as unknown as { execute(q: unknown): Promise<unknown> };
        await pg.execute(
          sql`create function audit_down() returns trigger as $$ begin raise exception 'down'; end $$ language plpgsql`,
        );
        await pg.execute(
          sql`create trigger audit_down before insert on audit for each row execute function audit_down()`,
        );
      }
    });
    for (const target of [
      `${p.base}/patient/patients/1001`,
      `${p.base}/patient/search?q=Emil`,
      '/api/audit/patient/1001',
      '/api/audit/export?format=csv',
    ]) {
      const answer = await t.call(target, {
        as: target.startsWith('/api') ? p.users.owner : p.users.staff,
      });
      expect([target, answer.status, answer.code]).toEqual([target, 503, 'unavailable']);
      expect(answer.text).not.toMatch(/Groß|Emil|Özkan/);
    }
  });
});
