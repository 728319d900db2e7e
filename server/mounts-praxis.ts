// Mounts what lives from the data of the practice's own software: work lists of plans and recalls.

import { nameOf } from './auth/open-session.ts';
import { listUsers } from './auth/store-links.ts';
import type { Views } from './audit/views.ts';
import { consentLinks } from './app-links.ts';
import { mayRecall, mayRecallEach } from './consent/read-consents.ts';
import type { Deps } from './deps.ts';
import { hkpRoutes } from './hkp/routes.ts';
import type { HkpLinks } from './hkp/links.ts';
import type { Route } from './http/route.ts';
import type { Role } from '../shared/mounts.ts';
import { readPraxisFacts } from './settings/read-settings.ts';
import type { Look, Work } from './work.ts';

/** What these slices get from the app. */
export interface PraxisLinks { views: Views; tasks: Parameters<typeof consentLinks>[0]; mail: HkpLinks['mail'] }
type Mount = (role: Role, prefix: string, routes: readonly Route[]) => void;

export function mountPraxis(d: Deps, mount: Mount, { views, tasks, mail }: PraxisLinks): void {
  const consents = consentLinks(tasks);
  mount('metrics', '/api', hkpRoutes({
    mail, renderer: d.renderer, praxis: readPraxisFacts,
    mayRecall: (s: Look | Work, patid: string) => mayRecall(s, consents, patid), mayRecallEach: (s: Look | Work, patids: readonly string[]) => mayRecallEach(s, consents, patids),
    people: async look => new Map((await listUsers(look)).map(u => [u.id, nameOf(u)])),
  }, views));
}
