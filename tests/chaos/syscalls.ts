/**
 * Fails the server's system calls: full disk, broken disk, read-only disk at the n-th write, sync,
 * rename or open; it answers 503, keeps acknowledged ops and continues.
 */
import { join } from 'node:path';
import { startTablets } from './crew.ts';
import { dice, pause, until, type Dice } from './dice.ts';
import { expectLedger, expectThat, judgedVerdict, note, type Lab, type Tally } from './lab.ts';
import { keepBusy } from './kill.ts';
import { launch } from './process.ts';
import { crashesOf } from './full.ts';
import { attach, SYNCS } from './strace.ts';
import { Witness } from './witness.ts';

const RUNS_PER_FOLDER = 20;

interface Fault {
  inject: string;
  paths: string[];
}

/** Failure modes: once, a few times in a row, or until the end of the run. */
function draw(d: Dice, data: string): Fault {
  const [call, errors, paths] = d.pick<readonly [string, readonly string[], readonly string[]]>([
    ['pwrite64', ['ENOSPC', 'EIO', 'EROFS', 'EDQUOT'], []],
    ['pwrite64', ['ENOSPC', 'EIO'], ['molar.db-wal']],
    ['pwrite64', ['ENOSPC', 'EIO'], ['molar.db']],
    [SYNCS, ['EIO', 'ENOSPC', 'EDQUOT'], []],
    [SYNCS, ['EIO', 'ENOSPC'], ['molar.db-wal']],
    [SYNCS, ['EIO'], ['molar.db']],
    ['rename', ['ENOSPC', 'EIO', 'EROFS'], []],
    ['openat', ['ENOSPC', 'EROFS', 'EMFILE'], []],
    ['ftruncate', ['EIO', 'ENOSPC'], []],
  ]);
  const isRare = call === 'rename' || call === 'ftruncate' || paths.includes('molar.db');
  const nth = isRare ? 1 : d.between(1, 25),
    when = d.pick([String(nth), String(nth), `${nth}..${nth + d.between(1, 10)}`, `${nth}+`]);
  return {
    inject: `${call}:error=${d.pick(errors)}:when=${when}`,
    paths: paths.map((name) => join(data, name)),
  };
}

/** Every tablet sends everything it holds. */
async function expectDrained(
  tally: Tally,
  tablets: ReturnType<typeof startTablets>,
  where: string,
  output: () => string,
): Promise<void> {
  for (const tablet of tablets)
    expectThat(
      tally,
      await tablet.drained(20_000),
      `${where}: drains afterwards (${await tablet.pending()} left, ${tablet.state}) ${output().slice(-600)}`,
    );
}

export async function syscallLane(
  lab: Lab,
  runs: number,
  seed: number,
  lane: number,
  tally: Tally,
  dist = lab.dist,
): Promise<void> {
  const d = dice(seed),
    port = lab.port(lane);
  let done = 0;
  while (done < runs) {
    const data = lab.copy('calls'),
      file = join(data, 'molar.db'),
      witness = new Witness(),
      base = { dist, data, port };
    let server = await launch(base),
      where = '';
    const revive = async (): Promise<void> => {
      expectThat(
        tally,
        server.end?.code === 1 && server.output.includes('database.broken'),
        `${where} ended by ${server.end?.code ?? server.end?.signal}: ${server.output.slice(-1500)}`,
      );
      for (const line of crashesOf(server))
        expectThat(tally, false, `${where} ${line.slice(0, 300)}`);
      server = await launch(base);
    };
    /**
     * A disk that failed to sync is trusted again only after a restart: the server exits, also
     * after a late sync failure, and the test restarts it like a service manager [F6].
     */
    const keptUp = async <T>(work: () => Promise<T>): Promise<T> => {
      let isOver = false;
      const kept = (async () => {
        while (!isOver)
          if (server.end) await revive();
          else await pause(20);
      })();
      try {
        return await work();
      } finally {
        isOver = true;
        await kept;
      }
    };
    const tablets = startTablets(lab, server.url, witness, d);
    let bad = 0;
    try {
      for (let at = 0; at < RUNS_PER_FOLDER && done < runs && bad === 0; at++) {
        const { inject, paths } = draw(d, data);
        where = `seed ${seed} run ${done + 1} (${inject}${paths.length > 0 ? ` ${paths[0]?.slice(data.length + 1)}` : ''})`;
        if (server.end) await revive();
        const tracer = await attach(server.pid, inject, paths);
        const load = keepBusy(tablets, d);
        await until(() => tracer.hits() > 0 || server.end !== undefined, 2500, 10);
        if (server.end === undefined) await pause(d.between(20, 200));
        await load.stop();
        const isHit = tracer.hits() > 0;
        await tracer.detach();
        if (isHit) {
          done += 1;
          tally.runs += 1;
        }
        for (const line of crashesOf(server))
          expectThat(tally, false, `${where} ${line.slice(0, 300)}`);
        const verdict = await keptUp(() => judgedVerdict(tally, witness, file, where));
        bad += verdict.lost + verdict.torn + verdict.doubled;
        if (bad === 0)
          await keptUp(() => expectDrained(tally, tablets, where, () => server.output));
        // The server reports the fault before it exits: the next fault needs a running one.
        if (server.output.includes('database.broken')) {
          await until(() => server.end !== undefined, 5000);
          if (server.end) await revive();
        }
        server.output = '';
      }
      if (bad === 0)
        await keptUp(async () => {
          await judgedVerdict(tally, witness, file, `seed ${seed} at the end`);
          await expectLedger(tally, data, `seed ${seed} at the end`);
        });
      tally.acked += witness.ackedCount;
    } finally {
      await Promise.all(tablets.map((tablet) => tablet.stop()));
      await server.stop();
    }
    lab.remove(data);
    if (bad > 0) {
      note(tally, `seed ${seed}: lane given up after ${done} runs`);
      return;
    }
  }
}
