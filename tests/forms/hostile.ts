/** Hostile forms: small files that cost much, by each way that was found. */
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';

const by = (url: string, expression: string) => ({
  url,
  valueExpression: { language: 'text/fhirpath', expression },
});
const form = (item: readonly object[], more: object = {}): string =>
  JSON.stringify({
    resourceType: 'Questionnaire',
    status: 'draft',
    language: 'de',
    title: 'Fremd',
    ...more,
    item,
  });
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const q = (n: number, more: object = {}): object => ({
  linkId: `q${n}`,
  type: 'boolean',
  text: `Frage ${n}`,
  ...more,
});
const yes = (n: number): object => ({ question: `q${n}`, operator: '=', answerBoolean: true });
const calculated = (n: number, expression: string): object =>
  q(n, {
    type: 'string',
    readOnly: true,
    extension: [by(EXTENSION.calculatedExpression, expression)],
  } satisfies Partial<QuestionnaireItem>);
/** A value set of other value sets. */
const list = (id: string, includes: readonly string[]): object => ({
  resourceType: 'ValueSet',
  id,
  compose: { include: includes.map((one) => ({ valueSet: [`#${one}`] })) },
});
const leaf = (id: string): object => ({
  resourceType: 'ValueSet',
  id,
  compose: { include: [{ system: 'urn:s', concept: [{ code: 'a', display: 'A' }] }] },
});
const listed = { type: 'choice', answerValueSet: '#v0' };
/** Written by hand: the serializer would run out of stack. */
const nested = (depth: number): string =>
  `{"resourceType":"Questionnaire","status":"draft","item":[${'{"linkId":"g","type":"group","item":['.repeat(depth)}${']}'.repeat(depth)}]}`;
const part = (n: number): object => ({
  resourceType: 'Questionnaire',
  id: `p${n}`,
  item: many(2, (k) => ({
    linkId: `p${n}-${k}`,
    type: 'display',
    extension: [{ url: EXTENSION.subQuestionnaire, valueCanonical: `#p${n + 1}` }],
  })),
});
const row = (n: number, inner: readonly object[]): object => ({
  linkId: `r${n}`,
  type: 'group',
  text: 'r',
  repeats: true,
  extension: [{ url: EXTENSION.minOccurs, valueInteger: 100 }],
  item: inner,
});

/** Files by what they do. */
export const HOSTILE: Readonly<Record<string, string>> = {
  'four thousand questions, each asked if the next one is yes': form(
    many(4_000, (n) => q(n, n + 1 < 4_000 ? { enableWhen: [yes(n + 1)] } : {})),
  ),
  'a circle of a thousand conditions': form(
    many(1_000, (n) => q(n, { enableWhen: [yes((n + 1) % 1_000)] })),
  ),
  'three thousand questions with ten conditions each': form(
    many(3_000, (n) => q(n, { enableWhen: many(10, (k) => yes((n + 7 * k + 1) % 3_000)) })),
  ),
  'five thousand lists, each with the next one': form([q(0, listed)], {
    contained: many(5_000, (n) => list(`v${n}`, [`v${n + 1}`])),
  }),
  'a list with itself': form([q(0, listed)], { contained: [list('v0', ['v0'])] }),
  'a list that doubles thirty times': form([q(0, listed)], {
    contained: [...many(30, (n) => list(`v${n}`, [`v${n + 1}`, `v${n + 1}`])), leaf('v30')],
  }),
  'parts that double twenty times': form(
    [
      {
        linkId: 'x',
        type: 'display',
        extension: [{ url: EXTENSION.subQuestionnaire, valueCanonical: '#p0' }],
      },
    ],
    { contained: many(20, part) },
  ),
  'two billion rows': form([
    {
      linkId: 'g',
      type: 'group',
      text: 'g',
      repeats: true,
      extension: [{ url: EXTENSION.minOccurs, valueInteger: 2_000_000_000 }],
      item: [q(0)],
    },
  ]),
  'a hundred rows in a hundred rows in a hundred rows': form([row(1, [row(2, [row(3, [q(0)])])])]),
  'items ten thousand deep': nested(10_000),
  'ten thousand items': form(many(10_000, (n) => q(n))),
  'a number that grows without end': form([
    calculated(0, '1.repeat($this + 1).count().toString()'),
  ]),
  'texts that grow tenfold, twenty times': form(
    many(20, (n) => calculated(n, `'a'${".replace('a', 'aaaaaaaaaa')".repeat(12)}`)),
  ),
  'sums of sixty thousand numbers': form([calculated(0, `(1${' + 1'.repeat(60_000)}).toString()`)]),
  'everything with everything, twenty times': form(
    many(20, (n) =>
      calculated(
        n,
        '%questionnaire.descendants().select(%questionnaire.descendants().select(%questionnaire.descendants().count()).count()).count().toString()',
      ),
    ),
  ),
  'a pattern that tries everything': form([
    q(0, { type: 'string', extension: [{ url: EXTENSION.regex, valueString: '^(a+)+$' }] }),
    calculated(1, `iif(('${'a'.repeat(40)}!').matches('^(a+)+$'), 'ja', 'nein')`),
  ]),
  'brackets without end': '['.repeat(500_000),
  'a text of two million letters': form([q(0)], { description: 'x'.repeat(2_000_000) }),
};
