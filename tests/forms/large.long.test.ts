/** Foreign forms of any size and shape are linted with linear effort. */
import { expect, test } from 'vitest';
import { checkForm } from '../../shared/forms/design/form-findings.ts';
import { lint } from '../../shared/forms/design/lint.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import type {
  EnableWhen,
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { form } from './random-forms.ts';

/**
 * Reads of a form twice as large per read of the form itself: 2 for linear effort, 4 for quadratic.
 */
const MOST_GROWTH = 3;
const q = (n: number, rest: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId: `q${n}`,
  type: 'boolean',
  text: `Frage ${n}`,
  ...rest,
});
const yes = (n: number, answerBoolean = true): EnableWhen => ({
  question: `q${n}`,
  operator: '=',
  answerBoolean,
});
const many = (count: number, make: (n: number) => QuestionnaireItem): Questionnaire =>
  form(...Array.from({ length: count }, (_, n) => make(n)));
const no = (question: string): EnableWhen => ({ question, operator: '=', answerBoolean: false });

const ahead = (count: number): Questionnaire =>
  many(count, (n) => q(n, n + 1 < count ? { enableWhen: [yes(n + 1)] } : {}));
const back = (count: number): Questionnaire =>
  many(count, (n) => q(n, n > 0 ? { enableWhen: [yes(n - 1)] } : {}));
const round = (count: number): Questionnaire =>
  many(count, (n) => q(n, { enableWhen: [yes((n + 1) % count)] }));
/** The last one is never answered, and neither are those before it. */
const dead = (count: number): Questionnaire =>
  many(count, (n) =>
    n + 1 < count ? q(n, { enableWhen: [yes(n + 1)] }) : q(n, { type: 'display' }),
  );
const torn = (count: number): Questionnaire =>
  many(count, (n) =>
    q(
      n,
      n + 2 < count
        ? { enableBehavior: 'all', enableWhen: [yes(n + 1), yes(n + 2, n % 2 === 0)] }
        : {},
    ),
  );
const everyone = (count: number): Questionnaire =>
  many(count, (n) =>
    q(n, {
      enableWhen: Array.from({ length: 10 }, (_, k) => yes((n + k * 7 + 1) % count, k % 2 === 0)),
    }),
  );
const lists = (count: number): Questionnaire =>
  many(count, (n) =>
    n === 0
      ? q(n, {
          type: 'choice',
          answerOption: Array.from({ length: count }, (_, k) => ({
            valueCoding: { code: `c${k}`, display: `Antwort ${k}` },
          })),
        })
      : q(n, { enableWhen: [{ question: 'q0', operator: '=', answerCoding: { code: `c${n}` } }] }),
  );

/** Wraps a value so that every property read at any depth is counted. */
function counted<T extends object>(value: T, count: () => void): T {
  return new Proxy(value, {
    get(target, key, receiver) {
      count();
      const found: unknown = Reflect.get(target, key, receiver);
      return typeof found === 'object' && found !== null ? counted(found, count) : found;
    },
  });
}
/** Counts the property reads of linting a form. */
function readsOf(questionnaire: Questionnaire): number {
  let reads = 0;
  lint(
    modelOf(
      counted(questionnaire, () => {
        reads += 1;
      }),
    ),
    { languages: ['de', 'en'] },
  );
  return reads;
}

test.each<[string, (count: number) => Questionnaire]>([
  ['a chain, each asked if the next is yes', ahead],
  ['a chain, each asked if the one before is yes', back],
  ['a circle', round],
  ['questions without conditions', (count) => many(count, (n) => q(n))],
  ['a chain whose end is never answered', dead],
  ['questions that contradict each other', torn],
  ['ten conditions each', everyone],
  ['a list of answers, each with a separate question', lists],
])('%s: twice the questions take about twice the effort', (_title, make) => {
  expect(readsOf(make(1_000)) / readsOf(make(500))).toBeLessThan(MOST_GROWTH);
});

test.each<[string, Questionnaire]>([
  ['a circle of 10,000', round(10_000)],
  ['a chain of 10,000', ahead(10_000)],
  ['10,000 questions without conditions', many(10_000, (n) => q(n))],
])('%s is linted completely', (_title, questionnaire) => {
  expect(
    lint(modelOf(questionnaire), { languages: ['de', 'en'] }).findings.some(
      (one) => one.code === 'reach_unfinished',
    ),
  ).toBe(false);
});

test('finds everything that depends on a question that is never answered', () => {
  const { findings } = lint(modelOf(dead(4_000)));
  expect(findings.filter((one) => one.code === 'never_shown')).toHaveLength(3_999);
  expect(findings.some((one) => one.code === 'reach_unfinished')).toBe(false);
});

test('finds a contradiction at the end of a long chain', () => {
  const items = Array.from({ length: 2_000 }, (_, n) =>
    q(n, n > 0 ? { enableWhen: [yes(n - 1)] } : {}),
  );
  const { findings } = lint(
    modelOf(
      form(...items, {
        linkId: 'x',
        type: 'boolean',
        text: 'x',
        enableBehavior: 'all',
        enableWhen: [yes(1_999), no('q0')],
      }),
    ),
  );
  expect(findings.filter((one) => one.code === 'never_shown')).toEqual([
    { level: 'error', code: 'never_shown', linkId: 'x', detail: 'contradiction q0' },
  ]);
});

test('reports when a form exceeds the time limit', () => {
  const { findings } = checkForm(torn(4_000), ['de']);
  expect(findings.filter((one) => one.code === 'reach_unfinished')).toHaveLength(1);
});
