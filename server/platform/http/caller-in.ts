// The caller of a request, from the socket below the framework.

import type { Context } from 'hono';
import { callerOf, type Caller, type Entrance } from './origin.ts';

export type NodeEnv = {
  Bindings: {
    incoming?: { socket: { remoteAddress?: string; encrypted?: boolean; destroy?: () => void } };
  };
};

/** Returns the incoming message. Optional: calls of tests without a socket have none. */
export const incomingOf = (c: Context<NodeEnv>): NodeEnv['Bindings']['incoming'] =>
  (c.env as NodeEnv['Bindings'] | undefined)?.incoming;

/** Returns the caller of a request from its socket. */
export function callerIn(c: Context<NodeEnv>, entrance: Entrance): Caller {
  // Optional: calls of tests without a socket have none.
  const socket = incomingOf(c)?.socket;
  return callerOf(
    c.req.raw,
    { address: socket?.remoteAddress ?? '127.0.0.1', isEncrypted: socket?.encrypted === true },
    entrance,
  );
}
