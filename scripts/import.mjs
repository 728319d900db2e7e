/** `npm run import`: imports a folder of tables of the practice software. */
import { runCommand } from './run-command.mjs';

await runCommand('import.command.js', 'runImport');
