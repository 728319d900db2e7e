// Reads the name that a TLS client asks for (server_name, RFC 6066) from the first bytes of its
// connection. Nothing else of the ClientHello is looked at.

import { isHostName } from '../platform/tunnel/names.ts';

/** The most bytes that are read before a connection must have named its host. */
export const HELLO_BYTES = 16 * 1024;

/** `more`: the bytes so far are right, and some are missing. */
export type Hello = { kind: 'name'; name: string } | { kind: 'more' } | { kind: 'wrong' };

const WRONG: Hello = { kind: 'wrong' },
  MORE: Hello = { kind: 'more' };
const HANDSHAKE = 22,
  CLIENT_HELLO = 1,
  SERVER_NAME = 0,
  /** Length of type, version and length of a record. */
  RECORD_HEAD = 5,
  MESSAGE_HEAD = 4;
/** Reads numbers and parts one after the other; undefined beyond the end. */
class Cursor {
  private at = 0;
  private readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  get left(): number {
    return this.bytes.length - this.at;
  }
  take(count: number): Buffer | undefined {
    if (count > this.left) return undefined;
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
  /** Reads a part whose length stands before it in `size` bytes. */
  part(size: 1 | 2): Buffer | undefined {
    const length = this.take(size);
    return length && this.take(length.readUIntBE(0, size));
  }
}

/** Returns the handshake message that the records carry. */
function messageIn(bytes: Buffer): Buffer | Hello {
  const parts: Buffer[] = [];
  let have = 0,
    at = 0;
  while (at < bytes.length) {
    if (bytes[at] !== HANDSHAKE) return WRONG;
    if (bytes.length - at < RECORD_HEAD) return MORE;
    const length = bytes.readUInt16BE(at + 3);
    if (bytes[at + 1] !== 3 || length === 0 || length > HELLO_BYTES) return WRONG;
    const part = bytes.subarray(at + RECORD_HEAD, at + RECORD_HEAD + length);
    parts.push(part);
    have += part.length;
    const message = Buffer.concat(parts);
    if (have >= MESSAGE_HEAD) {
      if (message[0] !== CLIENT_HELLO) return WRONG;
      const whole = MESSAGE_HEAD + message.readUIntBE(1, 3);
      if (whole > HELLO_BYTES) return WRONG;
      if (have >= whole) return message.subarray(MESSAGE_HEAD, whole);
    }
    at += RECORD_HEAD + length;
  }
  return MORE;
}

/** Returns the only host name of a server_name extension. */
function nameIn(extension: Buffer): string | undefined {
  const list = new Cursor(extension).part(2);
  if (list === undefined) return undefined;
  const names = new Cursor(list),
    type = names.take(1)?.[0],
    name = names.part(2);
  if (type !== 0 || name === undefined || names.left > 0) return undefined;
  return name.toString('latin1').toLowerCase();
}

function extensionsOf(hello: Buffer): Buffer | undefined {
  const cursor = new Cursor(hello),
    // Version and random, session, ciphers, compression.
    before = [cursor.take(34), cursor.part(1), cursor.part(2), cursor.part(1)];
  return before.includes(undefined) ? undefined : cursor.part(2);
}

/** Reads a ClientHello. @param bytes everything that arrived so far */
export function readHello(bytes: Buffer): Hello {
  const message = messageIn(bytes);
  if (!Buffer.isBuffer(message)) return bytes.length > HELLO_BYTES ? WRONG : message;
  const all = extensionsOf(message);
  if (all === undefined) return WRONG;
  const extensions = new Cursor(all);
  let name: string | undefined;
  while (extensions.left > 0) {
    const type = extensions.take(2)?.readUInt16BE(0),
      extension = extensions.part(2);
    if (extension === undefined) return WRONG;
    if (type !== SERVER_NAME) continue;
    // A second one would be the choice of another reader.
    if (name !== undefined) return WRONG;
    name = nameIn(extension);
    if (name === undefined) return WRONG;
  }
  return name !== undefined && isHostName(name) ? { kind: 'name', name } : WRONG;
}
