/** What is asked of a client process, and what it says. */
import type { Shape } from './signatures.ts';

/**
 * `{ do: 'warm', ...Order }` fills and sends documents before the clock runs, `{ do: 'fill' }` those of the next burst, `{ do: 'send' }` sends them,
 * `{ do: 'sum' }` says what must lie on the server. `warm`, `docs`: of each client, before the clock and in a burst; `batch`: documents of one request, where the candidate's client does not decide that itself.
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
/** `hash` is `hashOfDigests` of what must be found on the server; `bytes` the mean size of one document or op. */
export interface Filled {
  hash: string;
  bytes: number;
}
/** From the start of the senders until the last one has heard that all is held; processor time of this process meanwhile. */
export interface Sent {
  ms: number;
  cpuMs: number;
}
