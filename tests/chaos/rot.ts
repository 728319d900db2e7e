/**
 * Bit rot: flipped bytes in a stored file, a database page, or the WAL. Damage is refused or named,
 * never served as valid, and tablets resend the ops they still have.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Desk } from './desk.ts';
import { settle, startTablets } from './crew.ts';
import { dice, until, type Dice } from './dice.ts';
import { keepBusy } from './kill.ts';
import { expectThat, note, type Lab, type Tally } from './lab.ts';
import { allSealed, papersIn, readPaper, type Paper } from './papers.ts';
import { launch, ServerLife } from './process.ts';
import { Witness } from './witness.ts';

/** Changes one byte of a file and returns its position. */
function flip(file: string, d: Dice, from = 0): number {
  const at = d.between(from, statSync(file).size - 1),
    byte = Buffer.alloc(1),
    handle = openSync(file, 'r+');
  try {
    readSync(handle, byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ (1 << d.between(0, 7));
    writeSync(handle, byte, 0, 1, at);
  } finally {
    closeSync(handle);
  }
  return at;
}

interface Aged {
  data: string;
  papers: Paper[];
  board: string;
  witness: Witness;
}
/** Board content about people and papers, without values that change by the minute. */
async function boardOf(desk: Desk): Promise<string> {
  const { mappen, tablets } = await desk.board();
  const lines = [
    ...mappen.flatMap((m) => m.tasks.map((t) => `${m.mappeId} ${t.taskId} ${t.title} ${t.state}`)),
    ...tablets.map((t) => `${t.tabletId} ${t.name}`),
  ];
  return lines.sort((a, b) => (a < b ? -1 : 1)).join('\n');
}

/**
 * A practice after a morning: everything signed, sealed and filed, tablets drained, the server
 * stopped cleanly.
 */
async function grow(lab: Lab, seed: number): Promise<Aged> {
  const d = dice(seed),
    data = lab.copy('aged'),
    server = await launch({ dist: lab.dist, data, port: lab.port(0) }),
    witness = new Witness(),
    file = join(data, 'molar.db');
  const tablets = startTablets(lab, server.url, witness, d);
  for (const tablet of tablets) {
    await until(async () => (await tablet.tasks()).length > 0, 20_000);
    for (const body of await tablet.tasks()) await tablet.sign(body);
    await tablet.note(20);
    await tablet.drained();
  }
  await allSealed(file);
  const desk = new Desk(server.url);
  await desk.signIn();
  const board = await boardOf(desk);
  await Promise.all(tablets.map((tablet) => tablet.stop()));
  await server.stop();
  return { data, papers: papersIn(file), board, witness };
}

/** Flips one byte in the database or in a stored file of a stopped practice. */
async function flipAtRest(
  lab: Lab,
  aged: Aged,
  seed: number,
  tally: Tally,
  seen: Map<string, number>,
): Promise<void> {
  const d = dice(seed),
    data = lab.folder('rot');
  cpSync(aged.data, data, { recursive: true });
  const blobs = readdirSync(join(data, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
  const isBlob = d.chance(0.3),
    target = isBlob ? d.pick(blobs) : join(data, 'molar.db'),
    at = flip(target, d),
    where = `seed ${seed} (${target.slice(data.length + 1, data.length + 60)} byte ${at})`;
  const say = (what: string): void => {
    seen.set(what, (seen.get(what) ?? 0) + 1);
  };
  const server = new ServerLife({ dist: lab.dist, data, port: lab.port(0) });
  if (!(await server.up())) {
    expectThat(
      tally,
      server.end?.code === 1 && server.output.includes('Molar wurde nicht gestartet'),
      `${where}: a start that fails says why: ${server.output.slice(-300)}`,
    );
    say('start refused');
  } else {
    const desk = new Desk(server.url);
    const isIn = await desk.signIn().then(
      () => true,
      () => false,
    );
    if (isIn) {
      const told = await Promise.all(aged.papers.map((paper) => readPaper(desk, paper)));
      expectThat(tally, !told.includes('other'), `${where}: no wrong document is shown`);
      const board = await boardOf(desk).catch(() => 'refused');
      // Every page is authenticated.
      expectThat(
        tally,
        board === 'refused' || board === aged.board,
        `${where}: the board shows no other word`,
      );
      const verdict = aged.witness.compare(join(data, 'molar.db')),
        chain = await desk.call<{ ok: boolean }>('/audit/verify').catch(() => ({ ok: false }));
      say(
        told.includes('refused')
          ? 'document refused'
          : verdict.torn + verdict.lost > 0
            ? 'op: other hash'
            : !verdict.isWhole
              ? 'database: not whole'
              : chain.ok
                ? board === 'refused'
                  ? 'board refused'
                  : 'free or unused byte'
                : 'audit chain broken',
      );
    } else say('sign-in refused');
    // A corrupt database may end the process; it must not keep it half alive.
    if (!server.end)
      expectThat(tally, (await server.get('/livez')).status === 200, `${where}: it answers`);
  }
  await server.kill();
  tally.runs += 1;
  lab.remove(data);
}

/**
 * Flips one byte in the WAL of a killed server: the WAL ends there, and the tablets resend the lost
 * ops.
 */
async function flipInLog(lab: Lab, seed: number, tally: Tally): Promise<void> {
  const d = dice(seed),
    data = lab.copy('log'),
    base = { dist: lab.dist, data, port: lab.port(0) },
    witness = new Witness();
  let server = await launch(base);
  const tablets = startTablets(lab, server.url, witness, d);
  const load = keepBusy(tablets, d);
  await until(() => witness.ackedCount > d.between(50, 200), 20_000);
  await server.kill();
  await load.stop();
  const wal = join(data, 'molar.db-wal'),
    before = createHash('sha256').update(readFileSync(wal)).digest('hex'),
    at = flip(wal, d, 32),
    where = `seed ${seed} (log byte ${at})`;
  expectThat(
    tally,
    createHash('sha256').update(readFileSync(wal)).digest('hex') !== before,
    `${where}: something was flipped`,
  );
  server = await launch(base);
  // Without new ops a heartbeat or the next op makes the tablet check; here it is an op.
  for (const tablet of tablets) await tablet.note();
  await settle(tally, { tablets, witness, file: join(data, 'molar.db'), where });
  await server.stop();
  lab.remove(data);
}

export async function rot(lab: Lab, runs: number, seed: number, tally: Tally): Promise<void> {
  const aged = await grow(lab, seed),
    seen = new Map<string, number>();
  for (let at = 0; at < runs; at++) {
    if (at % 4 === 3) await flipInLog(lab, seed + at, tally);
    else await flipAtRest(lab, aged, seed + at, tally, seen);
  }
  tally.acked += aged.witness.ackedCount;
  note(
    tally,
    `flipped at rest: ${[...seen].map(([what, times]) => `${what} ${times}`).join(', ')}`,
  );
}
