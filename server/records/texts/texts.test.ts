/**
 * Tests of the practice's own consent texts over HTTP: created, saved against a revision, refused
 * with findings, published once, sent in a Mappe together with shipped ones, renewed, previewed as
 * a page.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentData, DocumentTemplate } from '../../../shared/desk/document.ts';
import type { TextSaved, TextsView, TextView } from '../../../shared/papers/texts.schema.ts';
import foto from '../../../catalog/consent/foto@1.json';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { composition } from '../../../tests/support/mappe.ts';
import { addDesigner, addPractice, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../tests/support/stores.ts';

/** Texts are stored and printed unchanged (sec B41). */
const NASTY = '<img src=x onerror=alert(1)> {{7*7}} =1+1';
const text = (more: Partial<DocumentTemplate> = {}): DocumentTemplate => ({
  id: 'x',
  version: 9,
  kind: 'consent',
  formRequirement: {
    form: 'none',
    reason: { de: 'Keine Formvorschrift.', en: 'No form required.' },
    source: '§ 630d BGB',
  },
  talk: true,
  title: { de: 'Aufhellen der Zähne', en: 'Whitening teeth' },
  signerRoles: ['patient'],
  fields: [],
  validFrom: '2020-01-01',
  source: ['§ 630e BGB'],
  sections: [
    {
      id: 'was',
      heading: { de: 'Was geschieht', en: 'What happens' },
      body: [
        {
          type: 'p',
          text: {
            de: `${NASTY} bei {praxis}`.replace('{{7*7}} ', ''),
            en: `${NASTY} at {praxis}`.replace('{{7*7}} ', ''),
          },
        },
      ],
    },
  ],
  declarations: [
    { id: 'ja', text: { de: 'Ich bin einverstanden.', en: 'I agree.' }, required: true },
  ],
  ...more,
});

describe.each(STORES)('consent texts of the practice (%s)', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    other = await addPractice(t, 'sued');
  });
  afterAll(() => t.drop());
  const at = (praxis: Practice, path: string, method = 'GET', json?: unknown): Promise<Answer> =>
    praxis.call(`/texts${path}`, {
      as: praxis.users.owner,
      method,
      ...(json !== undefined && { json }),
    });
  const read = async (key: string): Promise<TextView> => (await at(p, `/${key}`)).json as TextView;
  const make = async (template: unknown): Promise<TextSaved> => {
    const answer = await at(p, `/import?id=${t.deps.newId()}`, 'POST', template);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return answer.json as TextSaved;
  };
  const offered = async (praxis: Practice): Promise<string[]> =>
    (
      (await praxis.call('/tablet/templates', { as: praxis.users.reception })).json as {
        id: string;
        version: number;
      }[]
    ).map((one) => `${one.id}@${one.version}`);
  const send = (praxis: Practice, key: string, language = 'de') =>
    praxis.post('/tablet/mappen', praxis.users.reception, {
      ...composition({ templates: [key], patid: praxis.patients[0]?.patid ?? '' }),
      language,
    });
  const audits = async (key: string): Promise<string[]> =>
    (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.audit))
      .filter((one) => one.data.text === key)
      .map((one) => one.type);

  it('a draft from a shipped text has its content; repeating the call returns the same text', async () => {
    const input = { id: t.deps.newId(), from: 'foto@1', title: foto.title.de };
    const first = (await at(p, '', 'POST', input)).json as TextSaved;
    expect((await at(p, '', 'POST', input)).json).toEqual(first);
    const made = await read(first.key),
      { id: _id, validFrom: _day, ...rest } = made.template;
    expect(rest).toEqual((({ id: _a, validFrom: _b, ...same }) => same)(foto));
    expect(made).toMatchObject({
      origin: 'own',
      state: 'draft',
      version: 1,
      basedOn: 'foto@1',
      languages: ['de', 'en'],
    });
    expect((await at(p, `/${first.key}/publish?rev=1`, 'POST')).status).toBe(200);
    expect(await offered(p)).toEqual(expect.arrayContaining([first.key, 'foto@1']));
    expect((await at(p, '/foto@1?rev=1', 'PUT', text())).code).toBe('not_found');
  });

  it('a draft cannot be sent; once published it is sent in this practice only and immutable', async () => {
    const { key } = await make(text());
    expect([(await offered(p)).includes(key), (await send(p, key)).status]).toEqual([false, 400]);
    expect((await at(p, `/${key}/publish?rev=1`, 'POST')).json).toEqual({ key, rev: 2 });
    expect((await at(p, `/${key}/publish?rev=1`, 'POST')).json).toEqual({ key, rev: 2 });
    expect([await offered(p), await offered(other)].map((list) => list.includes(key))).toEqual([
      true,
      false,
    ]);
    const sent = await send(p, key, 'en'),
      { mappeId } = sent.json as { mappeId: string };
    expect([sent.status, (await send(other, key)).status]).toEqual([200, 400]);
    const task = (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.task)).find(
        (one) => one.mappeId === mappeId,
      ),
      data = JSON.parse(task?.data ?? '{}') as DocumentData;
    expect(task).toMatchObject({
      template: key,
      kind: 'document',
      title: 'Aufhellen der Zähne',
      talk: { needed: true },
    });
    expect(data).toMatchObject({
      languages: ['de', 'en'],
      title: { de: 'Aufhellen der Zähne', en: 'Whitening teeth' },
      formRequirement: { form: 'none', source: '§ 630d BGB' },
      template: { id: key.split('@')[0], version: 1, talk: true, source: ['§ 630e BGB'] },
    });
    expect(data.sections[0]?.body[0]).toEqual({
      type: 'p',
      text: {
        de: '<img src=x onerror=alert(1)> =1+1 bei Zahnarztpraxis nord',
        en: '<img src=x onerror=alert(1)> =1+1 at Zahnarztpraxis nord',
      },
    });
    const before = await read(key);
    expect((await at(p, `/${key}?rev=2`, 'PUT', text({ talk: false }))).code).toBe(
      'state_conflict',
    );
    expect((await at(p, `/${key}?rev=2`, 'DELETE')).code).toBe('state_conflict');
    expect(await read(key)).toEqual(before);
    expect(before.template).toMatchObject({
      id: key.split('@')[0],
      version: 1,
      validFrom: '2026-11-20',
    });
    expect(await audits(key)).toEqual(['text.created', 'text.published']);
  });

  it('rejects a save after a concurrent change, and a repeated save is idempotent', async () => {
    const { key } = await make(text()),
      a = text({ title: { de: 'A', en: 'A' } }),
      b = text({ title: { de: 'B', en: 'B' } });
    expect((await at(p, `/${key}?rev=1`, 'PUT', a)).json).toEqual({ key, rev: 2 });
    expect((await at(p, `/${key}?rev=1`, 'PUT', a)).json).toEqual({ key, rev: 2 });
    expect((await at(p, `/${key}?rev=1`, 'PUT', b)).code).toBe('state_conflict');
    expect((await read(key)).title).toBe('A');
    expect([
      (await at(p, `/${key}/publish?rev=1`, 'POST')).code,
      (await at(p, `/${key}?rev=1`, 'DELETE')).code,
    ]).toEqual(['state_conflict', 'state_conflict']);
    expect([
      (await at(p, `/${key}?rev=2`, 'DELETE')).status,
      (await at(p, `/${key}`)).status,
    ]).toEqual([204, 404]);
  });

  it.each([
    ['an empty one', undefined, 'heading_missing'],
    [
      'a gap in a language of the practice',
      text({ title: { de: 'Nur deutsch' } }),
      'translation_missing',
    ],
    [
      'an undeclared placeholder',
      text({ title: { de: 'Für {hund}', en: 'For {hund}' } }),
      'placeholder_unknown',
    ],
    ['a picture letter', text({ title: { de: 'Zahn 🦷', en: 'Tooth' } }), 'glyph_missing'],
    ['a consent without signers', text({ signerRoles: [] }), 'signer_missing'],
    [
      'a requirement of form without its law',
      text({
        formRequirement: { form: 'schriftform', reason: { de: 'Weil', en: 'As' }, source: '' },
      }),
      'law_missing',
    ],
  ])('%s is not published', async (_what, template, code) => {
    const { key } = template
        ? await make(template)
        : ((await at(p, '', 'POST', { id: t.deps.newId(), title: 'Leer' })).json as TextSaved),
      answer = await at(p, `/${key}/publish?rev=1`, 'POST');
    expect([answer.status, answer.code]).toEqual([400, 'validation']);
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
    ['a questionnaire', '{"resourceType":"Questionnaire"}', 400],
    ['a text without German', JSON.stringify(text({ title: { en: 'x' } as never })), 400],
    ['a language that is none', JSON.stringify(text({ title: { de: 'x', kein_tag: 'y' } })), 400],
    ['something more', JSON.stringify({ ...text(), html: '<b>' }), 400],
    [
      'forty-one sections',
      JSON.stringify(
        text({
          sections: Array.from({ length: 41 }, (_, n) => ({
            id: `s${n}`,
            heading: { de: 'x' },
            body: [],
          })),
        }),
      ),
      400,
    ],
    ['more than 1 MiB', JSON.stringify({ ...text(), source: ['x'.repeat(1_100_000)] }), 413],
  ])('an import of %s is refused', async (_what, body, status) => {
    const answer = await p.call(`/texts/import?id=${t.deps.newId()}`, {
      as: p.users.owner,
      method: 'POST',
      body,
      type: 'application/json',
    });
    expect(answer.status).toBe(status);
  });

  it('incomplete languages are not offered; those of the practice must be complete', async () => {
    const half = text({ title: { de: 'Titel', en: 'Title', tr: 'Başlık' } }),
      { key } = await make(half);
    expect((await at(p, `/${key}/publish?rev=1`, 'POST')).status).toBe(200);
    const made = await read(key);
    expect(made.languages).toEqual(['de', 'en']);
    expect(made.template.title).toEqual({ de: 'Titel', en: 'Title' });
  });

  it('a new version starts from the old one and replaces it; a retired one is not sent', async () => {
    const { key } = await make(text()),
      id = key.split('@')[0] ?? '';
    await at(p, `/${key}/publish?rev=1`, 'POST');
    const next = (await at(p, `/${key}/version`, 'POST')).json as TextSaved;
    expect([next, (await at(p, `/${key}/version`, 'POST')).json]).toEqual([
      { key: `${id}@2`, rev: 1 },
      { key: `${id}@2`, rev: 1 },
    ]);
    expect((await read(next.key)).template).toMatchObject({
      ...text(),
      id,
      version: 2,
      validFrom: '2026-11-20',
    });
    expect((await at(p, `/${next.key}/publish?rev=1`, 'POST')).status).toBe(200);
    expect([
      (await offered(p)).includes(key),
      (await offered(p)).includes(next.key),
      (await send(p, key)).status,
    ]).toEqual([false, true, 400]);
    expect((await at(p, `/${next.key}/retire?rev=2`, 'POST')).status).toBe(200);
    expect((await offered(p)).includes(next.key)).toBe(false);
    const { items } = (await at(p, '')).json as TextsView;
    expect(items.filter((one) => one.id === id).map((one) => [one.version, one.state])).toEqual([
      [2, 'retired'],
      [1, 'retired'],
    ]);
  });

  it('a translation is a machine’s until this practice confirms these words; undone by taking it back', async () => {
    const turkish = async (): Promise<TextView['translations'][number] | undefined> =>
      (await read('datenschutz@1')).translations.find((one) => one.language === 'tr');
    const data = async (praxis: Practice): Promise<DocumentData> => {
      const { mappeId } = (
        await praxis.post('/tablet/mappen', praxis.users.reception, {
          ...composition({ templates: ['datenschutz@1'], patid: praxis.patients[0]?.patid ?? '' }),
          language: 'tr',
          signers: [],
        })
      ).json as { mappeId: string };
      const tasks = await t.deps.workshop
        .look(praxis.cid, praxis.system)
        .db.find(t.deps.store.t.task);
      return JSON.parse(tasks.find((one) => one.mappeId === mappeId)?.data ?? '{}') as DocumentData;
    };
    const before = await turkish();
    expect(before?.review).toEqual({ by: 'machine' });
    expect((await read('datenschutz@1')).template.title.tr).toBeTruthy();
    const confirm = (language: string, hash: string) =>
      at(p, '/datenschutz@1/translation', 'POST', { language, sha256: hash });
    expect((await confirm('tr', 'a'.repeat(64))).code).toBe('state_conflict');
    expect((await confirm('hr', before?.sha256 ?? '')).code).toBe('not_found');
    expect((await confirm('de', before?.sha256 ?? '')).code).toBe('not_found');
    expect(
      (
        await p.call('/texts/datenschutz@1/translation', {
          as: p.users.reception,
          method: 'POST',
          json: { language: 'tr', sha256: before?.sha256 },
        })
      ).code,
    ).toBe('forbidden');
    for (let round = 0; round < 2; round++)
      expect((await confirm('tr', before?.sha256 ?? '')).status).toBe(204);
    const known = { by: 'practice', name: expect.any(String), at: t.clock.now };
    expect((await turkish())?.review).toEqual(known);
    expect((await data(p)).reviews).toEqual({ en: { by: 'machine' }, tr: known });
    expect(await data(p)).toMatchObject({ languages: ['de', 'tr'], available: ['de', 'en', 'tr'] });
    expect((await data(other)).reviews).toEqual({ en: { by: 'machine' }, tr: { by: 'machine' } });
    for (let round = 0; round < 2; round++)
      expect((await at(p, '/datenschutz@1/translation?language=tr', 'DELETE')).status).toBe(204);
    expect((await turkish())?.review).toEqual({ by: 'machine' });
    expect(await audits('datenschutz@1')).toEqual([
      'text.translation_confirmed',
      'text.translation_unconfirmed',
    ]);
    const { key } = await make(text());
    expect((await read(key)).translations).toEqual([]);
  });

  it('a draft is previewed as a page with its gaps; an undeclared placeholder is reported', async () => {
    const { key } = await make(
        text({ declarations: [{ id: 'ja', text: { de: '' }, required: true }] }),
      ),
      page = await at(p, `/${key}/page?language=en`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const { key: broken } = await make(text({ title: { de: '{hund}' } }));
    expect((await at(p, `/${broken}/page?language=de`)).code).toBe('validation');
  });

  it("only owners and permitted users write texts; another practice's text is not found", async () => {
    const { key } = await make(text()),
      designer = await addDesigner(p);
    for (const as of [p.users.staff, p.users.reception])
      expect((await p.call('/texts', { as })).code).toBe('forbidden');
    expect(
      (await p.call(`/texts/${key}/publish?rev=1`, { as: designer, method: 'POST' })).status,
    ).toBe(200);
    for (const path of [`/${key}`, `/${key}/page?language=de`])
      expect((await at(other, path)).code).toBe('not_found');
    expect((await at(other, '', 'POST', { id: t.deps.newId(), from: key, title: 'X' })).code).toBe(
      'not_found',
    );
    expect(((await at(other, '')).json as TextsView).items.some((one) => one.key === key)).toBe(
      false,
    );
  });
});
