// The place that systemd offers for secrets of a service.

import { existsSync } from 'node:fs';
import path from 'node:path';

/** Name of the root key's credential. */
const ROOT_KEY = 'root.key';

/**
 * Returns the file of the root key among the credentials of a service, if it has one.
 * @param folder `CREDENTIALS_DIRECTORY`, which systemd sets for a unit with `LoadCredential=`
 */
export function rootKeyCredential(folder: string | undefined): string | undefined {
  if (folder === undefined || !path.isAbsolute(folder)) return undefined;
  const file = path.join(folder, ROOT_KEY);
  return existsSync(file) ? file : undefined;
}
