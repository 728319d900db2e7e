/** `npm run drill`: proves that a backup comes back. */
import { runCommand } from './run-command.mjs';

await runCommand('backup.command.js', 'runDrill');
