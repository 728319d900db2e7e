/**
 * Answers to a form with formulas: stored at once, judged in a job like the page judges them, and
 * marked for staff where they contradict the form.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import type { QuestionnaireItem } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { answersFor, handIn, makeLink } from '../../../../tests/support/stories/home.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, person, type Practice } from '../../../../tests/support/practice.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { EN, form, formsOf } from '../library/forms.testing.ts';
import { formCheckerHere, JUDGE_TOO_LONG, type FormChecker } from '../library/form-check.ts';
import { readerOf } from '../../../platform/work.ts';

const question = (linkId: string, more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'integer',
  text: linkId,
  _text: EN(linkId),
  ...more,
});
const SCORE = form([
  question('a'),
  question('b', { required: true }),
  question('summe', {
    readOnly: true,
    extension: [
      {
        url: EXTENSION.calculatedExpression,
        valueExpression: {
          language: 'text/fhirpath',
          expression:
            "%resource.item.where(linkId='a').answer.value + %resource.item.where(linkId='b').answer.value",
        },
      },
    ],
  }),
]);
const answers = (values: Record<string, number>) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  item: Object.entries(values).map(([linkId, valueInteger]) => ({
    linkId,
    answer: [{ valueInteger }],
  })),
});

describe.each(STORES)('answers to a form with formulas on %s', (kind) => {
  let t: TestApp, p: Practice, secret: string, judge: FormChecker['judge'];
  beforeAll(async () => {
    t = await createTestApp(kind, {
      formChecker: { ...formCheckerHere, judge: (job) => judge(job) },
    });
    p = await addPractice(t, 'nord', [person('1001', 'Anna', 'Groß', '1941-03-04')]);
    const { at, make } = formsOf(() => ({ t, p })),
      { key } = await make(SCORE);
    expect((await at(p, `/${key}/publish?rev=1`, 'POST')).status).toBe(200);
    secret = (
      await makeLink(p, { kind: 'open', label: 'Website', formId: key.split('@')[0] ?? '' })
    ).secret;
  });
  afterAll(() => t.drop());

  const arrive = async (values: Record<string, number>): Promise<string> => {
    const body = await answersFor(p, secret, { response: answers(values) });
    expect((await handIn(p, secret, body)).status).toBe(200);
    return String(body.id);
  };
  const waiting = async (id: string): Promise<unknown> => {
    const look = t.deps.workshop.look(p.cid, p.system),
      { unmatched } = look.t;
    const [row] = await readerOf(look).pick(unmatched, ['problems'], eq(unmatched.id, id));
    return row?.problems;
  };

  it('a forged total and a missing required answer are marked; right answers lose their mark', async () => {
    judge = formCheckerHere.judge;
    const right = await arrive({ a: 2, b: 4, summe: 6 }),
      forged = await arrive({ a: 2, b: 4, summe: 999 }),
      open = await arrive({ a: 2 });
    expect(await waiting(forged)).toEqual([{ key: '', code: 'not_judged' }]);
    await t.runJobs();
    expect(await waiting(right)).toEqual([]);
    expect(await waiting(forged)).toEqual([{ key: 'summe', code: 'calculated' }]);
    expect(await waiting(open)).toEqual([{ key: 'b', code: 'required' }]);
  });

  it('answers that staff file before they are judged are marked with the patient', async () => {
    judge = formCheckerHere.judge;
    const id = await arrive({ a: 2, b: 4, summe: 999 });
    const filed = await p.post(`/anamnese/unmatched/${id}/assign`, p.users.staff, {
      patid: '1001',
    });
    expect(filed.status).toBe(200);
    await t.runJobs();
    const look = t.deps.workshop.look(p.cid, p.system),
      { answers: table } = look.t;
    const [row] = await readerOf(look).pick(
      table,
      ['id', 'problems', 'response'],
      eq(table.unmatchedId, id),
    );
    expect(row?.problems).toEqual([{ key: 'summe', code: 'calculated' }]);
    expect(JSON.stringify(row?.response)).toContain('999');
    const read = await p.call(`/anamnese/responses/${row?.id}`, { as: p.users.staff });
    expect(read.json).toMatchObject({ problemList: [{ key: 'summe', code: 'calculated' }] });
  });

  it('answers over the budget say so, and keep what they say while the check cannot run', async () => {
    judge = () => Promise.reject(new AppError('unavailable', { retryAfter: 1 }));
    const id = await arrive({ a: 2, b: 4, summe: 999 });
    await t.runJobs();
    expect(await waiting(id)).toEqual([{ key: '', code: 'not_judged' }]);
    judge = () => Promise.resolve(JUDGE_TOO_LONG);
    t.clock.now += 3_600_000;
    await t.runJobs();
    expect(await waiting(id)).toEqual([{ key: '', code: 'judge_too_long' }]);
  });
});
