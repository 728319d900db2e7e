/** Differences between two versions of a form: items added, removed, moved or changed. */

import {
  everyItem,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';

export interface FormChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly linkId: string;
  /** From the newer version, if it is in both. Foreign text: to be shown as text only. */
  readonly text: string;
  /** Changed fields, by the names of the standard; `place`: its group or its predecessor. */
  readonly fields: readonly string[];
  readonly before?: string;
}

interface Placed {
  readonly item: QuestionnaireItem;
  readonly parent: string;
  readonly at: number;
}

function placesIn(questionnaire: Questionnaire): ReadonlyMap<string, Placed> {
  const found = new Map<string, Placed>();
  for (const { item, path } of everyItem(questionnaire.item))
    if (!found.has(item.linkId))
      found.set(item.linkId, { item, parent: path.at(-1)?.linkId ?? '', at: found.size });
  return found;
}

/** Items that changed group or order: the smallest set that explains the new order. */
function movedIn(
  a: ReadonlyMap<string, Placed>,
  b: ReadonlyMap<string, Placed>,
): ReadonlySet<string> {
  const moved = new Set<string>(),
    lists = new Map<string, string[]>();
  for (const [linkId, { parent }] of b) {
    const was = a.get(linkId);
    if (was && was.parent !== parent) moved.add(linkId);
    else if (was) lists.set(parent, [...(lists.get(parent) ?? []), linkId]);
  }
  for (const list of lists.values()) {
    // The longest common subsequence stayed; everything else moved.
    const best: number[] = [],
      before: number[] = [];
    const old = list.map((one) => a.get(one)?.at ?? 0);
    for (const [i, at] of old.entries()) {
      let from = -1;
      for (let j = 0; j < i; j++)
        if ((old[j] ?? 0) < at && (best[j] ?? 0) > (from < 0 ? 0 : (best[from] ?? 0))) from = j;
      best.push(from < 0 ? 1 : (best[from] ?? 0) + 1);
      before.push(from);
    }
    const stayed = new Set<number>();
    for (let at = best.indexOf(Math.max(0, ...best)); at >= 0; at = before[at] ?? -1)
      stayed.add(at);
    for (const [i, one] of list.entries()) if (!stayed.has(i)) moved.add(one);
  }
  return moved;
}

/**
 * Returns the changes from `older` to `newer`, in the order of the newer one; removed items come
 * last.
 */
export function diffForms(older: Questionnaire, newer: Questionnaire): readonly FormChange[] {
  const a = placesIn(older),
    b = placesIn(newer),
    moved = movedIn(a, b),
    changes: FormChange[] = [];
  if (older.title !== newer.title)
    changes.push({
      kind: 'changed',
      linkId: '',
      text: newer.title ?? '',
      fields: ['title'],
      before: older.title ?? '',
    });
  for (const [linkId, { item }] of b) {
    const was = a.get(linkId);
    if (!was) {
      changes.push({ kind: 'added', linkId, text: item.text ?? '', fields: [] });
      continue;
    }
    const { item: _old, ...before } = was.item,
      { item: _new, ...now } = item;
    const names = [
      ...new Set([...Object.keys(before), ...Object.keys(now)]),
    ] as (keyof typeof now)[];
    const fields: string[] = names.filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
    );
    if (moved.has(linkId)) fields.push('place');
    if (fields.length > 0)
      changes.push({
        kind: 'changed',
        linkId,
        text: item.text ?? '',
        fields,
        ...(fields.includes('text') && { before: was.item.text ?? '' }),
      });
  }
  for (const [linkId, { item }] of a)
    if (!b.has(linkId))
      changes.push({ kind: 'removed', linkId, text: item.text ?? '', fields: [] });
  return changes;
}
