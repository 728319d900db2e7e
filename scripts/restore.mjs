/** `npm run restore`: brings a backup back into a data folder. */
import { runCommand } from './run-command.mjs';

await runCommand('backup.command.js', 'runRestore');
