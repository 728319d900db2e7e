/** `npm run audit:verify [-- --data DIR]`: proves that no entry of any practice's audit log was changed, deleted or moved and that every signed head fits; ends with 1 and each fault otherwise, with 2 where the database cannot be read. */
import { join } from 'node:path';
import { runVerify } from './verify-command.mjs';

await runVerify('audit-verify', ({ runAuditVerify }, { data, database }) =>
  runAuditVerify({ database, headsFile: join(data, 'audit-heads.jsonl') }),
);
