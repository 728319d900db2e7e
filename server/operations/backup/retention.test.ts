/**
 * Tests of retention at the target: all snapshots of a day, daily ones of a month, monthly ones of
 * a year.
 */
import { describe, expect, it } from 'vitest';
import { expired } from './retention.ts';

const HOUR = 3_600_000,
  DAY = 24 * HOUR,
  NOW = Date.parse('2026-11-20T12:00:00Z');
const every = (ms: number, from: number): { name: string; at: number }[] =>
  Array.from({ length: Math.floor((NOW - from) / ms) + 1 }, (_, i) => NOW - i * ms).map((at) => ({
    name: new Date(at).toISOString(),
    at,
  }));
const kept = (all: { name: string; at: number }[], now = NOW): { name: string; at: number }[] => {
  const gone = new Set(expired(all, now));
  return all.filter((s) => !gone.has(s.name));
};

describe('retained snapshots', () => {
  it('are all of the last day, one a day for 35 days, one a month for a year', () => {
    const left = kept(every(15 * 60_000, NOW - 500 * DAY));
    expect(left.filter((s) => NOW - s.at < DAY)).toHaveLength(96);
    const days = left
      .filter((s) => NOW - s.at >= DAY && NOW - s.at < 35 * DAY)
      .map((s) => s.name.slice(0, 10));
    expect(new Set(days).size).toBe(days.length);
    expect(days.length).toBeGreaterThanOrEqual(33);
    const months = left.filter((s) => NOW - s.at >= 35 * DAY).map((s) => s.name.slice(0, 7));
    expect(new Set(months).size).toBe(months.length);
    expect(months.length).toBeGreaterThanOrEqual(10);
    expect(left.every((s) => NOW - s.at < 13 * 31 * DAY)).toBe(true);
  });

  it('stay when the rule is applied repeatedly', () => {
    let all = every(HOUR, NOW - 40 * DAY);
    for (let i = 0; i < 60 * 24; i++) {
      const now = NOW + i * HOUR;
      all = kept([...all, { name: new Date(now).toISOString(), at: now }], now);
    }
    const end = NOW + 60 * DAY - HOUR,
      covered = new Set(all.map((s) => s.name.slice(0, 10)));
    for (let day = 1; day < 35; day++)
      expect(covered).toContain(new Date(end - day * DAY).toISOString().slice(0, 10));
  });

  it('always include the newest one, and a clock jump deletes nothing', () => {
    expect(expired([{ name: 'old', at: NOW - 900 * DAY }], NOW)).toEqual([]);
    expect(expired(every(HOUR, NOW - 20 * HOUR), NOW - 400 * DAY)).toEqual([]);
  });
});
