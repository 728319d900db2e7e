/** `npm run ledger:verify [-- --data DIR]`: proves that nothing acknowledged is missing and every task is closed or honestly open; ends with 1 and each contradiction's ids otherwise, with 2 where the database cannot be read. */
import { join } from 'node:path';
import { runVerify } from './verify-command.mjs';

await runVerify('ledger-verify', ({ runLedgerVerify }, { data, database }) =>
  runLedgerVerify({
    database,
    blobsFolder: join(data, 'blobs'),
    rootKeyFile: process.env.MOLAR_ROOT_KEY_FILE || join(data, 'root.key'),
  }),
);
