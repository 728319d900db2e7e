// Finds the signature in the bytes of our files (the positions of /ByteRange and of the hex
// /Contents in the last update), and writes both.
import { SealError } from './prepare-seal.ts';

export type SignatureSlot = {
  /** `[` to after `]` of the byte range. */
  readonly rangeFrom: number;
  readonly rangeTo: number;
  /** `<` to after `>` of the contents. */
  readonly from: number;
  readonly to: number;
};

/**
 * Returns the last signature dictionary after an offset, as `sealPdf` writes it; `undefined` when
 * there is none.
 * @param after byte offset at which the search begins (length of the base revision)
 */
export function locateSignature(bytes: Uint8Array, after: number): SignatureSlot | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const key = text.lastIndexOf('/ByteRange');
  if (key < after) return undefined;
  const rangeFrom = text.indexOf('[', key);
  const rangeTo = text.indexOf(']', rangeFrom) + 1;
  const dictFrom = text.lastIndexOf(' obj', key);
  const dictTo = text.indexOf('endobj', key);
  const contents = text.indexOf('/Contents', dictFrom);
  if (rangeFrom < 0 || rangeTo <= 0 || dictFrom < after || contents < 0 || contents > dictTo)
    return undefined;
  const from = text.indexOf('<', contents);
  const to = text.indexOf('>', from) + 1;
  if (from < 0 || to <= 0 || to > dictTo || from - contents > 20 || rangeTo - rangeFrom > 80)
    return undefined;
  return { rangeFrom, rangeTo, from, to };
}

function writeAscii(bytes: Uint8Array, at: number, value: string): void {
  for (let i = 0; i < value.length; i += 1) bytes[at + i] = value.charCodeAt(i);
}

/** Writes the range of everything but the value. */
export function writeRange(bytes: Uint8Array, slot: SignatureSlot): void {
  const range = `[0 ${slot.from} ${slot.to} ${bytes.length - slot.to}]`;
  writeAscii(bytes, slot.rangeFrom, range.padEnd(slot.rangeTo - slot.rangeFrom, ' '));
}

/**
 * Writes a value into /Contents, filled with zeros.
 * @throws SealError reserve_exceeded
 */
export function writeContents(
  bytes: Uint8Array,
  slot: Pick<SignatureSlot, 'from' | 'to'>,
  value: Uint8Array,
): void {
  const room = slot.to - slot.from - 2;
  const hex = Buffer.from(value).toString('hex');
  if (hex.length > room)
    throw new SealError('reserve_exceeded', `${value.length} of ${room / 2} bytes`);
  writeAscii(bytes, slot.from + 1, hex.padEnd(room, '0'));
}

/** Returns the bytes a signature covers: everything but `<…>` of /Contents. */
export function covered(bytes: Uint8Array, slot: Pick<SignatureSlot, 'from' | 'to'>): Uint8Array {
  return Buffer.concat([bytes.subarray(0, slot.from), bytes.subarray(slot.to)]);
}
