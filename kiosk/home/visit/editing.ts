/** Changes of the open draft: person, answers, page, and how it is shown. */

import type { Ask, Confirmed } from '../../../shared/desk/master-data.ts';
import { birthOf } from '../draft.ts';
import type { VisitCore } from './visitCore.ts';
import type { Editing, VisitDeps } from './visitState.ts';

/** Adds a confirmation; the same question about another value is asked again. */
const withConfirmed = (
  asked: readonly Confirmed[],
  { rule, value }: Pick<Ask, 'rule' | 'value'>,
  now: number,
): readonly Confirmed[] =>
  asked.some((one) => one.rule === rule && one.value === value)
    ? asked
    : [
        ...asked.filter((one) => one.rule !== rule),
        { rule, value, at: new Date(now).toISOString() },
      ];

/** Creates the changes of a draft. */
export function createEditing(core: VisitCore, { clock }: Pick<VisitDeps, 'clock'>): Editing {
  const { get, put, edit, keeper, flags } = core;
  const askedWith = (ask: Pick<Ask, 'rule' | 'value'>): readonly Confirmed[] =>
    withConfirmed(get().draft?.asked ?? [], ask, clock.now());
  return {
    scale(textScale) {
      put({ textScale });
      edit({ textScale }, flags.isBegun);
    },
    plain(isPlain) {
      put({ isPlain });
      edit({ isPlain }, flags.isBegun);
    },
    type: (person, isConfirmed) =>
      edit(
        {
          person,
          isConfirmed,
          ...(isConfirmed && { asked: askedWith({ rule: 'V4', value: birthOf(person) ?? '' }) }),
        },
        flags.isBegun,
      ),
    async toForm() {
      const { draft, form } = get();
      if (!draft || !form) return;
      put({ screen: 'form' });
      const isNew = !flags.isBegun;
      flags.isBegun = true;
      if (isNew) await keeper.begin({ draft, form }).catch(() => put({ hasTrouble: true }));
      else keeper.save(draft);
    },
    answer: (next) => edit({ state: next }),
    confirm: (ask) => edit({ asked: askedWith(ask) }),
    turn: (page) => edit({ page }),
  };
}
