/** Order of answers for reading: those of a repeating group row by row, not question by question. */

import type { Node } from '../questionnaire/model.ts';
import type { occurrencesOf } from '../questionnaire/pairs.ts';

/** One answered question. */
type Occurrence = ReturnType<typeof occurrencesOf>[number];

/** Returns the row of an answer in its outermost repeating group, from 1; undefined outside. */
export function rowOf(node: Node | undefined, { path }: Pick<Occurrence, 'path'>) {
  const frame = node?.frames[0];
  return frame && (path.find((step) => step.linkId === frame.linkId)?.at ?? 0) + 1;
}

/** A question with its row. */
export interface InRow {
  readonly node: Node;
  readonly row: number | undefined;
}

/** Compares two questions: by the form, inside a repeating group by row first. */
export function byRow(a: InRow, b: InRow): number {
  const outer = ({ node }: InRow): number => (node.frames[0] ?? node).order;
  return outer(a) - outer(b) || (a.row ?? 0) - (b.row ?? 0) || a.node.order - b.node.order;
}
