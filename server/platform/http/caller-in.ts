// The caller of a request, from the socket below the framework.

import type { Context } from 'hono';
import type { RelayedSocket } from '../tunnel/relayed-sockets.ts';
import { callerOf, type Caller, type Entrance } from './origin.ts';

/** What is used of a socket. */
interface Plug extends RelayedSocket {
  remoteAddress?: string;
  encrypted?: boolean;
  destroy?: () => void;
}
export type NodeEnv = {
  Bindings: {
    incoming?: { socket: Plug };
  };
};

/** Returns the incoming message. Optional: calls of tests without a socket have none. */
export const incomingOf = (c: Context<NodeEnv>): NodeEnv['Bindings']['incoming'] =>
  (c.env as NodeEnv['Bindings'] | undefined)?.incoming;

/**
 * Returns the caller of a request.
 * @param socket absent in calls of tests without one
 */
export const callerAt = (
  request: Request,
  socket: Plug | undefined,
  entrance: Entrance,
): Caller => {
  const relayedFrom = socket?.relayedFrom;
  return callerOf(
    request,
    {
      address: relayedFrom ?? socket?.remoteAddress ?? '127.0.0.1',
      isEncrypted: socket?.encrypted === true,
      isRelayed: relayedFrom !== undefined,
    },
    entrance,
  );
};

/** Returns the caller of a request from its socket. */
export const callerIn = (c: Context<NodeEnv>, entrance: Entrance): Caller =>
  callerAt(c.req.raw, incomingOf(c)?.socket, entrance);
