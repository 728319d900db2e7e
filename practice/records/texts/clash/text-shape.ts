// A consent text as blocks: title, law, kind, each heading, each paragraph, each declaration, each
// field. Pure.

import type { Block as TextBlock, DocumentTemplate } from '../../../../shared/desk/document.ts';
import { mapTexts, textsOfBlock } from '../../../../shared/papers/text-findings.ts';
import { blendTranslated, type Grain } from '../../../ui/saving/merge/blend.ts';
import { pairParts, uniqueNames, type Shape } from '../../../ui/saving/merge/merge-drafts.ts';
import { textOf, type Block } from '../../../ui/saving/merge/merge-trees.ts';
import { freeId } from '../edit.ts';

type Part = 'sections' | 'declarations' | 'fields';
const PARTS = ['sections', 'declarations', 'fields'] as const satisfies readonly Part[];
const isPart = (key: string): key is Part => (PARTS as readonly string[]).includes(key);

const leaf = (id: string, own: unknown): Block => ({ id, own, kids: [] });
const germanOf = (block: TextBlock): string[] =>
  textsOfBlock(block).flatMap(({ de }) => de.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
/** Checks whether two paragraphs may be the same one, reworded: half of the shorter one's words. */
const isAlike = (a: TextBlock, b: TextBlock): boolean => {
  if (a.type !== b.type) return false;
  const [one, two] = [new Set(germanOf(a)), new Set(germanOf(b))],
    both = [...one].filter((word) => two.has(word)).length;
  return both * 2 >= Math.min(one.size, two.size);
};

/** Returns the blocks of a body; those of `like` give their ids. */
function bodyOf(
  id: string,
  body: readonly TextBlock[],
  like: Block | undefined,
  mark: string,
): Block[] {
  const was = like?.kids ?? [],
    pairs = pairParts(
      was.map(({ own }) => own as TextBlock),
      body,
      isAlike,
    );
  return body.map((one, at) => {
    const from = pairs[at];
    return leaf(was[from ?? -1]?.id ?? `${id} ${mark}${at}`, one);
  });
}

function split(draft: DocumentTemplate, like: Block | undefined, mark: string): Block {
  const names = uniqueNames(),
    listOf = (part: Part): Block[] => {
      if (part !== 'sections')
        return draft[part].map((one) => leaf(names(`${part} ${one.id}`), one));
      const before = like?.kids.find((one) => one.id === part);
      return draft.sections.map(({ body, ...rest }) => {
        const id = names(`${part} ${rest.id}`);
        return {
          id,
          own: rest,
          kids: bodyOf(
            id,
            body,
            before?.kids.find((one) => one.id === id),
            mark,
          ),
        };
      });
    };
  return {
    id: '',
    own: null,
    kids: Object.entries(draft).flatMap(([key, value]) =>
      isPart(key)
        ? [{ id: key, own: null, kids: listOf(key) }]
        : value === undefined
          ? []
          : [leaf(key, value)],
    ),
  };
}
const join = (root: Block): DocumentTemplate =>
  Object.fromEntries(
    root.kids.map(({ id, own, kids }) => [
      id,
      !isPart(id)
        ? own
        : kids.map((one) =>
            id === 'sections'
              ? { ...(one.own as object), body: one.kids.map((block) => block.own) }
              : one.own,
          ),
    ]),
  ) as unknown as DocumentTemplate;

/** A translation rests on the German text. */
const GRAIN: Grain = {
  nameOf: () => undefined,
  headOf: (field, all) => (typeof all.de === 'string' && field !== 'de' ? 'de' : undefined),
};
/** Returns the content without its translations. */
const inGerman = (own: unknown): unknown => {
  if (Array.isArray(own)) return own.map(inGerman);
  if (typeof own !== 'object' || own === null) return own;
  if ('de' in own) return own.de;
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, inGerman(value)]));
};

/** Gives what both sides added under one name different names; a field keeps its placeholders. */
function apart(
  mine: DocumentTemplate,
  other: DocumentTemplate,
  base: DocumentTemplate | undefined,
): DocumentTemplate {
  if (base === undefined) return mine;
  let next = mine;
  for (const part of PARTS) {
    const theirs = new Map<string, unknown>(other[part].map((one) => [one.id, one])),
      known = new Set(base[part].map((one) => one.id));
    for (const one of mine[part]) {
      const { id } = one,
        taken = theirs.get(id);
      if (known.has(id) || taken === undefined || textOf(taken) === textOf(one)) continue;
      const free = freeId(
        [...next[part], ...other[part]],
        id.replace(/-?\d+$/, ''),
        part === 'fields' ? '' : '-',
      );
      next = {
        ...next,
        [part]: next[part].map((each) => (each.id === id ? { ...each, id: free } : each)),
      };
      if (part === 'fields')
        next = mapTexts(
          next,
          (text) =>
            Object.fromEntries(
              Object.entries(text).map(([language, words]) => [
                language,
                words.replaceAll(`{${id}}`, () => `{${free}}`),
              ]),
            ) as typeof text,
        );
    }
  }
  return next;
}

/** How a consent text is cut into blocks. */
export const TEXT_SHAPE: Shape<DocumentTemplate> = {
  split,
  join,
  apart,
  blend: blendTranslated(inGerman, GRAIN),
};
