/** Memory of the server and its children, read every second. */
import { readFileSync } from 'node:fs';
import { usageOf } from '../kit/usage.ts';

const EVERY_MS = 1000;

interface Sample {
  at: number;
  rss: number;
  children: number;
}
export interface MemoryWatch {
  last(): { rss: number; children: number };
  /** Resident sizes of the server in a span of `performance.now`, bytes. */
  between(from: number, ms: number): number[];
  stop(): void;
}

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
};
const rssOf = (pid: number): number => {
  try {
    return usageOf(pid).rss;
  } catch {
    return 0;
  }
};

export function sampleMemory(pid: () => number): MemoryWatch {
  const samples: Sample[] = [];
  const look = (): void => {
    const server = pid();
    samples.push({
      at: performance.now(),
      rss: rssOf(server),
      children: childrenOf(server).reduce((sum, child) => sum + rssOf(child), 0),
    });
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    last: () => samples.at(-1) ?? { rss: 0, children: 0 },
    between: (from, ms) =>
      samples.filter((s) => s.at >= from && s.at < from + ms && s.rss > 0).map((s) => s.rss),
    stop: () => {
      clearInterval(timer);
    },
  };
}
