/** Labels of billing proposals on the wire. */
import { LABEL_FARBEN } from '../../base/label.ts';
import { z } from 'zod';
import { findingPlace, id } from './wire-values.schema.ts';

const labelName = z.string().trim().min(1).max(40);

const billingLabelSchema = z.strictObject({
  id,
  name: z.string(),
  color: z.enum(LABEL_FARBEN),
  position: z.number().int(),
  anzahl: z.number().int(),
});

export type BillingLabel = z.output<typeof billingLabelSchema>;

/** Labels that proposals carry automatically: by rule id or by name of a rule group. */
const labelConfigSchema = z
  .record(z.string().min(1).max(80), z.array(id).max(20))
  .refine((all) => Object.keys(all).length <= 400, { message: 'too many' });

export const billingLabelsSchema = z.strictObject({
  items: z.array(billingLabelSchema),
  labelConfig: labelConfigSchema,
});

export const newBillingLabelSchema = z.strictObject({
  id: z.uuid(),
  name: labelName,
  color: z.enum(LABEL_FARBEN),
});

export const labelPathSchema = z.strictObject({ labelId: id });

export const labelChangeSchema = z.strictObject({
  name: labelName.optional(),
  color: z.enum(LABEL_FARBEN).optional(),
  position: z.number().int().min(0).max(999).optional(),
});

/**
 * `vorher`: the labels as the client has seen them; only the difference is applied, so that two
 * concurrent users do not undo each other's changes.
 */
export const assignLabelsSchema = z.strictObject({
  ...findingPlace,
  selectedLabels: z.array(id).max(20),
  vorher: z.array(id).max(60).optional(),
});

export const assignedLabelsSchema = z.strictObject({ labels: z.array(id) });

export const labelConfigChangeSchema = z.strictObject({ labelConfig: labelConfigSchema });
