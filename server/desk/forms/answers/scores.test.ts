/**
 * Scores of a person over time: read by the people who treat, split where a version calculates
 * differently, with a gap where a value does not count, and each view in the audit.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import type { QuestionnaireItem } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { Scores } from '../../../../shared/forms/scores/scores.schema.ts';
import type { FormSaved } from '../../../../shared/forms/design/forms.schema.ts';
import { answersFor, handIn, makeLink } from '../../../../tests/support/stories/home.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, person, type Practice } from '../../../../tests/support/practice.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import { EN, form, formsOf } from '../library/forms.testing.ts';
import { formCheckerHere } from '../library/form-check.ts';

const question = (linkId: string, more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'integer',
  text: linkId,
  _text: EN(linkId),
  ...more,
});
const total = (expression: string): QuestionnaireItem =>
  question('summe', {
    readOnly: true,
    extension: [
      {
        url: EXTENSION.calculatedExpression,
        valueExpression: { language: 'text/fhirpath', expression },
      },
    ],
  });
const A = "%resource.item.where(linkId='a').answer.value";
const MINUTE = 60_000;

describe.each(STORES)('scores over time on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice, key: string;
  beforeAll(async () => {
    t = await createTestApp(kind, { formChecker: formCheckerHere });
    p = await addPractice(t, 'nord', [
      person('1001', 'Anna', 'Groß', '1941-03-04'),
      person('1002', 'Ben', 'Klein', '1970-01-01'),
    ]);
    other = await addPractice(t, 'sued', [person('1001', 'Cem', 'Kurz', '1980-01-01')]);
    ({ key } = await calls().make(form([question('a'), total(A)])));
    expect((await calls().at(p, `/${key}/publish?rev=1`, 'POST')).status).toBe(200);
  });
  afterAll(() => t.drop());
  const calls = () => formsOf(() => ({ t, p }));

  /** Hands in answers, files them with a person, and lets the server judge them. */
  async function take(values: Record<string, number>, patid = '1001'): Promise<void> {
    t.clock.now += MINUTE;
    const { secret } = await makeLink(p, {
      kind: 'open',
      label: 'Website',
      formId: key.split('@')[0] ?? '',
    });
    const body = await answersFor(p, secret, {
      response: {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        item: Object.entries(values).map(([linkId, valueInteger]) => ({
          linkId,
          answer: [{ valueInteger }],
        })),
      },
    });
    expect((await handIn(p, secret, body)).status).toBe(200);
    const filed = await p.post(`/anamnese/unmatched/${String(body.id)}/assign`, p.users.staff, {
      patid,
    });
    expect(filed.status).toBe(200);
    await t.runJobs();
  }
  const read = async (patid = '1001'): Promise<Scores> =>
    (await p.call(`/anamnese/scores?patid=${patid}`, { as: p.users.staff })).json as Scores;
  const shown = ({ curves }: Scores) =>
    curves.map(({ linkId, lines }) => [
      linkId,
      lines.map((one) => one.points.map(({ value, gap }) => value ?? gap)),
    ]);

  it('one value is no curve; two are one, and a forged one is a gap with a reason', async () => {
    await take({ a: 3, summe: 3 });
    expect(shown(await read())).toEqual([]);
    await take({ a: 5, summe: 5 });
    await take({ a: 4, summe: 99 });
    expect(shown(await read())).toEqual([['summe', [[3, 5, 'contradicted']]]]);
  });

  it('a version that calculates the same continues the line; another formula begins a new one', async () => {
    const { at, read: view } = calls();
    const publish = async (item: readonly QuestionnaireItem[]): Promise<void> => {
      const next = (await at(p, `/${key}/version`, 'POST')).json as FormSaved;
      ({ key } = next);
      const saved = await at(p, `/${key}?rev=${next.rev}`, 'PUT', {
        ...(await view(key)).questionnaire,
        item,
      });
      expect(saved.status).toBe(200);
      const { rev } = saved.json as FormSaved;
      expect((await at(p, `/${key}/publish?rev=${rev}`, 'POST')).status).toBe(200);
    };
    await publish([question('neu'), question('a'), total(A)]);
    await take({ a: 6, summe: 6 });
    await publish([question('neu'), question('a'), total(`${A} * 2`)]);
    await take({ a: 1, summe: 2 });
    const found = await read();
    expect(shown(found)).toEqual([['summe', [[3, 5, 'contradicted', 6], [2]]]]);
    expect(found.curves[0]?.lines.map((one) => one.forms.length)).toEqual([2, 1]);
  });

  it('reception, another practice and another person see nothing of it', async () => {
    const as = async (user: Practice['users']['staff'], praxis = p) =>
      praxis.call('/anamnese/scores?patid=1001', { as: user });
    expect((await as(p.users.reception)).status).toBe(403);
    expect((await as(other.users.staff, other)).json).toMatchObject({ curves: [] });
    expect(await read('1002')).toEqual({ curves: [], isCut: false, unread: [] });
  });

  it('a view is in the audit of the record', async () => {
    await read();
    const entries = await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.audit),
      seen = entries.filter((one) => one.type === 'answers.scores');
    // Two people were looked at by one user, and the second practice's user has another log.
    expect(seen.filter((one) => one.cid === p.cid)).toHaveLength(2);
    expect(seen[0]?.actor).toContain('user:');
  });
});
