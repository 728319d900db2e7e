// Schemas of how somebody arranged the overview of figures.

import { z } from 'zod';

const key = z.string().regex(/^[a-zA-Z0-9]{1,60}$/);
const keys = z.array(key).max(60);
export const ueberblickSettingsSchema = z
  .strictObject({ order: keys.describe('Keys of the tiles from the first on.'), hidden: keys })
  .meta({ id: 'OverviewSettings' });
export const ueberblickAnswerSchema = z.strictObject({
  settings: ueberblickSettingsSchema.nullable().describe('Null: never arranged.'),
});
export type UeberblickSettings = z.infer<typeof ueberblickSettingsSchema>;
