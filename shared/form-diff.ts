/** What differs between two versions of a form: items that came, went, moved or say something else. */

import { everyItem, type Questionnaire, type QuestionnaireItem } from './questionnaire.ts';

export interface FormChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly linkId: string;
  /** Of the newer version, where it stands in both. Foreign text: to be shown as text only. */
  readonly text: string;
  /** What differs, by the names of the standard; `place`: its group or what stands before it. */
  readonly fields: readonly string[];
  readonly before?: string;
}

interface Placed { readonly item: QuestionnaireItem; readonly parent: string; readonly after: string }

function placesIn(questionnaire: Questionnaire): ReadonlyMap<string, Placed> {
  const found = new Map<string, Placed>(), last = new Map<string, string>();
  for (const { item, path } of everyItem(questionnaire.item)) {
    const parent = path.at(-1)?.linkId ?? '';
    if (!found.has(item.linkId)) found.set(item.linkId, { item, parent, after: last.get(parent) ?? '' });
    last.set(parent, item.linkId);
  }
  return found;
}

/** Changes from `older` to `newer`, in the order of the newer one; what went stands at the end. */
export function diffForms(older: Questionnaire, newer: Questionnaire): readonly FormChange[] {
  const a = placesIn(older), b = placesIn(newer), changes: FormChange[] = [];
  if (older.title !== newer.title) changes.push({ kind: 'changed', linkId: '', text: newer.title ?? '', fields: ['title'], before: older.title ?? '' });
  for (const [linkId, { item, parent, after }] of b) {
    const was = a.get(linkId);
    if (!was) { changes.push({ kind: 'added', linkId, text: item.text ?? '', fields: [] }); continue; }
    const { item: _old, ...before } = was.item, { item: _new, ...now } = item;
    const names = [...new Set([...Object.keys(before), ...Object.keys(now)])] as (keyof typeof now)[];
    const fields: string[] = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
    // Who only stands behind a new or removed neighbour has not moved.
    if (was.parent !== parent || (was.after !== after && a.has(after) && b.has(was.after))) fields.push('place');
    if (fields.length > 0) changes.push({ kind: 'changed', linkId, text: item.text ?? '', fields, ...(fields.includes('text') && { before: was.item.text ?? '' }) });
  }
  for (const [linkId, { item }] of a) if (!b.has(linkId)) changes.push({ kind: 'removed', linkId, text: item.text ?? '', fields: [] });
  return changes;
}
