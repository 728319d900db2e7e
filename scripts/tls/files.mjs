/**
 * Stores authority, server certificate and explanation in the data folder, and renews expiring
 * ones.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAuthority, makeServerCertificate, readCertificate } from './authority.mjs';
import { explainInstallation } from './page.mjs';

/** A certificate that expires sooner than this is renewed. */
const RENEW_MS = 30 * 86_400_000;

/** @param {string} folder `<data>/tls` */
export const tlsPaths = (folder) => ({
  authorityCert: join(folder, 'authority.pem'),
  authorityKey: join(folder, 'authority-key.pem'),
  /** DER, the form that tablets install. */
  authorityFile: join(folder, 'molar-ca.crt'),
  cert: join(folder, 'server.pem'),
  key: join(folder, 'server-key.pem'),
  page: join(folder, 'tablet-verbinden.html'),
});

/**
 * Writes atomically; a key is never readable by others, not even for a moment.
 * @param {string} path
 * @param {string | Uint8Array} content
 * @param {number} mode
 */
function write(path, content, mode) {
  const part = `${path}.part`;
  writeFileSync(part, content, { mode });
  renameSync(part, path);
}

/** Parses the server certificate in the folder, if there is one. @param {string} folder */
export async function knownServer(folder) {
  const { cert } = tlsPaths(folder);
  return existsSync(cert) ? readCertificate(readFileSync(cert, 'utf8')) : undefined;
}

/**
 * Creates missing files and renews expiring ones.
 * @param {{ folder: string, name: string, ips: string[], url: string, spareUrl?: string,
 * fileUrl: string, isForced?: boolean, isNewAuthority?: boolean, now?: Date }} wish url: address of
 * Molar; spareUrl: the same by number; fileUrl: where tablets load the authority's file
 * @returns {Promise<{ authority: 'new' | 'kept', server: 'new' | 'kept', notAfter: Date,
 * fingerprint: string, paths: ReturnType<typeof tlsPaths> }>} Throws when the authority in the
 * folder was made for another name.
 */
export async function keepCertificates({
  folder,
  name,
  ips,
  url,
  spareUrl = '',
  fileUrl,
  isForced = false,
  isNewAuthority = false,
  now = new Date(),
}) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const paths = tlsPaths(folder);
  const had = existsSync(paths.authorityCert) && existsSync(paths.authorityKey) && !isNewAuthority;
  const authority = had
    ? {
        cert: readFileSync(paths.authorityCert, 'utf8'),
        key: readFileSync(paths.authorityKey, 'utf8'),
      }
    : await makeAuthority({ name, now });
  const known = await knownServer(folder);
  if (had && known !== undefined && known.names[0] !== name) {
    throw new Error(
      `The authority in ${folder} was made for ${known.names[0]} and cannot vouch for ${name}. Keep that name, or make a new one with --new-authority; every tablet must then install the new file.`,
    );
  }
  if (!had) {
    write(paths.authorityKey, authority.key, 0o600);
    write(paths.authorityCert, authority.cert, 0o644);
  }
  const isSame =
    known !== undefined &&
    known.names.includes(name) &&
    known.ips.length === ips.length &&
    ips.every((ip) => known.ips.includes(ip));
  const isFresh = known !== undefined && known.notAfter.getTime() - now.getTime() > RENEW_MS;
  const isKept = had && isSame && isFresh && !isForced && existsSync(paths.key);
  if (!isKept) {
    const made = await makeServerCertificate({ authority, name, ips, now });
    write(paths.key, made.key, 0o600);
    write(paths.cert, made.cert, 0o644);
  }
  const root = await readCertificate(authority.cert);
  const server = await readCertificate(readFileSync(paths.cert, 'utf8'));
  write(paths.authorityFile, root.der, 0o644);
  const page = await explainInstallation({
    url,
    spareUrl,
    fileUrl,
    fingerprint: root.fingerprint,
    authority: `Molar Praxisnetz ${name}`,
    notAfter: server.notAfter,
  });
  write(paths.page, page, 0o644);
  return {
    authority: had ? 'kept' : 'new',
    server: isKept ? 'kept' : 'new',
    notAfter: server.notAfter,
    fingerprint: root.fingerprint,
    paths,
  };
}
