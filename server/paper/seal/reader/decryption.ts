// Decrypts the strings and streams of a PDF that opens without a password (ISO 32000-2, 7.6): only
// its owner may change or print it, everyone may read it.
import { createDecipheriv, createHash } from 'node:crypto';
import { fileKey } from './file-key.ts';
import { ReadError, isDictionary, isList, isName, isStream, isText } from './pdf-objects.ts';
import type { PdfDictionary, PdfStreamObject, PdfValue } from './pdf-objects.ts';
import { rc4 } from './rc4.ts';

type Found = PdfValue | PdfStreamObject | undefined;
/** Number and generation of an indirect object. */
type Place = { readonly number: number; readonly generation: number };

/** Opens the encrypted parts of one file. */
export type Decryption = {
  /** Decrypts all strings of an object; the value of a signature stays as it is. */
  value(value: PdfValue, place: Place): PdfValue;
  /** Decrypts the data of a stream. */
  stream(stream: PdfStreamObject, raw: Uint8Array): Uint8Array;
};

type Method = 'none' | 'rc4' | 'aes128' | 'aes256';
const METHODS: Readonly<Record<string, Method>> = {
  None: 'none',
  V2: 'rc4',
  AESV2: 'aes128',
  AESV3: 'aes256',
};
const KNOWN = new Set(['1/2', '1/3', '2/2', '2/3', '4/4', '5/5', '5/6']);

/** A dictionary whose entries may be references. */
interface Entries {
  readonly resolve: (value: PdfValue | undefined) => Found;
  readonly dict: PdfDictionary;
}
const valueIn = ({ resolve, dict }: Entries, key: string): PdfValue | undefined => {
  const found = resolve(dict.get(key));
  return isStream(found) ? undefined : found;
};
function numberIn(entries: Entries, key: string): number | undefined {
  const found = valueIn(entries, key);
  return typeof found === 'number' ? found : undefined;
}
function bytesIn(entries: Entries, key: string): Uint8Array {
  const found = valueIn(entries, key);
  return isText(found) ? found.bytes : new Uint8Array();
}
function nameIn(entries: Entries, key: string): string | undefined {
  const found = valueIn(entries, key);
  return isName(found) ? found.value : undefined;
}
function dictIn(entries: Entries, key: string): Entries | undefined {
  const found = valueIn(entries, key);
  return isDictionary(found) ? { ...entries, dict: found } : undefined;
}
/** The first of a list, or the value alone. */
function firstIn(entries: Entries, key: string): PdfValue | undefined {
  const found = valueIn(entries, key);
  const first = isList(found) ? entries.resolve(found[0]) : found;
  return isStream(first) ? undefined : first;
}

/** Bytes of the key: some programs write them where bits belong. */
function lengthOf(encrypt: Entries, version: number): number {
  if (version === 1) return 5;
  if (version === 4) return 16;
  const stated = numberIn(encrypt, 'Length') ?? 40;
  return Math.min(Math.max(Math.floor(stated < 40 ? stated : stated / 8), 5), 16);
}

/** Method of a crypt filter by its name. @throws ReadError for one that is unknown */
function methodOf(encrypt: Entries, version: number, name: string): Method {
  if (version < 4) return 'rc4';
  if (name === 'Identity') return 'none';
  const filters = dictIn(encrypt, 'CF');
  const filter = filters && dictIn(filters, name);
  const method = filter && METHODS[nameIn(filter, 'CFM') ?? 'None'];
  const isOfVersion = method === 'none' || (method === 'aes256') === (version === 5);
  if (method === undefined || !isOfVersion) throw new ReadError('encrypted', 'crypt filter');
  return method;
}

function openAes(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const whole = bytes.length - (bytes.length % 16);
  if (whole < 32) return new Uint8Array();
  const decipher = createDecipheriv(
    key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc',
    key,
    bytes.subarray(0, 16),
  );
  decipher.setAutoPadding(false);
  const out = decipher.update(bytes.subarray(16, whole));
  // Readers accept a wrong padding, so it hides nothing here.
  const padding = out.at(-1) ?? 0;
  return new Uint8Array(
    out.subarray(0, out.length - (padding >= 1 && padding <= 16 ? padding : 0)),
  );
}

/** Key of one object (algorithm 1); that of the file from version 5 on. */
function objectKey(key: Uint8Array, { number, generation }: Place, method: Method): Uint8Array {
  if (method === 'aes256') return key;
  const place = Buffer.alloc(5);
  place.writeUIntLE(number % 2 ** 24, 0, 3);
  place.writeUIntLE(generation % 2 ** 16, 3, 2);
  const hash = createHash('md5').update(key).update(place);
  if (method === 'aes128') hash.update('sAlT');
  return new Uint8Array(hash.digest().subarray(0, Math.min(key.length + 5, 16)));
}

/** Name of the crypt filter that a stream asks for; `undefined` for the file's own. */
function streamFilter(encrypt: Entries, stream: PdfStreamObject): string | undefined {
  const own = { ...encrypt, dict: stream.dict };
  if (isName(firstIn(own, 'Filter'), 'Crypt')) {
    const given = firstIn(own, 'DecodeParms');
    return (
      (isDictionary(given) ? nameIn({ ...own, dict: given }, 'Name') : undefined) ?? 'Identity'
    );
  }
  const type = nameIn(own, 'Type');
  if (type === 'Metadata' && valueIn(encrypt, 'EncryptMetadata') === false) return 'Identity';
  return type === 'EmbeddedFile' ? nameIn(encrypt, 'EFF') : undefined;
}

/**
 * Opens the encryption of a file.
 * @param id first part of the trailer's `/ID`
 * @param limits bytes that may be decrypted, and the step that each string counts for
 * @throws ReadError encrypted: it needs a password, or is encrypted in a way that is not known
 */
export function openDecryption(
  encrypt: Entries,
  id: Uint8Array,
  limits: { readonly bytes: number; readonly step: () => void },
): Decryption {
  const version = numberIn(encrypt, 'V') ?? 0;
  const revision = numberIn(encrypt, 'R') ?? 0;
  if (nameIn(encrypt, 'Filter') !== 'Standard' || !KNOWN.has(`${version}/${revision}`))
    throw new ReadError('encrypted', 'handler');
  const key = fileKey({
    version,
    revision,
    length: lengthOf(encrypt, version),
    owner: bytesIn(encrypt, 'O'),
    user: bytesIn(encrypt, 'U'),
    ownerKey: bytesIn(encrypt, 'OE'),
    userKey: bytesIn(encrypt, 'UE'),
    permissions: numberIn(encrypt, 'P') ?? 0,
    isMetadataEncrypted: valueIn(encrypt, 'EncryptMetadata') !== false,
    id,
  });
  if (key === undefined) throw new ReadError('encrypted', 'password');
  const ofText = methodOf(encrypt, version, nameIn(encrypt, 'StrF') ?? 'Identity');
  const ofStream = methodOf(encrypt, version, nameIn(encrypt, 'StmF') ?? 'Identity');
  let left = limits.bytes;
  const open = (bytes: Uint8Array, objects: Uint8Array, method: Method): Uint8Array => {
    left -= bytes.length;
    if (left < 0) throw new ReadError('too_large', 'encrypted');
    return method === 'rc4' ? rc4(objects, bytes) : openAes(objects, bytes);
  };
  return {
    value(value, place) {
      if (ofText === 'none') return value;
      const objects = objectKey(key, place, ofText);
      const walk = (one: PdfValue): PdfValue => {
        if (isText(one)) {
          limits.step();
          return { ...one, bytes: open(one.bytes, objects, ofText) };
        }
        if (isList(one)) return one.map(walk);
        if (!isDictionary(one)) return one;
        const isSignature = one.has('ByteRange');
        return new Map(
          [...one].map(([name, child]) => [
            name,
            isSignature && name === 'Contents' ? child : walk(child),
          ]),
        );
      };
      return walk(value);
    },
    stream(stream, raw) {
      const wanted = version < 4 ? undefined : streamFilter(encrypt, stream);
      const method = wanted === undefined ? ofStream : methodOf(encrypt, version, wanted);
      return method === 'none' ? raw : open(raw, objectKey(key, stream, method), method);
    },
  };
}
