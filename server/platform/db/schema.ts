// Every table, written once for both databases.

import { pgKit, type Kit } from './kit.ts';
import { abrechnungTables } from './schema/billing.ts';
import { anamneseTables } from './schema/forms.ts';
import { authTables } from './schema/accounts.ts';
import { backupTables } from './schema/backup.ts';
import { reportTables } from './schema/reports.ts';
import { consentTables } from './schema/consent.ts';
import { doctosyncTables } from './schema/doctosync.ts';
import { documentsTables } from './schema/documents.ts';
import { imagesTables } from './schema/pictures.ts';
import { mailTables } from './schema/mail.ts';
import { paperTables } from './schema/papers.ts';
import { paymentTables } from './schema/payment.ts';
import { patientTables } from './schema/patient.ts';
import { portalTables } from './schema/share.ts';
import { pvsTables } from './schema/pvs.ts';
import { regelnTables } from './schema/rules.ts';
import { retentionTables } from './schema/retention.ts';
import { settingsTables } from './schema/settings.ts';
import { systemTables } from './schema/system.ts';
import { tabletTables } from './schema/tablet.ts';
import { takeoverTables } from './schema/takeover.ts';
import { taskTables } from './schema/task.ts';
import { complianceTables, termsTables } from './schema/terms.ts';
import { textTables } from './schema/texts.ts';
import { careTables, ticketTables } from './schema/tickets.ts';

export const defineSchema = (k: Kit) => ({
  ...settingsTables(k),
  ...authTables(k),
  ...patientTables(k),
  ...portalTables(k),
  ...tabletTables(k),
  ...taskTables(k),
  ...documentsTables(k),
  ...systemTables(k),
  ...backupTables(k),
  ...mailTables(k),
  ...termsTables(k),
  ...complianceTables(k),
  ...ticketTables(k),
  ...careTables(k),
  ...paymentTables(k),
  ...imagesTables(k),
  ...anamneseTables(k),
  ...regelnTables(k),
  ...textTables(k),
  ...doctosyncTables(k),
  ...consentTables(k),
  ...paperTables(k),
  ...takeoverTables(k),
  ...retentionTables(k),
  ...abrechnungTables(k),
  ...pvsTables(k),
  ...reportTables(k),
});
export type Schema = ReturnType<typeof defineSchema>;
export const pgSchema: Schema = defineSchema(pgKit);
