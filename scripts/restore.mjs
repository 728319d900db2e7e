/** `npm run restore`: restores a backup into a data folder. */
import { runCommand } from './run-command.mjs';

await runCommand('backup.command.js', 'runRestore');
