/** The table for people and the last line for machines. */
import { cpus } from 'node:os';
import { range, show } from './numbers.ts';
import type { Probe } from './probe.ts';

export interface Target {
  name: string;
  /** A ratio wherever a peer or a limit was measured in the same run. */
  value: number;
  target: number;
  /** `least`: the value must reach the target; `most`: it must not pass it. */
  bound: 'least' | 'most';
  /** After the value, for people only. */
  unit?: string;
}

/** Prints rows below their heads, the first column to the left. */
export function printTable(title: string, heads: readonly string[], rows: readonly (readonly string[])[], notes: readonly string[] = []): void {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map(row => (row[at] ?? '').length)));
  const line = (cells: readonly string[]): string => cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ').trimEnd();
  console.log(`\n${title}\n${line(heads)}\n${widths.map(w => '-'.repeat(w)).join('  ')}`);
  for (const row of rows) console.log(line(row));
  for (const note of notes) console.log(`  ${note}`);
}

/** One line on machine and disk. */
export function printMachine(probes: readonly Probe[]): void {
  const { arch, platform, version } = process;
  console.log(`\n${cpus().length} cores ${cpus()[0]?.model ?? ''}, ${platform} ${arch}, Node ${version}`);
  if (probes.length === 0) return;
  const say = (values: readonly number[]): string => range(values).map(show).join('-');
  console.log(`disk before each round: ${say(probes.map(p => p.fsyncs))} flushed 4 kB writes/s, ${say(probes.map(p => p.megabytes))} MB/s flushed`);
}

export const isMet = (t: Target): boolean => (t.bound === 'least' ? t.value >= t.target : t.value <= t.target);

/** Prints the targets and, as the last line, `{ bench, met, targets }`. Returns whether all are met. */
export function report(bench: string, targets: readonly Target[]): boolean {
  printTable('Targets', ['target', 'measured', 'wanted', ''], targets.map(t => [t.name, `${show(t.value)}${t.unit === undefined ? '' : ` ${t.unit}`}`, `${t.bound === 'least' ? '≥' : '≤'} ${t.target}`, isMet(t) ? 'met' : 'NOT MET']));
  const met = targets.length > 0 && targets.every(isMet);
  console.log(`\n${JSON.stringify({ bench, met, targets: targets.map(t => ({ name: t.name, value: Number(t.value.toPrecision(4)), target: t.target, met: isMet(t) })) })}`);
  return met;
}
