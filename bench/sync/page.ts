/** Interface of every bench page; the pages run in the server's own origin. */

export interface PageOrder {
  seed: number;
  batch: number;
  tablet?: {
    tabletId: string;
    cid: string;
    r4cUuid: string;
    authToken: string;
    epoch: string;
    serverKey: JsonWebKey;
  };
}
export interface Digest {
  id: string;
  sha256: string;
}
/**
 * ms from the call of finalize(): written and sealed, acknowledged by the server, acknowledgement
 * written.
 */
export interface Finalized {
  writtenMs: number;
  acknowledgedMs: number;
  storedMs: number;
}
/** ms of a drain spent reading the outbox, waiting for the server, and storing its response. */
export interface DrainParts {
  read: number;
  request: number;
  note: number;
}
export interface BenchPage {
  /** Writes this many documents of 30 kB one by one; ms of each. */
  write(count: number): Promise<number[]>;
  /**
   * Sends the whole outbox; ms until the server has acknowledged the last one and the tablet has
   * stored that.
   */
  drain(): Promise<{ ms: number; parts?: DrainParts }>;
  /** Expected content of the server. */
  digests(): Promise<Digest[]>;
  /** Sends one submission at a time to an idle server. */
  singles?(count: number): Promise<Finalized[]>;
}
declare global {
  var openBench: (order: PageOrder) => Promise<BenchPage>;
  var benchPage: BenchPage;
}
