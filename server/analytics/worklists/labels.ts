// Labels, next steps and notes of the work lists: created, changed, set on many lines at once.

import type { z } from 'zod';
import { berlinDay } from '../../../shared/base/dates.ts';
import type {
  assignSchema,
  Label,
  labelPatchSchema,
  newLabelSchema,
  noteSchema,
  worklistStepSchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Look, Work } from '../../platform/work.ts';
import {
  addLabel,
  bringLabelBack,
  addNote,
  changeLabel,
  dropLabel,
  findLabel,
  labelled,
  labelsOf,
  putLabelOn,
  putStep,
  takeLabelOff,
} from './store.ts';

/** Maximum number of labels of a practice; more could not be found again. */
const MAX_LABELS = 60;

export async function listLabels(look: Look): Promise<Label[]> {
  const rows = await labelsOf(look),
    on = await labelled(
      look,
      rows.map((row) => row.id),
    ),
    counts = new Map<string, number>();
  for (const ids of on.values()) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return rows.map(({ id, name, color, kind, position }) => ({
    id,
    name,
    color: color as Label['color'],
    kind,
    position,
    anzahl: counts.get(id) ?? 0,
  }));
}

const isSame = (a: string, b: string): boolean =>
  a.toLocaleLowerCase('de') === b.toLocaleLowerCase('de');
/**
 * Creates a label; a repeated id is idempotent.
 * @throws AppError `conflict` where the list has one of this name; `validation` beyond the maximum
 * number
 */
export async function createLabel(w: Work, input: z.output<typeof newLabelSchema>): Promise<void> {
  if (await findLabel(w, input.id)) return;
  const all = (await labelsOf(w)).filter((one) => one.kind === input.kind);
  if (all.some((one) => isSame(one.name, input.name))) throw new AppError('conflict');
  if (all.length >= MAX_LABELS) throw new AppError('validation', { fields: { name: 'too_many' } });
  await addLabel(w, { ...input, position: all.length, goneAt: null });
  await w.audit('label.saved', { label: input.id, kind: input.kind });
}
/** Changes a label. @throws AppError `not_found`; `conflict` for a name that is taken */
export async function patchLabel(
  w: Work,
  id: string,
  given: z.output<typeof labelPatchSchema>,
): Promise<void> {
  const row = await findLabel(w, id),
    { name } = given;
  if (!row) throw new AppError('not_found');
  if (
    name !== undefined &&
    (await labelsOf(w)).some(
      (one) => one.id !== id && one.kind === row.kind && isSame(one.name, name),
    )
  )
    throw new AppError('conflict');
  await changeLabel(
    w,
    id,
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  );
  await w.audit('label.saved', { label: id, kind: row.kind });
}
/** Removes the label from every line. An already removed one is no error. */
export async function removeLabel(w: Work, id: string): Promise<void> {
  if (await dropLabel(w, id)) await w.audit('label.removed', { label: id });
}
/**
 * Restores a removed label with all its assignments. A label that exists already is no error.
 * @throws AppError `not_found` once it is permanently deleted; `conflict` where its name has been
 * taken
 */
export async function restoreLabel(w: Work, id: string): Promise<void> {
  const all = await labelsOf(w);
  if (all.some((one) => one.id === id)) return;
  const row = await bringLabelBack(w, id);
  if (!row) throw new AppError('not_found');
  if (all.some((one) => one.kind === row.kind && isSame(one.name, row.name)))
    throw new AppError('conflict');
  await w.audit('label.saved', { label: id, kind: row.kind });
}

const userOf = (w: Work): string => (w.actor.kind === 'user' ? w.actor.userId : '');
/**
 * Adds labels to lines and removes others.
 * @throws AppError `not_found` for a label that this list does not have
 */
export async function assignLabels(
  w: Work,
  { kind, targets, add, remove }: z.output<typeof assignSchema>,
): Promise<void> {
  const known = new Set(
    (await labelsOf(w)).filter((one) => one.kind === kind).map((one) => one.id),
  );
  if (add.some((one) => !known.has(one))) throw new AppError('not_found');
  for (const label of remove) await takeLabelOff(w, label, targets);
  for (const label of add) await putLabelOn(w, label, targets, userOf(w));
  await w.audit('label.assigned', { kind, lines: targets.length, add, remove });
}
/**
 * Sets the next step of lines, or clears it.
 * @throws AppError `validation` for a day that has long passed
 */
export async function writeStep(
  w: Work,
  { kind, targets, text, bis: to, wer: patients, istErledigt }: z.output<typeof worklistStepSchema>,
): Promise<void> {
  if (to !== null && to < `${Number(berlinDay(w.now).slice(0, 4)) - 1}`)
    throw new AppError('validation', { fields: { bis: 'day' } });
  await putStep(
    w,
    kind,
    targets,
    text === null
      ? null
      : { step: text, dueAt: to, who: patients, state: istErledigt ? 'done' : 'open' },
    userOf(w),
  );
  await w.audit('step.written', { kind, lines: targets.length, isTaken: text === null });
}
export async function writeNote(
  w: Work,
  { id, kind, target, text }: z.output<typeof noteSchema>,
): Promise<void> {
  if (await addNote(w, { id, kind, target, text, by: userOf(w) }))
    await w.audit('note.written', { kind, target });
}
