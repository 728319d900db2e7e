// Tests of blank forms of a tablet on both databases: listed and fetched unchanged, size-limited;
// answers wait in the tray once, complete or stopped, and the ledger contains them.

import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { said } from '../../../../tests/support/stories/home.ts';
import { openTestStore, STORES } from '../../../../tests/support/stores.ts';
import { BLANK_CHARS, MOST_BLANKS } from '../../../../shared/forms/task/blank.ts';
import type { BlankPayload } from '../../../../shared/forms/task/form-task.ts';
import { NO } from '../../../../shared/forms/questionnaire/model.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { FORMULA_STOPPED, whyStopped, withWhy } from '../../../../shared/forms/answers/stopped.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/accounts/settings.ts';
import type { Store } from '../../../platform/db/store.ts';
import { checkOps } from '../../../records/ledger/check-ops.ts';
import { checkTasks } from '../../../records/ledger/check-tasks.ts';
import type { Say } from '../../../records/ledger/findings.ts';
import { DEVICE, openWorld, START, type Device, type World } from '../../sync/testing.ts';
import { readTrayLine } from './read-unmatched.ts';
import { blankListSchema } from './blank.schema.ts';
import { findBlank, listBlanks } from './blank-forms.ts';
import { catalogueForms } from '../library/catalogue-forms.ts';
import type { FormLibrary, LoadedForm } from '../answers/library.ts';
import { findUnmatched, openUnmatched } from './unmatched-store.ts';

const PERSON = { firstName: 'Olena', lastName: 'Kovalenko', geburtsdatum: '1991-04-07' };

describe.each(STORES)('answers to a blank form on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device, sha256: string;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    sha256 = (await catalogueForms().find('schmerz@1'))?.sha256 ?? '';
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });

  const payload = (change: Partial<BlankPayload> = {}): BlankPayload => ({
    taskId: v7(),
    form: { key: 'schmerz@1', sha256 },
    language: 'uk',
    at: START,
    person: PERSON,
    device: { ...DEVICE, online: false },
    response: {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      item: [{ linkId: 'seite.begleitend', item: [said('schlucken', NO)] }],
    },
    ...change,
  });
  const op = (body: BlankPayload) =>
    tablet.op('blank.answers', { taskId: body.taskId, taskRev: 1 }, body);
  const waiting = async () => (await openUnmatched(world.look(), 50)).map((one) => one.id);

  it("[S2] answers wait in the tray with the patient's own data, however often the op arrives", async () => {
    const body = payload(),
      sent = await op(body);
    expect((await tablet.push(sent)).verdicts).toMatchObject([{ s: 'applied' }]);
    expect((await tablet.push(sent)).verdicts).toMatchObject([{ s: 'dup' }]);
    expect(await waiting()).toEqual([body.taskId]);
    expect(await findUnmatched(world.look(), body.taskId)).toMatchObject({
      ...PERSON,
      origin: 'tablet',
      tabletId: tablet.id,
      form: 'schmerz@1',
      formSha256: sha256,
      language: 'uk',
      answeredAt: START,
      state: 'open',
      response: { status: 'completed' },
    });
  });
  it('[sync F13] the same set under two op ids is stored once; other answers under the same id are parked', async () => {
    const body = payload();
    expect((await tablet.push(await op(body), await op(body))).verdicts).toMatchObject([
      { s: 'applied' },
      { s: 'applied' },
    ]);
    expect(
      (await tablet.push(await op({ ...body, person: { ...PERSON, firstName: 'Maria' } })))
        .verdicts,
    ).toMatchObject([{ s: 'parked', code: 'already_answered' }]);
    expect(await waiting()).toEqual([body.taskId]);
    expect(await findUnmatched(world.look(), body.taskId)).toMatchObject({ firstName: 'Olena' });
  });
  it('keeps an abandoned form as stopped, and lists the violated rules', async () => {
    const body = payload(),
      stopped = {
        ...body,
        response: withWhy({ ...body.response, status: 'stopped' as const }, 'battery'),
      };
    await tablet.push(await op(stopped));
    const row = await findUnmatched(world.look(), body.taskId);
    expect([row?.response?.status, row?.response && whyStopped(row.response)]).toEqual([
      'stopped',
      'battery',
    ]);
    expect(row?.problems.length).toBeGreaterThan(1);
    expect(row?.problems[0]).toEqual({ key: '', code: 'stopped' });
    expect(await readTrayLine(world.look())).toEqual({
      count: 1,
      oldestAt: world.look().now,
      stopped: 1,
    });
  });
  it('reports a formula that was stopped on the tablet by its path', async () => {
    const body = payload(),
      extension = [{ url: FORMULA_STOPPED, valueString: 'schlucken' }];
    await tablet.push(await op({ ...body, response: { ...body.response, extension } }));
    const row = await findUnmatched(world.look(), body.taskId);
    expect(row?.problems).toContainEqual({ key: 'schlucken', code: 'formula_stopped' });
    expect(await readTrayLine(world.look())).toMatchObject({ count: 1, stopped: 0 });
  });
  it.each<[string, object]>([
    ['no person', { person: undefined }],
    ['no birth date', { person: { ...PERSON, geburtsdatum: 'soon' } }],
    ['an empty name', { person: { ...PERSON, lastName: '' } }],
    ['another id', { taskId: v7() }],
    ['the hash of a task', { dataSha256: 'a'.repeat(64) }],
  ])('%s: parked, nothing in the tray, the queue continues', async (_name, wrong) => {
    const body = payload(),
      bad = await tablet.op(
        'blank.answers',
        { taskId: body.taskId, taskRev: 1 },
        { ...body, ...wrong },
      ),
      good = payload();
    expect((await tablet.push(bad, await op(good))).verdicts).toMatchObject([
      { s: 'parked', code: 'invalid_payload' },
      { s: 'applied' },
    ]);
    expect(await waiting()).toEqual([good.taskId]);
  });
  it('[L2] the ledger reports answers that were accepted and are missing', async () => {
    const body = payload();
    await tablet.push(await op(body));
    const findings = async (): Promise<string[]> => {
      const look = world.look(),
        found: string[] = [],
        say: Say = (code) => {
          found.push(code);
        };
      await checkTasks(
        look.db,
        look.t,
        await checkOps(look.db, look.t, new Set([tablet.id]), look.now, say),
        new Map(),
        look.now,
        say,
      );
      return found;
    };
    expect(await findings()).toEqual([]);
    await world.write((w) => w.tx.remove(w.t.unmatched, { id: body.taskId }));
    expect(await findings()).toEqual(['submission.lost']);
  });
});

describe('blank forms of a practice', () => {
  const library = catalogueForms(),
    wishes = { forms: DEFAULT_SETTINGS.blankForms, languages: ['de', 'en', 'ar'] };

  it('lists the forms with the hash of the fetched text, in the languages of the practice', async () => {
    const list = await listBlanks(library, wishes);
    expect(blankListSchema.parse({ items: list })).toEqual({ items: list });
    expect(list.map((one) => one.key)).toEqual([
      'anamnese-erwachsene@4',
      'anamnese-kinder@4',
      'schmerz@6',
      'patientendaten@3',
    ]);
    for (const ref of list) {
      const text = (await findBlank(library, wishes, ref.key)) ?? '';
      expect([createHash('sha256').update(text).digest('hex'), text.length]).toEqual([
        ref.textSha256,
        ref.chars,
      ]);
      const form = JSON.parse(text) as Questionnaire;
      expect(form.resourceType).toBe('Questionnaire');
      expect(text).toContain('"valueCode":"ar"');
      expect(text).not.toContain('"valueCode":"tr"');
      expect([Object.keys(ref.title).sort(), ref.languages]).toEqual([
        ['ar', 'de', 'en'],
        ['de', 'en', 'ar'],
      ]);
    }
    expect(list.reduce((sum, one) => sum + one.chars, 0)).toBeLessThan(BLANK_CHARS);
    // All twelve languages fit too.
    expect(
      await listBlanks(library, {
        ...wishes,
        languages: ['de', 'en', 'tr', 'ar', 'uk', 'ru', 'pl', 'ro', 'it', 'es', 'fr', 'fa'],
      }),
    ).toHaveLength(4);
  });
  it('offers only the configured forms; others cannot be fetched', async () => {
    expect(
      (
        await listBlanks(library, {
          forms: ['schmerz', 'gone', 'patientendaten'],
          languages: ['de'],
        })
      ).map((one) => one.key),
    ).toEqual(['schmerz@6', 'patientendaten@3']);
    expect(
      await findBlank(library, { forms: ['schmerz'], languages: ['de'] }, 'anamnese-erwachsene@4'),
    ).toBeUndefined();
  });
  it('skips a form that is too large, keeps the others, and reads at most a dozen', async () => {
    const one = await library.find('schmerz@6');
    if (!one) throw new Error('no form');
    const huge = 'x'.repeat(BLANK_CHARS);
    const of = (id: string): LoadedForm => ({
      ...one,
      id,
      key: `${id}@1`,
      sha256: id.padEnd(64, '0'),
      inLanguages: async (languages) => ({
        ...(await one.inLanguages(languages)),
        ...(id === 'huge' && { description: huge }),
      }),
    });
    const ids = ['huge', ...Array.from({ length: 20 }, (_, i) => `f${i}`)],
      many: FormLibrary = {
        inUse: () => Promise.resolve(ids.map(of)),
        find: (key) => Promise.resolve(of(key.split('@')[0] ?? '')),
      };
    const list = await listBlanks(many, { forms: ids, languages: ['de'] });
    expect(list.map((f) => f.key)).toEqual(ids.slice(1, MOST_BLANKS).map((id) => `${id}@1`));
  });
});
