/** `npm run tsa`: shows the certificates of the time-stamp service, adds its root to the trusted. */
import { runCommand } from './run-command.mjs';

await runCommand('tsa.command.js', 'runTsa');
