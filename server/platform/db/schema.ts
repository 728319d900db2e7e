// Every table, written once for both databases.

import { pgKit, type Kit } from './kit.ts';
import { accountTables } from './schema/accounts.ts';
import { backupTables } from './schema/backup.ts';
import { billingTables } from './schema/billing.ts';
import { careTables } from './schema/care.ts';
import { consentTables } from './schema/consent.ts';
import { doctosyncTables } from './schema/doctosync.ts';
import { documentTables } from './schema/documents.ts';
import { formTables } from './schema/forms.ts';
import { mailTables } from './schema/mail.ts';
import { paperTables } from './schema/papers.ts';
import { patientTables } from './schema/patient.ts';
import { paymentTables } from './schema/payment.ts';
import { pictureTables } from './schema/pictures.ts';
import { pvsTables } from './schema/pvs.ts';
import { reportTables } from './schema/reports.ts';
import { retentionTables } from './schema/retention.ts';
import { mappeRuleTables, settingsTables } from './schema/settings.ts';
import { shareTables } from './schema/share.ts';
import { systemTables } from './schema/system.ts';
import { tabletTables, takeoverTables } from './schema/tablet.ts';
import { taskTables } from './schema/task.ts';
import { complianceTables, termsTables } from './schema/terms.ts';
import { textTables } from './schema/texts.ts';
import { flagTables, shopTables } from './schema/shop.ts';
import { ticketTables } from './schema/tickets.ts';

export const defineSchema = (k: Kit) => ({
  ...settingsTables(k),
  ...accountTables(k),
  ...patientTables(k),
  ...shareTables(k),
  ...tabletTables(k),
  ...taskTables(k),
  ...documentTables(k),
  ...systemTables(k),
  ...backupTables(k),
  ...mailTables(k),
  ...termsTables(k),
  ...complianceTables(k),
  ...ticketTables(k),
  ...careTables(k),
  ...paymentTables(k),
  ...shopTables(k),
  ...flagTables(k),
  ...pictureTables(k),
  ...formTables(k),
  ...mappeRuleTables(k),
  ...textTables(k),
  ...doctosyncTables(k),
  ...consentTables(k),
  ...paperTables(k),
  ...takeoverTables(k),
  ...retentionTables(k),
  ...billingTables(k),
  ...pvsTables(k),
  ...reportTables(k),
});
export type Schema = ReturnType<typeof defineSchema>;
export const pgSchema: Schema = defineSchema(pgKit);
