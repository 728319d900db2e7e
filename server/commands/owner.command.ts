// `npm run owner -- ADDRESS`: prints a one-time link to a new password for the only owner of a
// practice whose address takes no mail; for operators at the machine's own terminal.

import { foldEmail } from '../../shared/base/email.ts';
import { AppError } from '../../shared/base/errors.ts';
import { makeOwnerLink } from '../accounts/users/owner-link.ts';
import { parseConfig } from '../platform/config/parse-config.ts';
import { openStore } from '../platform/db/open-store.ts';
import { databaseOf } from './open-root.ts';
import { workshopOf } from './workshop.ts';

interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

const HOURS = 3_600_000,
  USAGE = 'Aufruf: npm run owner -- E-MAIL-ADRESSE';
const REFUSED: Readonly<Record<string, string>> = {
  not_found:
    'Mit dieser Adresse meldet sich keine Inhaberin und kein Inhaber einer Praxis an, oder das Konto ist gesperrt. Nichts wurde geändert.',
  state_conflict:
    'Die Praxis hat weitere Inhaber: Sie ändern die Adresse oder laden neu ein (Einstellungen, Nutzer). Nichts wurde geändert.',
};

/**
 * Runs the operator's command.
 * @returns the exit code: 0 when done, 1 when the address is not of the only owner of a practice or
 * the configuration is wrong, 2 for unknown arguments
 */
export async function runOwner({ args, env, print }: Terminal): Promise<number> {
  const [address] = args;
  if (address === undefined || args.length > 1 || !address.includes('@')) {
    print(USAGE);
    return 2;
  }
  const { config, problems } = parseConfig(env);
  if (!config) {
    for (const line of problems ?? []) print(line);
    return 1;
  }
  const store = await openStore(databaseOf(config));
  try {
    const deps = { store, workshop: workshopOf(store) },
      { token, expiresAt } = await makeOwnerLink(deps, foldEmail(address));
    const base = config.publicUrl ?? `http${config.tls ? 's' : ''}://localhost:${config.port}`,
      hours = Math.round((expiresAt - Date.now()) / HOURS);
    print(`Einmaliger Link für ein neues Passwort, gültig ${hours} Stunden:`);
    print(`  ${base}/practice/reset/${token}`);
    print(
      'Geben Sie ihn nur weiter, wenn Sie die Person kennen oder zurückgerufen haben. Der zweite Faktor bleibt; das Protokoll der Praxis nennt diesen Link.',
    );
    return 0;
  } catch (error) {
    const word = error instanceof AppError ? REFUSED[error.code] : undefined;
    if (word === undefined) throw error;
    print(word);
    return 1;
  } finally {
    await store.close();
  }
}
