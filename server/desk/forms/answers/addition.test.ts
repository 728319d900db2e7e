// Tests of reading answers in the practice over HTTP: Nachtrag [V1], the chair card, merged
// records, and no hidden answers.
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPractice, person, type Practice } from '../../../../tests/support/practice.ts';
import {
  createTestApp,
  type Answer,
  type Bearer,
  type TestApp,
} from '../../../../tests/support/in-process.ts';
import { quickRenderer } from '../../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import type {
  Answers,
  AnswersEntry,
  ChairCard,
  PatientAlerts,
} from '../../../../shared/forms/answers/answers.schema.ts';
import { extensionOfUnconfirmed } from '../../../../shared/forms/answers/origin.ts';
import { berlinDay } from '../../../../shared/base/dates.ts';
import { NO, UNKNOWN, YES } from '../../../../shared/forms/questionnaire/model.ts';
import type {
  QuestionnaireResponse,
  ResponseItem,
} from '../../../../shared/forms/questionnaire/response-types.ts';
import { catalogueForms } from '../library/catalogue-forms.ts';
import { formLinks } from '../library/form-links.ts';
import { createFactsReader } from '../library/facts-reader.ts';
import { formCheckerHere } from '../library/form-check.ts';
import { practiceForms } from '../library/form-library.ts';
import { recordSide } from '../../patient/record-side.ts';
import { insertAnswers } from './store.ts';

const coded = (code: string) => ({
  valueCoding: { system: 'urn:molar:anamnese', code, display: code },
});
const said = (linkId: string, coding: typeof YES): ResponseItem => ({
  linkId,
  text: `Frage ${linkId}`,
  answer: [{ valueCoding: coding }],
});
const words = (linkId: string, valueString: string): ResponseItem => ({
  linkId,
  text: `Frage ${linkId}`,
  answer: [{ valueString }],
});
const response = (
  authored: string,
  medicine: ResponseItem[],
  allergy: ResponseItem[] = [],
): QuestionnaireResponse => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  language: 'de',
  authored,
  item: [
    { linkId: 'seite.allergie', item: allergy },
    { linkId: 'seite.medikamente', item: medicine },
  ].filter((one) => one.item.length > 0),
});

describe.each(STORES)('answers in the practice on %s', (kind) => {
  let t: TestApp, p: Practice;
  const old = v7(),
    today = v7(),
    long = v7();
  const note = (id: string, body: object, as = p.users.staff): Promise<Answer> =>
    p.post(`/anamnese/responses/${id}/nachtrag`, as, body);
  const read = async (id: string): Promise<Answers> =>
    (await p.call(`/anamnese/responses/${id}`, { as: p.users.staff })).json as Answers;
  const chair = async (room = 'Zimmer 1'): Promise<ChairCard> =>
    (await p.call(`/anamnese/chair?room=${encodeURIComponent(room)}`, { as: p.users.staff }))
      .json as ChairCard;
  const stateOf = (card: ChairCard, kind_: string): string[] =>
    (card.card?.groups ?? [])
      .filter((one) => one.kind === kind_)
      .map((one) => `${one.state} ${one.entries.map((e) => e.answer).join('|')}`);
  const sinceOf = (card: ChairCard, kind_: string): unknown[] =>
    (card.card?.groups ?? [])
      .filter((one) => one.kind === kind_)
      .flatMap((one) => one.entries.map((e) => e.unconfirmed));
  const insert = (
    id: string,
    form: string,
    patid: string,
    at: number,
    what: QuestionnaireResponse,
    origin: 'home' | null = null,
  ): Promise<boolean> =>
    t.deps.workshop.write(p.cid, p.system, (w) =>
      insertAnswers(w, {
        id,
        patid,
        taskId: null,
        form,
        formSha256: 'a'.repeat(64),
        title: form,
        language: 'de',
        response: what,
        answeredAt: at,
        receivedAt: at,
        tabletId: null,
        recordedBy: null,
        addsTo: null,
        problems: [],
        origin,
      }),
    );

  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord', [
      person('1001', 'Anna', 'Groß', '1941-03-04'),
      person('1002', 'Emil', 'Özkan', '1990-07-11'),
    ]);
    const now = t.clock.now,
      day = 86_400_000;
    await insert(
      long,
      'anamnese-erwachsene@1',
      '1001',
      now - 180 * day,
      response(
        '2026-05-24T09:00:00Z',
        [said('knochenmittel', YES), words('knochenmittel.welche', 'Prolia')],
        [{ linkId: 'allergie', text: 'Allergie?', answer: [coded('latex')] }],
      ),
    );
    await insert(
      old,
      'schmerz@1',
      '1001',
      now - 30 * day,
      response('2026-10-21T09:00:00Z', [said('verduenner', NO), said('medikamente', NO)]),
    );
    await insert(
      today,
      'schmerz@1',
      '1001',
      now,
      response('2026-11-20T09:00:00Z', [
        said('medikamente', UNKNOWN),
        said('verduenner', YES),
        words('verduenner.welche', 'Eliquis 2×5 mg'),
        said('knochenmittel', NO),
      ]),
    );
  });
  afterAll(() => t.drop());

  it('shows no patient for an empty chair, and the patient with all important answers once seated', async () => {
    expect(await chair()).toMatchObject({ person: null, card: null });
    expect(
      (await p.post('/patient/rooms/enter', p.users.reception, { patid: '1001', room: 'Zimmer 1' }))
        .status,
    ).toBe(204);
    const card = await chair();
    expect(card.person).toMatchObject({ patid: '1001', name: 'Groß, Anna' });
    expect(card.card?.groups[0]).toMatchObject({ kind: 'allergie', state: 'ja' });
    expect(stateOf(card, 'blutverduenner')).toEqual(['ja Eliquis 2×5 mg']);
    expect(stateOf(card, 'medikament')[0]).toBe('weiss_nicht Weiß ich nicht');
    // Today's „Nein“ does not remove the answers to the long form of spring.
    expect(stateOf(card, 'antiresorptiva')).toEqual(['ja Prolia']);
    expect(stateOf(card, 'schwangerschaft')[0]).toMatch(/^nicht_gefragt/);
    expect(
      card.card?.changes.map((one) => `${one.what} ${one.before ?? ''}>${one.after ?? ''}`),
    ).toContain('changed Nein>Ja');
    const { json } = await p.call('/tablet/board', { as: p.users.reception });
    expect(json).toMatchObject({
      rooms: [{ room: 'Zimmer 1', patid: '1001', name: 'Groß, Anna' }],
    });
  });

  it('[V1] accepts a Nachtrag of 250 characters once, rejects 251; it updates the important answers at once', async () => {
    const id = v7(),
      text = `${'ä'.repeat(248)}😀!`;
    expect((await note(today, { id: v7(), text: `${text}!` })).code).toBe('comment_too_long');
    expect((await note(today, { id: v7(), text: '   ' })).code).toBe('validation');
    expect((await note(today, { id, text, kind: 'schwangerschaft' })).json).toEqual({ id });
    expect((await note(today, { id, text, kind: 'schwangerschaft' })).json).toEqual({ id });
    expect((await note(today, { id, text: 'anders', kind: 'schwangerschaft' })).code).toBe(
      'conflict',
    );
    const after = await read(today);
    expect(after.additions).toMatchObject([
      { id, text, kind: 'schwangerschaft', by: 'Özlem Yıldız-staff' },
    ]);
    expect(JSON.stringify(after.response)).not.toContain('😀');
    expect(stateOf(await chair(), 'schwangerschaft')[0]).toBe(`ja ${text}`);
    expect((await note(id, { id: v7(), text: 'Nachtrag zum Nachtrag' })).code).toBe(
      'state_conflict',
    );
    expect((await note(v7(), { id: v7(), text: 'wozu' })).code).toBe('not_found');
    const { items } = (await p.call('/anamnese/responses?patid=1001', { as: p.users.staff }))
      .json as { items: AnswersEntry[] };
    expect(items.map((one) => [one.id, one.addsTo])).toEqual([
      [id, today],
      [today, null],
      [old, null],
      [long, null],
    ]);
  });

  it('a Nachtrag is never offered as earlier answers', async () => {
    await note(today, { id: v7(), text: 'noch etwas' });
    const links = formLinks(
      practiceForms(catalogueForms(), createFactsReader(formCheckerHere)),
      recordSide,
    );
    const last = await t.deps.workshop.write(p.cid, p.system, (w) =>
      links.lastAnswers(w, '1001', 'schmerz'),
    );
    expect(last?.id).toBe(today);
    expect((await read(today)).before?.id).toBe(old);
  });

  it('finds answers given under a temporary number after the merge', async () => {
    const made = (
        await p.post('/patient/patients', p.users.reception, {
          firstName: 'Emil',
          lastName: 'Ozkan',
          geburtsdatum: '1990-07-11',
        })
      ).json as { patid: string },
      id = v7();
    await insert(
      id,
      'schmerz@1',
      made.patid,
      t.clock.now,
      response('2026-11-20T09:00:00Z', [said('verduenner', YES)]),
    );
    await p.post('/patient/merge', p.users.reception, {
      fromPatid: made.patid,
      intoPatid: '1002',
      confirmed: true,
    });
    const { items } = (await p.call('/anamnese/responses?patid=1002', { as: p.users.staff }))
      .json as { items: AnswersEntry[] };
    expect(items.map((one) => one.id)).toEqual([id]);
    await p.post('/patient/rooms/enter', p.users.reception, { patid: '1002', room: 'Zimmer 2' });
    expect(stateOf(await chair('Zimmer 2'), 'blutverduenner')).toEqual(['ja Ja']);
    const alerts = async (as: Bearer): Promise<PatientAlerts> =>
      (await p.call('/anamnese/alerts?patid=1002', { as })).json as PatientAlerts;
    expect((await alerts(p.users.staff)).groups.map((one) => `${one.kind} ${one.state}`)).toEqual([
      'blutverduenner ja',
    ]);
    expect(await alerts(p.users.reception)).toMatchObject({ count: 1, groups: [], changes: [] });
  });

  it('reception sees which questionnaires were answered, and opens none of them', async () => {
    const as = p.users.reception,
      list = await p.call('/anamnese/responses?patid=1001', { as });
    expect((list.json as { items: AnswersEntry[] }).items.length).toBeGreaterThan(0);
    expect(list.text).not.toContain('Eliquis');
    for (const path of [
      `/anamnese/responses/${old}`,
      `/anamnese/responses/${old}/sheet`,
      '/anamnese/chair?room=Zimmer%201',
    ])
      expect([path, (await p.call(path, { as })).code]).toEqual([path, 'forbidden']);
    expect((await note(old, { text: 'Nachtrag' }, as)).code).toBe('forbidden');
  });

  it("audits every read of answers, on the page and on the room's screen", async () => {
    const { audit } = t.deps.store.t,
      types = (await t.deps.workshop.look(p.cid, p.system).db.find(audit)).map((one) => one.type);
    expect(types.filter((one) => one === 'answers.added')).toHaveLength(2);
    expect(types.filter((one) => one === 'answers.on_chair')).toHaveLength(2);
    expect(types).toContain('answers.viewed');
  });

  it('answers from home, where earlier visits were not shown, hide none of their answers by omission', async () => {
    const made = (
        await p.post('/patient/patients', p.users.reception, {
          firstName: 'Hanna',
          lastName: 'Heim',
          geburtsdatum: '1990-07-11',
        })
      ).json as { patid: string },
      now = t.clock.now;
    await insert(
      v7(),
      'schmerz@1',
      made.patid,
      now - 86_400_000,
      response(
        '2026-11-19T09:00:00Z',
        [said('verduenner', NO), said('knochenmittel', NO)],
        [{ linkId: 'allergie', text: 'Allergie?', answer: [coded('penicillin')] }],
      ),
    );
    await insert(
      v7(),
      'schmerz@1',
      made.patid,
      now,
      response('2026-11-20T09:00:00Z', [
        said('verduenner', YES),
        words('verduenner.welche', 'Eliquis'),
      ]),
      'home',
    );
    await p.post('/patient/rooms/enter', p.users.reception, {
      patid: made.patid,
      room: 'Zimmer 3',
    });
    const card = await chair('Zimmer 3');
    expect([stateOf(card, 'allergie'), stateOf(card, 'blutverduenner')]).toEqual([
      ['ja penicillin'],
      ['ja Eliquis'],
    ]);
    expect(sinceOf(card, 'allergie')).toEqual([berlinDay(now - 86_400_000)]);
    expect(sinceOf(card, 'blutverduenner')).toEqual([undefined]);
    // The tablet shows earlier answers: an answer missing in its set was withdrawn or not asked.
    await insert(
      v7(),
      'schmerz@1',
      made.patid,
      now + 1,
      response('2026-11-20T09:00:00Z', [said('verduenner', YES)]),
    );
    expect(stateOf(await chair('Zimmer 3'), 'allergie')[0]).toMatch(/^nicht_gefragt/);
  });

  it('[critical] the tile of an answer that was shown and not touched has the day since which it waits', async () => {
    const untouched = coded('penicillin');
    await insert(
      v7(),
      'schmerz@1',
      (await chair('Zimmer 3')).person!.patid,
      t.clock.now + 2,
      response(
        '2026-11-20T09:00:00Z',
        [said('verduenner', YES)],
        [
          {
            linkId: 'allergie',
            text: 'Allergie?',
            answer: [{ ...untouched, extension: [extensionOfUnconfirmed('2026-11-19')] }],
          },
        ],
      ),
    );
    const card = await chair('Zimmer 3');
    expect([sinceOf(card, 'allergie'), sinceOf(card, 'blutverduenner')]).toEqual([
      ['2026-11-19'],
      [undefined],
    ]);
  });
});
