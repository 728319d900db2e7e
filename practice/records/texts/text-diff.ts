/**
 * Diff of two versions of a consent text, line by line and, where a line was reworded, word by
 * word.
 */

import type { DocumentTemplate, LocalText } from '../../../shared/desk/document.ts';
import { commonOf, piecesOf, type Piece } from '../../ui/wording/word-diff.ts';

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
