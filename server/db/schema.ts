// Every table, written once for both databases.

import { pgKit, type Kit } from './kit.ts';
import { authTables } from './schema/auth.ts';
import { backupTables } from './schema/backup.ts';
import { documentsTables } from './schema/documents.ts';
import { patientTables } from './schema/patient.ts';
import { settingsTables } from './schema/settings.ts';
import { systemTables } from './schema/system.ts';
import { tabletTables } from './schema/tablet.ts';
import { taskTables } from './schema/task.ts';

export const defineSchema = (k: Kit) => ({
  ...settingsTables(k), ...authTables(k), ...patientTables(k), ...tabletTables(k), ...taskTables(k), ...documentsTables(k), ...systemTables(k), ...backupTables(k),
});
export type Schema = ReturnType<typeof defineSchema>;
export const pgSchema: Schema = defineSchema(pgKit);
