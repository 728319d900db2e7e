/** Proxy between tablets and server that loses, delays, duplicates, reorders and cuts traffic. */
import {
  createServer,
  request as call,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pause, type Dice } from './dice.ts';

export const FAULTS = [
  'lost-request',
  'lost-answer',
  'delay',
  'double',
  'late',
  'stale',
  'cut',
  'slow',
  'captive',
  'hole',
] as const;
type Fault = (typeof FAULTS)[number];
export interface ProxyOptions {
  dice: Dice;
  /** Share of calls that meet a fault. */
  share: number;
  faults?: readonly Fault[];
}
export interface FaultProxy {
  url: string;
  /** How often each fault was met. */
  met: Map<Fault, number>;
  share: number;
  faults: readonly Fault[];
  /** Only these paths meet faults. */
  only: RegExp;
  /** Cuts every connection, streams too. */
  cut(): void;
  close(): void;
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}
const DEFAULT: readonly Fault[] = [
  'lost-request',
  'lost-answer',
  'delay',
  'double',
  'late',
  'stale',
  'cut',
];
/** A black hole ends eventually; tablets time out before it does. */
const HOLE_MS = 30_000;

/** Forwards a call and collects its response. */
function forward(port: number, asked: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = call(
      {
        host: 'localhost',
        port,
        method: asked.method,
        path: asked.url,
        headers: { ...asked.headers, connection: 'close' },
        timeout: 60_000,
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 502,
            headers: answer.headers,
            body: Buffer.concat(parts),
          }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const drop = (response: ServerResponse): void => {
  response.socket?.destroy();
};
const give = (response: ServerResponse, { status, headers, body }: Answer): void => {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, connection: 'close' });
  response.end(body);
};
/** Streams pass unchanged. */
const stream = (port: number, asked: IncomingMessage, response: ServerResponse): void => {
  const sent = call(
    { host: 'localhost', port, method: 'GET', path: asked.url, headers: asked.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => drop(response));
    },
  );
  sent.on('error', () => drop(response));
  response.on('close', () => sent.destroy());
  sent.end();
};
const trickle = async (
  response: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> => {
  response.writeHead(status, { ...headers, connection: 'close' });
  for (let at = 0; at < body.length && !response.destroyed; at += 64) {
    response.write(body.subarray(at, at + 64));
    await pause(30);
  }
  response.end();
};

/** Returns a response, or its remains after the fault. */
async function deliver(
  fault: Exclude<Fault, 'lost-request' | 'hole' | 'captive' | 'late'> | undefined,
  response: ServerResponse,
  answer: Answer,
  { dice, older, again }: { dice: Dice; older: Answer | undefined; again: () => Promise<Answer> },
): Promise<void> {
  switch (fault) {
    case 'lost-answer':
      drop(response);
      return;
    case 'delay':
      await pause(dice.between(20, 500));
      break;
    case 'double':
      give(response, await again());
      return;
    case 'stale':
      if (older) {
        give(response, older);
        return;
      }
      break;
    case 'cut':
      response.writeHead(answer.status, answer.headers);
      response.write(answer.body.subarray(0, answer.body.length >> 1));
      await pause(5);
      drop(response);
      return;
    case 'slow':
      await trickle(response, answer);
      return;
    case undefined:
      break;
  }
  give(response, answer);
}

export async function startProxy(port: number, options: ProxyOptions): Promise<FaultProxy> {
  const { dice: d } = options;
  const met = new Map<Fault, number>(),
    sockets = new Set<Socket>(),
    before = new Map<string, Answer>();
  const meet = async (
    fault: Fault | undefined,
    asked: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
  ): Promise<void> => {
    const isPush = asked.url?.endsWith('/push') === true,
      place = `${asked.url}|${asked.headers.authorization}`;
    if (fault === 'lost-request') {
      drop(response);
      return;
    }
    if (fault === 'hole') {
      await pause(HOLE_MS);
      drop(response);
      return;
    }
    if (fault === 'captive') {
      give(response, {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<h1>Bitte anmelden</h1>'),
      });
      return;
    }
    if (fault === 'late') {
      // The tablet has already retried it when this one arrives.
      drop(response);
      await pause(d.between(20, 600));
      await forward(port, asked, body);
      return;
    }
    const answer = await forward(port, asked, body);
    const older = isPush ? before.get(place) : undefined;
    if (isPush) before.set(place, answer);
    await deliver(fault, response, answer, {
      dice: d,
      older,
      again: () => forward(port, asked, body),
    });
  };

  const server = createServer((asked, response) => {
    if (asked.url?.endsWith('/live')) {
      if (proxy.share === 1 && proxy.only.test(asked.url)) drop(response);
      else stream(port, asked, response);
      return;
    }
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => parts.push(part));
    asked.on('error', () => drop(response));
    asked.on('end', () => {
      const fault =
        proxy.only.test(asked.url ?? '') && d.chance(proxy.share)
          ? d.pick(proxy.faults)
          : undefined;
      if (fault) met.set(fault, (met.get(fault) ?? 0) + 1);
      meet(fault, asked, response, Buffer.concat(parts)).catch(() => drop(response));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const proxy: FaultProxy = {
    url: '',
    met,
    share: options.share,
    faults: options.faults ?? DEFAULT,
    only: /./,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      proxy.cut();
    },
  };
  await new Promise<void>((done) => {
    server.listen(0, 'localhost', done);
  });
  proxy.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return proxy;
}
