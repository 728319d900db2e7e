// A route as data: path, policy, schemas and a short handler; the frame mounts it, documents it and
// refuses to start without a policy.

import type { z } from '@hono/zod-openapi';
import { AppError } from '../../../shared/base/errors.ts';
import type { FlagKey } from '../../../shared/base/flags/flags.ts';
import type { Actor, Look, Work } from '../work.ts';
import type { PolicyName } from './policy.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Shape = z.ZodType | undefined;
type Out<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined;

/** Context of a handler in addition to its parsed input. */
export interface RequestContext {
  actor: Actor;
  requestId: string;
  now: number;
  /**
   * Host of the request as known to the server, e.g. `http://127.0.0.1:4000`; never used to build
   * links in mails.
   */
  origin: string;
  /** True on https or loopback: signing in is allowed. */
  isSecure: boolean;
  /** Returns the actor's practice; throws `unauthenticated` for anonymous callers. */
  cid: string;
  /**
   * Practice of the r4c path; same as `cid` for staff and tablets (checked by the frame). Undefined
   * outside /r4c.
   */
  r4c: { r4cUuid: string; cid: string } | undefined;
  /**
   * Opens a transaction in the actor's practice (or in the r4c's for anonymous calls below /r4c).
   * For `get` it may only audit (see reads.ts).
   */
  write<T>(work: (w: Work) => Promise<T>): Promise<T>;
  look(): Look;
  /**
   * Must be called with the patient before a record is opened: a vendor's user may have access to
   * some patients only.
   * @throws AppError not_found
   */
  requirePatient(patid: string): void;
  /** For a rule finer than the policy: audited, then throws `forbidden`. */
  deny(): Promise<never>;
  cookie(name: string): string | undefined;
  header(name: string): string | undefined;
  signal: AbortSignal;
}
export type SignedIn = Extract<Actor, { kind: 'user' }>;
/** Returns the signed-in person of a request. @throws AppError unauthenticated */
export function requireUser({ actor }: RequestContext): SignedIn {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  return actor;
}
/** Optional parts of a response in addition to its body. */
export interface AnswerExtras {
  status?: number;
  headers?: Record<string, string>;
  cookies?: string[];
}

/** Raw responses: bytes with a type, text in chunks, or a stream of server-sent events. */
export type RawAnswer =
  | { bytes: Uint8Array; type: string; headers?: Record<string, string>; status?: number }
  /** Streamed text: the next chunk is requested when the previous one was sent. */
  | { pieces: AsyncIterable<string>; type: string; headers?: Record<string, string> }
  | { stream: (send: EventSink) => Promise<void> };
export interface EventSink {
  /** Returns false when the queue is full or the socket is closed; never awaited. */
  send(event: string, data: unknown, id?: string): boolean;
  /** Resolves when the client or the server closes. */
  closed: Promise<void>;
}

export interface RouteSpec<P extends Shape, Q extends Shape, B extends Shape, A extends Shape> {
  method: Method;
  /** Path below the mount, OpenAPI style: `/tasks/{taskId}/talk`. */
  path: string;
  policy: PolicyName;
  summary: string;
  params?: P;
  query?: Q;
  /** JSON body schema (strict objects). */
  body?: B;
  /**
   * Raw body instead of JSON: accepted content types and limit in bytes. `isLent`: the buffer is
   * valid only until the handler has ended, and must not be kept.
   */
  raw?: { types: readonly string[]; limit: number; isLent?: true };
  /** JSON limit in bytes; default 65 536. */
  limit?: number;
  /** JSON response schema; omitted for raw responses (`answerType`). */
  answer?: A;
  answerType?:
    | 'application/json'
    | 'application/pdf'
    | 'application/octet-stream'
    | 'text/event-stream'
    | 'application/pkix-cert'
    | 'text/plain'
    | 'none';
  /** Error codes to document in addition to the common ones. */
  errors?: readonly string[];
  /**
   * Called by mail programs and other sites: authenticated by a secret in the call, not by its
   * origin.
   */
  isOpenToSites?: boolean;
  /** The handler compares the secret of the Authorization header, which is no session's. */
  hasOwnSecret?: boolean;
  /** Step-up required (within the last five minutes). */
  stepUp?: boolean;
  /**
   * The vendor can switch the route off for a practice: it answers 404 before any input is read.
   * The policy must permit it.
   */
  flag?: FlagKey;
}
export interface Input<P extends Shape, Q extends Shape, B extends Shape> {
  params: Out<P>;
  query: Out<Q>;
  body: Out<B>;
  bytes: Uint8Array;
  contentType: string;
}
export type Handler<P extends Shape, Q extends Shape, B extends Shape, A extends Shape> = (
  input: Input<P, Q, B>,
  context: RequestContext,
) => Promise<
  A extends z.ZodType
    ? z.input<A> | { body: z.input<A>; extras: AnswerExtras }
    : RawAnswer | undefined | { body: undefined; extras: AnswerExtras }
>;

/** A route with its types erased, for tables. */
export interface Route {
  spec: RouteSpec<Shape, Shape, Shape, Shape>;
  handle: (input: Input<Shape, Shape, Shape>, context: RequestContext) => Promise<unknown>;
}

/** Defines a route; input and response types are inferred from the schemas. */
export function route<
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  A extends Shape = undefined,
>(spec: RouteSpec<P, Q, B, A>, handle: Handler<P, Q, B, A>): Route {
  return { spec, handle };
}
