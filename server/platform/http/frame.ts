// The frame of every route: caller, actor, policy, strict input, checked output, one error shape; a
// route without a policy prevents the start.

import { Hono, type Context } from 'hono';
import { AppError } from '../../../shared/base/errors.ts';
import { HEADERS } from '../../../shared/base/headers.ts';
import type { Actor } from '../work.ts';
import { admit, type AdmissionDeps, type Admitted } from './admit.ts';
import { answerError } from './answer-error.ts';
import { callerIn, incomingOf, type NodeEnv } from './caller-in.ts';
import { giveAnswer } from './give-answer.ts';
import { identify, principalOf, type Asked, type IdentityDeps } from './identify.ts';
import { lend } from './lend.ts';
import type { Log } from './log.ts';
import { cookieOf, newXsrfCookie } from './origin.ts';
import { isSwitchable, POLICIES } from './policy.ts';
import { readInput } from './read-input.ts';
import { unitFor } from './reads.ts';
import type { RequestContext, Route } from './route.ts';
import { securityHeaders } from './security-headers.ts';

export interface FrameDeps extends IdentityDeps, AdmissionDeps {
  newId: () => string;
  log: Log;
}
/** A mounted route as used by the OpenAPI document, the house test and the fuzzer. */
export interface MountedRoute {
  method: string;
  path: string;
  route: Route;
}

export interface Frame {
  app: Hono<NodeEnv>;
  mount(prefix: string, routes: readonly Route[]): void;
  table: readonly MountedRoute[];
}

/** Creates the frame of all routes of a process. */
export function createFrame(deps: FrameDeps): Frame {
  const app = new Hono<NodeEnv>({ strict: true });
  const table: MountedRoute[] = [];
  app.onError((error, c) => {
    const started = performance.now(),
      request = c.req.raw,
      requestId = requestIdOf(request, deps.newId);
    const response = answerError(error, request, requestId, deps.log);
    securityHeaders(response.headers, 'api', callerIn(c, deps).isHttps);
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
      if (r.spec.flag !== undefined && !isSwitchable(r.spec.policy))
        throw new Error(`${path} may not be switched off; the server does not start`);
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

/** Returns the caller's own request id if well-formed, else a new one. */
function requestIdOf(request: Request, newId: () => string): string {
  const given = request.headers.get(HEADERS.requestId) ?? '';
  return /^[\w-]{8,64}$/.test(given) ? given : newId();
}

/** Errors of an actor whose session, tablet or grant ended. */
const ENDED: ReadonlySet<string> = new Set([
  'unauthenticated',
  'session_locked',
  'tablet_revoked',
  'forbidden',
]);

async function serve(
  deps: FrameDeps,
  r: Route,
  pattern: string,
  c: Context<NodeEnv>,
): Promise<Response> {
  const started = performance.now();
  const request = c.req.raw,
    requestId = requestIdOf(request, deps.newId);
  const caller = callerIn(c, deps);
  let actor: Actor = { kind: 'anonymous', ip: caller.ip };
  let response: Response;
  try {
    actor = await identify(deps, r.spec, { request, requestId, caller });
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

async function run(
  deps: FrameDeps,
  r: Route,
  c: Context<NodeEnv>,
  asked: Asked,
): Promise<Response> {
  const { request, requestId } = asked,
    admitted = await admit(deps, r.spec, asked, c.req.param('r4cUuid'));
  const lent = r.spec.raw?.isLent
    ? lend(Number(request.headers.get('content-length') ?? 0))
    : undefined;
  const guard = guardPatients(admitted),
    context = contextOf(deps, r.spec, asked, admitted, guard);
  try {
    const input = await readInput(r, c, request, lent?.bytes);
    const result = await r.handle(input, context);
    guard.requireNamed();
    return giveAnswer(
      r,
      result,
      request,
      (error) => {
        deps.log.failure({ requestId, code: 'stream', error });
        incomingOf(c)?.socket.destroy?.();
      },
      () => isSameCaller(deps, r.spec, asked),
    );
  } catch (error) {
    if (guard.hasRefused()) await admitted.deny('patient', 'not_found');
    throw error;
  } finally {
    lent?.end();
  }
}

/**
 * Whether the bearer token of a request still means the same caller.
 * @throws when the database cannot be read
 */
async function isSameCaller(deps: FrameDeps, spec: Route['spec'], asked: Asked): Promise<boolean> {
  const nameOf = (actor: Actor): string =>
    JSON.stringify([principalOf(actor), 'cid' in actor ? actor.cid : null]);
  try {
    return nameOf(await identify(deps, spec, asked)) === nameOf(asked.actor);
  } catch (error) {
    if (error instanceof AppError && ENDED.has(error.code)) return false;
    throw error;
  }
}

/** Keeps a grant that is limited to some patients to their records. */
interface PatientGuard {
  /** @throws AppError not_found for a patient outside the grant */
  name(patid: string): void;
  /**
   * Denied by default: a route that does not declare whose record it opens writes and returns
   * nothing for a grant limited to some patients.
   * @throws AppError not_found
   */
  requireNamed(): void;
  hasRefused(): boolean;
}
function guardPatients({ grant, reach }: Admitted): PatientGuard {
  let isPatientNamed = false,
    isStranger = false;
  const refuse = (): never => {
    isStranger = true;
    throw new AppError('not_found');
  };
  return {
    name(patid) {
      if (grant && reach === 'patients' && !grant.patids.includes(patid)) refuse();
      isPatientNamed = true;
    },
    requireNamed() {
      if (grant && reach === 'patients' && !isPatientNamed) refuse();
    },
    hasRefused: () => isStranger,
  };
}

function contextOf(
  { workshop, now }: FrameDeps,
  spec: Route['spec'],
  { request, requestId, caller, actor }: Asked,
  { r4c, cid, deny }: Admitted,
  guard: PatientGuard,
): RequestContext {
  const needsCid = (): string => {
    if (cid === undefined) throw new AppError('unauthenticated');
    return cid;
  };
  return {
    actor,
    requestId,
    now: now(),
    origin: caller.origin,
    isSecure: caller.isSecure,
    r4c,
    get cid() {
      return needsCid();
    },
    write: async (work) => {
      guard.requireNamed();
      return workshop.write(needsCid(), actor, unitFor(spec, work), requestId);
    },
    look: () => workshop.look(needsCid(), actor),
    cookie: (name) => cookieOf(request, name),
    header: (name) => request.headers.get(name) ?? undefined,
    get signal() {
      return request.signal;
    },
    requirePatient: guard.name,
    deny: () => deny('policy', 'forbidden'),
  };
}
