// The recovery sheet: created and shown once, stored with its public half only, valid when its last
// group was typed from the paper.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { RecoverySheet } from '../../../shared/operations/backup.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Store } from '../../platform/db/store.ts';
import { escrowFile } from '../../platform/keys/escrow-file.ts';
import {
  rewrapped,
  unwrapWith,
  wrapWith,
  type Root,
  type RootKeys,
} from '../../platform/keys/rootkey/root-keys.ts';
import type { SheetOfBackup } from './container.ts';
import { cleanGroup, encodeKey, type KeyKind } from '../../../shared/operations/recovery-code.ts';
import { fingerprintOf, macKeyOf, secretOfPem, sheetKey } from './sheet-keys.ts';
import {
  confirmSheetRow,
  findSheet,
  insertSheet,
  listPracticeNames,
  listSheets,
  readConfig,
  replaceMac,
  type SheetRow,
} from './store.ts';

export interface SheetDeps {
  store: Store;
  rootKey: Root;
  data: string;
  now: () => number;
  newId: () => string;
  /** Creates a practice's keys on first use: its escrow key must exist to be printed. */
  keys: (cid: string) => Promise<unknown>;
}

const macAad = (id: string): string => `recovery sheet|${id}|mac`;
const groupHash = (id: string, group: string): string =>
  createHash('sha256').update(`${id}|${group}`).digest('hex');
const printed = (kind: KeyKind, secret: Uint8Array): RecoverySheet['recovery'] => {
  const groups = encodeKey(kind, secret);
  return { groups, qr: groups.join(''), fingerprint: fingerprintOf(sheetKey(secret).publicJwk) };
};

/** Creates a sheet; the returned secrets are stored nowhere. */
export async function makeSheet(deps: SheetDeps, createdBy: string): Promise<RecoverySheet> {
  const id = deps.newId(),
    createdAt = deps.now(),
    { secret, publicJwk } = sheetKey();
  const recovery = printed('recovery', secret);
  const found = await listPracticeNames(deps.store);
  for (const { cid } of found) await deps.keys(cid);
  const practices = found.map(({ cid, name }) => {
    const file = escrowFile(deps.data, cid),
      isHere = existsSync(file);
    return {
      cid,
      name,
      key: isHere ? printed('escrow', secretOfPem(readFileSync(file, 'utf8'))) : null,
      elsewhere: !isHere,
    };
  });
  await insertSheet(deps.store, {
    id,
    publicJwk,
    fingerprint: recovery.fingerprint,
    macWrapped: wrapWith(deps.rootKey, macKeyOf(secret), macAad(id)),
    confirmHash: groupHash(id, recovery.groups.at(-1)!),
    practices: practices.filter((p) => p.key).map((p) => p.cid),
    createdBy,
    createdAt,
    confirmedAt: null,
  });
  secret.fill(0);
  return {
    sheetId: id,
    createdAt,
    recovery,
    practices: practices.map(({ name, key, elsewhere }) => ({ name, key, elsewhere })),
    command: `npm run restore -- --from ${(await readConfig(deps.store)).path ?? 'ORDNER'}`,
  };
}

/**
 * Confirms that the paper exists: the sheet is valid from here on, and the keys printed on it are
 * deleted from this machine.
 * @throws AppError validation (group), state_conflict (unknown, confirmed or replaced by a newer
 * one)
 */
export async function confirmSheet(deps: SheetDeps, sheetId: string, group: string): Promise<void> {
  const sheet = await findSheet(deps.store, sheetId),
    [newest] = await listSheets(deps.store);
  if (!sheet || newest?.id !== sheet.id || sheet.confirmHash === null)
    throw new AppError('state_conflict');
  if (groupHash(sheetId, cleanGroup(group)) !== sheet.confirmHash)
    throw new AppError('validation', { fields: { group: 'wrong' } });
  await confirmSheetRow(deps.store, sheetId, deps.now());
  for (const cid of sheet.practices) rmSync(escrowFile(deps.data, cid), { force: true });
}
/**
 * Returns the sheets that backups are encrypted for: the newest confirmed one, and a newer one that
 * may be on paper already.
 */
export function currentSheets(sheets: readonly SheetRow[]): SheetRow[] {
  const confirmed = sheets.findIndex((s) => s.confirmedAt !== null);
  const [newest] = sheets;
  return sheets.filter((s, at) => at === confirmed || (s === newest && s.confirmedAt === null));
}
export const openSheets = (sheets: readonly SheetRow[], rootKey: Root): SheetOfBackup[] =>
  currentSheets(sheets).map((s) => ({
    fingerprint: s.fingerprint,
    publicJwk: s.publicJwk,
    mac: unwrapWith(rootKey, s.macWrapped, macAad(s.id)),
  }));
/** Returns the sheets whose key an older root key wraps. */
export const listOldSheets = async (store: Store, root: RootKeys): Promise<SheetRow[]> =>
  (await listSheets(store)).filter((s) => !root.isNewest(s.macWrapped, macAad(s.id)));
/** Wraps the keys of all sheets by the newest root key; may run twice. */
export async function rewrapSheets(store: Store, root: RootKeys): Promise<void> {
  for (const { id, macWrapped } of await listOldSheets(store, root)) {
    const next = rewrapped(root, macWrapped, macAad(id));
    if (next) await replaceMac(store, id, macWrapped, next);
  }
}
