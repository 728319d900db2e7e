/**
 * Signatures of releases in the format of minisign (https://jedisct1.github.io/minisign/): Ed25519
 * over the BLAKE2b-512 hash of a file, and over its own comment.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';

/** DER of an Ed25519 public key without its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const SIGN_PURE = 'Ed',
  SIGN_HASHED = 'ED';

/** @param {Uint8Array} bytes */
const hashOf = (bytes) => createHash('blake2b512').update(bytes).digest();
/** @param {import('node:crypto').KeyObject} key @returns {Buffer} */
const rawOf = (key) => key.export({ type: 'spki', format: 'der' }).subarray(SPKI.length);
/** @param {Buffer} raw @returns {Buffer} */
const idOf = (raw) => createHash('sha256').update(raw).digest().subarray(0, 8);
/** As minisign prints it: a number of eight bytes, the last one first. @param {Buffer} id */
const idText = (id) => Buffer.from(id).reverse().toString('hex').toUpperCase();

/** Makes a key pair. @returns {{ privatePem: string, publicText: string }} */
export function makeKeys() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const privatePem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { privatePem, publicText: publicOf(privatePem) };
}

/** Returns the text of the public key, as `minisign -p` reads it. @param {string} privatePem */
export function publicOf(privatePem) {
  const raw = rawOf(createPublicKey(createPrivateKey(privatePem))),
    id = idOf(raw);
  const line = Buffer.concat([Buffer.from(SIGN_PURE), id, raw]).toString('base64');
  return `untrusted comment: minisign public key ${idText(id)}\n${line}\n`;
}

/**
 * Signs a file.
 * @param {Uint8Array} bytes @param {string} privatePem @param {string} comment signed with it, one line
 * @returns {string} the text of the `.minisig` file
 */
export function signFile(bytes, privatePem, comment) {
  if (/[\r\n]/.test(comment)) throw new Error('The comment of a signature is one line.');
  const key = createPrivateKey(privatePem),
    id = idOf(rawOf(createPublicKey(key)));
  const signature = sign(null, hashOf(bytes), key),
    global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  return [
    'untrusted comment: signature of a release of Molar',
    Buffer.concat([Buffer.from(SIGN_HASHED), id, signature]).toString('base64'),
    `trusted comment: ${comment}`,
    global.toString('base64'),
    '',
  ].join('\n');
}

/**
 * Verifies a signature.
 * @param {Uint8Array} bytes @param {string} signature text of the `.minisig` file
 * @param {string} publicText text of the public key, or its base64 line alone
 * @returns {string} the signed comment
 * @throws when anything differs
 */
export function verifyFile(bytes, signature, publicText) {
  const keyBytes = Buffer.from(publicText.trim().split(/\r?\n/).at(-1) ?? '', 'base64');
  if (keyBytes.length !== 42 || keyBytes.toString('latin1', 0, 2) !== SIGN_PURE)
    throw new Error('The public key is not a key of minisign.');
  const [, line = '', trusted = '', globalLine = ''] = signature.split(/\r?\n/),
    own = Buffer.from(line, 'base64'),
    global = Buffer.from(globalLine, 'base64');
  const comment = /^trusted comment: (.*)$/.exec(trusted)?.[1];
  if (
    own.length !== 74 ||
    own.toString('latin1', 0, 2) !== SIGN_HASHED ||
    global.length !== 64 ||
    comment === undefined
  )
    throw new Error('The signature file is damaged.');
  if (!own.subarray(2, 10).equals(keyBytes.subarray(2, 10)))
    throw new Error('The archive was signed by another key.');
  const key = createPublicKey({
    key: Buffer.concat([SPKI, keyBytes.subarray(10)]),
    format: 'der',
    type: 'spki',
  });
  if (!verify(null, hashOf(bytes), key, own.subarray(10)))
    throw new Error('The archive is not the one that was signed.');
  if (!verify(null, Buffer.concat([own.subarray(10), Buffer.from(comment)]), key, global))
    throw new Error('The comment of the signature was changed.');
  return comment;
}
