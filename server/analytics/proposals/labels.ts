// Labels of proposals: creating, renaming, removing and assigning them, and the rules that assign
// labels automatically.

import type { z } from 'zod';
import type {
  BillingLabel,
  billingLabelsSchema,
  labelChangeSchema,
  assignLabelsSchema,
  newBillingLabelSchema,
} from '../../../shared/analytics/billing/labels.schema.ts';
import { LABEL_FARBEN } from '../../../shared/base/label.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Look, Work } from '../../platform/work.ts';
import { userOf } from './decide.ts';
import type { BillingLinks, Situation } from './links.ts';
import { EMPTY_SETTINGS } from './rules.ts';
import {
  addLabel,
  bringLabelBack,
  changeLabel,
  dropLabel,
  settingsOf,
  labelCounts,
  labelsAn,
  labelsOf,
  putSettings,
  putLabels,
} from './store.ts';

/** Maximum number of labels of a practice; more could not be found again. */
const MAX_LABELS = 60;
export async function listBillingLabels(look: Look): Promise<z.input<typeof billingLabelsSchema>> {
  const counts = await labelCounts(look),
    rows = await labelsOf(look),
    known = new Set(rows.map((row) => row.id)),
    config = (await settingsOf(look))?.labelConfig ?? {};
  return {
    items: rows.map(({ id, name, color, position }) => ({
      id,
      name,
      color: LABEL_FARBEN.find((one) => one === color) ?? ('gray' satisfies BillingLabel['color']),
      position,
      anzahl: counts.get(id) ?? 0,
    })),
    labelConfig: Object.fromEntries(
      Object.entries(config).map(([key, ids]) => [key, ids.filter((id) => known.has(id))]),
    ),
  };
}
const isSame = (a: string, b: string): boolean =>
  a.toLocaleLowerCase('de') === b.toLocaleLowerCase('de');
/**
 * Creates a label; a repeated id is idempotent.
 * @throws AppError `conflict` for a name that is taken; `validation` beyond the maximum number
 */
export async function createBillingLabel(
  w: Work,
  input: z.output<typeof newBillingLabelSchema>,
): Promise<void> {
  const all = await labelsOf(w);
  if (all.some((one) => one.id === input.id)) return;
  if (all.some((one) => isSame(one.name, input.name))) throw new AppError('conflict');
  if (all.length >= MAX_LABELS) throw new AppError('validation', { fields: { name: 'too_many' } });
  await addLabel(w, { ...input, position: all.length, goneAt: null });
  await w.audit('label.saved', { label: input.id, kind: 'vorschlag' });
}
/** Changes a label. @throws AppError `not_found`; `conflict` for a name that is taken */
export async function patchBillingLabel(
  w: Work,
  id: string,
  given: z.output<typeof labelChangeSchema>,
): Promise<void> {
  const all = await labelsOf(w),
    { name, color, position } = given;
  if (!all.some((one) => one.id === id)) throw new AppError('not_found');
  if (name !== undefined && all.some((one) => one.id !== id && isSame(one.name, name)))
    throw new AppError('conflict');
  await changeLabel(w, id, {
    ...(name !== undefined && { name }),
    ...(color !== undefined && { color }),
    ...(position !== undefined && { position }),
  });
  await w.audit('label.saved', { label: id, kind: 'vorschlag' });
}
/** Removes the label from every proposal. An already removed label is no error. */
export async function removeBillingLabel(w: Work, id: string): Promise<void> {
  if (await dropLabel(w, id)) await w.audit('label.removed', { label: id });
}
/**
 * Restores a removed label with all its assignments. A label that exists already is no error.
 * @throws AppError `not_found` once it is permanently deleted; `conflict` where its name has been
 * taken
 */
export async function restoreBillingLabel(w: Work, id: string): Promise<void> {
  const all = await labelsOf(w);
  if (all.some((one) => one.id === id)) return;
  const row = await bringLabelBack(w, id);
  if (!row) throw new AppError('not_found');
  if (all.some((one) => isSame(one.name, row.name))) throw new AppError('conflict');
  await w.audit('label.saved', { label: id, kind: 'vorschlag' });
}

/**
 * Adds labels to a proposal and removes others; with `vorher` only the differences are applied.
 * @returns the labels of the proposal.
 * @throws AppError `not_found` for an unknown label or proposal
 */
async function assignBillingLabels(
  w: Work,
  situation: Situation | null,
  {
    selectedLabels,
    vorher,
  }: Pick<z.output<typeof assignLabelsSchema>, 'selectedLabels' | 'vorher'>,
): Promise<string[]> {
  const known = new Set((await labelsOf(w)).map((one) => one.id));
  if (situation === null || selectedLabels.some((one) => !known.has(one)))
    throw new AppError('not_found');
  const placeOf = { ...situation.ort, patid: situation.patid },
    before = await labelsAn(w, placeOf),
    seen = vorher ?? before,
    wanted = new Set(selectedLabels);
  const add = selectedLabels.filter(
      (one) => !before.includes(one) && (vorher === undefined || !vorher.includes(one)),
    ),
    remove = seen.filter((one) => !wanted.has(one) && before.includes(one));
  await putLabels(w, placeOf, add, remove, userOf(w));
  if (add.length + remove.length > 0)
    await w.audit('label.assigned', { kind: 'vorschlag', lines: 1, add, remove }, placeOf.patid);
  return (await labelsAn(w, placeOf)).filter((one) => known.has(one));
}
export async function assignTo(
  context: RequestContext,
  links: BillingLinks,
  { patid, tag: day, regel: rule, zahn: tooth, ...labels }: z.output<typeof assignLabelsSchema>,
): Promise<{ labels: string[] }> {
  const [situation = null] = await links.queries.lage(context.look(), {
    places: [{ patid, tag: day, regel: rule, zahn: tooth }],
  });
  return { labels: await context.write((w) => assignBillingLabels(w, situation, labels)) };
}
/**
 * Sets which rules and groups of rules assign labels automatically.
 * @throws AppError `not_found` for an unknown label; `conflict` where the settings were changed at
 * the same time
 */
export async function setLabelConfig(
  w: Work,
  labelConfig: Record<string, string[]>,
): Promise<void> {
  const known = new Set((await labelsOf(w)).map((one) => one.id)),
    row = await settingsOf(w);
  if (
    Object.values(labelConfig)
      .flat()
      .some((one) => !known.has(one))
  )
    throw new AppError('not_found');
  const { mitVertretung, mitAnderenTraegern, schalter, schwellen, kzv } = row ?? EMPTY_SETTINGS;
  if (
    !(await putSettings(
      w,
      row,
      {
        mitVertretung,
        mitAnderenTraegern,
        schalter,
        schwellen,
        kzv,
        labelConfig: Object.fromEntries(
          Object.entries(labelConfig).filter(([, ids]) => ids.length > 0),
        ),
      },
      userOf(w),
    ))
  )
    throw new AppError('conflict');
  await w.audit('regeln.changed', { labelConfig: Object.keys(labelConfig).length });
}
