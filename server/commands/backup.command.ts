// The commands backup, drill, restore and rollback: the same operations as the server's, at the
// terminal.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { v7 as newId } from 'uuid';
import { AppError } from '../../shared/base/errors.ts';
import { peekContainer, type Unlock } from '../operations/backup/container.ts';
import { drill, DRILL_FOLDER } from '../operations/backup/drill.ts';
import { makeBackup } from '../operations/backup/make-backup.ts';
import { decodeKey } from '../../shared/operations/recovery-code.ts';
import { restore, RestoreRefused } from '../operations/backup/restore.ts';
import {
  decryptDatabase,
  listCopies,
  rollback,
  rollbackPg,
} from '../operations/backup/rollback.ts';
import { pemOfSecret } from '../operations/backup/sheet-keys.ts';
import { createBackupService, type BackupService } from '../operations/backup/service.ts';
import { confirmSheet, makeSheet, type SheetDeps } from '../operations/backup/sheet.ts';
import { findTarget } from '../operations/backup/unpack.ts';
import * as words from '../operations/backup/words.ts';
import { parseConfig, type Config } from '../platform/config/parse-config.ts';
import { WrongDatabase } from '../platform/db/carry/carry-database.ts';
import { FolderInUse, takeFolder } from '../platform/db/folder-lock.ts';
import { OtherForm } from '../platform/db/migrations.ts';
import { awaitsMigrationPg } from '../platform/db/postgres.ts';
import { awaitsMigration } from '../platform/db/carry/snapshot.ts';
import { reasonOf } from '../platform/db/store.ts';
import { openStore } from '../platform/db/open-store.ts';
import { createLog } from '../platform/http/log.ts';
import { saveEscrowTo } from '../platform/keys/escrow-file.ts';
import { createKeyring, ensurePracticeKeys } from '../platform/keys/practice-keys.ts';
import { ensureFileKey, hasFileKey, readFileKey } from '../platform/keys/rootkey/file-key.ts';
import { storedFile } from '../platform/keys/rootkey/stored-file.ts';
import { formerKeys } from '../platform/keys/rootkey/former-keys.ts';
import { loadRootKeys, RootKeyError } from '../platform/keys/rootkey/root-key.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import { raiseSafe } from '../desk/tablet/store-heads.ts';
import { openRoot, rootKeyFileOf } from './open-root.ts';
import { restoreSteps } from './restore-steps.ts';
import { workshopOf } from './workshop.ts';

/** Terminal passed by the caller: arguments, environment, output and prompt. */
export interface Terminal {
  args: string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Folder of the installed program. */
  program: string;
  print(line: string): void;
  /** Redraws the progress line. */
  progress(line: string): void;
  ask(question: string): Promise<string>;
  /** False if input is piped: then no prompt can be repeated. */
  isInteractive: boolean;
}
/** Ends a command with a message instead of a stack trace. */
class Stop extends Error {}

const text = { type: 'string' } as const,
  flag = { type: 'boolean' } as const;
const parse = <T extends Record<string, { type: 'string' | 'boolean' }>>(
  t: Terminal,
  options: T,
  help: string,
) => {
  const values: Record<string, unknown> = parseArgs({
    args: t.args,
    options: { ...options, help: flag },
  }).values;
  if (values.help === true) throw new Stop(help);
  return values as { [K in keyof T]?: T[K]['type'] extends 'string' ? string : boolean };
};
function configOf({ env }: Terminal): Config & { rootKey: string } {
  const { config, problems } = parseConfig(env);
  if (!config) throw new Stop(problems.join('\n'));
  const data = path.resolve(config.data);
  return {
    ...config,
    data,
    rootKey: rootKeyFileOf({ ...config, data }),
  };
}
/** Opens the installation while its server may be running. */
async function open(t: Terminal): Promise<{
  config: Config;
  service: BackupService;
  sheet: SheetDeps;
  note: (type: string, data: Record<string, unknown>) => Promise<void>;
  close: () => Promise<void>;
}> {
  const config = configOf(t),
    { data, databaseUrl } = config,
    file = path.join(data, 'molar.db');
  if (!existsSync(databaseUrl === undefined ? file : data)) throw new Stop(words.noData(data));
  const release = takeFolder(data, 'shared');
  // Only a server start may migrate a database: a server of the older program may be using it.
  const database =
    databaseUrl === undefined ? storedFile(data, config.rootKey) : { url: databaseUrl };
  if ('url' in database ? await awaitsMigrationPg(database.url) : awaitsMigration(database))
    throw new Stop(words.OLD_FORM);
  const store = await openStore(database),
    rootKey = await openRoot(config, store),
    workshop = workshopOf(store);
  const keys = createKeyring((cid) =>
    ensurePracticeKeys(
      { workshop, rootKey, saveEscrow: saveEscrowTo(data), now: Date.now, newId },
      cid,
    ),
  );
  const note = async (type: string, facts: Record<string, unknown>): Promise<void> => {
    for (const { cid } of await listPraxisRows(store))
      await workshop.write(cid, { kind: 'system', cid }, (w) => w.audit(type, facts));
  };
  const service = createBackupService({
    store,
    log: createLog({ level: 'silent' }),
    rootKey,
    rootKeyFile: config.rootKey,
    data,
    objects: config.objects,
    databaseUrl,
    databaseKey:
      'file' in database
        ? database.key
        : await ensureFileKey(data, loadRootKeys(config.rootKey, { mayCreate: false })),
    program: t.program,
    version: `${__VERSION__}+${__BUILD__}`,
    now: Date.now,
    newId,
    note,
    changed: () => undefined,
    blobKey: async (cid) => (await keys(cid)).blobKey,
    perform: {
      backup: (order) => makeBackup(order, words.sayer(t)),
      drill: (order) => drill(order, words.sayer(t)),
      stop: () => undefined,
    },
    async saved(heads) {
      for (const cid of new Set(heads.map((h) => h.cid)))
        await workshop.write(cid, { kind: 'system', cid }, (w) =>
          raiseSafe(
            w,
            heads.filter((h) => h.cid === cid),
          ),
        );
    },
  });
  return {
    config,
    service,
    note,
    sheet: { store, rootKey, data, now: Date.now, newId, keys },
    close: async () => {
      await service.stop();
      await store.close();
      release();
    },
  };
}

/** Runs `npm run backup`. */
export const runBackup = (t: Terminal): Promise<number> =>
  speak(t, async () => {
    const flags = parse(t, { target: text, sheet: flag }, words.HELP.backup);
    const { service, sheet, note, close } = await open(t);
    try {
      if (flags.target !== undefined) {
        await service.setTarget(path.resolve(flags.target), 'terminal').catch((error: unknown) => {
          throw error instanceof AppError && error.fields?.path
            ? new Stop(words.targetProblem(error.fields.path, path.resolve(flags.target ?? '')))
            : error;
        });
      }
      if (flags.sheet === true) {
        const made = await makeSheet(sheet, 'terminal');
        await note('backup.sheet', {
          by: 'terminal',
          sheetId: made.sheetId,
          fingerprint: made.recovery.fingerprint,
        });
        for (const line of words.sheetLines(made)) t.print(line);
        await confirmSheet(sheet, made.sheetId, await t.ask(words.CONFIRM)).catch(
          (error: unknown) => {
            throw error instanceof AppError ? new Stop(words.NOT_CONFIRMED) : error;
          },
        );
        await note('backup.sheet_confirmed', { by: 'terminal', sheetId: made.sheetId });
      }
      const row = await (
        await service.begin('backup').catch((error: unknown) => {
          throw error instanceof AppError ? new Stop(words.NO_TARGET) : error;
        })
      ).done;
      for (const line of words.backupLines(row)) t.print(line);
      return row.ok ? 0 : 1;
    } finally {
      await close();
    }
  });

/** Runs `npm run drill`. */
export const runDrill = (t: Terminal): Promise<number> =>
  speak(t, async () => {
    const flags = parse(
      t,
      { from: text, snapshot: text, to: text, 'code-file': text, 'root-key': text },
      words.HELP.drill,
    );
    if (flags.from === undefined) {
      const { service, close } = await open(t);
      try {
        const row = await (
          await service.begin('drill').catch((error: unknown) => {
            throw error instanceof AppError ? new Stop(words.NO_BACKUP) : error;
          })
        ).done;
        for (const line of words.drillLines(row.ok, row.code, row.facts)) t.print(line);
        return row.ok ? 0 : 1;
      } finally {
        await close();
      }
    }
    const { data, rootKey } = configOf(t),
      work = flags.to === undefined ? path.join(data, DRILL_FOLDER) : path.resolve(flags.to);
    const found = await drill(
      {
        target: flags.from,
        installation: undefined,
        snapshot: flags.snapshot,
        unlock: await unlockOf(t, flags, existsSync(rootKey) ? rootKey : undefined),
        now: Date.now(),
        work,
      },
      words.sayer(t),
    );
    for (const line of words.drillLines(true, null, found)) t.print(line);
    return 0;
  });

/** Runs `npm run restore`. */
export const runRestore = (t: Terminal): Promise<number> =>
  speak(t, async () => {
    const flags = parse(
      t,
      {
        from: text,
        snapshot: text,
        to: text,
        'code-file': text,
        'root-key': text,
        replace: flag,
        list: flag,
        escrow: text,
      },
      words.HELP.restore,
    );
    if (flags.escrow !== undefined) {
      const typed =
        flags['code-file'] === undefined
          ? await t.ask(words.ASK_ESCROW)
          : await readFile(flags['code-file'], 'utf8');
      const decoded = decodeKey('escrow', typed);
      if (!decoded.secret) throw new Stop(words.codeFault(decoded, 'escrow'));
      await writeFile(flags.escrow, pemOfSecret(decoded.secret), { mode: 0o600, flag: 'wx' });
      t.print(words.escrowLine(flags.escrow));
      return 0;
    }
    if (flags.from === undefined) throw new Stop(words.HELP.restore);
    if (flags.list === true) {
      const folder = await findTarget(flags.from);
      for (const { name, at, bytes } of await folder.list()) {
        const head = await peekContainer(folder.snapshotFile(name)).catch(() => undefined);
        t.print(words.snapshotLine(name, at, bytes, head?.rootKeyId));
      }
      return 0;
    }
    const config = configOf(t),
      data = flags.to === undefined ? config.data : path.resolve(flags.to);
    const rootKeyFile =
      config.rootKeyFile === undefined ? path.join(data, 'root.key') : config.rootKey;
    const result = await restore(
      {
        from: flags.from,
        snapshot: flags.snapshot,
        unlock: await unlockOf(t, flags, undefined),
        data,
        rootKeyFile,
        databaseUrl: ownerUrlOf(config),
        replace: flags.replace === true,
        now: Date.now(),
      },
      restoreSteps,
      words.sayer(t),
    );
    for (const line of words.restoreLines(result, data)) t.print(line);
    return result.missing.length > 0 ? 1 : 0;
  });

/** Only the owner of the tables may create and drop them. */
const ownerUrlOf = ({ databaseUrl, databaseOwnerUrl }: ReturnType<typeof configOf>) =>
  databaseOwnerUrl ?? databaseUrl;

/** Runs `npm run rollback`. */
export const runRollback = (t: Terminal): Promise<number> =>
  speak(t, async () => {
    const flags = parse(t, { to: text, yes: flag, plain: flag }, words.HELP.rollback);
    const config = configOf(t),
      { data } = config,
      databaseUrl = ownerUrlOf(config);
    const place = {
      data,
      key: hasFileKey(data)
        ? readFileKey(data, loadRootKeys(config.rootKey, { mayCreate: false }))
        : undefined,
    };
    const isSure = async (question: string): Promise<boolean> =>
      flags.yes === true || /^ja?$/i.test((await t.ask(question)).trim());
    if (flags.plain === true) {
      if (!(await isSure(words.SURE_PLAIN))) throw new Stop(words.NOTHING_DONE);
      t.print(words.plainLine(await decryptDatabase(place)));
      return 0;
    }
    const copies = await listCopies(data, place.key);
    if (copies.length === 0) throw new Stop(words.NO_COPY);
    if (flags.to === undefined) {
      for (const line of words.copyLines(copies)) t.print(line);
      return 0;
    }
    const copy = copies.find(
      (c) => c.name === flags.to || (flags.to === 'newest' && c === copies[0]),
    );
    if (!copy) throw new Stop(words.NO_COPY);
    if (!(await isSure(words.sureToGoBack(copy)))) throw new Stop(words.NOTHING_DONE);
    const gone =
      databaseUrl === undefined
        ? rollback(place, copy, Date.now(), crypto.randomUUID())
        : rollbackPg(place, databaseUrl, copy, Date.now(), crypto.randomUUID()).catch(
            (error: unknown) => {
              if (error instanceof WrongDatabase) throw new Stop(words.POSTGRES_OTHER);
              if (error instanceof OtherForm) throw new Stop(error.message);
              throw reasonOf(error) === 'busy' ? new Stop(words.IN_USE) : error;
            },
          );
    for (const line of words.rollbackLines(await gone)) t.print(line);
    return 0;
  });

/**
 * Reads the root key file, the code file, the installation's own key, or the typed code; a typing
 * error is reported by its group and asked for again.
 */
async function unlockOf(
  t: Terminal,
  flags: { 'code-file'?: string; 'root-key'?: string },
  own: string | undefined,
): Promise<Unlock> {
  const keyFile = flags['root-key'] ?? (flags['code-file'] === undefined ? own : undefined);
  if (keyFile !== undefined)
    return {
      rootKeys: [
        ...loadRootKeys(path.resolve(keyFile), { mayCreate: false }),
        ...formerKeys(path.resolve(keyFile)),
      ],
    };
  for (let attempt = 0; attempt < 5; attempt++) {
    const typed =
      flags['code-file'] === undefined
        ? await t.ask(words.ASK_CODE)
        : await readFile(flags['code-file'], 'utf8');
    const decoded = decodeKey('recovery', typed);
    if (decoded.secret) return { secret: decoded.secret };
    if (flags['code-file'] !== undefined || !t.isInteractive)
      throw new Stop(words.codeFault(decoded));
    t.print(words.codeFault(decoded));
  }
  throw new Stop(words.NOTHING_DONE);
}

async function speak(t: Terminal, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stop || error instanceof RestoreRefused || error instanceof RootKeyError)
      t.print(error.message);
    else if (error instanceof FolderInUse) t.print(words.IN_USE);
    else if (
      error instanceof TypeError &&
      'code' in error &&
      String(error.code).startsWith('ERR_PARSE_ARGS')
    )
      t.print(error.message);
    else for (const line of words.failureLines(error)) t.print(line);
    return 1;
  }
}
