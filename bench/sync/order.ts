/** Requests to a client process and its responses. */
import type { Shape } from './signatures.ts';

/**
 * `{ do: 'warm', ...Order }` fills and sends documents before the clock starts, `{ do: 'fill' }`
 * fills those of the next burst, `{ do: 'send' }` sends them, `{ do: 'sum' }` returns what must be
 * stored on the server. `warm`, `docs`: per client, before the clock and in a burst; `batch`:
 * documents per request, unless the candidate's client decides that itself.
 */
export interface Order {
  url: string;
  clients: number;
  warm: number;
  docs: number;
  shape: Shape;
  seed: number;
  batch: number;
}
/**
 * `hash` is the `hashOfDigests` expected on the server; `bytes` the mean size of one document or
 * op.
 */
export interface Filled {
  hash: string;
  bytes: number;
}
/**
 * From the start of the senders until the last acknowledgement; CPU time of this process meanwhile.
 */
export interface Sent {
  ms: number;
  cpuMs: number;
}
