// Reads and writes the few forms of DER (X.690) that a seal and its time stamps consist of. The
// general libraries make an object of each value, which takes longer than the signature itself.

export const TAG = {
  integer: 0x02,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Context-specific, constructed. */
  first: 0xa0,
  second: 0xa1,
} as const;

/** Encodes one value: tag, length and its parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0),
    long: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) long.unshift(rest % 256);
  const head = length < 128 ? [tag, length] : [tag, 0x80 | long.length, ...long];
  return new Uint8Array(Buffer.concat([Uint8Array.from(head), ...parts]));
}

/** Encodes an object identifier of dotted numbers. */
export function derOid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number),
    bytes: number[] = [];
  for (const one of [first * 40 + second, ...rest]) {
    const groups = [one % 128];
    for (let left = Math.floor(one / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift(0x80 | (left % 128));
    bytes.push(...groups);
  }
  return der(TAG.oid, Uint8Array.from(bytes));
}

/** Reads the dotted numbers of an object identifier. @throws RangeError */
export function oidText({ tag, content }: DerValue): string {
  const numbers: number[] = [];
  let one = 0;
  if (tag !== TAG.oid || ((content.at(-1) ?? 0x80) & 0x80) !== 0) throw new RangeError('no OID');
  for (const byte of content) {
    one = one * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(one);
      one = 0;
    }
  }
  const [both = 0, ...rest] = numbers,
    first = Math.min(2, Math.floor(both / 40));
  return [first, both - first * 40, ...rest].join('.');
}

/** Encodes a positive number of big-endian bytes. */
export function derPositive(bytes: Uint8Array): Uint8Array {
  const from = bytes.findIndex((byte) => byte !== 0),
    plain = from < 0 ? Uint8Array.of(0) : bytes.subarray(from);
  return der(TAG.integer, ...((plain[0] ?? 0) >= 0x80 ? [Uint8Array.of(0), plain] : [plain]));
}

/** A value inside other bytes. */
export interface DerValue {
  readonly tag: number;
  /** With its head. */
  readonly whole: Uint8Array;
  readonly content: Uint8Array;
}

/**
 * Reads the value at the start of some bytes.
 * @throws RangeError for a length that is indefinite, not the shortest, or beyond the end
 */
export function derValue(bytes: Uint8Array): DerValue {
  const [tag, short] = bytes;
  if (tag === undefined || short === undefined || (tag & 0x1f) === 0x1f)
    throw new RangeError('no DER');
  let length = short,
    from = 2;
  if (short >= 0x80) {
    const count = short & 0x7f;
    if (count === 0 || count > 4) throw new RangeError('no DER length');
    length = bytes.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
    from += count;
    if (length < 128 || (count > 1 && bytes[2] === 0)) throw new RangeError('no DER length');
  }
  const to = from + length;
  if (to > bytes.length) throw new RangeError('DER is cut');
  return { tag, whole: bytes.subarray(0, to), content: bytes.subarray(from, to) };
}

/** Lists the values inside a constructed one. @throws RangeError */
export function derParts({ content }: Pick<DerValue, 'content'>): DerValue[] {
  const parts: DerValue[] = [];
  for (let at = 0; at < content.length;) {
    const one = derValue(content.subarray(at));
    parts.push(one);
    at += one.whole.length;
  }
  return parts;
}

const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,3})\d*)?Z$/;
/** Reads an instant, UTC ms. @throws RangeError */
export function instantOf({ tag, content }: DerValue): number {
  const parts = GENERALIZED_TIME.exec(Buffer.from(content).toString('latin1'));
  if (tag !== TAG.generalizedTime || !parts) throw new RangeError('no time');
  const [year = 0, month = 0, ...rest] = parts.slice(1, 7).map(Number),
    [day, hour, minute, second] = rest;
  return Date.UTC(
    year,
    month - 1,
    day,
    hour,
    minute,
    second,
    Number((parts[7] ?? '').padEnd(3, '0')),
  );
}

/** Names of a certificate: its issuer and serial number, as they are encoded. */
export interface CertificateNames {
  readonly issuer: Uint8Array;
  readonly serialNumber: Uint8Array;
}
/** Reads the names of a certificate (RFC 5280, 4.1). @throws RangeError */
export function certificateNames(certificate: Uint8Array): CertificateNames {
  const [body] = derParts(derValue(certificate)),
    fields = body ? derParts(body) : [],
    // The version is left out in certificates of version 1.
    [serialNumber, , issuer] = fields[0]?.tag === TAG.first ? fields.slice(1) : fields;
  if (serialNumber?.tag !== TAG.integer || issuer?.tag !== TAG.sequence)
    throw new RangeError('no certificate');
  return { issuer: issuer.whole, serialNumber: serialNumber.whole };
}
