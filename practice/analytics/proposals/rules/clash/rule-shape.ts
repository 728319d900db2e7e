// An own rule as blocks: fields that say one thing together are one block. Pure.

import type { Block } from '../../../../ui/saving/merge/merge-trees.ts';
import type { Shape } from '../../../../ui/saving/merge/merge-drafts.ts';
import { CONDITION_FIELDS, type Draft, type Field } from '../rule-draft.ts';

/** Fields by the block they belong to. The kind decides how conditions are written. */
export const RULE_BLOCKS = {
  titel: ['titelDe', 'titelEn'],
  grund: ['grundDe', 'grundEn'],
  noetig: ['noetigDe', 'noetigEn'],
  dagegen: ['dagegenDe', 'dagegenEn'],
  quelle: ['quelle'],
  gruppe: ['gruppe'],
  wenn: ['art', ...CONDITION_FIELDS],
  kasse: ['kasse'],
  alter: ['alterVon', 'alterBis'],
  gueltig: ['gueltigVon', 'gueltigBis'],
  position: ['system', 'nr', 'zaehne', 'nrDort'],
  menge: ['menge'],
  faktor: ['faktor'],
  konfidenz: ['konfidenz'],
} as const satisfies Record<string, readonly Field[]>;
export type RuleBlock = keyof typeof RULE_BLOCKS;

/** How a rule is cut into blocks. */
export const RULE_SHAPE: Shape<Draft> = {
  split: (draft) => ({
    id: '',
    own: null,
    kids: Object.entries(RULE_BLOCKS).map(([id, fields]): Block => ({
      id,
      own: Object.fromEntries(fields.map((field) => [field, draft[field]])),
      kids: [],
    })),
  }),
  join: ({ kids }) => Object.assign({}, ...kids.map(({ own }) => own)) as Draft,
  blend: () => undefined,
};
