// Mounts the pages of the two apps and of the API document, with the practice's contact on the
// pages of private phones.

import { readPraxisFacts } from '../accounts/settings/read-settings.ts';
import { findR4c, listFirst } from '../accounts/settings/store.ts';
import { callerAt, callerIn } from '../platform/http/caller-in.ts';
import { mountCspReports } from '../operations/health/csp-reports.ts';
import { mountDocs } from '../platform/http/docs.ts';
import type { Frame } from '../platform/http/frame.ts';
import type { PageContacts, PraxisContact } from '../platform/http/go-page.ts';
import { mountSecurityText } from '../operations/health/security-text.ts';
import { mountApps } from '../platform/http/static.ts';
import { hashSecret } from '../platform/keys/hash-secret.ts';
import { r4cOfHomeLink } from '../vendor/dispatcher/store.ts';
import type { Deps } from './deps.ts';

/**
 * Mounts the pages.
 * @param web folder of the built apps
 * @param securityContact where finders of a weakness write to
 */
export function mountPages(
  kiosk: Frame['app'],
  deps: Deps,
  web: string,
  securityContact: string | undefined,
): void {
  const { publicUrl, now, log } = deps;
  const isHttps = (c: Parameters<typeof callerIn>[0]): boolean => callerIn(c, deps).isHttps;
  mountDocs(kiosk, isHttps);
  mountSecurityText(kiosk, { contact: securityContact, publicUrl, now }, isHttps);
  mountCspReports(kiosk, { now, log }, isHttps);
  mountApps(
    kiosk,
    web,
    (request, env) => callerAt(request, env?.incoming?.socket, deps).isHttps,
    contactsOf(deps),
    (host) => deps.environment(host) !== 'prod',
  );
}

function contactsOf({ store, workshop }: Deps): PageContacts {
  const factsOf = async (cid: string | undefined): Promise<PraxisContact | undefined> =>
    cid === undefined ? undefined : readPraxisFacts(workshop.look(cid, { kind: 'system', cid }));
  return {
    of: async (questionnaireId) => {
      const host = await r4cOfHomeLink(store, hashSecret(questionnaireId)),
        r4c = host && (await findR4c(store, host.r4cUuid));
      return factsOf(r4c?.cid);
    },
    only: async () => {
      const [first, ...others] = await listFirst(store, 2);
      return factsOf(others.length === 0 ? first : undefined);
    },
  };
}
