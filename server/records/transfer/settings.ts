// Settings of a practice for its practice software: read, and saved as a whole against the version
// that the caller saw, after a check of the folders.

import path from 'node:path';
import {
  NO_DOCTOSYNC,
  type DoctosyncSettings,
  type FolderProblem,
} from '../../../shared/records/transfer.ts';
import { doctosyncSettingsSchema } from '../../../shared/records/transfer.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Store } from '../../platform/db/store.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import { isWithin, judgeFolder, prepareFolder } from '../../platform/folders.ts';
import { mayUseFolder, type ExchangeBase } from './exchange-folder.ts';
import { findSettings, listAllSettings, saveSettingsRow, type SettingsRow } from './store.ts';

export interface Setup {
  settings: DoctosyncSettings;
  version: number;
  markers: { in: string | null; out: string | null; scan?: string | null };
}
/** Characters that any number of a patient has at most. */
const MOST_NUMBER = 64;
const NOTHING: Setup = { settings: NO_DOCTOSYNC, version: 0, markers: { in: null, out: null } };

/**
 * Returns the settings: those of an older program are completed; unreadable ones disable everything
 * and stop nothing (V8).
 */
export function setupOf(row: SettingsRow | undefined): Setup {
  if (!row) return NOTHING;
  const read = doctosyncSettingsSchema.safeParse({
    ...NO_DOCTOSYNC,
    ...row.settings,
    sendsPersons: row.sendsPersons ?? false,
    // A receiver that was set up before the limit existed keeps what it takes.
    numberMost: row.numberMost ?? MOST_NUMBER,
    commentMost: row.commentMost ?? NO_DOCTOSYNC.commentMost,
  });
  return {
    settings: read.success ? read.data : NO_DOCTOSYNC,
    version: row.version,
    markers: row.markers,
  };
}
export const readSetup = async (s: Look | Work): Promise<Setup> => setupOf(await findSettings(s));

export interface SaveDeps {
  store: Store;
  /** Folder assigned to each practice by the operator. */
  base: ExchangeBase;
  /** Data folder and program folder: never used for the exchange. */
  away: { data: string; program: string };
  write: <T>(work: (w: Work) => Promise<T>) => Promise<T>;
}

/**
 * One save at a time: two practices that configure one folder concurrently must not both get it.
 */
let turn: Promise<unknown> = Promise.resolve();
/**
 * Saves the settings of the exchange.
 * @throws AppError validation (fields.inFolder, fields.outFolder, fields.scanFolder =
 * FolderProblem; fields.targets = 'gdt_or_pdf', 'no_folder'), conflict (a different version is
 * stored)
 */
export function saveSetup(
  deps: SaveDeps,
  cid: string,
  input: { version: number; settings: DoctosyncSettings },
): Promise<{ version: number }> {
  const mine = turn.then(() => save(deps, cid, input));
  turn = mine.catch(() => undefined);
  return mine;
}
async function save(
  { store, base, away, write }: SaveDeps,
  cid: string,
  { version, settings }: { version: number; settings: DoctosyncSettings },
): Promise<{ version: number }> {
  // The disk is not accessed before version and permission are checked.
  await write(async (w) => {
    refuseOtherVersion(setupOf(await findSettings(w)), version);
  });
  // Settings of an older program have no folder for scans.
  const all = await listAllSettings(store),
    others = all
      .filter((row) => row.cid !== cid)
      .flatMap((row) => [row.settings.inFolder, row.settings.outFolder, row.settings.scanFolder])
      .filter((one) => typeof one === 'string');
  const clean = {
    ...settings,
    inFolder: settings.inFolder && tidy(settings.inFolder),
    outFolder: settings.outFolder && tidy(settings.outFolder),
    scanFolder: settings.scanFolder && tidy(settings.scanFolder),
  };
  const fields: Record<string, string> = {};
  for (const which of ['inFolder', 'outFolder', 'scanFolder'] as const) {
    const folder = clean[which];
    if (folder === null) continue;
    const problem = await problemOf(folder, {
      mayUse: () => mayUseFolder({ store, base }, cid, folder),
      judge: () => judgeFolder(folder, away, others),
    });
    if (problem) fields[which] = problem;
  }
  // All files in the scan folder are read and removed: the practice software must not use it.
  const { scanFolder } = clean;
  if (
    scanFolder !== null &&
    [clean.inFolder, clean.outFolder].some(
      (one) => one !== null && (isWithin(one, scanFolder) || isWithin(scanFolder, one)),
    )
  )
    fields.scanFolder ??= 'own_needed';
  // The GDT file includes its PDF: with both targets, the practice software would get it twice.
  if (clean.targets.gdt && clean.targets.pdf) fields.targets = 'gdt_or_pdf';
  if (clean.outFolder === null && Object.values(clean.targets).some(Boolean))
    fields.outFolder = 'missing';
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields });
  const markers: Setup['markers'] = { in: null, out: null, scan: null };
  for (const [which, folder] of [
    ['in', clean.inFolder],
    ['out', clean.outFolder],
    ['scan', clean.scanFolder],
  ] as const) {
    if (folder === null) continue;
    try {
      markers[which] = await prepareFolder(folder, cid);
    } catch (cause) {
      throw new AppError('validation', {
        cause,
        fields: {
          [`${which}Folder`]:
            (cause as { code?: string }).code === 'shared' ? 'shared' : 'not_writable',
        },
      });
    }
  }
  return write(async (w) => {
    const before = setupOf(await findSettings(w));
    refuseOtherVersion(before, version);
    const { sendsPersons, numberMost, commentMost, ...stored } = clean,
      by = { changedBy: actorWord(w.actor), changedAt: w.now },
      row = { settings: stored, sendsPersons, numberMost, commentMost, markers, ...by };
    if (!(await saveSettingsRow(w, version, row)))
      throw new AppError('conflict', { extra: { version: before.version } });
    // Paths are confidential to the practice; other changes are named.
    await w.audit('doctosync.changed', {
      version: version + 1,
      changed: (Object.keys(clean) as (keyof DoctosyncSettings)[]).filter(
        (key) => JSON.stringify(clean[key]) !== JSON.stringify(before.settings[key]),
      ),
    });
    w.emit({ to: 'staff', event: { kind: 'transfer' } });
    return { version: version + 1 };
  });
}
/**
 * Returns why a practice cannot use a folder. A relative path is refused by its text alone, which
 * reveals nothing about the host. The disk is accessed only for a folder permitted by the operator.
 */
async function problemOf(
  folder: string,
  ask: { mayUse: () => Promise<boolean>; judge: () => Promise<FolderProblem | undefined> },
): Promise<FolderProblem | undefined> {
  if (!path.isAbsolute(folder)) return 'not_absolute';
  return (await ask.mayUse()) ? ask.judge() : 'by_operator';
}
function refuseOtherVersion(before: Setup, version: number): void {
  if (before.version !== version)
    throw new AppError('conflict', { extra: { version: before.version } });
}

/** Normalized for the system; a relative path stays relative, so that it is refused. */
const tidy = (folder: string): string => (path.isAbsolute(folder) ? path.resolve(folder) : folder);
