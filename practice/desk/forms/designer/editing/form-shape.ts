// A questionnaire as blocks: its title, each of its own properties, each item. Pure.

import { extensionOf, type Extension } from '../../../../../shared/forms/questionnaire/fhir.ts';
import {
  everyItem,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { blendTranslated, type Grain } from '../../../../ui/saving/merge/blend.ts';
import { uniqueNames, type Shape } from '../../../../ui/saving/merge/merge-drafts.ts';
import { textOf, type Block } from '../../../../ui/saving/merge/merge-trees.ts';
import { freeLinkId } from '../edit.ts';

/** Ids of blocks that are no property and no item. */
const ITEMS = 'item',
  TITLE = 'title',
  EXTENSIONS = 'extension';
/** Id of the block of an item. */
export const blockOfItem = (linkId: string): string => `i ${linkId}`;

/** Returns the name of an extension among its neighbours: its URL, and its language if it has one. */
const nameOf = (one: Extension): string =>
  [one.url, extensionOf(one, 'lang')?.valueCode ?? ''].join(' ').trim();

const owns = new WeakMap<QuestionnaireItem, object>();
/** Returns an item without its children: the same object each time, whose text is compared once. */
function ownOf(one: QuestionnaireItem): object {
  const { item: _item, ...rest } = one,
    own = owns.get(one) ?? rest;
  owns.set(one, own);
  return own;
}

function split(form: Questionnaire): Block {
  const names = uniqueNames(),
    ofItem = (one: QuestionnaireItem): Block => ({
      id: names(blockOfItem(one.linkId)),
      own: ownOf(one),
      kids: (one.item ?? []).map(ofItem),
    }),
    { title, _title } = form;
  return {
    id: '',
    own: null,
    kids: Object.entries(form).flatMap(([key, value]): Block[] => {
      if (value === undefined || (key === '_title' && title !== undefined)) return [];
      if (key === EXTENSIONS)
        return [
          {
            id: EXTENSIONS,
            own: null,
            kids: (form.extension ?? []).map((one) => ({
              id: names(`x ${nameOf(one)}`),
              own: one,
              kids: [],
            })),
          },
        ];
      if (key === ITEMS) return [{ id: ITEMS, own: null, kids: (form.item ?? []).map(ofItem) }];
      const own =
        key === TITLE ? { title, ...(_title && { _title }) } : { [key]: value as unknown };
      return [{ id: key, own, kids: [] }];
    }),
  };
}
const itemOf = ({ own, kids }: Block): QuestionnaireItem => ({
  ...(own as QuestionnaireItem),
  ...(kids.length > 0 && { item: kids.map(itemOf) }),
});
const join = (root: Block): Questionnaire =>
  Object.assign(
    {},
    ...root.kids.map(({ id, own, kids }) =>
      id === ITEMS
        ? { item: kids.map(itemOf) }
        : id === EXTENSIONS
          ? { extension: kids.map((one) => one.own) }
          : own,
    ),
  ) as Questionnaire;

/** A translation rests on the text that it translates; extensions are named by their URL. */
const GRAIN: Grain = {
  nameOf(part) {
    if (typeof part !== 'object' || part === null || !('url' in part)) return undefined;
    return nameOf(part as Extension);
  },
  headOf: (field) => (field.startsWith('_') ? field.slice(1) : undefined),
};
/** Returns the content without its translations. */
const untranslated = (own: unknown): unknown => {
  if (Array.isArray(own)) return own.map(untranslated);
  if (typeof own !== 'object' || own === null) return own;
  return Object.fromEntries(
    Object.entries(own).flatMap(([key, value]) =>
      key.startsWith('_') ? [] : [[key, untranslated(value)]],
    ),
  );
};

/** Renames an item, in conditions and formulas too. */
function renamed<T>(value: T, from: string, to: string): T {
  const walk = (one: unknown, key: string): unknown => {
    if (typeof one === 'string') {
      if (key === 'linkId' || key === 'question') return one === from ? to : one;
      return key === 'expression' ? one.replaceAll(`'${from}'`, () => `'${to}'`) : one;
    }
    if (Array.isArray(one)) return one.map((each) => walk(each, key));
    return typeof one === 'object' && one !== null
      ? Object.fromEntries(Object.entries(one).map(([name, each]) => [name, walk(each, name)]))
      : one;
  };
  return walk(value, '') as T;
}
/** Gives what both sides added under one name different names. */
function apart(
  mine: Questionnaire,
  other: Questionnaire,
  base: Questionnaire | undefined,
): Questionnaire {
  if (base === undefined) return mine;
  const itemsOf = (form: Questionnaire): Map<string, QuestionnaireItem> =>
      new Map([...everyItem(form.item)].map(({ item }) => [item.linkId, item])),
    [was, theirs] = [itemsOf(base), itemsOf(other)],
    taken = new Set([...was.keys(), ...theirs.keys()]);
  let next = mine;
  for (const [linkId, item] of itemsOf(mine)) {
    const same = theirs.get(linkId);
    if (was.has(linkId) || same === undefined || textOf(same) === textOf(item)) continue;
    next = renamed(next, linkId, freeLinkId(next, linkId.replace(/-\d+$/, ''), taken));
  }
  return next;
}

/** How a questionnaire is cut into blocks. */
export const FORM_SHAPE: Shape<Questionnaire> = {
  split,
  join,
  apart,
  blend: blendTranslated(untranslated, GRAIN),
};
