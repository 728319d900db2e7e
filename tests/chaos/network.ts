/**
 * Bad network: lost, delayed, duplicated, late, stale, torn and swallowed responses, a captive
 * portal that answers 200, and a server that restarts meanwhile; afterwards everything arrives in
 * order.
 */
import { join } from 'node:path';
import { startTablets } from './crew.ts';
import { dice, pause } from './dice.ts';
import { keepBusy } from './kill.ts';
import { expectThat, judgedVerdict, type Lab, type Tally } from './lab.ts';
import { launch } from './process.ts';
import { FAULTS, startProxy } from './proxy.ts';
import { Witness } from './witness.ts';

/** Runs some seconds of faults of all kinds, with a restart in most runs, then a quiet network. */
export async function networkLane(
  lab: Lab,
  runs: number,
  seed: number,
  lane: number,
  tally: Tally,
): Promise<void> {
  for (let done = 0; done < runs; done++) {
    const own = seed * 1000 + done,
      d = dice(own),
      data = lab.copy('network'),
      base = { dist: lab.dist, data, port: lab.port(lane) },
      witness = new Witness();
    let server = await launch(base);
    const share = d.pick([0.1, 0.3, 0.6]),
      proxy = await startProxy(base.port, { dice: d, share, faults: FAULTS });
    const tablets = startTablets(lab, proxy.url, witness, d);
    const load = keepBusy(tablets, d);
    for (let turn = d.between(2, 5); turn > 0; turn--) {
      await pause(d.between(200, 1200));
      if (d.chance(0.4)) proxy.cut();
      if (d.chance(0.4)) {
        await server.kill();
        await pause(d.between(0, 300));
        server = await launch(base);
      }
    }
    await load.stop();
    proxy.share = 0;
    proxy.cut();
    const met = [...proxy.met].map(([fault, times]) => `${fault} ${times}`).join(', ');
    for (const tablet of tablets)
      expectThat(
        tally,
        await tablet.drained(),
        `seed ${own}: drains after ${met} (${await tablet.pending()} left, ${tablet.state})`,
      );
    await judgedVerdict(tally, witness, join(data, 'molar.db'), `seed ${own}`);
    expectThat(
      tally,
      witness.unreadable === 0,
      `seed ${own}: every row of the feed could be opened`,
    );
    tally.runs += 1;
    tally.acked += witness.ackedCount;
    await Promise.all(tablets.map((tablet) => tablet.stop()));
    proxy.close();
    await server.stop();
    lab.remove(data);
  }
}
