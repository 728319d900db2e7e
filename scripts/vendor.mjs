/** `npm run vendor`: prints the one-time link of the vendor's first administrator. */
import { runCommand } from './run-command.mjs';

await runCommand('vendor.command.js', 'runVendor');
