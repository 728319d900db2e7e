/**
 * Creates the practice's own certificate authority and the server's certificate, as PEM; no files,
 * no prompts.
 */
// x509 resolves its parts by reflection and throws unless this is loaded first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { Constructed, Primitive, Sequence } from 'asn1js';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  cryptoProvider,
} from '@peculiar/x509';

cryptoProvider.set(/** @type {Crypto} */ (/** @type {unknown} */ (webcrypto)));

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
/**
 * Browsers refuse server certificates that live longer (CA/Browser Forum, Baseline Requirements
 * 6.3.2).
 */
export const SERVER_DAYS = 397;
const AUTHORITY_DAYS = 3650;

/** Private networks (RFC 1918, RFC 3927, RFC 4193), as address and mask. */
const PRIVATE_NETWORKS = [
  [
    [10, 0, 0, 0],
    [255, 0, 0, 0],
  ],
  [
    [172, 16, 0, 0],
    [255, 240, 0, 0],
  ],
  [
    [192, 168, 0, 0],
    [255, 255, 0, 0],
  ],
  [
    [169, 254, 0, 0],
    [255, 255, 0, 0],
  ],
  [
    [0xfd, ...Array(15).fill(0)],
    [0xff, ...Array(15).fill(0)],
  ],
];

/**
 * Returns name constraints (RFC 5280, 4.2.1.10): a stolen key can vouch only for this one name and
 * for private addresses, not for a bank. Addresses must be listed, or all of them would be allowed.
 * @param {string} name
 */
function nameConstraints(name) {
  const general = (/** @type {number} */ tag, /** @type {Uint8Array} */ bytes) =>
    new Sequence({
      value: [new Primitive({ idBlock: { tagClass: 3, tagNumber: tag }, valueHex: bytes })],
    });
  const permitted = [
    general(2, new TextEncoder().encode(name)),
    ...PRIVATE_NETWORKS.map((pair) => general(7, Uint8Array.from(pair.flat()))),
  ];
  const content = new Sequence({
    value: [new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: permitted })],
  });
  return new Extension('2.5.29.30', true, content.toBER());
}

/**
 * Positive and random (RFC 5280, 4.1.2.2), so that a new authority of the same name is distinct.
 */
function serialNumber() {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = (Number(bytes[0]) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

/** Clocks of tablets are wrong by hours; certificates begin a day early. @param {Date} now */
const begin = (now) => new Date(now.getTime() - DAY_MS);

/** @param {CryptoKey} key @returns {Promise<string>} PKCS#8 as PEM */
async function keyPem(key) {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}

/** @param {string} pem */
async function importKey(pem) {
  const bytes = PemConverter.decodeFirst(pem);
  return webcrypto.subtle.importKey('pkcs8', bytes, ALGORITHM, false, ['sign']);
}

async function newKeys() {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

/**
 * Creates an authority for one name.
 * @param {{ name: string, now?: Date }} wish
 * @returns {Promise<{ cert: string, key: string }>} PEM
 */
export async function makeAuthority({ name, now = new Date() }) {
  const keys = await newKeys();
  const cert = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=Molar Praxisnetz ${name}, O=Eigene Zertifizierungsstelle der Praxis`,
    notBefore: begin(now),
    notAfter: new Date(begin(now).getTime() + AUTHORITY_DAYS * DAY_MS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      nameConstraints(name),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: `${cert.toString('pem')}\n`, key: await keyPem(keys.privateKey) };
}

/**
 * Issues a server certificate of an authority, with a fresh key.
 * @param {{ authority: { cert: string, key: string }, name: string, ips: string[], now?: Date,
 * days?: number }} wish
 * @returns {Promise<{ cert: string, key: string }>} PEM; `cert` is the chain, server first
 */
export async function makeServerCertificate({
  authority,
  name,
  ips,
  now = new Date(),
  days = SERVER_DAYS,
}) {
  if (days > SERVER_DAYS)
    throw new Error(`A server certificate may live at most ${SERVER_DAYS} days.`);
  const issuer = new X509Certificate(authority.cert);
  const keys = await newKeys();
  const cert = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${name}`,
    issuer: issuer.subject,
    notBefore: begin(now),
    notAfter: new Date(Math.min(begin(now).getTime() + days * DAY_MS, issuer.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: name },
        ...ips.map((value) => ({ type: /** @type {const} */ ('ip'), value })),
      ]),
      await AuthorityKeyIdentifierExtension.create(issuer),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: `${cert.toString('pem')}\n${authority.cert}`, key: await keyPem(keys.privateKey) };
}

/**
 * Parses a certificate.
 * @param {string} pem the first certificate counts
 */
export async function readCertificate(pem) {
  const cert = new X509Certificate(PemConverter.decodeFirst(pem));
  const names = cert.getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
  const digest = Buffer.from(await cert.getThumbprint('SHA-256'))
    .toString('hex')
    .toUpperCase();
  return {
    der: new Uint8Array(cert.rawData),
    notAfter: cert.notAfter,
    names: names.filter((one) => one.type === 'dns').map((one) => one.value),
    ips: names.filter((one) => one.type === 'ip').map((one) => one.value),
    /** SHA-256 in hex pairs, as tablets show it. */
    fingerprint: digest.match(/../g)?.join(' ') ?? '',
  };
}

/**
 * Returns why a name cannot be used, or undefined.
 * @param {string} name
 */
export function nameProblem(name) {
  if (isIPv4(name) || name.includes(':'))
    return 'Give a name, not an address; addresses go to --ip.';
  if (!/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/.test(name))
    return 'Use small letters, digits, hyphens and at least one dot, such as molar.local.';
  return undefined;
}

/**
 * Returns why an address cannot be used, or undefined: only private addresses are allowed.
 * @param {string} ip
 */
export function addressProblem(ip) {
  if (!isIPv4(ip)) return `${ip} is no IPv4 address.`;
  const parts = ip.split('.').map(Number);
  const isPrivate = PRIVATE_NETWORKS.some(
    ([address = [], mask = []]) =>
      address.length === 4 &&
      address.every((byte, at) => (Number(parts[at]) & Number(mask[at])) === byte),
  );
  return isPrivate
    ? undefined
    : `${ip} is no address of a house network; a public address needs a public certificate.`;
}
