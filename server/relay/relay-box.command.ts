// `npm run relay:box`: shows the relay's table of boxes and changes it; a running relay follows.

import { identityPinIn } from '../platform/tunnel/identity.ts';
import { addBox, addNext, dropBox, readTable, writeTable, type Change } from './box-table.ts';
import { parseRelaySettings } from './parse-settings.ts';
import { tableIn } from './start-relay.ts';

interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

const USAGE = [
  'Aufruf: npm run relay:box                    zeigt die Liste',
  '        npm run relay:box -- add NAME PIN    nimmt ein Gerät auf, oder beendet seinen Schlüsselwechsel',
  '        npm run relay:box -- next NAME PIN   lässt auch seinen nächsten Schlüssel ein',
  '        npm run relay:box -- drop NAME       nimmt es von der Liste; seine Verbindung endet',
];

/** Returns the wanted change; undefined for arguments that name none. */
function changeOf(
  table: Parameters<typeof addBox>[0],
  [word, given, pin, ...rest]: readonly string[],
): Change | undefined {
  const name = given?.toLowerCase();
  if (name === undefined || rest.length > 0) return undefined;
  if (word === 'drop' && pin === undefined) return dropBox(table, name);
  if (pin === undefined) return undefined;
  if (word === 'add') return addBox(table, name, pin.toLowerCase());
  return word === 'next' ? addNext(table, name, pin.toLowerCase()) : undefined;
}

/**
 * Runs the operator's command.
 * @returns the exit code: 0 when done, 1 when the change or a setting is refused, 2 for unknown
 * arguments
 */
export async function runRelayBox({ args, env, print }: Terminal): Promise<number> {
  const { settings, problems } = parseRelaySettings(env);
  if (settings === undefined) {
    for (const line of problems) print(line);
    return 1;
  }
  const file = tableIn(settings.data),
    table = readTable(file);
  if (args.length === 0) {
    const own = identityPinIn(settings.data);
    print(own === undefined ? 'Dieses Relay ist noch nie gestartet.' : `PIN dieses Relays: ${own}`);
    for (const { name, current, next } of table.boxes)
      print(`${name}  ${current}${next === undefined ? '' : `  danach ${next}`}`);
    for (const line of USAGE) print(line);
    return 0;
  }
  const change = changeOf(table, args);
  if (change === undefined) {
    for (const line of USAGE) print(line);
    return 2;
  }
  if (change.table === undefined) {
    print(`${change.refused} Nichts wurde geändert.`);
    return 1;
  }
  await writeTable(file, change.table);
  print('Geändert. Ein laufendes Relay folgt in einer Sekunde.');
  return 0;
}
