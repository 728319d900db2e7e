// The link of this server to its relay, if it has one.

import path from 'node:path';
import type { Config } from '../platform/config/parse-config.ts';
import type { Log } from '../platform/http/log.ts';
import { createBoxLink, type BoxLink } from '../platform/tunnel/box-link.ts';
import { followIdentity } from '../platform/tunnel/identity.ts';
import { relayFolderOf } from '../platform/tunnel/relay-folder.ts';

/** Creates the link; undefined without a relay. */
export const relayLinkOf = (
  { relay, data }: Pick<Config, 'relay' | 'data'>,
  log: Log,
): BoxLink | undefined =>
  relay &&
  createBoxLink({
    relay,
    identity: followIdentity(relayFolderOf(path.resolve(data))),
    log,
    now: Date.now,
  });
