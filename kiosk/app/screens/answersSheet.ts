// The document of a form's answers, in the words of the screens around it.

import i18n from 'i18next';
import { languageName } from '../../../shared/base/language-names.ts';
import { findLanguage } from '../../../shared/base/languages.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import { areAnswersSigned, isFormData } from '../../../shared/forms/task/form-task.ts';
import {
  signedDocument,
  type AnswersDocument,
  type SheetWords,
} from '../../../shared/papers/signed-answers.ts';
import type { OpenTask } from '../effects/answers.ts';

function wordsIn(language: string): SheetWords {
  const t = i18n.getFixedT(language, 'task');
  return {
    yours: t('answers.yours'),
    question: t('answers.question'),
    answer: t('answers.answer'),
    no: t('answers.no'),
    open: t('answers.open'),
    about: t('answers.about'),
    unticked: t('answers.unticked'),
    photo: t('answers.photo'),
    untranslated: t('answers.untranslated'),
    plain: t('answers.plain'),
    form: (title, version) => t('answers.form', { title, version }),
    readIn: (name) => t('answers.readIn', { language: name }),
    recorded: (names) => t('team.by', { name: names }),
    since: (day) => t('answers.since', { day }),
    from: (name) => t('answers.from', { name }),
    shown: (text) => t('answers.shown', { text }),
  };
}

/** Native name of a language, or its German one. */
const nameOf = (language: string, inLanguage: string): string =>
  inLanguage === 'de' ? languageName(language, 'de') : (findLanguage(language)?.native ?? language);

/** Returns the document to be signed; undefined where the practice asks for no signature. */
export function answersSheet(
  { data }: Pick<OpenTask, 'data'>,
  model: Model,
  response: QuestionnaireResponse,
  language: string,
): AnswersDocument | undefined {
  return isFormData(data) && areAnswersSigned(data)
    ? signedDocument({ own: data, model, response, language, words: wordsIn, nameOf })
    : undefined;
}
