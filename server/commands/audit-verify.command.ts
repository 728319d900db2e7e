// `npm run audit:verify`: opens the live database while the server may be running, and verifies
// every practice's log.

import { openInstant } from '../platform/db/read-only.ts';
import { storedFile } from '../platform/keys/rootkey/stored-file.ts';
import { printCheck, verifyAll } from '../platform/audit/verify-all.ts';

/**
 * Runs the check of the audit log.
 * @returns printable lines, and whether nothing was changed.
 * @throws when the database cannot be read
 */
export async function runAuditVerify(command: {
  /** URL of a PostgreSQL database; undefined: the file in the data folder. */
  url: string | undefined;
  data: string;
  rootKeyFile: string;
  headsFile: string;
}): Promise<{ lines: string[]; isWhole: boolean }> {
  const instant = await openInstant(
    command.url === undefined
      ? storedFile(command.data, command.rootKeyFile)
      : { url: command.url },
  );
  try {
    const check = await verifyAll(instant.read, instant.t, command.headsFile);
    return { lines: printCheck(check), isWhole: check.faults.length === 0 };
  } finally {
    await instant.close();
  }
}
