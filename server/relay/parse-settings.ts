// Parses the relay's settings, or names every problem.

import { endpointOf } from '../platform/config/relay-config.ts';
import { BOX, RELAY } from '../platform/config/relay-settings.ts';
import { nearestWord } from '../../shared/base/nearest-word.ts';

interface Endpoint {
  host: string;
  port: number;
}
export interface RelaySettings {
  data: string;
  phones: Endpoint;
  boxes: Endpoint;
  /** Undefined: no numbers. */
  monitor: Endpoint | undefined;
}
type Key = keyof typeof RELAY;
const KEYS = Object.keys(RELAY);

/** Parses the environment. Settings of the server are refused, but for those of its own relay. */
export function parseRelaySettings(
  env: Readonly<Record<string, string | undefined>>,
):
  | { settings: RelaySettings; problems?: undefined }
  | { settings?: undefined; problems: string[] } {
  const problems: string[] = [];
  for (const key of Object.keys(env))
    if (/^MOLAR_/i.test(key) && !KEYS.includes(key))
      problems.push(
        key in BOX
          ? `${key} gehört zum Server einer Praxis, nicht zum Relay.`
          : `${key} gibt es nicht; gemeint ist wohl ${nearestWord(key, KEYS)}.`,
      );
  const value = (key: Key): string | undefined => env[key]?.trim() || undefined;
  const endpoint = (key: 'MOLAR_RELAY_PHONES' | 'MOLAR_RELAY_BOXES'): Endpoint => {
    const text = value(key) ?? RELAY[key].fallback,
      found = endpointOf(text);
    if (found === undefined)
      problems.push(`${key}=${text} ist keine Adresse mit Port; Beispiel: ${RELAY[key].fallback}`);
    return found ?? { host: '', port: 0 };
  };
  const phones = endpoint('MOLAR_RELAY_PHONES'),
    boxes = endpoint('MOLAR_RELAY_BOXES'),
    watched = value('MOLAR_RELAY_MONITOR'),
    monitor = watched === undefined ? undefined : endpointOf(watched);
  if (watched !== undefined && monitor === undefined)
    problems.push(
      `MOLAR_RELAY_MONITOR=${watched} ist keine Adresse mit Port; Beispiel: 127.0.0.1:9443`,
    );
  if (problems.length > 0) return { problems };
  const data = value('MOLAR_RELAY_DATA') ?? RELAY.MOLAR_RELAY_DATA.fallback;
  return { settings: { data, phones, boxes, monitor } };
}
