// One backup file: a readable head with wrapped keys, then manifest and database in numbered,
// encrypted chunks; any changed, missing, added or swapped byte is refused.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { openSealed } from '../../../shared/exchange/opening.ts';
import { importSealPrivate, importSealPublic, sealTo } from '../../../shared/exchange/sealing.ts';
import type { BackupPhase } from '../../../shared/operations/backup.ts';
import { decryptWith, encryptWith, rootKeyId } from '../../platform/keys/rootkey/root-key.ts';
import { secretOf, type Root } from '../../platform/keys/rootkey/root-keys.ts';
import type { Manifest } from './manifest.ts';
import { fingerprintOf, macKeyOf, sheetKey } from './sheet-keys.ts';
import { BackupFailed } from './trouble.ts';

const MAGIC = Buffer.from('MOLARBK1');
const PIECE = 1024 * 1024,
  DAY = 16;
/** Head and list of MACs are small; a larger claim is no backup. */
const HEAD_LIMIT = 256 * 1024,
  MANIFEST_LIMIT = 1024 * 1024 * 1024;

/** Readable without a key: no names, no counts. */
export interface Head {
  format: 1;
  installation: string;
  id: string;
  at: number;
  /** Version of the program and its newest migration. */
  app: string;
  tag: string;
  /** Mark of the root key that wraps the data key; older backups do not state it. */
  rootKeyId?: string;
  /** Data key, wrapped by the root key. */
  dataKey: string;
  /** For each sheet: data key and root key, encrypted for it. */
  sheets: { fingerprint: string; dataKey: string; rootKey: string }[];
}
export interface SheetOfBackup {
  fingerprint: string;
  publicJwk: JsonWebKey;
  mac: Uint8Array;
}
/** Keys of a backup: root keys of the installation, one of which fits, or the secret of a sheet. */
export type Unlock = { rootKeys: readonly Uint8Array[] } | { secret: Uint8Array };
export type Say = (phase: BackupPhase, done: number, of: number) => void;

const rootMac = (rootKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', rootKey, 'molar', 'backup mac root 1', 32));
/** Returns the name of this installation's folder at the target; a new root key leaves it. */
export const installationOf = (root: Root): string =>
  Buffer.from(hkdfSync('sha256', secretOf(root), 'molar', 'installation 1', 8)).toString('hex');
const mac = (key: Uint8Array, hash: Uint8Array): string =>
  createHmac('sha256', key).update(hash).digest('hex');
const isMac = (key: Uint8Array, hash: Uint8Array, given: string | undefined): boolean => {
  const want = Buffer.from(mac(key, hash)),
    got = Buffer.from(given ?? '');
  return want.length === got.length && timingSafeEqual(want, got);
};
const aadOf = (head: Pick<Head, 'installation' | 'id'>, what: 'data' | 'root'): string =>
  `backup|${head.installation}|${head.id}|${what}`;
/** Each file has a separate key, so a counter is a nonce; the first byte marks the last chunk. */
const nonceOf = (index: number, isLast: boolean): Buffer => {
  const n = Buffer.alloc(12);
  n[0] = isLast ? 1 : 0;
  n.writeUInt32BE(index, 8);
  return n;
};
const framed = (json: object): Buffer => {
  const body = Buffer.from(JSON.stringify(json)),
    size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  return Buffer.concat([size, body]);
};

/** Writes `to` (must not exist) and syncs it. */
export async function writeContainer(
  to: string,
  given: Omit<Head, 'format' | 'dataKey' | 'sheets' | 'rootKeyId'> & {
    rootKey: Uint8Array;
    sheets: readonly SheetOfBackup[];
    manifest: Manifest;
    database: string;
  },
  say: Say,
): Promise<{ bytes: number }> {
  const { rootKey, sheets, manifest, database, ...rest } = given;
  const key = randomBytes(32);
  const head: Head = {
    format: 1,
    ...rest,
    rootKeyId: rootKeyId(rootKey),
    dataKey: encryptWith(rootKey, key, aadOf(rest, 'data')).toString('base64'),
    sheets: await Promise.all(
      sheets.map(async ({ fingerprint, publicJwk }) => {
        const sealed = async (what: 'data' | 'root', bytes: Uint8Array): Promise<string> =>
          Buffer.from(
            await sealTo(await importSealPublic(publicJwk), bytes, aadOf(rest, what)),
          ).toString('base64');
        return {
          fingerprint,
          dataKey: await sealed('data', key),
          rootKey: await sealed('root', rootKey),
        };
      }),
    ),
  };
  const headBytes = Buffer.concat([MAGIC, framed(head)]),
    hash = createHash('sha256').update(headBytes).digest();
  const macs = {
    root: mac(rootMac(rootKey), hash),
    sheets: Object.fromEntries(sheets.map((s) => [s.fingerprint, mac(s.mac, hash)])),
  };
  const first = framed(manifest),
    from = await open(database, 'r'),
    out = await open(to, 'wx', 0o600);
  try {
    const size = first.length + (await from.stat()).size,
      pieces = Math.ceil(size / PIECE);
    await out.writeFile(Buffer.concat([headBytes, framed(macs)]));
    let rest = first,
      read = 0;
    for (let i = 0; i < pieces; i++) {
      while (rest.length < PIECE && first.length + read < size) {
        const { buffer, bytesRead } = await from.read(Buffer.alloc(PIECE), 0, PIECE, read);
        if (bytesRead === 0) throw new Error('the copy became shorter while it was read');
        read += bytesRead;
        rest = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      }
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(i, i === pieces - 1)).setAAD(hash);
      const body = Buffer.concat([cipher.update(rest.subarray(0, PIECE)), cipher.final()]);
      await out.writeFile(Buffer.concat([body, cipher.getAuthTag()]));
      rest = rest.subarray(PIECE);
      say('encrypting', Math.min((i + 1) * PIECE, size), size);
    }
    await out.sync();
    return { bytes: (await out.stat()).size };
  } finally {
    key.fill(0);
    await from.close();
    await out.close();
  }
}

const damaged = (detail: string, cause?: unknown): BackupFailed =>
  new BackupFailed('damaged', detail, cause);

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let got = 0;
  while (got < length) {
    const { bytesRead } = await file.read(buffer, got, length - got, at + got);
    if (bytesRead === 0) throw damaged('too short');
    got += bytesRead;
  }
  return buffer;
}
async function readFramed(
  file: FileHandle,
  at: number,
): Promise<{ value: unknown; end: number; bytes: Buffer }> {
  const length = (await readAt(file, at, 4)).readUInt32BE();
  if (length > HEAD_LIMIT) throw damaged('head');
  const bytes = await readAt(file, at, 4 + length);
  try {
    return { value: JSON.parse(bytes.subarray(4).toString('utf8')), end: at + 4 + length, bytes };
  } catch (cause) {
    throw damaged('head', cause);
  }
}
async function readHead(file: FileHandle): Promise<{
  head: Head;
  hash: Buffer;
  macs: { root?: string; sheets?: Record<string, string> };
  end: number;
}> {
  if (!(await readAt(file, 0, MAGIC.length)).equals(MAGIC)) throw damaged('no backup of Molar');
  const { value, end, bytes } = await readFramed(file, MAGIC.length);
  const head = value as Partial<Head> | null;
  if (
    head?.format !== 1 ||
    typeof head.id !== 'string' ||
    typeof head.installation !== 'string' ||
    typeof head.dataKey !== 'string' ||
    !Array.isArray(head.sheets)
  )
    throw damaged('head');
  const rest = await readFramed(file, end);
  return {
    head: head as Head,
    hash: createHash('sha256').update(MAGIC).update(bytes).digest(),
    macs: rest.value ?? {},
    end: rest.end,
  };
}
/** Reads the head without verifying it. @throws BackupFailed damaged */
export async function peekContainer(path: string): Promise<Head> {
  const file = await open(path, 'r');
  try {
    return (await readHead(file)).head;
  } finally {
    await file.close();
  }
}

export interface Opened {
  head: Head;
  /** All root keys that the backup needs, newest first. */
  rootKeys: Buffer[];
  manifest: Manifest;
  /** Writes the database to a new file, synced; the whole backup is verified by then. */
  extract(to: string, say: Say): Promise<void>;
  close(): Promise<void>;
}

/**
 * Verifies the head, unwraps the keys and reads the manifest.
 * @throws BackupFailed `foreign` (other key, forged) or `damaged`
 */
export async function openContainer(path: string, unlock: Unlock): Promise<Opened> {
  const file = await open(path, 'r');
  try {
    const { head, hash, macs, end } = await readHead(file);
    const { key, rootKey } = await openKeys(head, hash, macs, unlock);
    const size = (await file.stat()).size - end,
      pieces = Math.ceil(size / (PIECE + DAY));
    const piece = async (i: number): Promise<Buffer> => {
      const at = i * (PIECE + DAY),
        bytes = await readAt(file, end + at, Math.min(PIECE + DAY, size - at));
      if (bytes.length < DAY) throw damaged('end');
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(i, i === pieces - 1)).setAAD(
        hash,
      );
      decipher.setAuthTag(bytes.subarray(-DAY));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(0, -DAY)), decipher.final()]);
      } catch (cause) {
        throw damaged(`piece ${i + 1} of ${pieces}`, cause);
      }
    };
    let rest = pieces > 0 ? await piece(0) : Buffer.alloc(0),
      next = 1;
    const length = rest.length >= 4 ? rest.readUInt32BE() : MANIFEST_LIMIT;
    if (length >= MANIFEST_LIMIT) throw damaged('manifest');
    const parts = [rest];
    for (let have = rest.length; have < 4 + length; have += rest.length) {
      if (next >= pieces) throw damaged('end');
      parts.push((rest = await piece(next++)));
    }
    const start = Buffer.concat(parts);
    const manifest = JSON.parse(start.subarray(4, 4 + length).toString('utf8')) as Manifest;
    return {
      head,
      rootKeys: manifest.rootKeys?.map((key) => Buffer.from(key, 'base64')) ?? [rootKey],
      manifest,
      async extract(to, say) {
        const out = await open(to, 'wx', 0o600);
        try {
          await out.writeFile(start.subarray(4 + length));
          for (let i = next; i < pieces; i++) {
            await out.writeFile(await piece(i));
            say('reading', i + 1, pieces);
          }
          await out.sync();
        } finally {
          await out.close();
        }
      },
      async close() {
        key.fill(0);
        await file.close();
      },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openKeys(
  head: Head,
  hash: Buffer,
  macs: { root?: string; sheets?: Record<string, string> },
  unlock: Unlock,
): Promise<{ key: Buffer; rootKey: Buffer }> {
  const foreign = (detail: string): BackupFailed => new BackupFailed('foreign', detail);
  if ('rootKeys' in unlock) {
    const fits = unlock.rootKeys.find((one) => isMac(rootMac(one), hash, macs.root));
    if (!fits)
      throw foreign(
        `made with the root key ${head.rootKeyId ?? '–'}, given are ${unlock.rootKeys.map(rootKeyId).join(', ')}`,
      );
    return {
      key: decryptWith(fits, Buffer.from(head.dataKey, 'base64'), aadOf(head, 'data')),
      rootKey: Buffer.from(fits),
    };
  }
  const { privateJwk, publicJwk } = sheetKey(unlock.secret),
    fingerprint = fingerprintOf(publicJwk);
  const mine = head.sheets.find((s) => s.fingerprint === fingerprint);
  if (!mine)
    throw foreign(
      `made for the sheet ${head.sheets.map((s) => s.fingerprint).join(', ') || '–'}, this one is ${fingerprint}`,
    );
  if (!isMac(macKeyOf(unlock.secret), hash, macs.sheets?.[fingerprint]))
    throw foreign('not made by the server that printed this sheet');
  const own = await importSealPrivate(privateJwk);
  const opened = async (what: 'data' | 'root', text: string): Promise<Buffer> =>
    Buffer.from(await openSealed(own, Buffer.from(text, 'base64'), aadOf(head, what)));
  return { key: await opened('data', mine.dataKey), rootKey: await opened('root', mine.rootKey) };
}
