// Changes of a form in the editor: pure, each returns a new form, all other parts stay unchanged.

import {
  extensionOf,
  TRANSLATION,
  type Extension,
  type FhirElement,
} from '../../../../shared/forms/questionnaire/fhir.ts';
import { codeOf, EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import { TITLE_KEY } from '../../../../shared/forms/questionnaire/words.ts';
import {
  everyItem,
  type AnswerOption,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';

type Items = readonly QuestionnaireItem[];
export interface Found {
  readonly item: QuestionnaireItem;
  readonly parent: QuestionnaireItem | undefined;
  readonly siblings: Items;
  readonly index: number;
}

export function findItem(form: Questionnaire, linkId: string): Found | undefined {
  for (const { item, path } of everyItem(form.item)) {
    if (item.linkId !== linkId) continue;
    const parent = path.at(-1),
      siblings = (parent ?? form).item ?? [];
    return { item, parent, siblings, index: siblings.indexOf(item) };
  }
  return undefined;
}
/** Checks whether `inner` is nested in `outer`, or is it. */
const isWithin = (form: Questionnaire, inner: string, outer: string): boolean =>
  [...everyItem(form.item)].some(
    ({ item, path }) =>
      item.linkId === inner && (inner === outer || path.some((one) => one.linkId === outer)),
  );

const withItems = <T extends { readonly item?: Items }>(holder: T, items: Items): T => {
  const { item: _gone, ...rest } = holder;
  return (items.length > 0 ? { ...rest, item: items } : rest) as T;
};
/** Changes the list that contains a parent's items; `undefined` is the form itself. */
function changeList(
  form: Questionnaire,
  parent: string | undefined,
  change: (items: Items) => Items,
): Questionnaire {
  if (parent === undefined) return { ...form, item: change(form.item ?? []) };
  // Groups without the change stay the same objects: their rows need no new drawing.
  const within = (items: Items): Items => {
    const next = items.map((one) => {
      if (one.linkId === parent) return withItems(one, change(one.item ?? []));
      const inside = one.item && within(one.item);
      return inside === one.item ? one : withItems(one, inside ?? []);
    });
    return next.every((one, at) => one === items[at]) ? items : next;
  };
  return { ...form, item: within(form.item ?? []) };
}
export const changeItem = (
  form: Questionnaire,
  linkId: string,
  change: (item: QuestionnaireItem) => QuestionnaireItem,
): Questionnaire => {
  const found = findItem(form, linkId);
  return found
    ? changeList(form, found.parent?.linkId, (items) =>
        items.map((one) => (one === found.item ? change(one) : one)),
      )
    : form;
};

/** Returns an unused item name: `query-1`, `query-2` … */
export function freeLinkId(
  form: Questionnaire,
  base = 'frage',
  taken: ReadonlySet<string> = new Set(),
): string {
  const used = new Set([...everyItem(form.item)].map(({ item }) => item.linkId));
  for (let n = 1; ; n++) {
    const name = `${base}-${n}`;
    if (!used.has(name) && !taken.has(name)) return name;
  }
}

/**
 * Inserts into a selected group as its last item, behind any other item, or at the end of the form.
 */
export function addItem(
  form: Questionnaire,
  at: string | undefined,
  item: QuestionnaireItem,
): Questionnaire {
  const found = at === undefined ? undefined : findItem(form, at);
  if (!found) return changeList(form, undefined, (items) => [...items, item]);
  if (found.item.type === 'group' && item.type !== 'group')
    return changeList(form, found.item.linkId, (items) => [...items, item]);
  return changeList(form, found.parent?.linkId, (items) =>
    items.toSpliced(found.index + 1, 0, item),
  );
}
export function removeItem(form: Questionnaire, linkId: string): Questionnaire {
  const found = findItem(form, linkId);
  return found
    ? changeList(form, found.parent?.linkId, (items) => items.filter((one) => one !== found.item))
    : form;
}
/**
 * Inserts a copy behind the original; everything in it gets new names, and conditions inside it
 * refer to the copy.
 */
export function duplicateItem(
  form: Questionnaire,
  linkId: string,
): { form: Questionnaire; linkId: string } {
  const found = findItem(form, linkId);
  if (!found) return { form, linkId };
  const names = new Map<string, string>(),
    taken = new Set<string>();
  for (const { item } of everyItem([found.item])) {
    const name = freeLinkId(form, item.linkId, taken);
    names.set(item.linkId, name);
    taken.add(name);
  }
  const copy = (item: QuestionnaireItem): QuestionnaireItem => ({
    ...item,
    linkId: names.get(item.linkId) ?? item.linkId,
    ...(item.enableWhen && {
      enableWhen: item.enableWhen.map((one) => ({
        ...one,
        question: names.get(one.question) ?? one.question,
      })),
    }),
    ...(item.item && { item: item.item.map(copy) }),
  });
  const made = copy(found.item);
  return {
    form: changeList(form, found.parent?.linkId, (items) =>
      items.toSpliced(found.index + 1, 0, made),
    ),
    linkId: made.linkId,
  };
}

export type Step = 'up' | 'down' | 'in' | 'out';
/**
 * Moves an item one step among its siblings, into the item above it, or out behind its group. No
 * change where there is no such place.
 */
export function moveItem(form: Questionnaire, linkId: string, step: Step): Questionnaire {
  const found = findItem(form, linkId);
  if (!found) return form;
  const { item, parent, siblings, index } = found,
    above = siblings[index - 1],
    below = siblings[index + 1];
  if (step === 'up') return above ? moveTo(form, linkId, above.linkId, 'before') : form;
  if (step === 'down') return below ? moveTo(form, linkId, below.linkId, 'after') : form;
  if (step === 'out') return parent ? moveTo(form, linkId, parent.linkId, 'after') : form;
  return above && above.type !== 'display'
    ? changeList(removeItem(form, item.linkId), above.linkId, (items) => [...items, item])
    : form;
}
export type Side = 'before' | 'after' | 'inside';
export function moveTo(
  form: Questionnaire,
  linkId: string,
  target: string,
  side: Side,
): Questionnaire {
  const found = findItem(form, linkId);
  if (!found || isWithin(form, target, linkId)) return form;
  const rest = removeItem(form, linkId),
    place = findItem(rest, target);
  if (!place || (side === 'inside' && place.item.type === 'display')) return form;
  if (side === 'inside') return changeList(rest, target, (items) => [...items, found.item]);
  return changeList(rest, place.parent?.linkId, (items) =>
    items.toSpliced(place.index + (side === 'after' ? 1 : 0), 0, found.item),
  );
}

/** Sets, replaces or (undefined) removes the extension with a URL. */
export function setExtension<T extends FhirElement>(
  element: T,
  url: string,
  value: Omit<Extension, 'url'> | undefined,
): T {
  const { extension = [], ...rest } = element,
    others = extension.filter((one) => one.url !== url);
  const next = value === undefined ? others : [...others, { url, ...value }];
  return (next.length > 0 ? { ...rest, extension: next } : rest) as T;
}
/**
 * Translations of a changed text are outdated: they are removed, and missing until entered again.
 */
const withoutTranslations = (element: FhirElement | undefined): FhirElement | undefined => {
  const kept = element?.extension?.filter((one) => one.url !== TRANSLATION) ?? [];
  return kept.length > 0 ? { ...element, extension: kept } : undefined;
};
export function setText(item: QuestionnaireItem, text: string): QuestionnaireItem {
  const { _text, text: _old, ...rest } = item,
    said = withoutTranslations(_text);
  return { ...rest, ...(text !== '' && { text }), ...(said && { _text: said }) };
}
export function setTitle(form: Questionnaire, title: string): Questionnaire {
  const { _title, ...rest } = form,
    said = withoutTranslations(_title);
  return { ...rest, title, ...(said && { _title: said }) };
}
export const setWordy = (item: QuestionnaireItem, url: string, text: string): QuestionnaireItem =>
  setExtension(item, url, text === '' ? undefined : { valueString: text });

const OWN_CODES = 'urn:molar:praxis';
/** Creates an option. A code never changes with its text: earlier answers keep their meaning. */
export function newOption(item: QuestionnaireItem, text: string): AnswerOption {
  const used = new Set(item.answerOption?.map((one) => one.valueCoding?.code));
  for (let n = 1; ; n++)
    if (!used.has(`antwort-${n}`))
      return { valueCoding: { system: OWN_CODES, code: `antwort-${n}`, display: text } };
}
export function setOptionText(option: AnswerOption, text: string): AnswerOption {
  if (option.valueCoding) {
    const { _display, ...coding } = option.valueCoding,
      said = withoutTranslations(_display);
    return {
      ...option,
      valueCoding: { ...coding, display: text, ...(said && { _display: said }) },
    };
  }
  const { _valueString: _gone, ...rest } = option;
  return option.valueString === undefined ? option : { ...rest, valueString: text };
}

/**
 * A text of the form with the element that carries its translations; keys are those of `wordsIn`.
 */
export interface Said {
  readonly key: string;
  readonly linkId: string | undefined;
  readonly text: string;
  readonly element: FhirElement | undefined;
}
export function everyText(form: Questionnaire): Said[] {
  const found: Said[] =
    form.title === undefined
      ? []
      : [{ key: TITLE_KEY, linkId: undefined, text: form.title, element: form._title }];
  const isHelp = (one: QuestionnaireItem): boolean =>
    one.type === 'display' &&
    ['help', 'flyover', 'inline'].includes(codeOf(one, EXTENSION.itemControl) ?? '');
  const walk = (items: Items | undefined, parent: QuestionnaireItem | undefined): void => {
    const help = parent && parent.type !== 'group' ? items?.find(isHelp) : undefined;
    for (const item of items ?? []) {
      const add = (
        key: string,
        text: string | undefined,
        element: FhirElement | undefined,
      ): void => {
        if (text !== undefined && text.trim() !== '')
          found.push({ key, linkId: item.linkId, text, element });
      };
      if (item === help && parent) {
        add(`${parent.linkId}?help`, item.text, item._text);
        continue;
      }
      const why = extensionOf(item, EXTENSION.why),
        plain = extensionOf(item, EXTENSION.plain);
      add(item.linkId, item.text, item._text);
      add(`${item.linkId}?why`, why?.valueString, why?._valueString);
      add(`${item.linkId}?plain`, plain?.valueString, plain?._valueString);
      for (const one of item.answerOption ?? [])
        add(
          `${item.linkId}#${one.valueCoding?.code ?? one.valueString ?? ''}`,
          one.valueCoding?.display ?? one.valueString,
          one.valueCoding?._display ?? one._valueString,
        );
      walk(item.item, item);
    }
  };
  walk(form.item, undefined);
  return found;
}
