// Schemas of a user's arrangement of the overview.

import { z } from 'zod';

const key = z.string().regex(/^[a-zA-Z0-9]{1,60}$/);
const keys = z.array(key).max(60);
export const overviewSettingsSchema = z
  .strictObject({ order: keys.describe('Keys of the tiles from the first on.'), hidden: keys })
  .meta({ id: 'OverviewSettings' });
export const overviewAnswerSchema = z.strictObject({
  settings: overviewSettingsSchema.nullable().describe('Null: never arranged.'),
});
export type OverviewSettings = z.infer<typeof overviewSettingsSchema>;
