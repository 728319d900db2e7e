/**
 * Diff of two versions of a consent text, line by line and, where a line was reworded, word by
 * word.
 */

import type { DocumentTemplate, LocalText } from '../../../shared/desk/document.ts';

type LineKind =
  | 'kind'
  | 'talk'
  | 'form'
  | 'reason'
  | 'law'
  | 'signers'
  | 'title'
  | 'heading'
  | 'p'
  | 'note'
  | 'item'
  | 'row'
  | 'declaration'
  | 'represented'
  | 'field'
  | 'source';
export interface Piece {
  readonly is: 'same' | 'added' | 'removed';
  readonly words: string;
}
export interface TextChange {
  readonly kind: LineKind;
  readonly is: 'added' | 'removed' | 'changed';
  /** Heading of its section. */
  readonly under: string;
  readonly pieces: readonly Piece[];
}
interface Line {
  readonly kind: LineKind;
  readonly text: string;
  readonly under: string;
}

/** Beyond this many cells two texts are compared as a whole: memory grows with their product. */
const MAX_CELLS = 4_000_000;

/** Returns the longest common subsequence of two lists, as pairs of indices. */
function commonOf<T>(
  a: readonly T[],
  b: readonly T[],
  isSame: (x: T, y: T) => boolean,
): (readonly [number, number])[] {
  const width = b.length + 1;
  if ((a.length + 1) * width > MAX_CELLS) return [];
  const length = new Uint16Array((a.length + 1) * width),
    at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i * width + j] = isSame(a[i] as T, b[j] as T)
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (isSame(a[i] as T, b[j] as T)) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

function linesOf(template: DocumentTemplate, language: string): Line[] {
  const say = (text: LocalText): string => text[language] ?? '',
    line = (kind: LineKind, text: string, under = ''): Line => ({ kind, text, under });
  const {
    kind,
    talk,
    formRequirement: { form, reason, source: law },
    signerRoles,
  } = template;
  return [
    line('title', say(template.title)),
    line('kind', kind),
    line('talk', String(talk)),
    line('form', form),
    line('reason', say(reason)),
    line('law', law),
    line('signers', signerRoles.join(', ')),
    ...template.sections.flatMap(({ heading, body }) => [
      line('heading', say(heading), say(heading)),
      ...body.flatMap((block): Line[] => {
        if (block.type === 'ul')
          return block.items.map((one) => line('item', say(one), say(heading)));
        if (block.type === 'table')
          return [[block.caption], block.head, ...block.rows].map((row) =>
            line('row', row.map(say).join(' | '), say(heading)),
          );
        return [line(block.type, say(block.text), say(heading))];
      }),
    ]),
    ...template.declarations.flatMap((one) => [
      line('declaration', `${one.required ? '* ' : ''}${say(one.text)}`),
      ...(one.represented ? [line('represented', say(one.represented))] : []),
    ]),
    ...template.fields.map((one) =>
      line('field', `{${one.id}} ${one.required ? '* ' : ''}${say(one.label)}`),
    ),
    ...template.source.map((one) => line('source', one)),
  ].filter((one) => one.text !== '');
}

/**
 * Splits a difference into pieces. A removed and an added piece form one reworded line: unchanged
 * words are listed once.
 */
export function piecesOf(before: string, after: string): Piece[] {
  const [a, b] = [before, after].map((text) => text.split(/(\s+)/).filter((one) => one !== '')) as [
      string[],
      string[],
    ],
    pieces: Piece[] = [];
  const put = (is: Piece['is'], words: readonly string[]): void => {
    if (words.length === 0) return;
    const last = pieces.at(-1);
    if (last?.is === is) pieces[pieces.length - 1] = { is, words: last.words + words.join('') };
    else pieces.push({ is, words: words.join('') });
  };
  let i = 0,
    j = 0;
  for (const [x, y] of [
    ...commonOf(a, b, (one, other) => one === other),
    [a.length, b.length] as const,
  ]) {
    put('removed', a.slice(i, x));
    put('added', b.slice(j, y));
    put('same', a.slice(x, x + 1));
    [i, j] = [x + 1, y + 1];
  }
  return pieces;
}

/**
 * Compares two versions of a text.
 * @param language whose words are compared; German binds.
 * @returns changes from `older` to `newer`, in the order of the newer one
 */
export function diffTexts(
  older: DocumentTemplate,
  newer: DocumentTemplate,
  language: string,
): readonly TextChange[] {
  const a = linesOf(older, language),
    b = linesOf(newer, language),
    changes: TextChange[] = [];
  let i = 0,
    j = 0;
  for (const [x, y] of [
    ...commonOf(a, b, (one, other) => one.kind === other.kind && one.text === other.text),
    [a.length, b.length] as const,
  ]) {
    const gone = a.slice(i, x),
      come = b.slice(j, y);
    // Between the same neighbours, the first removed and the first added line are one reworded
    // line.
    for (const one of come) {
      const at = gone.findIndex((other) => other.kind === one.kind),
        was = at < 0 ? undefined : gone.splice(at, 1)[0];
      changes.push(
        was
          ? {
              kind: one.kind,
              is: 'changed',
              under: one.under,
              pieces: piecesOf(was.text, one.text),
            }
          : {
              kind: one.kind,
              is: 'added',
              under: one.under,
              pieces: [{ is: 'added', words: one.text }],
            },
      );
    }
    for (const one of gone)
      changes.push({
        kind: one.kind,
        is: 'removed',
        under: one.under,
        pieces: [{ is: 'removed', words: one.text }],
      });
    [i, j] = [x + 1, y + 1];
  }
  return changes;
}
