/** A call that passes an id, and the state known when it is made. */
import type { submissionOf } from '../../support/sim-tablet.ts';
import type { Ids } from '../../support/filled.ts';
import type { Bearer, CallOptions } from '../../support/in-process.ts';
import type { Practice } from '../../support/practice.ts';

export interface Call {
  /** Route under test, as named in the table. */
  route: string;
  path: string;
  options?: CallOptions;
}
/** Callers of the own practice, and the ids that they pass. */
export interface Sides {
  /** Ids under test: of the other practice, or unknown ones. */
  i: Ids;
  own: Ids;
  p: Practice;
  owner: Bearer;
  reception: Bearer;
  tablet: Bearer;
  /** A patient signed in at a share of the own practice. */
  letIn: CallOptions;
  jwk: JsonWebKey;
  /** A signature of the task under test. */
  signed: ReturnType<typeof submissionOf>;
  newId: () => string;
}

/** Returns the options of a POST; without `as` the call is unauthenticated. */
export const post = (as: Bearer | undefined, json?: unknown): CallOptions => ({
  ...(as && { as }),
  method: 'POST',
  ...(json !== undefined && { json }),
});

/** Returns the options of a tablet that stores a draft, or of a phone that sends a photo. */
export const draftOf = (tablet?: Bearer): CallOptions => ({
  ...(tablet && { as: tablet }),
  method: 'PUT',
  body: new Uint8Array(120),
  type: 'application/octet-stream',
});
