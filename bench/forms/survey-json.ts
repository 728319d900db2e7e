/** Converts the form to SurveyJS: every item, option, limit and condition of the FHIR form. */
import type {
  AnswerOption,
  EnableWhen,
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';

type Json = Readonly<Record<string, unknown>>;
/** The form decides whether a chapter has its own pages or everything is on one page. */
export interface SurveyJson extends Json {
  readonly pages: readonly Json[];
}

const optionOf = ({ valueCoding }: AnswerOption): Json => ({
  value: valueCoding?.code ?? '',
  text: valueCoding?.display ?? '',
});

/**
 * @throws Error for anything the generated form never contains, so that nothing is dropped silently
 */
function conditionOf({ question, operator, answerCoding, answerInteger }: EnableWhen): string {
  const value = answerCoding ? `'${answerCoding.code ?? ''}'` : answerInteger;
  if (value === undefined || operator === 'exists')
    throw new Error(`no words for the condition on ${question}`);
  return `{${question}} ${operator === '!=' ? '<>' : operator} ${value}`;
}

function elementOf(item: QuestionnaireItem): Json {
  const { linkId: name, text: title, enableWhen = [], enableBehavior = 'any', maxLength } = item;
  const base = {
    name,
    title,
    ...(enableWhen.length > 0 && {
      visibleIf: enableWhen.map(conditionOf).join(enableBehavior === 'all' ? ' and ' : ' or '),
    }),
    ...(maxLength !== undefined && { maxLength }),
  };
  switch (item.type) {
    case 'group':
      return { ...base, type: 'panel', elements: (item.item ?? []).map(elementOf) };
    case 'string':
      return { ...base, type: 'text' };
    case 'text':
      return { ...base, type: 'comment', rows: 4 };
    case 'integer':
      return { ...base, type: 'text', inputType: 'number' };
    case 'date':
      return { ...base, type: 'text', inputType: 'date' };
    case 'choice':
      return {
        ...base,
        type: item.repeats === true ? 'checkbox' : 'radiogroup',
        choices: (item.answerOption ?? []).map(optionOf),
      };
    default:
      throw new Error(`no element for ${item.type}`);
  }
}

/** Converts the form; top-level groups become pages. @param form as made by `benchForm` */
export function surveyOf(form: Questionnaire): SurveyJson {
  return {
    title: form.title,
    locale: 'de',
    showQuestionNumbers: 'off',
    pages: (form.item ?? []).map((group) => ({
      name: group.linkId,
      title: group.text,
      elements: (group.item ?? []).map(elementOf),
    })),
  };
}
