/** Mutations of inputs, drawn from a seeded generator. */

const MOST_BYTES = 65_536;
const NUMBERS = ['0', '-1', '1', '255', '65536', '2147483648', '9007199254740993', '1e400', '٣'];

/** Returns a generator of numbers in [0, n), the same for the same seed (mulberry32). */
export function createDice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * n);
  };
}

const joined = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);
/** Replaces `count` bytes from `at`. */
const replaced = (bytes: Uint8Array, at: number, count: number, by: Uint8Array): Uint8Array =>
  joined(bytes.subarray(0, at), by, bytes.subarray(at + count));

/** Puts another number where one is written. */
function withNumber(bytes: Uint8Array, dice: (n: number) => number): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1'),
    found = [...text.matchAll(/\d+/g)],
    one = found[dice(found.length)];
  return one === undefined
    ? bytes
    : replaced(bytes, one.index, one[0].length, Buffer.from(NUMBERS[dice(NUMBERS.length)] ?? '0'));
}

/** Repeats, removes or swaps whole lines. */
function withLines(bytes: Uint8Array, dice: (n: number) => number): Uint8Array {
  const lines = Buffer.from(bytes).toString('latin1').split('\n'),
    from = dice(lines.length),
    line = lines[from] ?? '';
  const at = dice(lines.length),
    way = dice(3);
  if (way === 0) lines.splice(at, 0, line);
  else if (way === 1) lines.splice(from, 1);
  else lines.splice(at, 0, ...lines.splice(from, 1));
  return Buffer.from(lines.join('\n'), 'latin1');
}

function once(
  bytes: Uint8Array,
  other: Uint8Array,
  words: readonly string[],
  dice: (n: number) => number,
): Uint8Array {
  const at = dice(bytes.length + 1),
    count = 1 + dice(Math.min(32, bytes.length + 1));
  switch (dice(9)) {
    case 0: {
      const copy = Uint8Array.from(bytes);
      if (copy.length > 0) copy[dice(copy.length)]! ^= 1 << dice(8);
      return copy;
    }
    case 1:
      return replaced(bytes, at, 1, Uint8Array.of(dice(256)));
    case 2:
      return replaced(bytes, at, count, new Uint8Array());
    case 3:
      return replaced(bytes, at, 0, bytes.subarray(at, at + count));
    case 4:
      return bytes.subarray(0, at);
    case 5:
      return joined(bytes.subarray(0, at), other.subarray(dice(other.length + 1)));
    case 6:
      return withNumber(bytes, dice);
    case 7:
      return withLines(bytes, dice);
    default:
      return replaced(bytes, at, dice(2) * count, Buffer.from(words[dice(words.length)] ?? ''));
  }
}

/** Applies one to four mutations. */
export function mutate(
  bytes: Uint8Array,
  other: Uint8Array,
  words: readonly string[],
  dice: (n: number) => number,
): Uint8Array {
  let made = bytes;
  for (let left = 1 + dice(4); left > 0; left -= 1) made = once(made, other, words, dice);
  return made.subarray(0, MOST_BYTES);
}
