/** `npm run rollback`: restores the database from before an update. */
import { runCommand } from './run-command.mjs';

await runCommand('backup.command.js', 'runRollback');
