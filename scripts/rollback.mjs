/** `npm run rollback`: puts back the database of before an update. */
import { runCommand } from './run-command.mjs';

await runCommand('backup.command.js', 'runRollback');
