/**
 * Tests of forms that are refused or reported: findings, imports, endless lists, unreadable rows.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormsView } from '../../../../shared/forms/design/forms.schema.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import {
  ALTERNATE_CANONICAL,
  responseOf,
} from '../../../../shared/forms/questionnaire/response.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { newState } from '../../../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../../../shared/forms/questionnaire/view.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../../tests/support/practice.ts';
import { quickRenderer } from '../../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import { insertForm } from './form-store.ts';
import { idOfForm } from './form-verbs.ts';
import { formsOf } from './forms.testing.ts';
import { EN, item, form } from './forms.testing.ts';

describe.each(STORES)('findings about forms (%s)', (kind) => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());
  const { at, read, make, templates } = formsOf(() => ({ t, p }));

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

  it('an import reports the parts that it cannot keep, leaves texts unchanged, and exports the stored form', async () => {
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

  it('answers name the imported original, as long as the form asks the same', async () => {
    const made = await make(form([item()])),
      answered = async (): Promise<QuestionnaireResponse> => {
        const model = modelOf((await read(made.key)).questionnaire);
        return responseOf(viewOf(model, newState(model)), { status: 'completed' });
      },
      save = async (rev: number, change: Partial<Questionnaire>) => {
        const { questionnaire } = await read(made.key);
        const { status } = await at(p, `/${made.key}?rev=${rev}`, 'PUT', {
          ...questionnaire,
          ...change,
        });
        expect(status).toBe(200);
      };
    const own = `urn:molar:praxis-form:${made.key.split('@')[0]}|1`,
      original = 'https://example.org/hunde|7';
    const both = {
      questionnaire: original,
      _questionnaire: {
        extension: [{ url: ALTERNATE_CANONICAL, valueCanonical: own }],
      },
    };
    expect(await answered()).toMatchObject(both);
    // Another title, and a text in one more language.
    await save(1, { title: 'Tiere', item: [item({ _text: EN('Do you have a dog?') })] });
    expect(await answered()).toMatchObject(both);
    await save(2, { item: [item({ text: 'Eine Katze?' })] });
    const changed = await answered();
    expect(changed.questionnaire).toBe(own);
    expect(changed._questionnaire).toBeUndefined();
    // The name never comes back by a file.
    await save(3, {
      _url: { extension: [{ url: ALTERNATE_CANONICAL, valueCanonical: original }] },
    });
    expect((await answered()).questionnaire).toBe(own);
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
});
