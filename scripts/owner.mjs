/** `npm run owner`: prints a one-time link to a new password for the only owner of a practice. */
import { runCommand } from './run-command.mjs';

await runCommand('owner.command.js', 'runOwner');
