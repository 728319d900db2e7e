/**
 * The local payment server: the provider's calls with state, a clock, hosted pages, and faults of
 * calls and deliveries. It claims nothing about the provider beyond the official package's types.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { advance, createWorld, newId, type World } from './world.ts';
import { CALLS } from './calls.ts';
import type { Call } from './call.ts';
import { deliveriesOf, type Delivery, type DeliveryFault } from './deliver.ts';
import { ApiError, readForm, wrong, type Input } from './form.ts';
import { checkParams } from './known-params.ts';
import { priceOf, vatOf } from './objects.ts';
import { showPage, submitPage } from './pages.ts';

/** A fault of the next calls: before the effect, or after it. */
type ApiFault =
  | 'error_500'
  /** Without an effect, and kept under the key of the call. */
  | 'kept_500'
  | 'rate_limit'
  /** Refused for good. */
  | 'refused'
  | 'conflict'
  | 'drop'
  | 'drop_after'
  | 'timeout'
  | 'cut';
export interface PaymentServer {
  world: World;
  url: string;
  /** Calls so far, e.g. `POST /v1/customers`. */
  calls: string[];
  /** Bodies of the calls so far. */
  bodies: string[];
  /** Breaks the next `times` calls. @param call of these only, e.g. `POST /v1/customers` */
  break(fault: ApiFault, times?: number, call?: string): void;
  /** Runs work once when the next such call comes, before or after its effect; it gets no answer. */
  stopAt(call: RegExp, when: 'before' | 'after', act: () => Promise<void>): void;
  /** Forgets idempotency keys, as the provider does after about a day. */
  forgetKeys(): void;
  /** Moves the clock. @param to seconds */
  advance(to: number): void;
  /** Takes the deliveries of all events that were not taken yet. */
  take(secret: string, fault?: DeliveryFault): Delivery[];
  /** Types an account into an open hosted page. @returns where the page leads */
  pay(sessionId: string, account: string): string;
  close(): Promise<void>;
}
export interface ServerOptions {
  /** Clock at the start, seconds. */
  now: number;
  port?: number;
  /** Monthly net prices by lookup key, cents. */
  prices: Readonly<Record<string, number>>;
  /** Hosted pages and signatures follow the machine's clock, whatever `advance` does. */
  hasWallClock?: true;
  /** Where events go automatically; default: `take` only. */
  webhook?: { url: string; secret: string };
}
interface Kept {
  body: string;
  path: string;
  status: number;
  answer: string;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

function findCall(method: string, path: string): { call: Call; id: string } {
  for (const call of CALLS) {
    const match = call.method === method ? call.path.exec(path) : null;
    if (match) return { call, id: match[1] ?? '' };
  }
  throw wrong(`Unrecognized request URL (${method}: ${path}).`, undefined, undefined, 404);
}

interface Shared {
  world: World;
  calls: string[];
  bodies: string[];
  kept: Map<string, Kept>;
  faults: { fault: ApiFault; call?: string | undefined }[];
  stop?: Stop | undefined;
}
interface Stop {
  call: RegExp;
  when: 'before' | 'after';
  act: () => Promise<void>;
}
/** Takes the stop that this call is for. */
function stopFor(of: Shared, name: string, when: Stop['when']): Stop | undefined {
  const { stop } = of;
  if (stop?.when !== when || !stop.call.test(name)) return undefined;
  of.stop = undefined;
  return stop;
}

/** Runs a call once per idempotency key. */
const answerOf = (
  { world, kept }: Shared,
  request: IncomingMessage,
  path: string,
  body: string,
): Kept & { isReplayed: boolean } => {
  const key = request.headers['idempotency-key']?.toString(),
    known = key === undefined ? undefined : kept.get(key);
  if (known && (known.body !== body || known.path !== path))
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters.',
    });
  if (known) return { ...known, isReplayed: true };
  const [plain = '', query = ''] = path.split('?'),
    { call, id } = findCall(request.method ?? '', plain);
  let status = 200,
    answer: object;
  try {
    const input: Input = readForm(request.method === 'POST' ? body : query);
    checkParams(...call.params, input);
    answer = call.run(world, input, id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    status = error.status;
    answer = { error: error.body };
  }
  const made = { body, path, status, answer: JSON.stringify(answer) };
  // Refusals of wrong parameters are not kept.
  if (key !== undefined && request.method === 'POST' && status === 200) kept.set(key, made);
  return { ...made, isReplayed: false };
};

const respond = (
  world: World,
  response: ServerResponse,
  status: number,
  answer: string,
  headers = {},
): void => {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': newId(world, 'req'),
    ...headers,
  });
  response.end(answer);
};
const problem = (
  world: World,
  response: ServerResponse,
  status: number,
  message: string,
  code?: string,
): void =>
  respond(
    world,
    response,
    status,
    JSON.stringify({
      error: { type: 'api_error', message, ...(code !== undefined && { code }) },
    }),
    { 'stripe-should-retry': status >= 500 ? 'true' : 'false' },
  );

const api = async (
  of: Shared,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> => {
  const { world, calls, bodies, faults } = of,
    body = await readBody(request),
    name = `${request.method ?? ''} ${path.split('?')[0] ?? ''}`,
    next = faults.find((one) => one.call === undefined || one.call === name),
    fault = next?.fault;
  if (next) faults.splice(faults.indexOf(next), 1);
  calls.push(name);
  bodies.push(body);
  if (!/^Bearer (?:sk|rk)_test_\w+$/.test(request.headers.authorization ?? '')) {
    problem(world, response, 401, 'Invalid API Key provided');
    return;
  }
  const key = request.headers['idempotency-key']?.toString();
  if (fault === 'kept_500' && key !== undefined)
    of.kept.set(key, { body, path, status: 500, answer: KEPT_500 });
  if (fault === 'error_500' || fault === 'kept_500')
    problem(world, response, 500, 'An error occurred.');
  else if (fault === 'rate_limit') problem(world, response, 429, 'Too many requests', 'rate_limit');
  else if (fault === 'refused')
    respond(
      world,
      response,
      400,
      JSON.stringify({
        error: {
          type: 'invalid_request_error',
          code: 'charge_already_refunded',
          message: 'The charge was refunded already.',
        },
      }),
    );
  else if (fault === 'conflict')
    problem(world, response, 409, 'Another request runs', 'lock_timeout');
  else if (fault === 'drop') response.destroy();
  else if (fault === 'timeout') setTimeout(() => response.destroy(), 30_000).unref();
  if (fault !== undefined && fault !== 'drop_after' && fault !== 'cut') return;
  const before = stopFor(of, name, 'before');
  if (before) {
    await before.act();
    response.destroy();
    return;
  }
  try {
    const { status, answer, isReplayed } = answerOf(of, request, path, body),
      after = stopFor(of, name, 'after');
    if (after) {
      await after.act();
      response.destroy();
      return;
    }
    if (fault === 'drop_after') response.destroy();
    else if (fault === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(answer.slice(0, answer.length / 2));
      response.destroy();
    } else
      respond(world, response, status, answer, isReplayed ? { 'idempotent-replayed': 'true' } : {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    respond(world, response, error.status, JSON.stringify({ error: error.body }));
  }
};

const pages = async (
  { world }: Shared,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
): Promise<void> => {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  let note = '';
  if (request.method === 'POST') {
    const done = submitPage(world, id, new URLSearchParams(await readBody(request)));
    if ('to' in done) {
      response.writeHead(303, { location: done.to }).end();
      return;
    }
    note = done.problem;
  }
  const shown = showPage(world, id, note);
  response.writeHead(shown.status, html).end(shown.html);
};

const control = async (
  { world, faults }: Shared,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const asked = JSON.parse(await readBody(request)) as {
    fault?: ApiFault;
    times?: number;
    advanceTo?: number;
  };
  if (asked.fault) for (let n = 0; n < (asked.times ?? 1); n++) faults.push({ fault: asked.fault });
  if (asked.advanceTo !== undefined) advance(world, asked.advanceTo);
  respond(world, response, 200, JSON.stringify({ now: world.now }));
};

const KEPT_500 = JSON.stringify({ error: { type: 'api_error', message: 'An error occurred.' } });
const handlersOf = (of: Shared) => ({
  api: (request: IncomingMessage, response: ServerResponse, path: string) =>
    api(of, request, response, path),
  pages: (request: IncomingMessage, response: ServerResponse, id: string) =>
    pages(of, request, response, id),
  control: (request: IncomingMessage, response: ServerResponse) => control(of, request, response),
  problem: (response: ServerResponse, status: number, message: string) =>
    problem(of.world, response, status, message),
});

/** Starts the server on this machine. */
export async function startPaymentServer(options: ServerOptions): Promise<PaymentServer> {
  const world = createWorld(options.now, ''),
    calls: string[] = [],
    bodies: string[] = [],
    kept = new Map<string, Kept>(),
    faults: Shared['faults'] = [];
  if (options.hasWallClock) world.wallClock = () => Math.floor(Date.now() / 1000);
  for (const [key, cents] of Object.entries(options.prices)) {
    const price = priceOf(world, key, cents);
    world.prices.set(price.id, price);
  }
  const vat = vatOf(world);
  world.taxRates.set(vat.id, vat);

  let taken = 0;
  const take = (secret: string, fault?: DeliveryFault): Delivery[] => {
    const events = world.events.slice(taken);
    taken = world.events.length;
    return deliveriesOf(world, events, secret, fault);
  };
  const { webhook } = options;
  if (webhook)
    world.onEvent = () => {
      for (const { body, headers } of take(webhook.secret))
        void fetch(webhook.url, { method: 'POST', body, headers }).catch(() => undefined);
    };

  const shared: Shared = { world, calls, bodies, kept, faults },
    handlers = handlersOf(shared);
  const server = createServer((request, response) => {
    const path = request.url ?? '/',
      hosted = /^\/c\/pay\/(\w+)$/.exec(path);
    const work = hosted
      ? handlers.pages(request, response, hosted[1]!)
      : path === '/_control'
        ? handlers.control(request, response)
        : handlers.api(request, response, path);
    work.catch((error: unknown) => {
      handlers.problem(response, error instanceof ApiError ? error.status : 500, String(error));
    });
  });
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  world.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    world,
    url: world.base,
    calls,
    bodies,
    break(fault, times = 1, call?: string) {
      for (let n = 0; n < times; n++) faults.push({ fault, call });
    },
    stopAt(call, when, act) {
      shared.stop = { call, when, act };
    },
    forgetKeys: () => kept.clear(),
    advance: (to) => advance(world, to),
    take,
    pay(sessionId, account) {
      const done = submitPage(world, sessionId, new URLSearchParams({ account }));
      if ('problem' in done) throw new Error(done.problem);
      return done.to;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
