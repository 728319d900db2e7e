/** `npm run keys:rotate`: makes new keys for encrypted cells of the database. */
import { runCommand } from './run-command.mjs';

await runCommand('keys.command.js', 'runKeysRotate');
