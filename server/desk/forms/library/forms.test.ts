/**
 * Tests of the practice's own forms over HTTP: created, saved against a revision, published once,
 * offered, renewed, and merged with the shipped forms that they copy.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSaved, FormsView } from '../../../../shared/forms/design/forms.schema.ts';
import type { ChairCard } from '../../../../shared/forms/answers/answers.schema.ts';
import { NO, YES } from '../../../../shared/forms/questionnaire/model.ts';
import type { ResponseItem } from '../../../../shared/forms/questionnaire/response-types.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { composition } from '../../../../tests/support/mappe.ts';
import { addPractice, type Practice } from '../../../../tests/support/practice.ts';
import { quickRenderer } from '../../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import { insertAnswers } from '../answers/store.ts';
import { formsOf } from './forms.testing.ts';
import { EN, NASTY, item, form } from './forms.testing.ts';

describe.each(STORES)('forms of the practice (%s)', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    other = await addPractice(t, 'sued');
  });
  afterAll(() => t.drop());
  const { at, read, make, templates, audits } = formsOf(() => ({ t, p }));

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

  it.each([
    ['UTF-16 with a mark', [0xff, 0xfe], 'utf16le'],
    ['UTF-16 without one', [], 'utf16le'],
    ['UTF-8 with a mark', [], 'utf8'],
  ] as const)('a file in %s is read', async (_name, mark, encoding) => {
    const text = `${encoding === 'utf8' ? '\uFEFF' : ''}${JSON.stringify(form([item()]))}`,
      body = Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)]);
    const made = await p.call(`/anamnese/forms/import?id=${t.deps.newId()}`, {
      as: p.users.owner,
      method: 'POST',
      headers: { 'content-type': 'application/fhir+json' },
      body,
    });
    expect(made.status).toBe(200);
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
