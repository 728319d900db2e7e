/** Items of forms in tests of the lint. */
import type { Extension } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { type LintOptions, lint } from '../../shared/forms/design/lint.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import type {
  EnableWhen,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { form } from './random-forms.ts';

export const flag = (url: string): Extension => ({ url, valueBoolean: true });

export const critical = (valueCode: string): Extension => ({ url: EXTENSION.critical, valueCode });

export const why: Extension = {
  url: EXTENSION.why,
  valueString: 'Damit wir Sie sicher behandeln.',
};

export const q = (linkId: string, rest: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'boolean',
  text: `Frage ${linkId}`,
  ...rest,
});

export const when = (
  question: string,
  rest: Partial<EnableWhen> = { answerBoolean: true },
): EnableWhen => ({ question, operator: '=', ...rest });

export const said = (
  items: readonly QuestionnaireItem[],
  options: LintOptions = {},
  head: object = {},
): string[] =>
  lint(modelOf({ ...form(...items), ...head }), options).findings.map((one) =>
    [one.level, one.code, one.linkId, one.detail].filter((part) => part !== undefined).join(' '),
  );

export const coded = (
  code: string,
  display: string | undefined = code,
): { valueCoding: { system: string; code: string; display?: string } } => ({
  valueCoding: { system: 'urn:s', code, ...(display !== undefined && { display }) },
});
