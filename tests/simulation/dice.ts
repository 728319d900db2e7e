/**
 * Seeded random numbers: every choice of a run comes from one number, so that a run can be repeated
 * exactly.
 */

export class Dice {
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  /** @param seed any whole number; `salt` gives independent dice of the same seed */
  constructor(seed: number, salt = 0) {
    // splitmix32 spreads neighbouring seeds far apart.
    let s = (seed ^ Math.imul(salt + 1, 0x9e3779b9)) >>> 0;
    const next = (): number => {
      s = (s + 0x9e3779b9) >>> 0;
      let t = s ^ (s >>> 16);
      t = Math.imul(t, 0x21f0aaad);
      t ^= t >>> 15;
      t = Math.imul(t, 0x735a2d97);
      return (t ^ (t >>> 15)) >>> 0;
    };
    [this.#a, this.#b, this.#c, this.#d] = [next(), next(), next(), next()];
  }
  /** 32 random bits (sfc32). */
  bits(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return t >>> 0;
  }
  /** 0 ≤ x < 1. */
  unit(): number {
    return this.bits() / 2 ** 32;
  }
  /** 0 ≤ n < max. */
  int(max: number): number {
    return Math.floor(this.unit() * max);
  }
  between(from: number, to: number): number {
    return from + this.unit() * (to - from);
  }
  chance(p: number): boolean {
    return this.unit() < p;
  }
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const one = list[this.int(list.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }
  bytes(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i += 4) {
      const w = this.bits();
      for (let k = 0; k < 4 && i + k < bytes.length; k++) bytes[i + k] = (w >>> (8 * k)) & 255;
    }
  }
  hex(bytes: number): string {
    const b = new Uint8Array(bytes);
    this.bytes(b);
    return Buffer.from(b).toString('hex');
  }
}
