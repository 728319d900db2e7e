// Finds the signature in the bytes of our files: the positions of /ByteRange and of the hex
// /Contents in the last update.

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
