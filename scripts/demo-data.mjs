/**
 * `npm run demo:data`: generates a practice's data, as CSV files in a folder or delivered into the
 * demo practice.
 */
import { runCommand } from './run-command.mjs';

await runCommand('demo-data.command.js', 'runDemoData');
