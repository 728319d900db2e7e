// Opens the ports: http or https with limits against slow and oversized requests, and a graceful
// shutdown.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createAdaptorServer } from '@hono/node-server';
import {
  followCertificate,
  readCertificateFiles,
  type CertificateFiles,
} from './certificate-files.ts';
import type { NodeEnv } from './http/caller-in.ts';
import type { Accept } from './tunnel/box-link.ts';
import { relayedSockets } from './tunnel/relayed-sockets.ts';
import type { Hono } from 'hono';

const LIMITS = {
  headersTimeout: 8000,
  /** The longest upload that a device waits for (24 minutes), and its response. */
  requestTimeout: 25 * 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
} as const;
const MAX_HEADER = 16_384;
/** Nothing of a body arrived for so long: a slow line makes progress, a stalled client does not. */
const STALL_MS = 30_000;

/** Requests of one connection that wait for their answers; browsers and proxies send one. */
const MOST_UNANSWERED = 16;

export interface Listening {
  port: number;
  /** Takes connections that came through a relay; undefined without https. */
  accept: Accept | undefined;
  close(): Promise<void>;
}

/** Cuts a connection whose request body stalls; a request without a body is complete at once. */
function cutStalled(request: IncomingMessage, stallMs: number): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0))
    return;
  socket.setTimeout(stallMs);
  // The handler may take its time; a response may be a live stream.
  request.once('end', () => socket.setTimeout(0));
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
/**
 * Ends a connection that pipelines more requests than a queue may hold: otherwise one packet starts
 * thousands.
 */
function boundPipelines(server: Server): void {
  const unanswered = new WeakMap<IncomingMessage['socket'], number>(),
    handlers = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request,
      waiting = (unanswered.get(socket) ?? 0) + 1;
    // The rest of a packet is still parsed after the end of its connection.
    if (socket.destroyed || waiting > MOST_UNANSWERED) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, waiting);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle.call(server, request, response);
  });
}

/** Opens the port. @throws when the port is taken or the certificate cannot be read */
export async function listen(
  app: Hono<NodeEnv>,
  options: {
    host: string;
    port: number;
    tls: CertificateFiles | undefined;
    /** Another limit for a stalled body, in ms. */
    stallMs?: number;
    /** Another interval between looks at the certificate's files, in ms. */
    lookMs?: number;
  },
): Promise<Listening> {
  const { tls, stallMs = STALL_MS } = options;
  const server = (
    tls
      ? createAdaptorServer({
          fetch: app.fetch,
          createServer: createHttps,
          serverOptions: {
            ...readCertificateFiles(tls),
            minVersion: 'TLSv1.2',
            maxHeaderSize: MAX_HEADER,
          },
        })
      : createAdaptorServer({ fetch: app.fetch, serverOptions: { maxHeaderSize: MAX_HEADER } })
  ) as Server;
  Object.assign(server, LIMITS);
  const unfollow = tls && followCertificate(server as HttpsServer, tls, options.lookMs),
    relayed = tls && relayedSockets(server as HttpsServer, tls, options.lookMs);
  server.prependListener('request', (request: IncomingMessage) => cutStalled(request, stallMs));
  boundPipelines(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    accept: relayed?.accept,
    close: () =>
      new Promise((resolve) => {
        unfollow?.();
        relayed?.close();
        server.close(() => {
          resolve();
        });
        server.closeIdleConnections();
        // Live streams never end on their own.
        setTimeout(() => {
          server.closeAllConnections();
        }, 3000).unref();
      }),
  };
}
