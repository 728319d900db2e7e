/** `npm run drill`: proves that a backup can be restored. */
import { runCommand } from './run-command.mjs';

await runCommand('backup.command.js', 'runDrill');
