/** `npm run import`: reads a folder of tables of the practice software. */
import { runCommand } from './run-command.mjs';

await runCommand('import.command.js', 'runImport');
