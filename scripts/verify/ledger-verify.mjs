/**
 * `npm run ledger:verify [-- --data DIR]`: verifies that no acknowledged op is missing and every
 * task is closed or reported as open; exits with 1 and the ids of each contradiction, or with 2 if
 * the database cannot be read.
 */
import { join } from 'node:path';
import { runVerify } from './verify-command.mjs';

await runVerify('ledger-verify', ({ runLedgerVerify, objectsFromEnv }, place) =>
  runLedgerVerify({
    ...place,
    blobsFolder: join(place.data, 'blobs'),
    objects: objectsFromEnv(process.env),
  }),
);
