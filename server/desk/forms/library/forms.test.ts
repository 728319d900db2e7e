/**
 * Tests of the practice's own forms over HTTP: created, saved against a revision, refused with
 * findings, published once, offered, renewed, imported and exported as FHIR.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  FormMade,
  FormSaved,
  FormsView,
  FormView,
} from '../../../../shared/forms/design/forms.schema.ts';
import type { ChairCard } from '../../../../shared/forms/answers/answers.schema.ts';
import { NO, YES } from '../../../../shared/forms/questionnaire/model.ts';
import type { ResponseItem } from '../../../../shared/forms/questionnaire/response-types.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { createTestApp, type Answer, type TestApp } from '../../../../tests/support/in-process.ts';
import { composition } from '../../../../tests/support/mappe.ts';
import { addPractice, type Practice } from '../../../../tests/support/practice.ts';
import { quickRenderer } from '../../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import { insertForm } from './form-store.ts';
import { idOfForm } from './form-verbs.ts';
import { insertAnswers } from '../answers/store.ts';

const EN = (text: string) => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: 'en' },
        { url: 'content', valueString: text },
      ],
    },
  ],
});
/** Texts of forms are stored unchanged (sec B41). */
const NASTY = '<img src=x onerror=alert(1)> {{7*7}} ${x} =1+1';
const item = (more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId: 'hund',
  type: 'boolean',
  text: NASTY,
  _text: EN(NASTY),
  ...more,
});
const form = (items: readonly QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  language: 'de',
  status: 'active',
  title: 'Hunde',
  _title: EN('Dogs'),
  url: 'https://example.org/hunde',
  version: '7',
  item: items,
});

describe.each(STORES)('forms of the practice (%s)', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    other = await addPractice(t, 'sued');
  });
  afterAll(() => t.drop());
  const at = (praxis: Practice, path: string, method = 'GET', json?: unknown): Promise<Answer> =>
    praxis.call(`/anamnese/forms${path}`, {
      as: praxis.users.owner,
      method,
      ...(json !== undefined && { json }),
    });
  const read = async (key: string): Promise<FormView> => (await at(p, `/${key}`)).json as FormView;
  const make = async (questionnaire: Questionnaire): Promise<FormMade> => {
    const answer = await at(p, `/import?id=${t.deps.newId()}`, 'POST', questionnaire);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return answer.json as FormMade;
  };
  const templates = async (praxis: Practice): Promise<string[]> =>
    (
      (await praxis.call('/tablet/templates', { as: praxis.users.reception })).json as {
        id: string;
        version: number;
      }[]
    ).map((one) => `${one.id}@${one.version}`);
  const audits = async (key: string): Promise<string[]> =>
    (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.audit))
      .filter((one) => one.data.form === key)
      .map((one) => one.type);

  it('a draft from a shipped form has its items in all languages; repeating the call returns the same form', async () => {
    const input = { id: t.deps.newId(), from: 'schmerz@1', title: 'Schmerzen bei uns' };
    const first = (await at(p, '', 'POST', input)).json as FormSaved,
      again = (await at(p, '', 'POST', input)).json as FormSaved;
    expect(again).toEqual(first);
    const made = await read(first.key),
      shipped = await read('schmerz@1');
    expect(made.questionnaire.item).toEqual(shipped.questionnaire.item);
    expect(made).toMatchObject({
      origin: 'own',
      state: 'draft',
      version: 1,
      title: 'Schmerzen bei uns',
    });
    expect(JSON.stringify(made.questionnaire.item)).toContain('"valueCode":"tr"');
    // Its custom title has no translations yet, so it is offered in no other language.
    expect(made.languages).toEqual(['de']);
    expect(made.questionnaire).toMatchObject({
      derivedFrom: ['urn:molar:questionnaire:schmerz|1'],
      status: 'draft',
      version: '1',
      id: made.id,
    });
    expect(made.questionnaire.copyright).toBeUndefined();
    // A custom title was never translated.
    const refused = await at(p, `/${first.key}/publish?rev=1`, 'POST');
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({
      error: {
        code: 'validation',
        extra: { findings: [{ level: 'error', code: 'translation_missing', detail: 'en title' }] },
      },
    });
  });

  it('a draft is not offered; once published it is offered in this practice only and immutable', async () => {
    const { key } = await make(form([item()]));
    expect(await templates(p)).not.toContain(key);
    const send = (praxis: Practice) =>
      praxis.post('/tablet/mappen', praxis.users.reception, {
        ...composition({ templates: [key], patid: praxis.patients[0]?.patid ?? '' }),
        signers: [],
      });
    expect((await send(p)).status).toBe(400);
    expect((await at(p, `/${key}/publish?rev=1`, 'POST')).json).toEqual({ key, rev: 2 });
    expect((await at(p, `/${key}/publish?rev=1`, 'POST')).json).toEqual({ key, rev: 2 });
    expect([await templates(p), await templates(other)].map((list) => list.includes(key))).toEqual([
      true,
      false,
    ]);
    expect([(await send(p)).status, (await send(other)).status]).toEqual([200, 400]);
    const before = (await read(key)).questionnaire;
    expect((await at(p, `/${key}?rev=2`, 'PUT', form([item({ text: 'anders' })]))).code).toBe(
      'state_conflict',
    );
    expect((await at(p, `/${key}?rev=2`, 'DELETE')).code).toBe('state_conflict');
    expect((await read(key)).questionnaire).toEqual(before);
    expect(before).toMatchObject({ status: 'active', date: '2026-11-20' });
    expect(before.item?.[0]?.text).toBe(NASTY);
    expect(await audits(key)).toEqual(['form.created', 'form.published']);
  });

  it('rejects a save after a concurrent change, and a repeated save is idempotent', async () => {
    const { key } = await make(form([item()]));
    const a = form([item({ text: 'A' })]),
      b = form([item({ text: 'B' })]);
    expect((await at(p, `/${key}?rev=1`, 'PUT', a)).json).toEqual({ key, rev: 2 });
    expect((await at(p, `/${key}?rev=1`, 'PUT', a)).json).toEqual({ key, rev: 2 });
    expect((await at(p, `/${key}?rev=1`, 'PUT', b)).code).toBe('state_conflict');
    expect((await read(key)).questionnaire.item?.[0]?.text).toBe('A');
    expect((await at(p, `/${key}/publish?rev=1`, 'POST')).code).toBe('state_conflict');
    expect((await at(p, `/${key}?rev=1`, 'DELETE')).code).toBe('state_conflict');
    expect((await at(p, `/${key}?rev=2`, 'DELETE')).status).toBe(204);
    expect((await at(p, `/${key}`)).status).toBe(404);
  });

  it.each([
    [
      'a dead end',
      form([item({ enableWhen: [{ question: 'hund', operator: 'exists', answerBoolean: true }] })]),
      'circle',
    ],
    ['a question without options', form([item({ type: 'choice' })]), 'no_options'],
    [
      'a missing language',
      form([{ linkId: 'a', type: 'boolean', text: 'Ja?' }]),
      'translation_missing',
    ],
    ['nothing at all', form([]), 'no_items'],
    [
      'a formula that cannot be read',
      form([
        item({
          readOnly: true,
          extension: [
            {
              url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
              valueExpression: { language: 'text/fhirpath', expression: '))((' },
            },
          ],
        }),
      ]),
      'expression_failed',
    ],
    [
      'a formula that never ends',
      form([
        item({
          readOnly: true,
          extension: [
            {
              url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
              valueExpression: {
                language: 'text/fhirpath',
                expression: '1.repeat($this + 1).exists()',
              },
            },
          ],
        }),
      ]),
      'expression_failed',
    ],
    [
      'a picture letter, which no paper can print',
      form([item({ _text: EN('Dog 🐕') })]),
      'glyph_missing',
    ],
  ])('%s is not published', async (_what, questionnaire, code) => {
    const { key } = await make(questionnaire),
      answer = await at(p, `/${key}/publish?rev=1`, 'POST');
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      error: {
        extra: {
          findings: expect.arrayContaining([expect.objectContaining({ level: 'error', code })]),
        },
      },
    });
    expect((await read(key)).state).toBe('draft');
  });

  it.each([
    ['no JSON', '{"a', 422],
    ['a list', '[]', 400],
    ['another resource', '{"resourceType":"Patient"}', 400],
    ['two items of one name', JSON.stringify(form([item(), item()])), 400],
    [
      'a hostile shape',
      JSON.stringify({
        ...form([]),
        item: [
          {
            linkId: 'a',
            type: 'choice',
            answerOption: [{ valueCoding: null }],
            extension: [{ url: 1 }],
          },
        ],
      }),
      [200, 400],
    ],
    [
      'a number for a condition',
      JSON.stringify({
        ...form([]),
        item: [{ linkId: 'a', type: 'boolean', enableWhen: [{ question: 7, operator: {} }] }],
      }),
      [200, 400],
    ],
    [
      'more than 2 MiB',
      JSON.stringify({ ...form([item()]), description: 'x'.repeat(2_200_000) }),
      413,
    ],
  ])(
    'an import of %s is refused or reported, never a server error',
    async (_what, body, status) => {
      const answer = await p.call(`/anamnese/forms/import?id=${t.deps.newId()}`, {
        as: p.users.owner,
        method: 'POST',
        body,
        type: 'application/fhir+json',
      });
      expect([status].flat()).toContain(answer.status);
    },
  );

  it('an import reports what it cannot keep, leaves texts unchanged, and exports the stored form', async () => {
    const made = await make({
      ...form([item({ extension: [{ url: 'https://example.org/unknown', valueBoolean: true }] })]),
    });
    expect(made.findings).toContainEqual({
      level: 'warning',
      code: 'extension_unknown',
      linkId: 'hund',
      detail: 'https://example.org/unknown',
    });
    const out = (await at(p, `/${made.key}/fhir`)).json as Questionnaire;
    expect(out.item).toEqual(
      form([item({ extension: [{ url: 'https://example.org/unknown', valueBoolean: true }] })])
        .item,
    );
    expect(out.derivedFrom).toEqual(['https://example.org/hunde|7']);
  });

  it('a new version starts from the old one, replaces it when published, and differences are listed', async () => {
    const { key } = await make(form([item(), item({ linkId: 'katze' })])),
      id = key.split('@')[0] ?? '';
    await at(p, `/${key}/publish?rev=1`, 'POST');
    const next = (await at(p, `/${key}/version`, 'POST')).json as FormSaved;
    expect(next).toEqual({ key: `${id}@2`, rev: 1 });
    expect((await at(p, `/${key}/version`, 'POST')).json).toEqual(next);
    await at(
      p,
      `/${next.key}?rev=1`,
      'PUT',
      form([item({ required: true }), item({ linkId: 'maus' })]),
    );
    expect((await at(p, `/${next.key}/diff?with=${key}`)).json).toEqual({
      items: [
        { kind: 'changed', linkId: 'hund', text: NASTY, fields: ['required'] },
        { kind: 'added', linkId: 'maus', text: NASTY, fields: [] },
        { kind: 'removed', linkId: 'katze', text: NASTY, fields: [] },
      ],
    });
    expect(await templates(p)).toContain(key);
    expect((await at(p, `/${next.key}/publish?rev=2`, 'POST')).status).toBe(200);
    const offered = await templates(p);
    expect([offered.includes(key), offered.includes(next.key)]).toEqual([false, true]);
    // Answers to the old version are still read with it.
    expect(
      (await p.call(`/anamnese/questionnaires/${key}`, { as: p.users.reception })).status,
    ).toBe(200);
    expect((await at(p, `/${next.key}/retire?rev=3`, 'POST')).status).toBe(200);
    expect((await templates(p)).includes(next.key)).toBe(false);
    const { items } = (await at(p, '')).json as FormsView;
    expect(items.filter((one) => one.id === id).map((one) => [one.version, one.state])).toEqual([
      [2, 'retired'],
      [1, 'retired'],
    ]);
  });

  it('offers a form only in languages in which it is complete', async () => {
    const tr = {
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/translation',
          extension: [
            { url: 'lang', valueCode: 'tr' },
            { url: 'content', valueString: 'Köpek' },
          ],
        },
      ],
    };
    const half = await make(
      form([item({ _text: { extension: [...EN('Dog').extension, ...tr.extension] } })]),
    );
    expect((await read(half.key)).languages).toEqual(['de', 'en']);
    const whole = await make({
      ...form([item({ _text: { extension: [...EN('Dog').extension, ...tr.extension] } })]),
      _title: { extension: [...EN('Dogs').extension, ...tr.extension] },
    });
    expect((await read(whole.key)).languages).toEqual(['de', 'en', 'tr']);
  });

  it('[re-visit] a copy of a shipped form, and a copy of the copy, finds the earlier answers', async () => {
    const patid = p.patients[1]?.patid ?? '',
      said = { linkId: 'ort', answer: [{ valueString: 'Unten links' }] },
      answersId = t.deps.newId();
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      insertAnswers(w, {
        id: answersId,
        patid,
        taskId: null,
        form: 'schmerz@1',
        formSha256: 'a'.repeat(64),
        title: 'Schmerz',
        language: 'de',
        answeredAt: t.clock.now - 86_400_000,
        receivedAt: t.clock.now,
        tabletId: null,
        recordedBy: null,
        addsTo: null,
        problems: [],
        response: {
          resourceType: 'QuestionnaireResponse',
          status: 'completed',
          item: [{ linkId: 'seite.schmerz', item: [said] }],
        },
      }),
    );
    const copy = async (from: string): Promise<string> => {
      const made = (
        await at(p, '', 'POST', { id: t.deps.newId(), from, title: 'Kurze Fragen bei Schmerzen' })
      ).json as FormSaved;
      expect((await at(p, `/${made.key}/publish?rev=1`, 'POST')).status).toBe(200);
      return made.key;
    };
    const previous = async (key: string): Promise<unknown> => {
      const { mappeId } = (
        await p.post('/tablet/mappen', p.users.reception, {
          ...composition({ templates: [key], patid }),
          signers: [],
        })
      ).json as { mappeId: string };
      const task = (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.task)).find(
        (one) => one.mappeId === mappeId,
      );
      return (JSON.parse(task?.data ?? '{}') as { previous?: unknown }).previous;
    };
    const first = await copy('schmerz@1'),
      second = await copy(first);
    for (const key of [first, second])
      expect(await previous(key)).toMatchObject({
        id: answersId,
        response: { item: [{ linkId: 'seite.schmerz', item: [said] }] },
      });
    // A form that was created empty has no earlier answers.
    const alone = await make(form([item()]));
    await at(p, `/${alone.key}/publish?rev=1`, 'POST');
    expect(await previous(alone.key)).toBeUndefined();
  });

  it('[critical] the chair card merges a shipped form and its copy: new answers count once, open ones hide nothing', async () => {
    const patid = p.patients[0]?.patid ?? '',
      day = 86_400_000,
      now = t.clock.now;
    const made = (
      await at(p, '', 'POST', {
        id: t.deps.newId(),
        from: 'schmerz@1',
        title: 'Kurze Fragen bei Schmerzen',
      })
    ).json as FormSaved;
    expect((await at(p, `/${made.key}/publish?rev=1`, 'POST')).status).toBe(200);
    const told = (linkId: string, value: object): ResponseItem => ({
        linkId,
        text: linkId,
        answer: [value],
      }),
      allergy = (code: string): ResponseItem =>
        told('allergie', { valueCoding: { system: 'urn:molar:anamnese', code, display: code } });
    const hand = (
      form_: string,
      ago: number,
      status: 'completed' | 'stopped',
      ...item: ResponseItem[]
    ): Promise<boolean> =>
      t.deps.workshop.write(p.cid, p.system, (w) =>
        insertAnswers(w, {
          id: t.deps.newId(),
          patid,
          taskId: null,
          form: form_,
          formSha256: 'a'.repeat(64),
          title: form_,
          language: 'de',
          answeredAt: now - ago * day,
          receivedAt: now,
          tabletId: null,
          recordedBy: null,
          addsTo: null,
          problems: [],
          response: {
            resourceType: 'QuestionnaireResponse',
            status,
            authored: new Date(now - ago * day).toISOString(),
            item,
          },
        }),
      );
    await p.post('/patient/rooms/enter', p.users.reception, { patid, room: 'Zimmer 7' });
    const card = async () =>
      ((await p.call('/anamnese/chair?room=Zimmer%207', { as: p.users.staff })).json as ChairCard)
        .card;
    const of = async (kind_: string): Promise<string[]> =>
      ((await card())?.groups ?? [])
        .filter((one) => one.kind === kind_)
        .map((one) => `${one.state} ${one.entries.map((entry) => entry.answer).join('|')}`);

    await hand(
      'schmerz@1',
      200,
      'completed',
      allergy('penicillin'),
      told('verduenner', { valueCoding: YES }),
    );
    expect([await of('allergie'), await of('blutverduenner')]).toEqual([
      ['ja penicillin'],
      ['ja Ja'],
    ]);
    await hand(
      made.key,
      0,
      'completed',
      allergy('latex'),
      told('medikamente', { valueCoding: NO }),
    );
    // One set, with only the allergy of today; an unasked question about blood thinners removes
    // nothing.
    expect((await card())?.sets).toMatchObject([{ title: made.key }]);
    expect([await of('allergie'), await of('blutverduenner')]).toEqual([['ja latex'], ['ja Ja']]);
    expect(
      (await card())?.changes.map((one) => `${one.what} ${one.before ?? ''}>${one.after ?? ''}`),
    ).toContain('changed penicillin>latex');
    // An abandoned form says nothing about questions it did not reach.
    await hand(made.key, -1, 'stopped', told('ort', { valueString: 'Unten' }));
    expect([await of('allergie'), await of('blutverduenner')]).toEqual([['ja latex'], ['ja Ja']]);
    await hand(
      'schmerz@1',
      -2,
      'completed',
      told('allergie', { valueCoding: NO }),
      told('verduenner', { valueCoding: NO }),
    );
    expect([await of('allergie'), await of('blutverduenner')]).toEqual([
      [expect.stringMatching(/^nein/)],
      [expect.stringMatching(/^nein/)],
    ]);
  });

  /** Stored before a rule forbade it. */
  const store = async (
    state: 'draft' | 'active',
    questionnaire: Questionnaire,
  ): Promise<string> => {
    const id = idOfForm(t.deps.newId());
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      insertForm(w, {
        id,
        version: 1,
        state,
        rev: 1,
        questionnaire: { ...questionnaire, id, version: '1', url: `urn:molar:praxis-form:${id}` },
        sha256: id.padEnd(64, '0'),
        languages: ['de'],
        changedBy: 'test',
        changedAt: t.clock.now,
        publishedAt: null,
      }),
    );
    return `${id}@1`;
  };
  const itself: Questionnaire = {
    ...form([item({ type: 'choice', answerValueSet: '#a' })]),
    contained: [
      { resourceType: 'ValueSet', id: 'a', compose: { include: [{ valueSet: ['#a'] }] } },
    ],
  };

  it('refuses a list of answers that includes itself with a code, and stores nothing', async () => {
    const before = ((await at(p, '')).json as FormsView).items.length;
    const refused = await at(p, `/import?id=${t.deps.newId()}`, 'POST', itself);
    expect([refused.status, refused.json]).toEqual([
      400,
      {
        error: expect.objectContaining({
          code: 'validation',
          extra: {
            findings: [{ level: 'error', code: 'value_set_circle', linkId: 'hund', detail: '#a' }],
          },
        }),
      },
    ]);
    expect(((await at(p, '')).json as FormsView).items).toHaveLength(before);
  });

  it('refuses to import or publish a form that asks for two billion rows', async () => {
    const rows = form([
      {
        linkId: 'g',
        type: 'group',
        text: 'g',
        repeats: true,
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-minOccurs',
            valueInteger: 2_000_000_000,
          },
        ],
        item: [item()],
      },
    ]);
    const found = {
      error: {
        code: 'validation',
        extra: {
          findings: [{ level: 'error', code: 'too_many_repetitions', linkId: 'g', detail: '100' }],
        },
      },
    };
    expect((await at(p, `/import?id=${t.deps.newId()}`, 'POST', rows)).json).toMatchObject(found);
    const draft = await store('draft', rows),
      active = await store('active', rows);
    expect((await at(p, `/${draft}/publish?rev=1`, 'POST')).json).toMatchObject(found);
    expect(await templates(p)).not.toContain(active);
    await at(p, `/${draft}?rev=1`, 'DELETE');
    await at(p, `/${active}/retire?rev=1`, 'POST');
  });

  it('lists an unreadable stored form with its reason, never offers it, and allows its deletion', async () => {
    const good = await make(form([item()])),
      draft = await store('draft', itself),
      active = await store('active', itself),
      odd = await store('draft', { ...form([]), item: null } as unknown as Questionnaire);
    const { items } = (await at(p, '')).json as FormsView,
      line = (key: string) => items.find((one) => one.key === key);
    expect([draft, active, odd, good.key].map((key) => line(key)?.trouble)).toEqual([
      { code: 'value_set_circle', detail: '#a' },
      { code: 'value_set_circle', detail: '#a' },
      { code: 'not_an_object', detail: 'item' },
      undefined,
    ]);
    expect(await templates(p)).not.toContain(active);
    expect((await at(p, `/${draft}`)).status).toBe(200);
    expect((await at(p, `/${draft}/publish?rev=1`, 'POST')).json).toMatchObject({
      error: { code: 'validation', extra: { findings: [{ code: 'value_set_circle' }] } },
    });
    for (const key of [draft, odd])
      expect((await at(p, `/${key}?rev=1`, 'DELETE')).status).toBe(204);
    expect((await at(p, `/${active}/retire?rev=1`, 'POST')).status).toBe(200);
    expect(
      ((await at(p, '')).json as FormsView).items
        .filter((one) => one.trouble !== undefined)
        .map((one) => [one.key, one.state]),
    ).toContainEqual([active, 'retired']);
  });

  it("only owners and permitted users design forms, and another practice's form is not found", async () => {
    const { key } = await make(form([item()]));
    for (const as of [p.users.staff, p.users.reception])
      expect((await p.call('/anamnese/forms', { as })).code).toBe('forbidden');
    expect((await at(other, `/${key}`)).code).toBe('not_found');
    expect(((await at(other, '')).json as FormsView).items.some((one) => one.key === key)).toBe(
      false,
    );
    expect((await at(other, '', 'POST', { id: t.deps.newId(), from: key, title: 'X' })).code).toBe(
      'not_found',
    );
  });
});
