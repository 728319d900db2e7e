// `npm run vendor`: the one-time link of the vendor's first administrator, for whoever sits at the machine's own terminal.

import path from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { parseConfig } from '../config/parse-config.ts';
import { openStore } from '../db/store.ts';
import { inviteAdministrator } from './create-first-user.ts';

interface Terminal { env: Readonly<Record<string, string | undefined>>; print(line: string): void }

const HOURS = 3_600_000;

/** @returns the exit code: 0 with a printed link, 1 when there is an administrator already or the configuration is wrong */
export async function runVendor({ env, print }: Terminal): Promise<number> {
  const { config, problems } = parseConfig(env);
  if (!config) { for (const line of problems ?? []) print(line); return 1; }
  const store = await openStore(config.databaseUrl === undefined ? { file: path.join(config.data, 'molar.db') } : { url: config.databaseUrl });
  try {
    const { token, expiresAt } = await inviteAdministrator({ store, now: Date.now });
    const base = config.publicUrl ?? `http${config.tls ? 's' : ''}://localhost:${config.port}`;
    print(`Einmaliger Link für das erste Konto der Administration, gültig ${Math.round((expiresAt - Date.now()) / HOURS)} Stunden:`);
    print(`  ${base}/practice/first/${token}`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error;
    print('Es gibt schon ein Konto der Administration. Weitere Konten lädt es selbst ein (Nutzer).');
    return 1;
  } finally {
    await store.close();
  }
}
