// The terminology server of the installation.
import { createTerminology, type Terminology } from '../desk/forms/library/terminology.ts';
import { download } from '../platform/http/egress.ts';

/** Creates the client; a server in the operator's own network may be named. */
export const terminologyFrom = (base: string | undefined): Terminology | undefined =>
  base === undefined
    ? undefined
    : createTerminology({
        base,
        ask: (call, options) =>
          download(call, {
            ...options,
            privateHosts: [new URL(base).hostname.replace(/^\[|\]$/g, '')],
          }),
        now: Date.now,
      });
