/** Which forms ask about health: their answers are signed and kept as a document. */

import type { Model } from '../questionnaire/model.ts';

/**
 * Checks whether a form asks about health. The mark is the critical one of its questions and
 * options, which the chair card reads: a practice's own form carries it, too.
 */
export const asksHealth = ({ nodes }: Pick<Model, 'nodes'>): boolean =>
  nodes.some(
    (node) =>
      node.critical !== undefined || node.options.some((option) => option.critical !== undefined),
  );
