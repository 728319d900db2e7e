/**
 * Texts of a form in several languages: available languages, storage on the resource, and lookup
 * for display.
 *
 * All use the translation extension of the standard, on the element with the German text: `_title`
 * of the form, `_text` of an item, `_display` (or `_valueString`) of an option, and `_valueString`
 * of our extensions `why` and `plain-language`. The reviewer of a translation is stored once per
 * language at the form (`urn:molar:fhir:translation-review`).
 */

import {
  extensionOf,
  extensionsOf,
  REVIEW_STATE,
  TRANSLATION,
  translationOf,
  type Coding,
  type Extension,
  type FhirElement,
} from './fhir.ts';
import { codeOf, EXTENSION } from './extensions.ts';
import type { Option } from './model.ts';
import type { AnswerOption, Questionnaire, QuestionnaireItem } from './questionnaire.ts';

/** `machine`: not reviewed by a speaker of the language; `native`: reviewed. */
export type Review = 'machine' | 'native';
/** Texts of one form in one language, by the keys of `wordsIn`. */
export interface FormWords {
  readonly language: string;
  readonly review: Review;
  readonly texts: Readonly<Record<string, string>>;
}

/** Texts of an item as displayed; all of them in `language`. */
export interface Words {
  readonly text: string;
  /** „Warum fragen wir das?“ */
  readonly why?: string;
  readonly help?: string;
  /** BCP 47, for `lang` and `dir`. */
  readonly language: string;
  /** False if the form's own language is the fallback for the requested one. */
  readonly isTranslated: boolean;
}
export interface Said {
  readonly text: string;
  readonly language: string;
  readonly isTranslated: boolean;
}

/** Text values of extensions carry their translations, like every primitive of the standard. */
type WordyExtension = Extension & { readonly _valueString?: FhirElement };

const isHelp = (item: QuestionnaireItem): boolean =>
  item.type === 'display' &&
  ['help', 'flyover', 'inline'].includes(codeOf(item, EXTENSION.itemControl) ?? '');
const helpOf = (item: QuestionnaireItem): QuestionnaireItem | undefined =>
  item.type === 'group' ? undefined : item.item?.find(isHelp);
const codeOfOption = (option: AnswerOption): string | undefined =>
  option.valueCoding?.code ?? option.valueString;
const primaryOf = (language: string): string => language.split('-')[0] ?? language;

/**
 * Returns the translation for a tag, or for its language alone (`en` for `en-GB`), ready for
 * display.
 */
function translated(element: FhirElement | undefined, language: string): string | undefined {
  const text =
    translationOf(element, language) ??
    (language.includes('-') ? translationOf(element, primaryOf(language)) : undefined);
  // French needs a no-break space before its punctuation; the standard allows no such space in a
  // string, so it is stored as a plain one.
  return primaryOf(language) === 'fr' ? text?.replace(/ (?=[?!:;»])/g, '\u00a0') : text;
}
const isOwn = (own: string, language: string): boolean => primaryOf(own) === primaryOf(language);

/**
 * Returns the texts of an item in a language. Text, help and reason are in one language: if one of
 * them is missing in the requested language, all fall back to the form's own. Plain text without a
 * translation is replaced by the translated question.
 * @param options `plain`: plain language if available; `own`: the language of the form
 * (`questionnaire.language`), default German
 */
export function wordsOf(
  item: QuestionnaireItem,
  language: string,
  options: { readonly plain?: boolean; readonly own?: string } = {},
): Words {
  const own = options.own ?? 'de',
    help = helpOf(item),
    why: WordyExtension | undefined = extensionOf(item, EXTENSION.why);
  const plain: WordyExtension | undefined =
    options.plain === true ? extensionOf(item, EXTENSION.plain) : undefined;
  const german: Words = {
    text: plain?.valueString ?? item.text ?? '',
    language: own,
    isTranslated: isOwn(own, language),
    ...(why?.valueString !== undefined && { why: why.valueString }),
    ...(help?.text !== undefined && { help: help.text }),
  };
  if (isOwn(own, language)) return german;
  const text = translated(plain?._valueString, language) ?? translated(item._text, language);
  const saidWhy = translated(why?._valueString, language),
    saidHelp = translated(help?._text, language);
  if (
    text === undefined ||
    (german.why !== undefined && saidWhy === undefined) ||
    (german.help !== undefined && saidHelp === undefined)
  )
    return german;
  return {
    text,
    language,
    isTranslated: true,
    ...(saidWhy !== undefined && { why: saidWhy }),
    ...(saidHelp !== undefined && { help: saidHelp }),
  };
}

/**
 * Returns an option's text in a language; yes, no and „don't know“ of the standard's value set are
 * translated here.
 */
export function wordsOfOption(
  option: Pick<Option, 'value' | 'words' | 'text'>,
  language: string,
  own = 'de',
): Said {
  if (isOwn(own, language)) return { text: option.text, language: own, isTranslated: true };
  const text =
    translated(option.words, language) ??
    STANDARD[primaryOf(language)]?.[standardKey(option.value.valueCoding)];
  return text === undefined
    ? { text: option.text, language: own, isTranslated: false }
    : { text, language, isTranslated: true };
}

/** Returns the name of a form in a language. */
export function titleOf(questionnaire: Questionnaire, language: string): Said {
  const own = questionnaire.language ?? 'de',
    title = questionnaire.title ?? questionnaire.id ?? '';
  const text = isOwn(own, language) ? title : translated(questionnaire._title, language);
  return text === undefined
    ? { text: title, language: own, isTranslated: false }
    : { text, language, isTranslated: true };
}

/**
 * Returns who reviewed the texts of a language; `undefined` for a language without texts in the
 * form, and for its own.
 */
export function reviewOf(questionnaire: Questionnaire, language: string): Review | undefined {
  for (const one of extensionsOf(questionnaire, REVIEW_STATE)) {
    const state = extensionOf(one, 'state')?.valueCode;
    if (extensionOf(one, 'lang')?.valueCode === language)
      return state === 'native' ? 'native' : 'machine';
  }
  return undefined;
}

/** Key of the form's own title among its texts: no linkId begins like this. */
export const TITLE_KEY = '?title';

/**
 * Returns every visible text of a form, by key: `?title` (a question may be called `title`),
 * `<linkId>`, `<linkId>#<option code>`, `<linkId>?why`, `<linkId>?plain`, and `<linkId>?help` for
 * the help below a question.
 */
export function wordsIn(questionnaire: Questionnaire): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (key: string, text: string | undefined): void =>
    void (text !== undefined && found.set(key, text));
  const walk = (
    items: readonly QuestionnaireItem[] | undefined,
    parent: QuestionnaireItem | undefined,
  ): void => {
    for (const item of items ?? []) {
      if (parent !== undefined && item === helpOf(parent)) {
        add(`${parent.linkId}?help`, item.text);
        continue;
      }
      add(item.linkId, item.text);
      add(`${item.linkId}?why`, extensionOf(item, EXTENSION.why)?.valueString);
      add(`${item.linkId}?plain`, extensionOf(item, EXTENSION.plain)?.valueString);
      for (const option of item.answerOption ?? [])
        add(
          `${item.linkId}#${codeOfOption(option) ?? ''}`,
          option.valueCoding?.display ?? option.valueString,
        );
      walk(item.item, item);
    }
  };
  add(TITLE_KEY, questionnaire.title);
  walk(questionnaire.item, undefined);
  return found;
}

/**
 * Returns the form with the texts of one more language. Unknown keys are ignored; a test reports
 * them.
 */
export function withWords(
  questionnaire: Questionnaire,
  { language, review, texts }: FormWords,
): Questionnaire {
  const say = (element: FhirElement | undefined, key: string): FhirElement | undefined => {
    const text = texts[key];
    if (text === undefined) return element;
    const others = (element?.extension ?? []).filter(
      (one) => one.url !== TRANSLATION || extensionOf(one, 'lang')?.valueCode !== language,
    );
    return {
      ...element,
      extension: [
        ...others,
        {
          url: TRANSLATION,
          extension: [
            { url: 'lang', valueCode: language },
            { url: 'content', valueString: text },
          ],
        },
      ],
    };
  };
  const sayExtension =
    (linkId: string) =>
    (one: WordyExtension): WordyExtension => {
      const key =
        one.url === EXTENSION.why
          ? `${linkId}?why`
          : one.url === EXTENSION.plain
            ? `${linkId}?plain`
            : undefined;
      const said = key === undefined ? undefined : say(one._valueString, key);
      return said === undefined ? one : { ...one, _valueString: said };
    };
  const sayOption =
    (linkId: string) =>
    (option: AnswerOption): AnswerOption => {
      const key = `${linkId}#${codeOfOption(option) ?? ''}`,
        coding = option.valueCoding;
      if (coding === undefined) {
        const said = say(option._valueString, key);
        return said === undefined ? option : { ...option, _valueString: said };
      }
      const said = say(coding._display, key);
      return said === undefined
        ? option
        : { ...option, valueCoding: { ...coding, _display: said } };
    };
  const sayItem = (
    item: QuestionnaireItem,
    parent: QuestionnaireItem | undefined,
  ): QuestionnaireItem => {
    const text = say(
      item._text,
      parent !== undefined && item === helpOf(parent) ? `${parent.linkId}?help` : item.linkId,
    );
    return {
      ...item,
      ...(item.extension && { extension: item.extension.map(sayExtension(item.linkId)) }),
      ...(text && { _text: text }),
      ...(item.answerOption && { answerOption: item.answerOption.map(sayOption(item.linkId)) }),
      ...(item.item && { item: item.item.map((one) => sayItem(one, item)) }),
    };
  };
  const title = say(questionnaire._title, TITLE_KEY);
  const others = (questionnaire.extension ?? []).filter(
    (one) => one.url !== REVIEW_STATE || extensionOf(one, 'lang')?.valueCode !== language,
  );
  return {
    ...questionnaire,
    extension: [
      ...others,
      {
        url: REVIEW_STATE,
        extension: [
          { url: 'lang', valueCode: language },
          { url: 'state', valueCode: review },
        ],
      },
    ],
    ...(title && { _title: title }),
    ...(questionnaire.item && { item: questionnaire.item.map((one) => sayItem(one, undefined)) }),
  };
}

type StandardKey = 'Y' | 'N' | 'asked-unknown' | '';
const standardKey = (coding: Coding | undefined): StandardKey => {
  const code = coding?.code;
  const isStandard =
    coding?.system === 'http://terminology.hl7.org/CodeSystem/v2-0136' ||
    coding?.system === 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
  return isStandard && (code === 'Y' || code === 'N' || code === 'asked-unknown') ? code : '';
};
/**
 * Yes, no and „don't know“: forms only reference their value set, so it cannot contain
 * translations.
 */
const STANDARD: Readonly<Record<string, Readonly<Partial<Record<StandardKey, string>>>>> = {
  en: { Y: 'Yes', N: 'No', 'asked-unknown': 'I don’t know' },
  tr: { Y: 'Evet', N: 'Hayır', 'asked-unknown': 'Bilmiyorum' },
  ar: { Y: 'نعم', N: 'لا', 'asked-unknown': 'لا أعرف' },
  uk: { Y: 'Так', N: 'Ні', 'asked-unknown': 'Не знаю' },
  ru: { Y: 'Да', N: 'Нет', 'asked-unknown': 'Не знаю' },
  pl: { Y: 'Tak', N: 'Nie', 'asked-unknown': 'Nie wiem' },
  ro: { Y: 'Da', N: 'Nu', 'asked-unknown': 'Nu știu' },
  fr: { Y: 'Oui', N: 'Non', 'asked-unknown': 'Je ne sais pas' },
  it: { Y: 'Sì', N: 'No', 'asked-unknown': 'Non lo so' },
  es: { Y: 'Sí', N: 'No', 'asked-unknown': 'No lo sé' },
  fa: { Y: 'بله', N: 'خیر', 'asked-unknown': 'نمی‌دانم' },
};
