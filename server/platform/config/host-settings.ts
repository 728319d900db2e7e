// Everything that names a resource of the host (folder, file, address, port, secret), and who may
// set it. The operator owns the host: what a practice may set stays inside what the operator gave.

import { RELAY } from './relay-settings.ts';
import { SETTINGS } from './settings.ts';

interface HostSetting {
  who: 'operator' | 'owner';
  /** What keeps an owner inside; undefined for settings of the operator. */
  limit?: string;
}

const OPERATOR: HostSetting = { who: 'operator' },
  ASSIGNED: HostSetting = {
    who: 'owner',
    limit: 'inside the folder of the practice below MOLAR_EXCHANGE_ROOT',
  };
/** Settings of the environment, and of calls as `method path field`. */
export const HOST_SETTINGS: Readonly<Record<string, HostSetting>> = {
  ...Object.fromEntries(Object.keys({ ...SETTINGS, ...RELAY }).map((name) => [name, OPERATOR])),
  'put /r4c/{r4cUuid}/doctosync/settings inFolder': ASSIGNED,
  'put /r4c/{r4cUuid}/doctosync/settings outFolder': ASSIGNED,
  'put /r4c/{r4cUuid}/doctosync/settings scanFolder': ASSIGNED,
  'put /r4c/{r4cUuid}/doctosync/settings pathForPvs': {
    who: 'owner',
    limit: 'a text written into files for the practice software; the server never opens it',
  },
  'post /api/backup/target path': {
    who: 'owner',
    limit: 'only while the installation has one practice; with several the operator sets it',
  },
  'post /r4c/{r4cUuid}/sms/gateway url': {
    who: 'owner',
    limit: 'public https hosts, and those of MOLAR_SMS_PRIVATE_HOSTS',
  },
};
