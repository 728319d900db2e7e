// Missing signatures over HTTP on both databases: patients, unsigned or proposed papers, the sum at
// risk, the file; nothing of another practice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patientTarget } from '../../../shared/desk/follow-up.schema.ts';
import type { Missing, PersonPapers } from '../../../shared/papers/papers.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { compose, sendMappe } from '../../../tests/support/mappe.ts';
import { addPractice, person, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { berlinDay, germanDay } from '../../../shared/base/dates.ts';
import { addAppointments } from '../../desk/patient/add-records.ts';
import type { Report } from '../../paper/pdf/report.ts';
import { daysFrom } from './list-missing.ts';

it('counts calendar days across a clock change', () => {
  expect(daysFrom('2026-10-24', 2)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  expect(daysFrom('2027-02-28', 1)).toEqual(['2027-02-28', '2027-03-01']);
});

describe.each(STORES)('missing signatures on %s', (kind) => {
  const papers: Report[] = [];
  let t: TestApp, p: Practice, other: Practice;
  const today = (): string => berlinDay(t.clock.now);
  const termin = (terminId: string, patid: string, art: string, more: number, time = '09:00') => ({
    terminId,
    patid,
    day: daysFrom(today(), more)[more]!,
    time,
    minutes: 30,
    zimmer: 'Zimmer 1',
    behandler: 'Dr. Weber',
    art,
  });
  const missing = async (query = '', of = p): Promise<Missing> => {
    const answer = await of.call(`/papers/missing${query}`, { as: of.users.reception });
    expect(answer.status).toBe(200);
    return answer.json as Missing;
  };
  const papersOf = (list: Missing, patid: string): string[] =>
    list.visits
      .find((one) => one.patid === patid)
      ?.papers.map((one) => `${one.template} ${one.state}`) ?? [];

  beforeAll(async () => {
    const quick = quickRenderer();
    t = await createTestApp(kind, {
      renderer: {
        ...quick,
        renderReport: (report) => {
          papers.push(report);
          return quick.renderReport(report);
        },
      },
    });
    p = await addPractice(t, 'nord', [
      person('1001', 'Anna', 'Groß', '1941-03-04'),
      person('1002', 'Emil', '=1+1 Özkan', '1990-07-11'),
      person('1003', 'Ida', 'Klein', '1990-01-01'),
    ]);
    other = await addPractice(t, 'sued', [person('1001', 'Fremd', 'Fremd', '1990-01-01')]);
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      addAppointments(w, [
        termin('a', '1001', 'Kontrolle', 0),
        termin('b', '1002', 'Extraktion 36', 3),
        termin('b2', '1002', 'Kontrolle', 5),
        termin('c', '1003', 'Kontrolle', 9),
      ]),
    );
  });
  afterAll(() => t.drop());

  it('lists patients with a paper to sign; proposals are unsent; notices and forms never count', async () => {
    const list = await missing();
    expect(papersOf(list, '1001')).toEqual([]);
    expect(papersOf(list, '1002')).toEqual(['extraktion@1 unsent']);
    expect(list).toMatchObject({
      from: today(),
      to: daysFrom(today(), 7)[7],
      riskCents: 0,
      unknownRisk: 0,
    });
  });

  it('gives the sum to sign by hand once per patient, at the first appointment, until returned', async () => {
    const {
      taskIds: [taskId],
    } = await sendMappe(p, { templates: ['mehrkosten@1'], patid: '1002', name: 'Özkan' });
    await sendMappe(p, { templates: ['foto@1', 'datenschutz@1'], patid: '1001' });
    const list = await missing();
    expect(papersOf(list, '1001')).toEqual(['foto@1 created']);
    expect(list.visits.filter((one) => one.patid === '1002')).toMatchObject([
      {
        terminId: 'b',
        time: '09:00',
        papers: [
          { taskId, state: 'paper', form: 'schriftform', isPaper: true, riskCents: 8580 },
          { taskId: null, template: 'extraktion@1' },
        ],
      },
    ]);
    expect(list.riskCents).toBe(8580);
    // One patient's page: papers waiting for a signature, and none after the return; a notice never
    // waits.
    const own = async (patid: string): Promise<[string, string][]> =>
      (
        (await p.call(`/papers/of/${patid}`, { as: p.users.reception })).json as PersonPapers
      ).papers.map((one) => [one.template, one.stand]);
    expect([await own('1001'), await own('1002'), await own('1003')]).toEqual([
      [['foto@1', 'missing']],
      [['mehrkosten@1', 'missing']],
      [],
    ]);
    expect([
      (await p.call('/papers/of/4711', { as: p.users.reception })).code,
      (await other.call('/papers/of/1002', { as: other.users.reception })).code,
    ]).toEqual(['not_found', 'not_found']);
    // The same in print: papers or questionnaires, only missing ones where requested, with the
    // patient's name; the access is logged.
    const paper = async (patid: string, query: string): Promise<Report> => {
      const answer = await p.call(`/papers/of/${patid}/pdf?${query}`, { as: p.users.reception });
      expect([answer.status, answer.text.slice(0, 5)]).toEqual([200, '%PDF-']);
      return papers.at(-1)!;
    };
    expect(await paper('1002', 'teil=papiere')).toMatchObject({
      title: 'Unterlagen: =1+1 Özkan, Emil, *11.07.1990',
      words: [],
      columns: [{ name: 'Papier' }, { name: 'Stand' }, { name: 'Tag' }, { name: 'Es fehlt' }],
      rows: [[expect.any(String), 'Unterschrift fehlt', germanDay(today()), '']],
    });
    expect(await paper('1002', 'teil=papiere&stand=done')).toMatchObject({
      words: ['Nur: unterschrieben'],
      rows: [],
    });
    expect(await paper('1002', 'teil=boegen')).toMatchObject({
      title: 'Fragebögen: =1+1 Özkan, Emil, *11.07.1990',
      columns: [{ name: 'Fragebogen' }, { name: 'Stand' }, { name: 'Tag' }],
      rows: [],
    });
    expect([
      (await p.call('/papers/of/1002/pdf?teil=alles', { as: p.users.reception })).code,
      (await p.call('/papers/of/4711/pdf?teil=papiere', { as: p.users.reception })).code,
      (await other.call('/papers/of/1002/pdf?teil=papiere', { as: other.users.reception })).code,
    ]).toEqual(['validation', 'not_found', 'not_found']);
    const { audit } = t.deps.store.t,
      printed = (await t.deps.store.read.select().from(audit)).filter(
        (one) =>
          one.cid === p.cid && one.type === 'report.printed' && one.data['report'] === 'papers',
      );
    expect(printed.map((one) => one.data['rows'])).toEqual([1, 0, 0]);
    expect(
      (await p.post(`/tablet/tasks/${taskId}/paper-filed`, p.users.reception, {})).status,
    ).toBeLessThan(300);
    const after = await missing();
    expect(await own('1002')).toEqual([['mehrkosten@1', 'done']]);
    expect(papersOf(after, '1002')).toEqual(['extraktion@1 unsent']);
    expect(after.riskCents).toBe(0);
  });

  it('shows calls and notes about missing signatures with the person', async () => {
    const note = (id: string, text: string) =>
      t.call('/api/hkp/notiz', {
        as: p.users.reception,
        method: 'POST',
        json: { id, kind: 'fehlend', target: patientTarget('1002'), text },
      });
    const id = t.deps.newId();
    expect((await note(id, 'Angerufen: nicht erreicht')).status).toBe(204);
    expect((await note(id, 'Angerufen: nicht erreicht')).status).toBe(204);
    await t.call('/api/hkp/schritt', {
      as: p.users.reception,
      method: 'POST',
      json: {
        kind: 'fehlend',
        targets: [patientTarget('1002')],
        text: 'Anrufen',
        bis: '2026-11-23',
        wer: null,
      },
    });
    const row = (await missing()).visits.find((one) => one.patid === '1002');
    expect(row?.notizen).toMatchObject([{ id, text: 'Angerufen: nicht erreicht' }]);
    expect(row?.schritt).toEqual({
      text: 'Anrufen',
      bis: '2026-11-23',
      wer: null,
      istErledigt: false,
    });
  });

  it('lists a printed unreturned agreement with the amount beyond the 3.5-fold rate', async () => {
    const agreementId = t.deps.newId(),
      order = {
        id: agreementId,
        patid: '1002',
        payer: 'Emil Özkan',
        lines: [{ number: '2080', text: 'Füllung', factor: 4.5 }],
      };
    expect((await p.post('/papers/agreements', p.users.reception, order)).status).toBe(204);
    const risk = Math.round(556 * 5.62421 * 4.5) - Math.round(556 * 5.62421 * 3.5);
    expect((await missing()).visits.find((one) => one.patid === '1002')?.papers[0]).toMatchObject({
      taskId: null,
      agreementId,
      state: 'paper',
      isPaper: true,
      riskCents: risk,
    });
    expect((await missing()).riskCents).toBe(risk);
    expect([
      (await p.post(`/papers/agreements/${agreementId}/back`, p.users.reception, {})).status,
      (await p.post(`/papers/agreements/${agreementId}/back`, p.users.reception, {})).status,
    ]).toEqual([204, 204]);
    expect([papersOf(await missing(), '1002'), (await missing()).riskCents]).toEqual([
      ['extraktion@1 unsent'],
      0,
    ]);
    // Ticked off by mistake: out again, and then back.
    const undo = () => p.post(`/papers/agreements/${agreementId}/back/undo`, p.users.reception, {});
    expect([(await undo()).status, (await undo()).status]).toEqual([204, 204]);
    expect((await missing()).riskCents).toBe(risk);
    await p.post(`/papers/agreements/${agreementId}/back`, p.users.reception, {});
    t.clock.now += 12_001;
    expect((await undo()).code).toBe('state_conflict');
  });

  it('counts an unreadable sum as unknown, never as a guess', async () => {
    const {
      taskIds: [taskId],
    } = await sendMappe(p, {
      templates: ['mehrkosten@1'],
      patid: '1001',
      fields: {
        zahn: '36',
        fuellung: 'Komposit',
        honorar: 'ca. 150',
        kassenanteil: '60',
        mehrkosten: 'etwa 90 €',
      },
    });
    expect(await missing()).toMatchObject({ riskCents: 0, unknownRisk: 1 });
    await p.post(`/tablet/tasks/${taskId}/cancel`, p.users.reception, {});
    expect(await missing()).toMatchObject({ unknownRisk: 0 });
  });

  it('covers the requested days, at most two weeks', async () => {
    await compose(p, { templates: ['foto@1'], patid: '1003', name: 'Ida Klein' });
    expect(papersOf(await missing('?days=8'), '1003')).toEqual([]);
    expect(papersOf(await missing('?days=9'), '1003')).toEqual(['foto@1 created']);
    expect(papersOf(await missing('?days=0'), '1002')).toEqual([]);
    expect((await p.call('/papers/missing?days=15', { as: p.users.reception })).code).toBe(
      'validation',
    );
  });

  it('[sec B42] exports a file without formulas', async () => {
    const { text, status, headers } = await p.call('/papers/missing/csv?days=14', {
      as: p.users.staff,
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = text.replace('\ufeff', '').split('\r\n');
    expect(lines[0]).toMatch(/^Tag,Zeit,/);
    expect(lines).toHaveLength(1 + 3 + 1);
    expect(lines[2]).toContain(`,1002,"'=1+1 Özkan, Emil",`);
    expect(lines[2]).toContain(',noch nicht gesendet,auf dem Tablet,');
  });

  it('counts the people without naming one, so that nothing is logged as seen', async () => {
    const look = t.deps.workshop.look(p.cid, p.system),
      seen = async (): Promise<number> =>
        (await look.db.find(look.t.audit)).filter((row) => row.type === 'patient.listed.missing')
          .length,
      { visits } = await missing('?days=14'),
      before = await seen(),
      count = await p.call('/papers/missing/count?days=14', { as: p.users.reception });
    expect(count.json).toEqual({ people: visits.length });
    expect(await seen()).toBe(before);
  });

  it('logs access for each listed patient of the own practice only', async () => {
    expect((await missing('', other)).visits).toEqual([]);
    expect((await p.call('/papers/missing', {})).status).toBe(401);
    const look = t.deps.workshop.look(p.cid, p.system),
      named = new Map((await look.db.find(look.t.auditPerson)).map((row) => [row.seq, row.patid]));
    const seen = (await look.db.find(look.t.audit))
      .filter(
        (row) =>
          row.type === 'patient.listed.missing' && row.actor.includes(p.users.reception.userId),
      )
      .map((row) => named.get(row.seq));
    expect(new Set(seen)).toEqual(new Set(['1001', '1002', '1003']));
    expect(seen).toHaveLength(3);
  });
});
