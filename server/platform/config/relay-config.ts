// Parses the settings of a server that is reached through a relay.

import type { RelayConfig } from '../tunnel/box-link.ts';
import { isHostName, isPin } from '../tunnel/names.ts';

type Key = 'MOLAR_RELAY_URL' | 'MOLAR_RELAY_PIN' | 'MOLAR_RELAY_NAME';

/** Returns host and port of `host:port`, `[::1]:port` too; undefined if it is none. */
export function endpointOf(text: string): { host: string; port: number } | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text),
    host = found?.[1] ?? found?.[2],
    port = Number(found?.[3]);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

/** Returns the relay; undefined without one. */
export function relayOf(
  value: (key: Key) => string | undefined,
  rest: { hasTls: boolean; publicUrl: string | undefined; isShared: boolean },
  problems: string[],
): RelayConfig | undefined {
  const url = value('MOLAR_RELAY_URL'),
    pins = (value('MOLAR_RELAY_PIN') ?? '').split(',').flatMap((one) => one.trim() || []),
    name = value('MOLAR_RELAY_NAME')?.toLowerCase();
  if (url === undefined) {
    for (const key of ['MOLAR_RELAY_PIN', 'MOLAR_RELAY_NAME'] as const)
      if (value(key) !== undefined) problems.push(`${key} braucht auch MOLAR_RELAY_URL.`);
    return undefined;
  }
  const before = problems.length,
    endpoint = endpointOf(url);
  if (endpoint === undefined)
    problems.push(
      `MOLAR_RELAY_URL=${url} ist keine Adresse mit Port; Beispiel: relay.example:7443`,
    );
  if (pins.length < 1 || pins.length > 2 || !pins.every(isPin))
    problems.push(
      'MOLAR_RELAY_PIN muss einen oder zwei PINs nennen (je 64 Stellen aus 0–9 und a–f, mit Komma getrennt). Das Relay nennt seinen PIN beim Start.',
    );
  if (name === undefined || !isHostName(name))
    problems.push(
      'MOLAR_RELAY_NAME muss der Name sein, unter dem Handys den Server erreichen; Beispiel: molar.praxis.example',
    );
  else if (rest.publicUrl === undefined || new URL(rest.publicUrl).hostname !== name)
    problems.push(
      `MOLAR_RELAY_NAME=${name} muss der Name in MOLAR_PUBLIC_URL sein; Beispiel: MOLAR_PUBLIC_URL=https://${name}`,
    );
  if (!rest.hasTls)
    problems.push(
      'MOLAR_RELAY_URL braucht auch MOLAR_TLS_CERT und MOLAR_TLS_KEY: Die Verschlüsselung der Handys endet in diesem Server, das Relay kann sie nicht öffnen.',
    );
  if (rest.isShared)
    problems.push(
      'MOLAR_RELAY_URL geht nur mit einem einzigen Server, nicht mit MOLAR_SHARED_DATA oder MOLAR_ROLES: Ein Relay spricht mit einer Verbindung je Name.',
    );
  if (problems.length > before || endpoint === undefined || name === undefined) return undefined;
  return { ...endpoint, pins, name };
}
