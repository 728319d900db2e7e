/**
 * `npm run audit:verify [-- --data DIR]`: verifies that no entry of any practice's audit log was
 * changed, deleted or moved and that every signed head matches; exits with 1 and lists each fault,
 * or with 2 if the database cannot be read.
 */
import { join } from 'node:path';
import { runVerify } from './verify-command.mjs';

await runVerify('audit-verify', ({ runAuditVerify }, place) =>
  runAuditVerify({ ...place, headsFile: join(place.data, 'audit-heads.jsonl') }),
);
