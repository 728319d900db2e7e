/** What every page of the benches can do; the pages are evaluated in the server's own origin. */

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
/** ms from the call of finalize(): written and sealed, acknowledged by the server, acknowledgement written too. */
export interface Finalized {
  writtenMs: number;
  acknowledgedMs: number;
  storedMs: number;
}
/** ms of a drain spent with reading the outbox, waiting for the server, noting its answer. */
export interface DrainParts {
  read: number;
  request: number;
  note: number;
}
export interface BenchPage {
  /** Writes so many documents of 30 kB one by one; ms of each. */
  write(count: number): Promise<number[]>;
  /** Sends all that is held; ms until the server has acknowledged the last one and the tablet has noted it. */
  drain(): Promise<{ ms: number; parts?: DrainParts }>;
  /** What has to be found on the server. */
  digests(): Promise<Digest[]>;
  /** One submission at a time to an idle server. */
  singles?(count: number): Promise<Finalized[]>;
}
declare global {
  var openBench: (order: PageOrder) => Promise<BenchPage>;
  var benchPage: BenchPage;
}
