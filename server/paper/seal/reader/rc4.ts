// RC4, which PDFs of 1994 to 2004 are encrypted with; OpenSSL 3 offers it no more. It protects
// nothing: it only reads such files.

/** Encrypts or decrypts bytes with RC4, which is the same. `key`: at least one byte. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i += 1) {
    const one = state[i] ?? 0;
    j = (j + one + (key[i % key.length] ?? 0)) & 255;
    state[i] = state[j] ?? 0;
    state[j] = one;
  }
  const out = new Uint8Array(bytes.length);
  for (let at = 0, i = 0, j = 0; at < bytes.length; at += 1) {
    i = (i + 1) & 255;
    const one = state[i] ?? 0;
    j = (j + one) & 255;
    const other = state[j] ?? 0;
    state[i] = other;
    state[j] = one;
    out[at] = (bytes[at] ?? 0) ^ (state[(one + other) & 255] ?? 0);
  }
  return out;
}
