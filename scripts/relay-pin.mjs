/** `npm run relay:pin`: prints the pin of this server's key for a relay, and changes the key. */
import { runCommand } from './run-command.mjs';

await runCommand('relay-pin.command.js', 'runRelayPin');
