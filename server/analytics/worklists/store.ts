// Labels, notes and next steps of the work lists: the only writer of their tables.

import { and, desc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { NotedKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import { oneOf } from '../../platform/db/query/one-of.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

type Source = Look | Work;
export type LabelRow = Row<Schema['planLabel']>;
export type StepRow = Row<Schema['planStep']>;

export const labelsOf = (s: Source): Promise<LabelRow[]> =>
  readerOf(s).find(s.t.planLabel, isNull(s.t.planLabel.goneAt), {
    orderBy: [s.t.planLabel.position, s.t.planLabel.name] as never,
  });
export const findLabel = (s: Source, id: string): Promise<LabelRow | undefined> =>
  readerOf(s).one(s.t.planLabel, and(eq(s.t.planLabel.id, id), isNull(s.t.planLabel.goneAt)));
/** Returns false where the id is taken. */
export const addLabel = async (w: Work, row: Omit<LabelRow, 'cid'>): Promise<boolean> =>
  (await w.tx.insert(w.t.planLabel, row, { ifAbsent: true })).length > 0;
export const changeLabel = async (
  w: Work,
  id: string,
  set: Partial<Omit<LabelRow, 'cid' | 'id' | 'kind'>>,
): Promise<boolean> => (await w.tx.update(w.t.planLabel, set, { id })).length > 0;
/** How long a removed label is kept. */
const KEPT_MS = DAY_MS;
/**
 * Removes a label from every line; it can be restored for `KEPT_MS`.
 * @returns false where it is removed already
 */
export async function dropLabel(w: Work, id: string): Promise<boolean> {
  const { planLabel: label, planLabelOn: on } = w.t,
    old = (await w.tx.find(label, lt(label.goneAt, w.now - KEPT_MS))).map((row) => row.id);
  if (old.length > 0) {
    await w.tx.remove(on, inArray(on.labelId, old));
    await w.tx.remove(label, inArray(label.id, old));
  }
  return (await w.tx.update(label, { goneAt: w.now }, { id, goneAt: NOTHING })).length > 0;
}
/**
 * Restores a label on all its lines.
 * @returns it; undefined where it is not removed, or permanently deleted
 */
export const bringLabelBack = async (w: Work, id: string): Promise<LabelRow | undefined> =>
  (
    await w.tx.update(
      w.t.planLabel,
      { goneAt: null },
      and(eq(w.t.planLabel.id, id), isNotNull(w.t.planLabel.goneAt))!,
    )
  )[0];

/** Reads the label ids of every target of these labels. */
export async function labelled(
  s: Source,
  labelIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (labelIds.length === 0) return found;
  for (const { target, labelId } of await readerOf(s).pick(
    s.t.planLabelOn,
    ['target', 'labelId'],
    inArray(s.t.planLabelOn.labelId, [...labelIds]),
  ))
    found.set(target, [...(found.get(target) ?? []), labelId]);
  return found;
}
export const putLabelOn = async (
  w: Work,
  labelId: string,
  targets: readonly string[],
  by: string,
): Promise<void> => {
  await w.tx.insert(
    w.t.planLabelOn,
    targets.map((target) => ({ labelId, target, by, at: w.now })),
    { ifAbsent: true },
  );
};
export const takeLabelOff = (
  w: Work,
  labelId: string,
  targets: readonly string[],
): Promise<number> =>
  w.tx.remove(
    w.t.planLabelOn,
    and(eq(w.t.planLabelOn.labelId, labelId), inArray(w.t.planLabelOn.target, [...targets]))!,
  );

export const stepsOf = async (s: Source, kind: NotedKind): Promise<Map<string, StepRow>> =>
  new Map(
    (await readerOf(s).find(s.t.planStep, eq(s.t.planStep.kind, kind))).map((row) => [
      row.target,
      row,
    ]),
  );
export async function putStep(
  w: Work,
  kind: NotedKind,
  targets: readonly string[],
  step: Pick<StepRow, 'step' | 'dueAt' | 'who' | 'state'> | null,
  by: string,
): Promise<void> {
  await w.tx.remove(
    w.t.planStep,
    and(eq(w.t.planStep.kind, kind), inArray(w.t.planStep.target, [...targets]))!,
  );
  if (step !== null)
    await w.tx.insert(
      w.t.planStep,
      targets.map((target) => ({ kind, target, ...step, by, at: w.now })),
    );
}

export const notesOf = (
  s: Source,
  kind: NotedKind,
  target: string,
): Promise<Row<Schema['planNote']>[]> =>
  readerOf(s).find(
    s.t.planNote,
    and(eq(s.t.planNote.kind, kind), eq(s.t.planNote.target, target)),
    { orderBy: desc(s.t.planNote.at) },
  );
/** Lists the notes on some targets of a list, newest first. */
export const notesOn = (
  s: Source,
  kind: NotedKind,
  targets: string[],
): Promise<Row<Schema['planNote']>[]> =>
  targets.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(
        s.t.planNote,
        and(eq(s.t.planNote.kind, kind), oneOf(s.t.planNote.target, targets)),
        { orderBy: desc(s.t.planNote.at) },
      );
/** Counts the notes of each target of a list. */
export async function noteCounts(s: Source, kind: NotedKind): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { target } of await readerOf(s).pick(
    s.t.planNote,
    ['target'],
    eq(s.t.planNote.kind, kind),
  ))
    found.set(target, (found.get(target) ?? 0) + 1);
  return found;
}
/** Returns false where it exists already. */
export const addNote = async (
  w: Work,
  row: Omit<Row<Schema['planNote']>, 'cid' | 'at'>,
): Promise<boolean> =>
  (await w.tx.insert(w.t.planNote, { ...row, at: w.now }, { ifAbsent: true })).length > 0;

export type TemplateRow = Row<Schema['letterTemplate']>;
export const templatesOf = (s: Source): Promise<TemplateRow[]> =>
  readerOf(s).find(s.t.letterTemplate, undefined, { orderBy: [s.t.letterTemplate.name] as never });
/** Creates or rewords a template. */
export async function putTemplate(
  w: Work,
  row: Omit<TemplateRow, 'cid' | 'changedAt'>,
): Promise<void> {
  const { id, ...set } = row,
    changed = { ...set, changedAt: w.now };
  if ((await w.tx.update(w.t.letterTemplate, changed, { id })).length === 0)
    await w.tx.insert(w.t.letterTemplate, { id, ...changed });
}
export const dropTemplate = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.letterTemplate, { id })) > 0;
