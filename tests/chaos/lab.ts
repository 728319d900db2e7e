/**
 * Workspace of the campaigns: builds, a prepared practice to copy, temporary folders, and the
 * tally.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLedgerVerify } from '../../server/records/ledger/ledger-verify.command.ts';
import { buildServer, removeBuilds } from './build.ts';
import { Desk } from './desk.ts';
import { until } from './dice.ts';
import { launch } from './process.ts';
import { Witness, type Verdict } from './witness.ts';
import { registerTablet, type Identity } from './tablet.ts';

export interface Tally {
  runs: number;
  acked: number;
  lost: number;
  doubled: number;
  torn: number;
  unjudged: number;
  damaged: number;
  /** Failed expectations. */
  wrong: number;
  notes: string[];
}
export const newTally = (): Tally => ({
  runs: 0,
  acked: 0,
  lost: 0,
  doubled: 0,
  torn: 0,
  unjudged: 0,
  damaged: 0,
  wrong: 0,
  notes: [],
});
export const isClean = (t: Tally): boolean =>
  t.lost + t.doubled + t.torn + t.unjudged + t.damaged + t.wrong === 0;

/** A practice with registered tablets and prepared tasks, as a folder to copy. */
interface Template {
  data: string;
  tablets: Identity[];
  tasks: number;
}

export interface Lab {
  dist: string;
  template: Template;
  say(line: string): void;
  port(lane: number): number;
  /** A fresh copy of the practice. */
  copy(name: string): string;
  copyTo(path: string): void;
  folder(name: string): string;
  remove(folder: string): void;
  close(): void;
}

/** Adds the findings of a database; `acked` counts once per data folder, with its last verdict. */
function count(tally: Tally, verdict: Verdict, where: string): void {
  tally.lost += verdict.lost;
  tally.doubled += verdict.doubled;
  tally.torn += verdict.torn;
  if (!verdict.isWhole) tally.damaged += 1;
  for (const line of verdict.notes) note(tally, `${where}: ${line}`);
}
export function note(tally: Tally, line: string): void {
  if (tally.notes.length < 60) tally.notes.push(line);
}
export function expectThat(tally: Tally, holds: boolean, what: string): void {
  if (holds) return;
  tally.wrong += 1;
  note(tally, `not so: ${what}`);
}

/**
 * Returns the verdict on a database in use by a server; ops stored before must be judged a moment
 * later, regardless of new ones.
 */
export async function judgedVerdict(
  tally: Tally,
  witness: Witness,
  file: string,
  where: string,
  limitMs = 30_000,
): Promise<Verdict> {
  const verdict = witness.compare(file);
  let left = verdict.unjudged.length;
  await until(
    () => {
      if (left > 0) left = Witness.unjudged(file, verdict.unjudged);
      return left === 0;
    },
    limitMs,
    50,
  );
  count(tally, verdict, where);
  tally.unjudged += left;
  if (left > 0) note(tally, `${where}: ${left} of ${verdict.unjudged.length} ops are not judged`);
  return verdict;
}
/**
 * Runs the product's ledger verification on the remains: nothing acknowledged is missing, and every
 * task is closed or reported as open.
 */
export async function expectLedger(tally: Tally, data: string, where: string): Promise<void> {
  const { lines, isWhole } = await runLedgerVerify({
    url: undefined,
    data,
    blobsFolder: join(data, 'blobs'),
    rootKeyFile: join(data, 'root.key'),
  });
  expectThat(
    tally,
    isWhole,
    `${where}: the ledger contradicts itself: ${lines.join(' · ').slice(0, 600)}`,
  );
}

export interface LabOptions {
  say: (line: string) => void;
  tablets: number;
  /** Tasks to be signed on each tablet. */
  tasks: number;
  ports: (lane: number) => number;
}

export async function openLab({ say, tablets, tasks, ports }: LabOptions): Promise<Lab> {
  const base = mkdtempSync(join(tmpdir(), 'molar-chaos-'));
  let folders = 0;
  const folder = (name: string): string => {
    const path = join(base, `${name}-${++folders}`);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const close = (): void => {
    rmSync(base, { recursive: true, force: true });
    removeBuilds();
  };
  try {
    const dist = await buildServer('product');
    const template = await prepare(dist, join(base, 'template'), ports(0), tablets, tasks);
    say(`practice with ${tablets} tablets and ${template.tasks} papers to sign is ready`);
    return {
      dist,
      template,
      say,
      port: ports,
      folder,
      close,
      copy(name) {
        const to = folder(name);
        cpSync(template.data, to, { recursive: true });
        return to;
      },
      copyTo: (path) => cpSync(template.data, path, { recursive: true }),
      remove: (path) => rmSync(path, { recursive: true, force: true }),
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function prepare(
  dist: string,
  data: string,
  port: number,
  tablets: number,
  tasks: number,
): Promise<Template> {
  const server = await launch({ dist, data, port });
  const desk = new Desk(server.url);
  await desk.makePractice(server.output);
  const made: Identity[] = [];
  for (let at = 1; at <= tablets; at++) made.push(await registerTablet(desk, `Tablet ${at}`));
  if (tasks > 0) {
    for (const [at, { device }] of made.entries())
      await desk.send(await desk.addPatient('Anna', `Weber-${at}`), device, tasks);
    const isReady = await until(
      async () =>
        (await desk.board()).mappen.every((m) => m.tasks.every((t) => t.state === 'assigned')),
      60_000,
      200,
    );
    if (!isReady) throw new Error('the papers were never prepared');
  }
  await server.stop();
  return { data, tablets: made, tasks: tasks * tablets };
}
