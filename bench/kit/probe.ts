/**
 * Probes current disk and CPU speed, so that a slow moment of the machine is not mistaken for a
 * slow program.
 */
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Flushed 4 kB writes per second, and MB/s of flushed 1 MB writes. */
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
      // Overwrites the same place: a reused journal, not a growing file.
      writeSync(fd, bytes, 0, bytes.length, 0);
      fdatasyncSync(fd);
      count++;
    }
    return (count / (performance.now() - start)) * 1000;
  } finally {
    closeSync(fd);
  }
}

/** Takes about half a second. @param folder on the measured disk; created if missing */
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
/** Runs a fixed CPU workload: sorts numbers, then looks them up across memory. @returns ms */
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
  // An unused result would be optimised away.
  if (Number.isNaN(sum)) throw new Error('numbers were lost');
  return ms;
}
