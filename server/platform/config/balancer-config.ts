// Parses the settings of a server behind a balancer.

import { trustedProxies, type TrustedProxies } from '../trusted-proxies.ts';

/** Returns the proxies that may name a client's address; undefined without any. */
export function proxiesOf(
  entries: readonly string[],
  publicUrl: string | undefined,
  problems: string[],
): TrustedProxies | undefined {
  if (entries.length === 0) return undefined;
  const { proxies, wrong } = trustedProxies(entries);
  if (wrong !== undefined)
    problems.push(
      `MOLAR_TRUSTED_PROXIES nennt ${wrong}; gemeint sind Adressen oder Netze, mit Komma getrennt. Beispiel: 10.0.0.5, 10.1.0.0/24`,
    );
  if (publicUrl === undefined)
    problems.push('MOLAR_TRUSTED_PROXIES braucht auch MOLAR_PUBLIC_URL.');
  return proxies;
}

/** Returns whole seconds up to `most`; 0 by default. */
export function secondsOf(
  key: string,
  text: string | undefined,
  most: number,
  problems: string[],
): number {
  if (text === undefined) return 0;
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : most + 1;
  if (seconds > most)
    problems.push(`${key}=${text} ist keine Zahl von Sekunden; möglich ist 0 bis ${most}.`);
  return seconds;
}
