/**
 * Tests of the form check in a child process with a budget: a form that exceeds it is refused with
 * a code, and the server serves other requests meanwhile.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import type { FormMade, FormsView } from '../../../../shared/forms/design/forms.schema.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../../tests/support/practice.ts';
import { formCheckWorker } from '../../../../tests/support/setup/workers.ts';
import {
  formCheckerHere,
  JUDGE_TOO_LONG,
  type CheckAnswer,
  type FormChecker,
} from './form-check.ts';
import { createFormChecker } from './form-checker.ts';
import { EN } from './forms.testing.ts';

const form = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  language: 'de',
  status: 'active',
  title: 'T',
  item,
});
const q: QuestionnaireItem = { linkId: 'q', type: 'boolean', text: 'Frage?' };
const formula = (expression: string): QuestionnaireItem => ({
  linkId: 'f',
  type: 'string',
  text: 'f',
  readOnly: true,
  extension: [
    {
      url: EXTENSION.calculatedExpression,
      valueExpression: { language: 'text/fhirpath', expression },
    },
  ],
});
const job = (questionnaire: Questionnaire) => ({
  text: JSON.stringify(questionnaire),
  languages: ['de'],
  printable: [0, 0x10ffff],
});
/** Every code becomes an answer, and every answer becomes several objects. */
const long = (): Questionnaire => ({
  ...form({ linkId: 'v', type: 'choice', text: 'Was?', answerValueSet: '#a' }),
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'a',
      compose: {
        include: [
          {
            system: 'urn:s',
            concept: Array.from({ length: 50_000 }, (_, n) => ({
              code: `c${n}`,
              display: `Antwort ${n}`,
            })),
          },
        ],
      },
    },
  ],
});
const TOO_LONG: CheckAnswer = { refused: [{ level: 'error', code: 'check_too_long' }] };

let worker = '';
beforeAll(async () => {
  worker = await formCheckWorker();
});

test('the child process finds the same as the current process, formulas included', async () => {
  const checker = createFormChecker({ workerPath: worker });
  for (const one of [
    form(q),
    form(q, formula('))((')),
    form(q, formula("'gut'")),
    form(q, q),
    form(),
  ])
    expect(await checker.check(job(one))).toEqual(await formCheckerHere.check(job(one)));
  checker.close();
});

test('refuses a form over the memory limit with a code, and checks the next one', async () => {
  const checker = createFormChecker({ workerPath: worker, memoryMb: 24 });
  expect(await checker.check(job(long()))).toEqual(TOO_LONG);
  expect(await checker.check(job(form(q)))).toEqual({
    findings: [],
    isReady: true,
    languages: ['de'],
  });
  checker.close();
});

test('refuses a form over the time limit with a code', async () => {
  const checker = createFormChecker({ workerPath: worker, timeoutMs: 1 });
  expect(await checker.check(job(form(q)))).toEqual(TOO_LONG);
  checker.close();
});

test('the child process judges answers like the current process; over the limit they are not judged', async () => {
  const response = (value: string) =>
    JSON.stringify({
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      item: [{ linkId: 'f', answer: [{ valueString: value }] }],
    });
  const judgement = (value: string) => ({
    form: JSON.stringify(form(q, formula("'gut'"))),
    response: response(value),
    day: '2026-11-20',
    at: Date.UTC(2026, 10, 20),
  });
  const checker = createFormChecker({ workerPath: worker });
  expect(await checker.judge(judgement('gut'))).toEqual([]);
  expect(await checker.judge(judgement('schlecht'))).toEqual([{ key: 'f', code: 'calculated' }]);
  checker.close();
  const quick = createFormChecker({ workerPath: worker, timeoutMs: 1 });
  expect(await quick.judge(judgement('gut'))).toEqual(JUDGE_TOO_LONG);
  quick.close();
});

test('a check that cannot run reports itself as unavailable and does not reject the form', async () => {
  const checker = createFormChecker({ workerPath: `${worker}.missing` });
  await expect(checker.check(job(form(q)))).rejects.toMatchObject({ code: 'unavailable' });
  checker.close();
  await expect(checker.check(job(form(q)))).rejects.toMatchObject({ code: 'unavailable' });
});

let t: TestApp,
  p: Practice,
  release: (found: CheckAnswer) => void = () => undefined,
  asked: Promise<void>,
  isAsked = (): void => undefined;
const slow: FormChecker = {
  check: () => {
    isAsked();
    return new Promise<CheckAnswer>((resolve) => {
      release = resolve;
    });
  },
  judge: formCheckerHere.judge,
  facts: formCheckerHere.facts,
  close: () => undefined,
};
beforeAll(async () => {
  asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  t = await createTestApp('sqlite', { formChecker: slow });
  p = await addPractice(t, 'nord');
});
afterAll(() => t.drop());

test('the server answers and writes during a check; a form over its budget leaves nothing behind', async () => {
  const send = () =>
    p.call(`/anamnese/forms/import?id=${t.deps.newId()}`, {
      as: p.users.owner,
      method: 'POST',
      json: form(q),
    });
  const refused = send();
  await asked;
  expect((await t.call('/ui/status')).status).toBe(200);
  expect(
    (
      await p.call('/anamnese/forms', {
        as: p.users.owner,
        method: 'POST',
        json: { id: t.deps.newId(), title: 'Nebenher' },
      })
    ).status,
  ).toBe(200);
  release(TOO_LONG);
  expect((await refused).json).toMatchObject({
    error: {
      code: 'validation',
      extra: { findings: [{ level: 'error', code: 'check_too_long' }] },
    },
  });
  expect((await p.call('/anamnese/forms', { as: p.users.owner })).text).not.toContain(
    '"title":"T"',
  );
});

test('a draft saved during its check is not published unchecked', async () => {
  const again = (): Promise<void> =>
    new Promise((resolve) => {
      isAsked = resolve;
    });
  const found: CheckAnswer = { findings: [], isReady: true, languages: ['de'] };
  const ask = async (path: string, method: string, json?: unknown) => {
    const waiting = again(),
      answer = p.call(`/anamnese/forms${path}`, {
        as: p.users.owner,
        method,
        ...(json !== undefined && { json }),
      });
    await waiting;
    return { answer, end: release };
  };
  const made = await ask(`/import?id=${t.deps.newId()}`, 'POST', form(q));
  made.end(found);
  const { key } = (await made.answer).json as FormMade;
  const published = await ask(`/${key}/publish?rev=2`, 'POST'),
    saved = await ask(`/${key}?rev=1`, 'PUT', form({ ...q, text: 'Anders?' }));
  saved.end(found);
  expect((await saved.answer).json).toEqual({ key, rev: 2 });
  published.end(found);
  expect((await published.answer).code).toBe('state_conflict');
});

test('an imported and published form is not judged a second time for lists: its check brings its facts', async () => {
  const judged: string[] = [],
    counting: FormChecker = {
      ...formCheckerHere,
      facts: (work) => {
        judged.push(work.text);
        return formCheckerHere.facts(work);
      },
    },
    app = await createTestApp('sqlite', { formChecker: counting });
  try {
    const praxis = await addPractice(app, 'ost'),
      ask = (path: string, method = 'GET', json?: unknown) =>
        praxis.call(`/anamnese/forms${path}`, {
          as: praxis.users.owner,
          method,
          ...(json !== undefined && { json }),
        });
    const titled: Questionnaire = {
      ...form(
        { ...q, _text: EN('A question?') },
        { ...q, linkId: 'r', text: 'Und?', _text: EN('And?') },
      ),
      title: 'Zwei Fragen',
      _title: EN('Two questions'),
    };
    const { key, rev } = (await ask(`/import?id=${app.deps.newId()}`, 'POST', titled))
      .json as FormMade;
    expect((await ask(`/${key}/publish?rev=${rev}`, 'POST')).status).toBe(200);
    const { items } = (await ask('')).json as FormsView,
      entry = items.find((one) => one.key === key);
    expect(entry).toMatchObject({
      state: 'active',
      title: 'Zwei Fragen',
      questions: 2,
      minutes: 1,
    });
    expect(entry).not.toHaveProperty('isChecking');
    const templates = (await praxis.call('/tablet/templates', { as: praxis.users.reception }))
      .json as { id: string; title: Record<string, string> }[];
    expect(templates.find((one) => key.startsWith(one.id))).toMatchObject({
      title: { de: 'Zwei Fragen', en: 'Two questions' },
    });
    expect(judged).toEqual([]);
  } finally {
    await app.drop();
  }
});
