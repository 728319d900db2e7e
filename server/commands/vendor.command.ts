// `npm run vendor`: prints the one-time link of the vendor's first administrator, and with
// `--outbox` the links of the vendor's own waiting mails; for users at the machine's own terminal.

import { AppError } from '../../shared/base/errors.ts';
import { inviteAdministrator } from '../accounts/users/create-first-user.ts';
import { parseConfig, type Config } from '../platform/config/parse-config.ts';
import { type Store } from '../platform/db/store.ts';
import { openStore } from '../platform/db/open-store.ts';
import { RootKeyError } from '../platform/keys/rootkey/root-key.ts';
import { mailKeysOf } from '../accounts/mail/mail-keys.ts';
import { vendorLinks } from '../accounts/mail/vendor-links.ts';
import { databaseOf, openRoot } from './open-root.ts';

interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

const HOURS = 3_600_000,
  USAGE = 'Aufruf: npm run vendor [-- --outbox]';

/**
 * Runs the vendor's command.
 * @returns the exit code: 0 when done, 1 when there is an administrator already or the
 * configuration is wrong, 2 for unknown arguments
 */
export async function runVendor({ args, env, print }: Terminal): Promise<number> {
  const unknown = args.find((word) => word !== '--outbox');
  if (unknown !== undefined) {
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
    return await (args.length > 0 ? printOutbox : printFirst)(store, config, print);
  } catch (error) {
    if (!(error instanceof RootKeyError)) throw error;
    print(error.message);
    return 1;
  } finally {
    await store.close();
  }
}

const baseOf = (config: Config): string =>
  config.publicUrl ?? `http${config.tls ? 's' : ''}://localhost:${config.port}`;

async function printFirst(store: Store, config: Config, print: Terminal['print']): Promise<number> {
  try {
    const { token, expiresAt } = await inviteAdministrator({ store, now: Date.now });
    print(
      `Einmaliger Link für das erste Konto der Administration, gültig ${Math.round((expiresAt - Date.now()) / HOURS)} Stunden:`,
    );
    print(`  ${baseOf(config)}/practice/first/${token}`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error;
    print(
      'Es gibt schon ein Konto der Administration. Weitere Konten lädt es selbst ein (Nutzer); ohne Mailserver zeigt „npm run vendor -- --outbox“ die Links.',
    );
    return 1;
  }
}

/** Vendor users have no outbox in the app: without a mail server their links are read here. */
async function printOutbox(
  store: Store,
  config: Config,
  print: Terminal['print'],
): Promise<number> {
  const keys = mailKeysOf(await openRoot(config, store));
  const links = await vendorLinks(store, keys, { base: baseOf(config), now: Date.now() });
  print(
    links.length === 0
      ? 'Es wartet keine E-Mail mit einem Link an die Administration oder den Kundendienst.'
      : 'E-Mails an die Administration und den Kundendienst, die auf einen Mailserver warten, neueste zuerst:',
  );
  for (const { to, subject, link, until } of links)
    print(`\n  ${to} · ${subject} · gültig bis ${until}\n  ${link}`);
  return 0;
}
