/** `npm run relay:box`: shows and changes the relay's table of boxes. */
import { runCommand } from './run-command.mjs';

await runCommand('relay-box.command.js', 'runRelayBox');
