// `npm run relay:pin`: prints the pin of this server's key for a relay, and changes the key.

import path from 'node:path';
import { parseConfig } from '../platform/config/parse-config.ts';
import {
  nextPinIn,
  openIdentity,
  openNextIdentity,
  switchIdentity,
} from '../platform/tunnel/identity.ts';
import { relayFolderOf } from '../platform/tunnel/relay-folder.ts';

interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

const USAGE = [
  'Aufruf: npm run relay:pin              zeigt den PIN dieses Servers',
  '        npm run relay:pin -- next      macht den nächsten Schlüssel und zeigt seinen PIN',
  '        npm run relay:pin -- switch    benutzt den nächsten Schlüssel von jetzt an',
];

/**
 * Runs the operator's command.
 * @returns the exit code: 0 when done, 1 when there is no next key or the configuration is wrong, 2
 * for unknown arguments
 */
export async function runRelayPin({ args, env, print }: Terminal): Promise<number> {
  const [word, ...rest] = args;
  if (rest.length > 0 || (word !== undefined && word !== 'next' && word !== 'switch')) {
    for (const line of USAGE) print(line);
    return 2;
  }
  const { config, problems } = parseConfig(env);
  if (!config) {
    for (const line of problems ?? []) print(line);
    return 1;
  }
  const folder = relayFolderOf(path.resolve(config.data)),
    name = config.relay?.name ?? 'NAME';
  if (word === 'next') {
    const { pin } = await openNextIdentity(folder);
    print(`PIN des nächsten Schlüssels: ${pin}`);
    print(`Am Relay zuerst: npm run relay:box -- next ${name} ${pin}`);
    print('Danach hier: npm run relay:pin -- switch');
    return 0;
  }
  if (word === 'switch') {
    if (!(await switchIdentity(folder))) {
      print('Es gibt keinen nächsten Schlüssel. Zuerst: npm run relay:pin -- next');
      return 1;
    }
    const { pin } = await openIdentity(folder);
    print(
      'Der nächste Schlüssel gilt jetzt; ein laufender Server benutzt ihn in wenigen Sekunden.',
    );
    print(`Wenn /readyz das Relay als ok zeigt, am Relay: npm run relay:box -- add ${name} ${pin}`);
    return 0;
  }
  const { pin } = await openIdentity(folder),
    next = nextPinIn(folder);
  print(`PIN dieses Servers: ${pin}`);
  if (next !== undefined) print(`PIN des nächsten Schlüssels: ${next}`);
  return 0;
}
