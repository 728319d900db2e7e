// `npm run keys:rotate`: makes new keys for encrypted cells of the database, or a new root key, while
// servers run; jobs of the servers do the rest.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import { parseConfig, type Config } from '../platform/config/parse-config.ts';
import { awaitsMigration } from '../platform/db/carry/snapshot.ts';
import { takeFolder } from '../platform/db/folder-lock.ts';
import { openStore } from '../platform/db/open-store.ts';
import { rotateCellKey } from '../platform/keys/cells/seal-stored.ts';
import { FolderInUse } from '../platform/db/folder-lock.ts';
import { RootKeyError } from '../platform/keys/rootkey/root-key.ts';
import { workshopOf } from './workshop.ts';
import { parseArgs } from 'node:util';
import { rotateRoot, type RotationState } from '../compose/rotate-root.ts';
import { databaseOf, openRoot, rootKeyFileOf } from './open-root.ts';
import { storedFile } from '../platform/keys/rootkey/stored-file.ts';
import type { Store } from '../platform/db/store.ts';

interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

const USAGE = 'Aufruf: npm run keys:rotate [-- --practice CID | --root [--out DATEI]]';

interface Flags {
  practice?: string;
  root?: boolean;
  out?: string;
}
function flagsOf(args: readonly string[]): Flags | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        practice: { type: 'string' },
        root: { type: 'boolean' },
        out: { type: 'string' },
      },
    });
    const isMixed = values.root === true ? values.practice !== undefined : values.out !== undefined;
    return isMixed ? undefined : values;
  } catch {
    return undefined;
  }
}

/**
 * Makes a new key for each practice, or for one; or goes on with a new root key.
 * @returns the exit code: 0 when done, 1 without such a practice or with a wrong configuration, 2
 * for unknown arguments, 3 while a rotation of the root key is not over
 */
export async function runKeysRotate({ args, env, print }: Terminal): Promise<number> {
  const flags = flagsOf(args);
  if (!flags) {
    print(USAGE);
    return 2;
  }
  const { config, problems } = parseConfig(env);
  if (!config) {
    for (const line of problems ?? []) print(line);
    return 1;
  }
  const file = path.join(config.data, 'molar.db'),
    isLite = config.databaseUrl === undefined;
  if (
    isLite &&
    (!existsSync(file) || awaitsMigration(storedFile(config.data, rootKeyFileOf(config))))
  ) {
    print('Hier liegt keine Datenbank dieser Fassung. Bitte starten Sie Molar einmal (npm start).');
    return 1;
  }
  const release = isLite ? takeFolder(config.data, 'shared') : () => undefined;
  const store = await openStore(databaseOf(config));
  try {
    return flags.root === true
      ? await goOn(config, store, flags.out, print)
      : await newCellKeys(config, store, flags.practice, print);
  } catch (error) {
    if (!(error instanceof RootKeyError || error instanceof FolderInUse)) throw error;
    print(
      error instanceof FolderInUse
        ? 'Ein anderer Aufruf ändert gerade den Wurzelschlüssel.'
        : error.message,
    );
    return 1;
  } finally {
    await store.close();
    release();
  }
}

type Print = Terminal['print'];
async function newCellKeys(
  config: Config,
  store: Store,
  only: string | undefined,
  print: Print,
): Promise<number> {
  const root = await openRoot(config, store),
    cids = [...(await listPraxisRows(store)).map((row) => row.cid), VENDOR_CID].filter(
      (cid) => only === undefined || cid === only,
    );
  if (cids.length === 0) {
    print('Es gibt keine solche Praxis.');
    return 1;
  }
  for (const cid of cids) {
    const id = await workshopOf(store).write(cid, { kind: 'system', cid }, (w) =>
      rotateCellKey(w, root),
    );
    print(`${cid}: neuer Schlüssel ${id}`);
  }
  print(
    'Neue Werte benutzen ihn innerhalb einer Minute. Der laufende Server verschlüsselt danach alle gespeicherten Werte neu (Protokoll: cells.done).',
  );
  return 0;
}

async function goOn(
  config: Config,
  store: Store,
  out: string | undefined,
  print: Print,
): Promise<number> {
  const result = await rotateRoot({
    store,
    workshop: workshopOf(store),
    data: path.resolve(config.data),
    file: rootKeyFileOf(config),
    out: out === undefined ? undefined : path.resolve(out),
    openRoot: () => openRoot(config, store),
    now: Date.now,
  });
  for (const line of linesOf(result)) print(line);
  return result.state === 'over' ? 0 : 3;
}
const AGAIN = 'Rufen Sie diesen Befehl danach noch einmal auf; er beendet den Wechsel.';
function linesOf(result: RotationState): string[] {
  switch (result.state) {
    case 'placed':
      return [
        `Neuer Wurzelschlüssel ${result.id}, mit dem bisherigen darunter, in ${result.file}.`,
        'Legen Sie diese Datei auf jedem Server an den Ort von MOLAR_ROOT_KEY_FILE und starten Sie die Server neu.',
        AGAIN,
      ];
    case 'begun':
      return [
        `Neuer Wurzelschlüssel ${result.id}. Die Datei enthält ihn und darunter den bisherigen: Heben Sie eine Kopie auf einem anderen Computer auf.`,
        `Die laufenden Server verpacken ${result.left} Schlüssel neu, ab in zwei Minuten (Protokoll: keys.rewrapped).`,
        AGAIN,
      ];
    case 'waits':
      return [
        result.left === 0
          ? 'Alle Schlüssel sind neu verpackt. Der Wechsel begann vor weniger als fünf Minuten; ein Server kann den bisherigen Schlüssel noch benutzen.'
          : `${result.left} Schlüssel warten noch auf einen laufenden Server (Protokoll: keys.rewrapped).`,
        AGAIN,
      ];
    case 'over':
      return [
        `Der Wurzelschlüssel ${result.id} gilt allein.`,
        ...result.former.map(
          (one) =>
            `Der bisherige liegt in ${one}. Nur ältere Sicherungen brauchen ihn: Legen Sie ihn getrennt von den Daten ab, und löschen Sie ihn mit der letzten von ihnen.`,
        ),
      ];
  }
}
