/**
 * Polyfills for the PDF library on browsers of 2020 (Chrome 87, Safari 14); loaded before it, on
 * demand like it.
 */

/** `at` came with Chrome 92 and Safari 15.4. */
function at(this: ArrayLike<unknown>, index: number): unknown {
  const from = Math.trunc(index) || 0;
  return this[from < 0 ? this.length + from : from];
}

const listed: readonly object[] = [
  Array.prototype,
  String.prototype,
  Reflect.getPrototypeOf(Uint8Array.prototype) ?? {},
];
for (const prototype of listed) {
  if (!('at' in prototype))
    Object.defineProperty(prototype, 'at', { value: at, writable: true, configurable: true });
}

/**
 * Copies what the PDF library copies: pictures as plain objects around typed arrays. Nothing is
 * transferred, everything is copied.
 */
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof Uint8ClampedArray) return value.slice();
  if (value instanceof Uint32Array) return value.slice();
  if (value instanceof Float32Array) return value.slice();
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, copy(one)]));
  if (Reflect.getPrototypeOf(value) !== Object.prototype)
    throw new TypeError('This kind of value cannot be copied.');
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

// Chrome 98, Safari 15.4.
if (!('structuredClone' in globalThis))
  Object.defineProperty(globalThis, 'structuredClone', {
    value: copy,
    writable: true,
    configurable: true,
  });
