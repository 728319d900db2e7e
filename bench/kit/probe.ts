/** What the disk and the processor can do right now, so that a slow moment of the machine is not taken for a slow program. */
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Flushed writes of 4 kB a second, and MB/s of flushed writes of 1 MB. */
export interface Probe {
  fsyncs: number;
  megabytes: number;
}

function rate(file: string, bytes: Uint8Array, ms: number): number {
  const fd = openSync(file, 'w');
  try {
    let count = 0;
    const start = performance.now();
    while (performance.now() - start < ms) {
      // The same place again and again: a journal that is reused, not a file that grows.
      writeSync(fd, bytes, 0, bytes.length, 0);
      fdatasyncSync(fd);
      count++;
    }
    return (count / (performance.now() - start)) * 1000;
  } finally {
    closeSync(fd);
  }
}

/** Takes about half a second. @param folder on the disk that is measured; made when missing */
export function probeDisk(folder: string): Probe {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `probe-${process.pid}`);
  try {
    return {
      fsyncs: rate(file, Buffer.alloc(4096, 7), 250),
      megabytes: rate(file, Buffer.alloc(1 << 20, 7), 250),
    };
  } finally {
    rmSync(file, { force: true });
  }
}

const NUMBERS = 1 << 18,
  LOOKS = 1 << 20;
/** A fixed piece of the processor's work: numbers are sorted, then looked up all over their memory. @returns ms */
export function probeCore(): number {
  const numbers = new Float64Array(NUMBERS);
  for (let at = 0, drawn = 1; at < NUMBERS; at += 1) {
    drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
    numbers[at] = drawn;
  }
  const began = performance.now();
  numbers.sort();
  let sum = 0;
  for (let look = 0, at = 1; look < LOOKS; look += 1) {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    sum += numbers[at % NUMBERS]!;
  }
  const ms = performance.now() - began;
  // What nobody reads would not be worked out.
  if (Number.isNaN(sum)) throw new Error('numbers were lost');
  return ms;
}
