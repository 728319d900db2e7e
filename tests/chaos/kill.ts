/**
 * Kills the server: at random moments, before its n-th write or sync, and during its start;
 * afterwards every acknowledged op exists once.
 */
import { join } from 'node:path';
import { Desk } from './desk.ts';
import { startTablets } from './crew.ts';
import { dice, pause, until, type Dice } from './dice.ts';
import { expectLedger, expectThat, judgedVerdict, note, type Lab, type Tally } from './lab.ts';
import { wrongPapers } from './papers.ts';
import { launch, ServerLife } from './process.ts';
import { startProxy, type FaultProxy } from './proxy.ts';
import { attach, SYNCS } from './strace.ts';
import type { ChaosTablet } from './tablet.ts';
import { Witness } from './witness.ts';

/** Kills per data folder, before a fresh one is used. */
const KILLS_PER_FOLDER = 25;
const CALLS = ['pwrite64', 'pwrite64', 'pwrite64', SYNCS, SYNCS, 'rename'] as const;
/**
 * A reconnected tablet pushes within this time, on a busy machine too; a network that drops
 * everything meanwhile times out.
 */
const ACKED_WITHIN_MS = 10_000;
/** Maximum number of ops queued on a tablet. */
const CROWD = 40;

/** Tablets that write and sign until stopped. */
export function keepBusy(tablets: readonly ChaosTablet[], d: Dice): { stop(): Promise<void> } {
  let isOn = true;
  const work = async (tablet: ChaosTablet): Promise<void> => {
    while (isOn) {
      if ((await tablet.pending()) < CROWD) await tablet.note(d.between(1, 6));
      if (d.chance(0.03))
        for (const body of (await tablet.tasks()).slice(0, 1)) await tablet.sign(body);
      await pause(d.between(2, 25));
    }
  };
  const all = Promise.all(tablets.map(work));
  return {
    async stop() {
      isOn = false;
      await all;
    },
  };
}

/**
 * One way to die; resolves when the process has exited. Most wait for an acknowledgement of this
 * process first, or every one would come too early on a busy machine.
 */
async function die(
  server: ServerLife,
  d: Dice,
  { data, witness, isTraced }: { data: string; witness: Witness; isTraced: boolean },
): Promise<string> {
  const known = witness.ackedCount;
  if (d.chance(0.8))
    await until(() => witness.ackedCount > known || server.end !== undefined, ACKED_WITHIN_MS, 2);
  if (!isTraced || d.chance(0.5)) {
    const after = d.between(5, 350);
    await pause(after);
    await server.kill();
    return `after ${after} ms`;
  }
  const call = d.pick(CALLS),
    nth = call === 'rename' ? 1 : d.between(1, call === 'pwrite64' ? 40 : 12);
  const paths = call === 'pwrite64' && d.chance(0.3) ? [join(data, 'molar.db')] : [];
  const inject = `${call}:signal=KILL:when=${paths.length > 0 ? 1 : nth}`;
  const tracer = await attach(server.pid, inject, paths);
  // Rare calls may not occur at all: then it is killed like the others.
  await until(
    () => server.end !== undefined,
    call === 'rename' || paths.length > 0 ? 400 : 3000,
    5,
  );
  const isHit = server.end !== undefined;
  await server.kill();
  await tracer.detach();
  return isHit ? inject : `without ${inject}`;
}

export interface KillOptions {
  /** Another build shows that its bug is detected. */
  dist?: string;
  /** False without strace: random moments only. */
  isTraced?: boolean;
}
export async function killLane(
  lab: Lab,
  kills: number,
  seed: number,
  lane: number,
  tally: Tally,
  { dist = lab.dist, isTraced = true }: KillOptions = {},
): Promise<void> {
  const d = dice(seed),
    port = lab.port(lane);
  let done = 0;
  while (done < kills) {
    const data = lab.copy('kill'),
      file = join(data, 'molar.db'),
      witness = new Witness(),
      base = { dist, data, port };
    let server = await launch(base);
    const proxy: FaultProxy = await startProxy(port, { dice: d, share: 0.06 });
    const tablets = startTablets(lab, proxy.url, witness, d);
    const load = keepBusy(tablets, d);
    let lost = 0,
      counted = 0;
    const count = (): void => {
      tally.acked += witness.ackedCount - counted;
      counted = witness.ackedCount;
    };
    for (let at = 0; at < KILLS_PER_FOLDER && done < kills; at++) {
      const how = await die(server, d, { data, witness, isTraced });
      done += 1;
      tally.runs += 1;
      if (isTraced && d.chance(0.1) && done < kills) {
        // Killed again during its start: recovery itself is interrupted.
        const call = d.pick(['pwrite64', SYNCS] as const),
          start = new ServerLife({
            ...base,
            trace: ['--seccomp-bpf', '-e', `inject=${call}:signal=KILL:when=${d.between(1, 12)}`],
          });
        await until(
          () => start.end !== undefined || start.output.includes('"event":"started"'),
          20_000,
          5,
        );
        await start.kill();
        done += 1;
        tally.runs += 1;
      }
      server = await launch(base);
      for (const tablet of tablets) tablet.wake();
      const verdict = await judgedVerdict(
        tally,
        witness,
        file,
        `seed ${seed} kill ${done} (${how})`,
      );
      lost += verdict.lost + verdict.torn;
      count();
      if (lost > 0) break;
    }
    await load.stop();
    if (lost === 0)
      for (const tablet of tablets)
        expectThat(
          tally,
          await tablet.drained(),
          `seed ${seed}: ${tablet.who.device} drains (${await tablet.pending()} left, ${tablet.state})`,
        );
    if (lost === 0) await judgedVerdict(tally, witness, file, `seed ${seed} at the end`);
    count();
    if (lost === 0) await expectLedger(tally, data, `seed ${seed} at the end`);
    if (lost === 0)
      for (const wrong of await wrongPapers(new Desk(server.url), file))
        expectThat(tally, false, `seed ${seed}: ${wrong}`);
    await Promise.all(tablets.map((tablet) => tablet.stop()));
    proxy.close();
    const end = await server.stop();
    expectThat(tally, end.code === 0, `seed ${seed}: a kind end, not ${end.code ?? end.signal}`);
    lab.remove(data);
    if (lost > 0) {
      note(tally, `seed ${seed}: lane given up after ${done} kills`);
      break;
    }
  }
}
