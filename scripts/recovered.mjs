/** `npm run recovered`: gives a database that PostgreSQL's own tools restored a new identity. */
import { runCommand } from './run-command.mjs';

await runCommand('recovered.command.js', 'runRecovered');
