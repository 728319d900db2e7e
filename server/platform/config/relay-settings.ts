// Settings of a box that is reached through a relay, and of the relay itself, which is a program of
// its own and knows no other setting.

import type { Setting } from './setting.ts';

/** Settings of the server in a practice without an open port. */
export const BOX = {
  MOLAR_RELAY_URL: {
    type: 'address as host:port',
    otherwise: 'no relay',
    meaning:
      'Relay through which phones outside of the practice reach this server ([a practice without an open port](operate.md#a-practice-without-an-open-port)). It requires the next two settings and `MOLAR_TLS_CERT`.',
  },
  MOLAR_RELAY_PIN: {
    type: 'list of pins',
    otherwise: 'refused with `MOLAR_RELAY_URL`',
    meaning:
      "SHA-256 of the relay's public key, 64 hex digits; two, separated by a comma, while the relay changes its key. The relay's log states it at its start.",
  },
  MOLAR_RELAY_NAME: {
    type: 'host name',
    otherwise: 'refused with `MOLAR_RELAY_URL`',
    meaning:
      'Name under which phones reach this server, the host of `MOLAR_PUBLIC_URL`. The public name server points it to the relay.',
  },
} as const satisfies Record<string, Setting>;

/** Settings of the relay (`npm run relay`). */
export const RELAY = {
  MOLAR_RELAY_DATA: {
    type: 'folder',
    fallback: './relay-data',
    meaning: "Folder of the relay's key and of its table of boxes, `boxes.json`.",
  },
  MOLAR_RELAY_PHONES: {
    type: 'address as host:port',
    fallback: '0.0.0.0:443',
    meaning: 'Where phones connect. The relay must see their own addresses, so no proxy before it.',
  },
  MOLAR_RELAY_BOXES: {
    type: 'address as host:port',
    fallback: '0.0.0.0:7443',
    meaning: 'Where boxes connect: the address that they name in `MOLAR_RELAY_URL`.',
  },
  MOLAR_RELAY_MONITOR: {
    type: 'address as host:port',
    otherwise: 'no numbers',
    meaning:
      'Plain http for a monitor, in a network that only it reaches: `/metrics` for Prometheus, `/livez`. No name and no address is in it.',
  },
} as const satisfies Record<string, Setting>;
