/** Prints the table for people and the last line for machines. */
import { cpus } from 'node:os';
import { median, range, show } from './numbers.ts';
import type { Probe } from './probe.ts';

export interface Target {
  name: string;
  /** A ratio if a peer or a limit was measured in the same run. */
  value: number;
  target: number;
  /** `least`: the value must reach the target; `most`: it must not exceed it. */
  bound: 'least' | 'most';
  /**
   * Baseline of this machine in the same unit; if the baseline alone misses the target, the result
   * is undecided.
   */
  floor?: number;
  /** Shown after the value, for people only. */
  unit?: string;
}

/** Prints rows below their headings, first column left-aligned. */
export function printTable(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  notes: readonly string[] = [],
): void {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  console.log(`\n${title}\n${line(heads)}\n${widths.map((w) => '-'.repeat(w)).join('  ')}`);
  for (const row of rows) console.log(line(row));
  for (const note of notes) console.log(`  ${note}`);
}

/**
 * Prints one line on the machine, one on its disk, and one on the stability of its CPU.
 * @param cores ms of `probeCore` between the measurements
 */
export function printMachine(probes: readonly Probe[], cores: readonly number[] = []): void {
  const { arch, platform, version } = process;
  console.log(
    `\n${cpus().length} cores ${cpus()[0]?.model ?? ''}, ${platform} ${arch}, Node ${version}`,
  );
  if (cores.length > 0)
    console.log(
      `a fixed piece of the processor's work between the measurements: ${show(median(cores))} ms (${range(cores).map(show).join('-')})`,
    );
  if (probes.length === 0) return;
  const say = (values: readonly number[]): string => range(values).map(show).join('-');
  console.log(
    `disk before each round: ${say(probes.map((p) => p.fsyncs))} flushed 4 kB writes/s, ${say(probes.map((p) => p.megabytes))} MB/s flushed`,
  );
}

const reaches = (t: Target, value: number): boolean =>
  t.bound === 'least' ? value >= t.target : value <= t.target;
const isMet = (t: Target): boolean => reaches(t, t.value);
/** False if the machine's baseline alone misses the target: then the result is undecided. */
const isDecided = (t: Target): boolean => isMet(t) || t.floor === undefined || reaches(t, t.floor);
const verdict = (t: Target): string =>
  isMet(t)
    ? 'met'
    : isDecided(t)
      ? 'NOT MET'
      : `NOT DECIDED (the machine alone: ${show(t.floor ?? 0)})`;

/**
 * Prints the targets and, as the last line, `{ bench, met, targets }`; `decided: false` marks a
 * target this machine cannot decide. Returns whether all are met.
 */
export function report(bench: string, targets: readonly Target[]): boolean {
  printTable(
    'Targets',
    ['target', 'measured', 'wanted', ''],
    targets.map((t) => [
      t.name,
      `${show(t.value)}${t.unit === undefined ? '' : ` ${t.unit}`}`,
      `${t.bound === 'least' ? '≥' : '≤'} ${t.target}`,
      verdict(t),
    ]),
  );
  const met = targets.length > 0 && targets.every(isMet);
  console.log(
    `\n${JSON.stringify({ bench, met, targets: targets.map((t) => ({ name: t.name, value: Number(t.value.toPrecision(4)), target: t.target, met: isMet(t), ...(!isDecided(t) && { decided: false }) })) })}`,
  );
  return met;
}
