/** Foreign forms of any size and make are judged in the time that somebody waits for a page. */
import { expect, test } from 'vitest';
import { checkForm } from '../../shared/form-findings.ts';
import { lint } from '../../shared/questionnaire-lint.ts';
import { modelOf } from '../../shared/questionnaire-model.ts';
import type { EnableWhen, Questionnaire, QuestionnaireItem } from '../../shared/questionnaire.ts';
import { form } from './random-forms.ts';

const MOST_MS = 2_000;
const q = (n: number, rest: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({ linkId: `q${n}`, type: 'boolean', text: `Frage ${n}`, ...rest });
const yes = (n: number, answerBoolean = true): EnableWhen => ({ question: `q${n}`, operator: '=', answerBoolean });
const many = (count: number, make: (n: number) => QuestionnaireItem): Questionnaire => form(...Array.from({ length: count }, (_, n) => make(n)));
const no = (question: string): EnableWhen => ({ question, operator: '=', answerBoolean: false });

const ahead = (count: number): Questionnaire => many(count, (n) => q(n, n + 1 < count ? { enableWhen: [yes(n + 1)] } : {}));
const back = (count: number): Questionnaire => many(count, (n) => q(n, n > 0 ? { enableWhen: [yes(n - 1)] } : {}));
const round = (count: number): Questionnaire => many(count, (n) => q(n, { enableWhen: [yes((n + 1) % count)] }));
/** The last one is never answered, and so is nothing before it. */
const dead = (count: number): Questionnaire => many(count, (n) => (n + 1 < count ? q(n, { enableWhen: [yes(n + 1)] }) : q(n, { type: 'display' })));
const torn = (count: number): Questionnaire => many(count, (n) => q(n, n + 2 < count ? { enableBehavior: 'all', enableWhen: [yes(n + 1), yes(n + 2, n % 2 === 0)] } : {}));
const everyone = (count: number): Questionnaire => many(count, (n) => q(n, { enableWhen: Array.from({ length: 10 }, (_, k) => yes((n + k * 7 + 1) % count, k % 2 === 0)) }));
const lists = (count: number): Questionnaire =>
  many(count, (n) => (n === 0
    ? q(n, { type: 'choice', answerOption: Array.from({ length: count }, (_, k) => ({ valueCoding: { code: `c${k}`, display: `Antwort ${k}` } })) })
    : q(n, { enableWhen: [{ question: 'q0', operator: '=', answerCoding: { code: `c${n}` } }] })));

test.each<[string, Questionnaire]>([
  ['a chain of 4,000, each asked if the next is yes', ahead(4_000)],
  ['a chain of 4,000, each asked if the one before is yes', back(4_000)],
  ['a circle of 1,000', round(1_000)],
  ['a circle of 10,000', round(10_000)],
  ['a chain of 10,000', ahead(10_000)],
  ['10,000 questions without conditions', many(10_000, (n) => q(n))],
  ['a chain of 4,000 whose end is never answered', dead(4_000)],
  ['4,000 that contradict each other', torn(4_000)],
  ['4,000 with ten conditions each', everyone(4_000)],
  ['a list of 4,000 answers, each with a question of its own', lists(4_000)],
])('%s: judged within two seconds', (_title, questionnaire) => {
  const from = performance.now();
  lint(modelOf(questionnaire), { languages: ['de', 'en'] });
  expect(performance.now() - from).toBeLessThan(MOST_MS);
});

test('what hangs on an end that is never answered is found to its beginning', () => {
  const { findings } = lint(modelOf(dead(4_000)));
  expect(findings.filter((one) => one.code === 'never_shown')).toHaveLength(3_999);
  expect(findings.some((one) => one.code === 'reach_unfinished')).toBe(false);
});

test('a contradiction at the end of a long chain is found', () => {
  const items = Array.from({ length: 2_000 }, (_, n) => q(n, n > 0 ? { enableWhen: [yes(n - 1)] } : {}));
  const { findings } = lint(modelOf(form(...items, { linkId: 'x', type: 'boolean', text: 'x', enableBehavior: 'all', enableWhen: [yes(1_999), no('q0')] })));
  expect(findings.filter((one) => one.code === 'never_shown')).toEqual([{ level: 'error', code: 'never_shown', linkId: 'x', detail: 'contradiction q0' }]);
});

test('where a form has more to look at than there is time for, that is said', () => {
  const { findings } = checkForm(torn(4_000), ['de']);
  expect(findings.filter((one) => one.code === 'reach_unfinished')).toHaveLength(1);
});
