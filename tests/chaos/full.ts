/**
 * Disk full: files that cannot grow, and a small disk that fills up; the server answers „later“,
 * keeps responding and recovers when there is space.
 */
import { closeSync, cpSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Desk } from './desk.ts';
import { settle, startTablets } from './crew.ts';
import { dice, pause, until } from './dice.ts';
import { makeImage, mountImage, mountSmall, repair, turnReadOnly } from './disk.ts';
import { keepBusy } from './kill.ts';
import { expectThat, type Lab, type Tally } from './lab.ts';
import { launch, ServerLife } from './process.ts';
import { attach, SYNCS } from './strace.ts';
import { Witness } from './witness.ts';

/** Returns log lines of internal errors and crashes: the right response is „later“. */
export const crashesOf = (server: ServerLife): string[] =>
  server.output
    .split('\n')
    .filter(
      (line) =>
        line.includes('"status":500') ||
        line.includes('uncaughtException') ||
        line.includes('unhandledRejection'),
    );

/** Pages of the reception that a full disk leaves open. */
const READS = ['/r4c/{r4c}/tablet/board', '/ui/incidents', '/auth/user', '/auth/factors'] as const;

/**
 * Files of the server may not exceed `limitKb`: the WAL is full until the next start. It leaves room
 * for the daily jobs of a start, so that tablets are acknowledged first.
 */
export async function fileLimit(
  lab: Lab,
  seed: number,
  lane: number,
  tally: Tally,
  limitKb = 6144,
): Promise<void> {
  const d = dice(seed),
    data = lab.copy('limit'),
    base = { dist: lab.dist, data, port: lab.port(lane) },
    file = join(data, 'molar.db'),
    witness = new Witness();
  let server = await launch({ ...base, limitKb });
  const desk = new Desk(server.url);
  await desk.signIn();
  // Reception has its board open: a view of a record that cannot be logged is not shown at all.
  await desk.board();
  const tablets = startTablets(lab, server.url, witness, d);
  const isFull = await until(async () => {
    await Promise.all(tablets.map((tablet) => tablet.note(10)));
    return tablets.every((tablet) => tablet.waits > 0);
  }, 90_000);
  expectThat(tally, isFull, `seed ${seed}: tablets are asked to wait`);
  expectThat(tally, witness.ackedCount > 0, `seed ${seed}: something was acknowledged before`);
  expectThat(tally, (await server.get('/livez')).status === 200, `seed ${seed}: it still answers`);
  // Its check of the disk may be a few seconds old.
  const isKnown = await until(async () => (await server.get('/readyz')).status === 503, 60_000);
  expectThat(tally, isKnown, `seed ${seed}: it is not ready`);
  for (const path of READS) {
    const { status } = await desk.raw(path.replace('{r4c}', desk.r4cUuid));
    expectThat(tally, status === 200, `seed ${seed}: ${path} can be read, not ${status}`);
  }
  for (const line of crashesOf(server)) expectThat(tally, false, line.slice(0, 300));
  await server.stop();
  server = await launch(base);
  await settle(tally, { tablets, witness, file, where: `seed ${seed}` });
  await server.stop();
  lab.remove(data);
}

/**
 * Fills a small disk by another process, with enough space left for the tablets' writes: writes are
 * rejected with „later“, reads work, a restart on the full disk works too, and freed space heals
 * it.
 */
export async function smallDisk(lab: Lab, seed: number, lane: number, tally: Tally): Promise<void> {
  const d = dice(seed),
    folder = lab.folder('small'),
    disk = mountSmall(join(folder, 'disk'), d.between(24, 40) * 1024),
    data = join(disk.path, 'data'),
    file = join(data, 'molar.db'),
    filler = join(disk.path, 'filler');
  cpSync(lab.template.data, data, { recursive: true });
  const base = { dist: lab.dist, data, port: lab.port(lane) },
    witness = new Witness(),
    where = `seed ${seed}`,
    taken: string[] = [];
  let server = await launch(base);
  const desk = new Desk(server.url);
  await desk.signIn();
  const tablets = startTablets(lab, server.url, witness, d);
  const load = keepBusy(tablets, d);
  // Reception has its board open; a record view that cannot be logged is not shown at all.
  await desk.board();
  await pause(d.between(100, 600));
  fill(filler);
  // The log of the database has room of its own, which a busy machine fills slowly.
  const isFull = await until(() => tablets.every((tablet) => tablet.waits > 0), 60_000);
  expectThat(tally, isFull, `${where}: tablets are asked to wait`);
  const refused = await refusal(desk, taken);
  expectThat(
    tally,
    refused !== undefined &&
      (refused.status === 503 || refused.status === 507) &&
      refused.headers.get('retry-after') !== null,
    `${where}: a full disk says „later“, not ${refused?.status ?? '200 each time'}`,
  );
  expectThat(tally, (await server.get('/livez')).status === 200, `${where}: it still answers`);
  expectThat(tally, (await server.get('/readyz')).status === 503, `${where}: it is not ready`);
  expectThat(
    tally,
    (await desk.raw(`/r4c/${desk.r4cUuid}/tablet/board`)).status === 200,
    `${where}: the board can be read`,
  );
  for (const line of crashesOf(server)) expectThat(tally, false, `${where} ${line.slice(0, 300)}`);
  await load.stop();
  if (d.chance(0.5)) {
    await server.kill();
    server = new ServerLife(base);
    expectThat(
      tally,
      await server.up(),
      `${where}: it starts on a full disk: ${server.output.slice(-400)}`,
    );
    if (server.end) {
      rmSync(filler, { force: true });
      server = await launch(base);
    }
  }
  rmSync(filler, { force: true });
  await settle(tally, { tablets, witness, file, where });
  for (const patid of taken)
    expectThat(
      tally,
      (await desk.raw(`/r4c/${desk.r4cUuid}/patient/patients/${patid}`)).status === 200,
      `${where}: what was answered on a full disk is there: ${patid}`,
    );
  await server.stop();
  disk.unmount();
}
/**
 * Enters patients with different birth dates until one is rejected: space already allocated in the
 * WAL may still take some.
 * @returns the first other response; undefined if none
 */
async function refusal(desk: Desk, taken: string[]): Promise<Response | undefined> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await desk.raw(`/r4c/${desk.r4cUuid}/patient/patients`, {
        firstName: 'Emil',
        lastName: 'Özkan',
        geburtsdatum: new Date(Date.UTC(1950, 0, 1 + tries * 30)).toISOString().slice(0, 10),
      }),
      text = await answer.text();
    if (answer.status !== 200) return answer;
    taken.push((JSON.parse(text) as { patid: string }).patid);
  }
  return undefined;
}
/** Fills the remaining space to the last page. */
function fill(path: string): void {
  const handle = openSync(path, 'a');
  try {
    for (;;) writeSync(handle, Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}

/**
 * Lets the kernel remount the file system read-only under the server, as for a failing disk; a
 * start on it is refused with a message.
 */
export async function readOnlyDisk(
  lab: Lab,
  seed: number,
  lane: number,
  tally: Tally,
): Promise<void> {
  const d = dice(seed),
    folder = lab.folder('readonly'),
    image = join(folder, 'disk.img'),
    where = `seed ${seed}`;
  makeImage(image, 64);
  const disk = mountImage(image, join(folder, 'disk'), ',errors=remount-ro'),
    data = join(disk.path, 'data');
  cpSync(lab.template.data, data, { recursive: true });
  const base = { dist: lab.dist, data, port: lab.port(lane) },
    witness = new Witness();
  const server = await launch(base);
  const desk = new Desk(server.url);
  await desk.signIn();
  const tablets = startTablets(lab, server.url, witness, d);
  const load = keepBusy(tablets, d);
  // Reception has its board open, as above.
  await desk.board();
  await pause(d.between(100, 600));
  turnReadOnly(disk);
  const isFull = await until(() => tablets.every((tablet) => tablet.waits > 0), 20_000);
  expectThat(tally, isFull, `${where}: tablets are asked to wait`);
  await load.stop();
  if (server.output.includes('database.broken'))
    expectThat(tally, (await server.ended).code === 1, `${where}: it ends when a sync failed`);
  else {
    expectThat(tally, (await server.get('/livez')).status === 200, `${where}: it still answers`);
    expectThat(tally, (await server.get('/readyz')).status === 503, `${where}: it is not ready`);
    expectThat(
      tally,
      (await desk.raw(`/r4c/${desk.r4cUuid}/tablet/board`)).status === 200,
      `${where}: the board can be read`,
    );
  }
  for (const line of crashesOf(server)) expectThat(tally, false, `${where} ${line.slice(0, 300)}`);
  await server.kill();
  const refused = new ServerLife(base);
  expectThat(
    tally,
    !(await refused.up()) &&
      refused.end?.code === 1 &&
      refused.output.includes('Molar wurde nicht gestartet'),
    `${where}: a start on a read-only disk is refused in words: ${refused.output.slice(-300)}`,
  );
  await refused.kill();
  disk.unmount();
  // The disk in another machine.
  repair(image);
  const healed = mountImage(image, join(folder, 'healed')),
    again = await launch({ ...base, data: join(healed.path, 'data') });
  await settle(tally, { tablets, witness, file: join(healed.path, 'data/molar.db'), where });
  await again.stop();
  healed.unmount();
}

/**
 * Fails the sync of a commit: no acknowledgement, no further write, exit code 1; a fresh start
 * accepts the retry and stores it once (security F05).
 */
export async function failedSync(
  lab: Lab,
  seed: number,
  lane: number,
  tally: Tally,
): Promise<void> {
  const d = dice(seed),
    data = lab.copy('sync'),
    base = { dist: lab.dist, data, port: lab.port(lane) },
    file = join(data, 'molar.db'),
    witness = new Witness(),
    where = `seed ${seed}`;
  let server = await launch(base);
  const tablets = startTablets(lab, server.url, witness, d);
  for (const tablet of tablets) await tablet.note(d.between(1, 10));
  for (const tablet of tablets) await tablet.drained();
  // Judging after the acknowledgement commits as well, and would hit the fault first.
  await until(() => witness.compare(file).unjudged.length === 0, 20_000, 200);
  const before = witness.ackedCount,
    inject = `${SYNCS}:error=${d.pick(['EIO', 'ENOSPC', 'EDQUOT'])}:when=${d.pick(['1', '1+'])}`;
  const tracer = await attach(server.pid, inject, [`${file}-wal`]);
  // A thread in the middle of a call is traced from its next call on.
  await pause(500);
  await Promise.all(tablets.map((tablet) => tablet.note(d.between(1, 10))));
  const isOver = await until(() => server.end !== undefined, 10_000);
  await tracer.detach();
  expectThat(
    tally,
    isOver && server.end?.code === 1,
    `${where} (${inject}): it ends itself, ${server.end?.code ?? 'not at all'}`,
  );
  expectThat(
    tally,
    witness.ackedCount === before,
    `${where} (${inject}): nothing is acknowledged by a disk that failed`,
  );
  await server.kill();
  server = await launch(base);
  await settle(tally, { tablets, witness, file, where });
  await server.stop();
  lab.remove(data);
}
