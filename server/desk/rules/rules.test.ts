// Tests of the practice's rules over HTTP on both databases: shipped defaults, optimistic saving by
// version, proposals from a person's facts, and the day's arrivals.
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED_RULES } from '../../../catalog/mappe-rules/rules.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { Board } from '../../../shared/exchange/board.ts';
import type {
  MappeRulesView,
  PersonProposal,
  TriedRules,
} from '../../../shared/desk/mappe-rules.schema.ts';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { board, compose } from '../../../tests/support/mappe.ts';
import { addPractice, person, renew, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { insertAnswers } from '../forms/answers/store.ts';
import { addAppointments } from '../patient/add-records.ts';

const DAY = 86_400_000;

describe.each(STORES)('rules on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  const today = (): string => berlinDay(t.clock.now);
  const termin = (terminId: string, patid: string, art: string, day = today()) => ({
    terminId,
    patid,
    day,
    time: '09:00',
    minutes: 30,
    zimmer: 'Zimmer 1',
    behandler: 'Dr. Weber',
    art,
  });
  const answered = (
    patid: string,
    form: string,
    daysAgo: number,
    language = 'de',
  ): Promise<unknown> =>
    t.deps.workshop.write(p.cid, p.system, (w) =>
      insertAnswers(w, {
        id: v7(),
        patid,
        taskId: null,
        form,
        formSha256: 'a'.repeat(64),
        title: form,
        language,
        response: { resourceType: 'QuestionnaireResponse', status: 'completed', item: [] },
        answeredAt: t.clock.now - daysAgo * DAY,
        receivedAt: t.clock.now,
        tabletId: null,
        recordedBy: null,
        addsTo: null,
        problems: [],
      }),
    );
  const rules = async (of = p): Promise<MappeRulesView> =>
    (await of.call('/tablet/rules', { as: of.users.owner })).json as MappeRulesView;
  const save = (body: object, as = p.users.owner): Promise<Answer> =>
    p.call('/tablet/rules', { as, method: 'PUT', json: body });
  const proposal = async (patid: string): Promise<PersonProposal> =>
    (await p.call(`/tablet/rules/proposal?patid=${patid}`, { as: p.users.reception }))
      .json as PersonProposal;
  const onBoard = async (patid: string): Promise<string[]> =>
    (await board(p)).expected.find((one) => one.patid === patid)?.proposed.map((one) => one.item) ??
    [];

  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord', [
      person('1001', 'Anna', 'Groß', '1941-03-04'),
      person('1002', 'Emil', 'Özkan', '2018-07-11'),
      person('1003', 'Ida', 'Klein', '1990-01-01'),
      person('1004', 'Ida', 'Kleine', '1990-01-01'),
    ]);
    other = await addPractice(t, 'sued', [person('1001', 'Fremd', 'Fremd', '1990-01-01')]);
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      addAppointments(w, [
        termin('a', '1001', 'Extraktion 36'),
        termin('b', '1002', 'Kontrolle'),
        termin('c', '1003', 'Kontrolle'),
        termin('old', '1003', 'Kontrolle', '2025-01-05'),
      ]),
    );
    await answered('1003', 'anamnese-erwachsene@1', 800);
    await answered('1003', 'patientendaten@1', 30, 'tr');
  });
  afterAll(() => t.drop());

  it('defaults to the shipped rules until they are changed; the board uses them', async () => {
    expect(await rules()).toMatchObject({
      version: 0,
      changedAt: null,
      changedByName: null,
      rules: SHIPPED_RULES,
      arten: ['Extraktion 36', 'Kontrolle'],
      behandler: ['Dr. Weber'],
    });
    expect(await onBoard('1001')).toEqual([
      'patientendaten@3',
      'datenschutz@1',
      'anamnese-erwachsene@4',
      'zusatz-operation@2',
      'zusatz-betaeubung@3',
      'extraktion@1',
    ]);
    expect(await onBoard('1002')).toEqual([
      'patientendaten@3',
      'datenschutz@1',
      'anamnese-kinder@4',
    ]);
    const { expected } = await board(p);
    expect(expected.find((one) => one.patid === '1003')).toMatchObject({
      isFirst: false,
      proposed: [
        { item: 'datenschutz@1' },
        {
          item: 'anamnese-erwachsene@4',
          isFull: true,
          reasons: [{ code: 'sinceFull', months: 26 }],
        },
      ],
    });
    expect(expected.find((one) => one.patid === '1001')).toMatchObject({ isFirst: true });
  });

  it('proposes for a person without an appointment, by any of their numbers', async () => {
    expect(await proposal('1004')).toMatchObject({
      hasTermin: false,
      isFirst: true,
      language: null,
    });
    expect(await proposal('1003')).toMatchObject({ hasTermin: true, language: 'tr' });
    const made = (
      await p.post('/patient/patients', p.users.reception, {
        firstName: 'Ida',
        lastName: 'Neu',
        geburtsdatum: '1990-01-01',
      })
    ).json as { patid: string };
    await answered(made.patid, 'patientendaten@1', 0);
    await answered(made.patid, 'anamnese-erwachsene@1', 3);
    expect((await proposal('1004')).items.map((one) => one.item)).toEqual([
      'patientendaten@3',
      'datenschutz@1',
      'anamnese-erwachsene@4',
    ]);
    expect(
      (
        await p.post('/patient/merge', p.users.reception, {
          fromPatid: made.patid,
          intoPatid: '1004',
          confirmed: true,
        })
      ).status,
    ).toBe(200);
    expect((await proposal('1004')).items.map((one) => one.item)).toEqual(['datenschutz@1']);
    expect((await proposal(made.patid)).patid).toBe('1004');
    expect(
      (await p.call('/tablet/rules/proposal?patid=nobody', { as: p.users.reception })).status,
    ).toBe(404);
  });

  it('never proposes open items of the person; withdrawn ones are proposed again', async () => {
    const { mappeId } = (
      await compose(p, {
        templates: ['datenschutz@1', 'anamnese-kinder@4'],
        patid: '1002',
        name: 'Emil Özkan',
      })
    ).json as { mappeId: string };
    expect(await onBoard('1002')).toEqual(['patientendaten@3']);
    await p.post(`/tablet/mappen/${mappeId}/withdraw`, p.users.reception);
    expect(await onBoard('1002')).toEqual([
      'patientendaten@3',
      'datenschutz@1',
      'anamnese-kinder@4',
    ]);
  });

  it('form designers save rules against the version they saw, and reset them', async () => {
    const own = [
      { ...SHIPPED_RULES[2]!, id: 'eigen', when: { ageFrom: 15 }, note: 'Vor jeder Behandlung' },
    ];
    for (const as of [p.users.staff, p.users.reception])
      expect((await save({ version: 0, rules: own }, as)).status).toBe(403);
    expect((await save({ version: 0, rules: [{ ...own[0], item: 'gibt-es-nicht' }] })).code).toBe(
      'validation',
    );
    expect((await save({ version: 0, rules: [own[0], own[0]] })).code).toBe('validation');
    expect((await save({ version: 0, rules: own })).json).toEqual({ version: 1 });
    expect(await rules()).toMatchObject({
      changedAt: t.clock.now,
      changedByName: 'Özlem Yıldız-owner',
    });
    expect((await save({ version: 0, rules: [] })).status).toBe(409);
    expect(await onBoard('1001')).toEqual(['schmerz@6']);
    expect(await rules(other)).toMatchObject({ version: 0, rules: SHIPPED_RULES });
    expect((await p.post('/tablet/rules/reset', p.users.owner, { version: 0 })).status).toBe(409);
    expect((await p.post('/tablet/rules/reset', p.users.owner, { version: 1 })).json).toEqual({
      version: 2,
    });
    expect(await rules()).toMatchObject({ version: 2, rules: SHIPPED_RULES });
    // Two concurrent saves: one wins, the other gets a conflict.
    const both = await Promise.all([
      save({ version: 2, rules: own }),
      save({ version: 2, rules: [] }),
    ]);
    expect(both.map((one) => one.status).sort((one, two) => one - two)).toEqual([200, 409]);
    await p.post('/tablet/rules/reset', p.users.owner, { version: 3 });
    const kept = (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.audit))
      .sort((one, two) => one.seq - two.seq)
      .map((row) => row.type)
      .filter((type) => type.startsWith('rules.'));
    expect(kept).toEqual(['rules.changed', 'rules.reset', 'rules.changed', 'rules.reset']);
  });

  it('rules can be tried without saving, and an unreadable rule stops nothing', async () => {
    const tried = (
      await p.post('/tablet/rules/try', p.users.owner, {
        rules: [{ ...SHIPPED_RULES[0]!, when: { words: ['Extraktion'] } }],
      })
    ).json as TriedRules;
    expect(tried.map((one) => [one.name, one.items.map((item) => item.item)])).toEqual([
      ['Groß, Anna', ['patientendaten@3']],
      ['Özkan, Emil', []],
      ['Klein, Ida', []],
    ]);
    expect((await rules()).version).toBe(4);
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await w.tx.update(
        w.t.mappeRules,
        { rules: [{ ...SHIPPED_RULES[0]!, repeat: { kind: 'moon' } } as never, SHIPPED_RULES[1]!] },
        (await import('drizzle-orm')).eq(w.t.mappeRules.version, 4),
      );
    });
    expect((await rules()).rules.map((one) => one.id)).toEqual(['datenschutz']);
    expect(await onBoard('1001')).toEqual(['datenschutz@1']);
  });
});

describe.each(STORES)('arrivals on %s', (kind) => {
  let t: TestApp, p: Practice;
  const there = (patid: string, isThere = true): Promise<Answer> =>
    p.post('/patient/arrival', p.users.reception, { patid, isThere });
  const arrivals = async (): Promise<Board['arrivals']> => (await board(p)).arrivals;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());

  it('an arrival is noted once, can be undone, and ends with the day', async () => {
    const at = t.clock.now;
    expect((await there('1001')).status).toBe(204);
    t.clock.now += 60_000;
    expect((await there('1001')).status).toBe(204);
    expect(await arrivals()).toEqual([
      { patid: '1001', name: 'Groß, Anna', geburtsdatum: '1941-03-04', at, leftRoomAt: null },
    ]);
    expect((await there('1001', false)).status).toBe(204);
    expect((await there('1001', false)).status).toBe(204);
    expect(await arrivals()).toEqual([]);
    expect((await there('9999')).status).toBe(404);
    await there('1002');
    t.clock.now += DAY;
    await renew(p);
    expect(await arrivals()).toEqual([]);
  });

  it('keeps patients who left a room, noted before or not; a merged record is the same person', async () => {
    const since = t.clock.now;
    await p.post('/patient/rooms/enter', p.users.reception, { patid: '1001', room: 'Zimmer 1' });
    t.clock.now += 60_000;
    await p.post('/patient/rooms/enter', p.users.reception, { patid: '1001', room: 'Röntgen' });
    expect(await arrivals()).toEqual([]);
    await p.post('/patient/rooms/leave', p.users.reception, { patid: '1001' });
    expect(await arrivals()).toMatchObject([{ patid: '1001', leftRoomAt: t.clock.now }]);
    expect((await arrivals())[0]?.at).toBeGreaterThanOrEqual(since);
    expect((await there('1001', false)).status).toBe(409);
    const made = (
      await p.post('/patient/patients', p.users.reception, {
        firstName: 'Neu',
        lastName: 'Kommend',
        geburtsdatum: '1980-05-05',
      })
    ).json as { patid: string };
    await there(made.patid);
    await there('1002');
    await p.post('/patient/merge', p.users.reception, {
      fromPatid: made.patid,
      intoPatid: '1002',
      confirmed: true,
    });
    expect((await arrivals()).map((one) => one.patid)).toEqual(['1001', '1002']);
  });
});
