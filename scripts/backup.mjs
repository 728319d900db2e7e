/** `npm run backup`: backs up now, sets the target, makes a recovery sheet. */
import { runCommand } from './run-command.mjs';

await runCommand('backup.command.js', 'runBackup');
