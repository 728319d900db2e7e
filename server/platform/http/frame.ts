// The frame of every route: caller, actor, policy, strict input, checked output, one error shape; a
// route without a policy prevents the start.

import { Readable } from 'node:stream';
import type { z } from '@hono/zod-openapi';
import { Hono, type Context } from 'hono';
import { AppError } from '../../../shared/base/errors.ts';
import { HEADERS } from '../../../shared/base/headers.ts';
import { opens } from '../../../shared/vendor/grants.ts';
import { isVendor, type Principal } from '../../../shared/base/roles.ts';
import type { ActingGrant, Actor, Workshop } from '../work.ts';
import { answerError, fieldsOf } from './answer-error.ts';
import { readBytes } from './body.ts';
import { parseJson } from './json.ts';
import { lend } from './lend.ts';
import type { Log } from './log.ts';
import { callerOf, checkSameSite, cookieOf, newXsrfCookie, type Caller } from './origin.ts';
import {
  allows,
  isOpenToDesigners,
  isOpenToReaders,
  isPersonal,
  POLICIES,
  reachOf,
  readsCookie,
  worksWithoutTerms,
} from './policy.ts';
import { unitFor } from './reads.ts';
import type { Input, RawAnswer, RequestContext, Route } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import { eventStream } from './sse.ts';
import { textStream } from './text-stream.ts';

export interface FrameDeps {
  workshop: Workshop;
  now: () => number;
  newId: () => string;
  publicUrl: string | undefined;
  log: Log;
  /**
   * Resolves the actor of a bearer token; undefined when unknown or expired; throws
   * `tablet_revoked`.
   */
  resolveActor: (token: string, ip: string) => Promise<Actor | undefined>;
  /** Grant of a vendor's user for a practice, read with every request. */
  grantOf: (
    actor: Extract<Actor, { kind: 'user' }>,
    cid: string,
  ) => Promise<ActingGrant | undefined>;
  /** Checks whether the terms of a practice await an owner's acceptance; by default they do not. */
  isTermsOpen?: (cid: string) => Promise<boolean>;
  /** Checks for a leading role whose grace period without a second factor is over. */
  isFactorDue?: (actor: Extract<Actor, { kind: 'user' }>) => Promise<boolean>;
  /** Resolves the practice of an r4c uuid. */
  r4cOf: (r4cUuid: string) => Promise<{ r4cUuid: string; cid: string } | undefined>;
}
export type NodeEnv = {
  Bindings: {
    incoming?: { socket: { remoteAddress?: string; encrypted?: boolean; destroy?: () => void } };
  };
};
/** A mounted route as used by the OpenAPI document, the house test and the fuzzer. */
export interface MountedRoute {
  method: string;
  path: string;
  route: Route;
}

const JSON_LIMIT = 65_536;

export interface Frame {
  app: Hono<NodeEnv>;
  mount(prefix: string, routes: readonly Route[]): void;
  table: readonly MountedRoute[];
}

export function createFrame(deps: FrameDeps): Frame {
  const app = new Hono<NodeEnv>({ strict: true });
  const table: MountedRoute[] = [];
  app.onError((error, c) => {
    const started = performance.now(),
      request = c.req.raw,
      requestId = requestIdOf(request, deps.newId);
    const response = answerError(error, request, requestId, deps.log);
    securityHeaders(response.headers, 'api', callerIn(c, deps.publicUrl).isHttps);
    response.headers.set(HEADERS.requestId, requestId);
    // Contains neither pattern nor path: it may be any typed text.
    deps.log.request({
      requestId,
      method: request.method.slice(0, 10),
      route: 'none',
      status: response.status,
      ms: Math.round(performance.now() - started),
      who: 'anonymous',
      cid: undefined,
    });
    return response;
  });

  const mount = (prefix: string, routes: readonly Route[]): void => {
    for (const r of routes) {
      if (!(r.spec.policy in POLICIES))
        throw new Error(
          `${r.spec.method.toUpperCase()} ${prefix}${r.spec.path} has no policy; the server does not start`,
        );
      const path = prefix + r.spec.path;
      if (table.some((m) => m.path === path && m.method === r.spec.method))
        throw new Error(`${r.spec.method.toUpperCase()} ${path} is mounted twice`);
      table.push({ method: r.spec.method, path, route: r });
      app.on(r.spec.method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1'), (c) =>
        serve(deps, r, path, c),
      );
    }
  };
  return { app, mount, table };
}

/** Optional: calls of tests without a socket have none. */
const incomingOf = (c: Context<NodeEnv>): NodeEnv['Bindings']['incoming'] =>
  (c.env as NodeEnv['Bindings'] | undefined)?.incoming;

/** Returns the caller of a request from its socket. */
export function callerIn(c: Context<NodeEnv>, publicUrl: string | undefined): Caller {
  // Optional: calls of tests without a socket have none.
  const socket = incomingOf(c)?.socket;
  return callerOf(
    c.req.raw,
    { address: socket?.remoteAddress ?? '127.0.0.1', isEncrypted: socket?.encrypted === true },
    publicUrl,
  );
}

/** Returns the caller's own request id if well-formed, else a new one. */
function requestIdOf(request: Request, newId: () => string): string {
  const given = request.headers.get(HEADERS.requestId) ?? '';
  return /^[\w-]{8,64}$/.test(given) ? given : newId();
}

const principalOf = (actor: Actor): Principal => {
  if (actor.kind === 'user') return actor.role;
  // A program of the practice has the read rights of its token's creator.
  if (actor.kind === 'machine') return actor.machine === 'api' ? actor.role : actor.machine;
  if (actor.kind === 'tablet') return actor.guestOf === undefined ? 'tablet' : 'guest';
  return 'anonymous';
};

async function actorOf(
  deps: FrameDeps,
  spec: Route['spec'],
  request: Request,
  caller: Caller,
): Promise<Actor> {
  const header = request.headers.get('authorization');
  if (header === null) return { kind: 'anonymous', ip: caller.ip };
  const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(header)?.[1];
  const actor =
    token === undefined
      ? undefined
      : await deps.resolveActor(token, caller.ip).catch((error: unknown) => {
          // Unlocking, switching the user and signing out must work at the lock of a workstation.
          if (
            error instanceof AppError &&
            error.code === 'session_locked' &&
            readsCookie(spec.policy)
          )
            return undefined;
          throw error;
        });
  if (actor) return actor;
  // Refresh and sign-out are called with the very token that has just expired.
  if (token !== undefined && readsCookie(spec.policy)) return { kind: 'anonymous', ip: caller.ip };
  throw new AppError('unauthenticated');
}

/** Every denial of a known actor is audited before the response (security 2). */
const noteDenial = (
  deps: FrameDeps,
  actor: Exclude<Actor, { kind: 'anonymous' }>,
  policy: string,
  requestId: string,
  reason: 'policy' | 'client_id' | 'r4c' | 'patient',
): Promise<void> =>
  deps.workshop.write(
    actor.cid,
    actor,
    (w) => w.audit('access.denied', { reason, policy }),
    requestId,
  );

/**
 * The client-id override (product.md 6): only the vendor's users, only with a grant, and only if a
 * policy defines the scope of a grant.
 * @throws AppError forbidden without one, after it was audited (B15)
 */
async function standIn(
  deps: FrameDeps,
  spec: Route['spec'],
  request: Request,
  requestId: string,
  actor: Actor,
): Promise<Actor> {
  const wanted = request.headers.get(HEADERS.clientId);
  if (wanted === null || actor.kind !== 'user' || !isVendor(actor.role) || wanted === actor.cid)
    return actor;
  const grant = await deps.grantOf(actor, wanted);
  if (!grant) {
    await noteDenial(deps, actor, spec.policy, requestId, 'client_id');
    throw new AppError('forbidden');
  }
  return reachOf(spec.policy) === undefined ? actor : { ...actor, cid: wanted, grant };
}

async function serve(
  deps: FrameDeps,
  r: Route,
  pattern: string,
  c: Context<NodeEnv>,
): Promise<Response> {
  const started = performance.now();
  const request = c.req.raw,
    requestId = requestIdOf(request, deps.newId);
  const caller = callerIn(c, deps.publicUrl);
  let actor: Actor = { kind: 'anonymous', ip: caller.ip };
  let response: Response;
  try {
    actor = await standIn(
      deps,
      r.spec,
      request,
      requestId,
      await actorOf(deps, r.spec, request, caller),
    );
    response = await run(deps, r, c, { request, requestId, caller, actor });
  } catch (error) {
    response = answerError(error, request, requestId, deps.log);
  }
  securityHeaders(response.headers, 'api', caller.isHttps);
  response.headers.set(HEADERS.requestId, requestId);
  const xsrf =
    actor.kind === 'tablet' || actor.kind === 'machine'
      ? undefined
      : newXsrfCookie(request, caller.isHttps);
  if (xsrf !== undefined) response.headers.append('Set-Cookie', xsrf);
  const line = {
    requestId,
    method: request.method,
    route: pattern,
    status: response.status,
    ms: Math.round(performance.now() - started),
    who: principalOf(actor),
    cid: 'cid' in actor ? actor.cid : undefined,
  };
  // The response does not wait for the log.
  setImmediate(() => deps.log.request(line));
  return response;
}

interface Asked {
  request: Request;
  requestId: string;
  caller: Caller;
  actor: Actor;
}

async function run(
  deps: FrameDeps,
  r: Route,
  c: Context<NodeEnv>,
  { request, requestId, caller, actor }: Asked,
): Promise<Response> {
  const { spec } = r;
  const isUnsafe = spec.method !== 'get';
  if (!spec.isOpenToSites && (isUnsafe || request.headers.has('origin')))
    checkSameSite(
      request,
      caller,
      deps.publicUrl,
      isUnsafe && (actor.kind === 'user' || readsCookie(spec.policy)),
    );
  const deny = async (
    reason: Parameters<typeof noteDenial>[4],
    code: 'forbidden' | 'not_found',
  ): Promise<never> => {
    if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
    await noteDenial(deps, actor, spec.policy, requestId, reason);
    throw new AppError(code);
  };
  if (actor.kind === 'machine' && actor.machine === 'api' && (isUnsafe || isPersonal(spec.policy)))
    await deny('policy', 'forbidden');
  const grant = actor.kind === 'user' ? actor.grant : undefined,
    reach = reachOf(spec.policy);
  const isDesigner =
    actor.kind === 'user' &&
    actor.mayDesign === true &&
    !isVendor(actor.role) &&
    isOpenToDesigners(spec.policy);
  const isReader =
    actor.kind === 'user' &&
    !isVendor(actor.role) &&
    isOpenToReaders(spec.policy) &&
    (actor.reportGrant !== undefined || (actor.behandlerId ?? '') !== '');
  if (
    !(grant
      ? opens(grant, reach, isUnsafe)
      : allows(spec.policy, principalOf(actor)) || isDesigner || isReader)
  )
    await deny('policy', 'forbidden');
  // Blocks only owners: tablets, patients and the reception continue.
  if (
    !grant &&
    'cid' in actor &&
    principalOf(actor) === 'owner' &&
    !worksWithoutTerms(spec.policy) &&
    (await deps.isTermsOpen?.(actor.cid))
  )
    throw new AppError('terms_open');
  if (actor.kind === 'user' && !worksWithoutTerms(spec.policy) && (await deps.isFactorDue?.(actor)))
    throw new AppError('factor_due');

  const r4cUuid = c.req.param('r4cUuid');
  // A tablet's own host was read with its token; querying it again would cost every one of its
  // calls.
  const r4c =
    r4cUuid === undefined
      ? undefined
      : actor.kind === 'tablet' && actor.r4cUuid === r4cUuid
        ? { r4cUuid, cid: actor.cid }
        : await deps.r4cOf(r4cUuid);
  if (r4cUuid !== undefined && !r4c) throw new AppError('not_found');
  if (r4c && 'cid' in actor && actor.cid !== r4c.cid) await deny('r4c', 'not_found');
  const own = 'cid' in actor ? actor.cid : r4c?.cid;
  const wanted = request.headers.get(HEADERS.clientId);
  if (
    wanted !== null &&
    'cid' in actor &&
    wanted !== actor.cid &&
    !(actor.kind === 'user' && isVendor(actor.role))
  )
    await deny('client_id', 'forbidden');
  if (spec.stepUp && (actor.kind !== 'user' || actor.stepUpUntil < deps.now()))
    throw new AppError('step_up');

  const lent = spec.raw?.isLent
    ? lend(Number(request.headers.get('content-length') ?? 0))
    : undefined;
  let isPatientNamed = false,
    isStranger = false;
  const refusePatient = (): never => {
    isStranger = true;
    throw new AppError('not_found');
  };
  // Denied by default: a route that does not declare whose record it opens writes and returns
  // nothing for a grant limited to some patients.
  const requireNamed = (): void => {
    if (grant && reach === 'patients' && !isPatientNamed) refusePatient();
  };
  const needsCid = (): string => {
    if (own === undefined) throw new AppError('unauthenticated');
    return own;
  };
  const context: RequestContext = {
    actor,
    requestId,
    now: deps.now(),
    origin: caller.origin,
    isSecure: caller.isSecure,
    r4c,
    get cid() {
      return needsCid();
    },
    write: async (work) => {
      requireNamed();
      return deps.workshop.write(needsCid(), actor, unitFor(spec, work), requestId);
    },
    look: () => deps.workshop.look(needsCid(), actor),
    cookie: (name) => cookieOf(request, name),
    header: (name) => request.headers.get(name) ?? undefined,
    get signal() {
      return request.signal;
    },
    requirePatient(patid) {
      if (grant && reach === 'patients' && !grant.patids.includes(patid)) refusePatient();
      isPatientNamed = true;
    },
    deny: () => deny('policy', 'forbidden'),
  };
  try {
    const input = await readInput(r, c, request, lent?.bytes);
    const result = await r.handle(input, context);
    requireNamed();
    return answer(r, result, request, (error) => {
      deps.log.failure({ requestId, code: 'stream', error });
      incomingOf(c)?.socket.destroy?.();
    });
  } catch (error) {
    if (isStranger) await deny('patient', 'not_found');
    throw error;
  } finally {
    lent?.end();
  }
}

async function readInput(
  r: Route,
  c: Context<NodeEnv>,
  request: Request,
  into: Uint8Array | undefined,
): Promise<Input<undefined, undefined, undefined>> {
  const { spec } = r;
  const named: Record<string, string> = { ...(c.req.param() as Record<string, string>) };
  delete named.r4cUuid;
  // An invalid id in the path gets the same response as an unknown one (B16–B18).
  const params = spec.params ? parsed(spec.params, named, 'not_found') : undefined;
  const query = queryOf(r, new URL(request.url));
  const type = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  const incoming = incomingOf(c);
  const stream = incoming instanceof Readable ? incoming : undefined;
  let body: unknown,
    bytes: Uint8Array = new Uint8Array();
  if (spec.method === 'get') {
    if (
      Number(request.headers.get('content-length') ?? 0) > 0 ||
      request.headers.has('transfer-encoding')
    )
      throw new AppError('method_not_allowed');
  } else if (spec.raw) {
    if (!spec.raw.types.includes(type)) throw new AppError('unsupported_media');
    bytes = await readBytes(request, spec.raw.limit, stream, into);
  } else if (spec.body) {
    if (type !== 'application/json') throw new AppError('unsupported_media');
    body = parsed(
      spec.body,
      parseJson(await readBytes(request, spec.limit ?? JSON_LIMIT, stream)),
      'validation',
    );
  } else {
    await readBytes(request, JSON_LIMIT, stream);
  }
  return { params, query, body, bytes, contentType: type } as Input<
    undefined,
    undefined,
    undefined
  >;
}

function queryOf(r: Route, { search, searchParams }: URL): unknown {
  // The database stores no NUL, and invalid UTF-8 would silently change (B08).
  try {
    if (decodeURIComponent(search).includes('\u0000')) throw new URIError('NUL');
  } catch (cause) {
    throw new AppError('bad_request', { fields: { query: 'not clean text' }, cause });
  }
  const query: Record<string, string> = {};
  for (const [key, value] of searchParams) {
    if (key in query)
      throw new AppError('validation', { fields: { [key.slice(0, 40)]: 'doubled' } });
    query[key] = value;
  }
  if (r.spec.query) return parsed(r.spec.query, query, 'validation');
  if (Object.keys(query).length > 0)
    throw new AppError('validation', { fields: { query: 'unknown' } });
  return undefined;
}

function parsed(schema: z.ZodType, value: unknown, code: 'validation' | 'not_found'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw code === 'not_found' ? new AppError('not_found') : fieldsOf(result.error);
}

const isRaw = (v: unknown): v is RawAnswer =>
  typeof v === 'object' && v !== null && ('bytes' in v || 'pieces' in v || 'stream' in v);

/**
 * Length in characters from which a response is sent as bytes: Node prepends its header to a text,
 * which copies all of it again.
 */
const LONG_TEXT = 32_768;
function answer(
  r: Route,
  result: unknown,
  request: Request,
  onBroken: (error: unknown) => void,
): Response {
  if (isRaw(result)) {
    if ('stream' in result) return eventStream(result.stream, request.signal);
    if ('pieces' in result)
      return new Response(textStream(result.pieces, onBroken), {
        headers: { 'Content-Type': result.type, ...result.headers },
      });
    return new Response(result.bytes as Uint8Array<ArrayBuffer>, {
      status: result.status ?? 200,
      headers: { 'Content-Type': result.type, ...result.headers },
    });
  }
  const hasExtras =
    typeof result === 'object' && result !== null && 'extras' in result && 'body' in result;
  const extras = hasExtras
    ? (
        result as {
          extras: { status?: number; headers?: Record<string, string>; cookies?: string[] };
        }
      ).extras
    : {};
  const value = hasExtras ? (result as { body: unknown }).body : result;
  const headers = new Headers(extras.headers);
  for (const cookie of extras.cookies ?? []) headers.append('Set-Cookie', cookie);
  if (!r.spec.answer || value === undefined)
    return new Response(null, { status: extras.status ?? 204, headers });
  const checked = r.spec.answer.safeParse(value);
  // A response that violates its own schema would leak or mislead; it is a server error.
  if (!checked.success)
    throw new Error(
      `answer of ${r.spec.method} ${r.spec.path} breaks its schema: ${checked.error.issues.map((i) => i.path.join('.')).join(', ')}`,
    );
  headers.set('Content-Type', 'application/json; charset=utf-8');
  const text = JSON.stringify(checked.data);
  return new Response(text.length > LONG_TEXT ? Buffer.from(text) : text, {
    status: extras.status ?? 200,
    headers,
  });
}
