/**
 * Cuts the power: the disk's image is copied without unsynced data, repaired, mounted, and a server
 * starts on it; every acknowledged op is there.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { cutPower, makeImage, mountImage, repair } from './disk.ts';
import { expectDrained, startTablets } from './crew.ts';
import { dice, pause } from './dice.ts';
import { keepBusy } from './kill.ts';
import { expectLedger, judgedVerdict, note, type Lab, type Tally } from './lab.ts';
import { launch } from './process.ts';
import { Witness } from './witness.ts';

const CUTS_PER_IMAGE = 25;
const IMAGE_MB = 192;

/** @param dist another build, to show that unsynced commits are detected */
export async function powerLane(
  lab: Lab,
  cuts: number,
  seed: number,
  lane: number,
  tally: Tally,
  dist = lab.dist,
): Promise<void> {
  const d = dice(seed);
  let done = 0,
    isBad = false;
  while (done < cuts && !isBad) {
    const folder = lab.folder('power'),
      image = join(folder, 'disk.img'),
      copy = join(folder, 'after.img');
    makeImage(image, IMAGE_MB);
    const disk = mountImage(image, join(folder, 'disk')),
      data = join(disk.path, 'data');
    cpSync(lab.template.data, data, { recursive: true });
    const server = await launch({ dist, data, port: lab.port(lane * 2) }),
      witness = new Witness();
    const tablets = startTablets(lab, server.url, witness, d);
    const load = keepBusy(tablets, d);
    for (let at = 0; at < CUTS_PER_IMAGE && done < cuts && !isBad; at++) {
      await pause(d.between(30, 300));
      server.signal('SIGSTOP');
      cutPower(image, copy);
      // Ops in transit were acknowledged before: they count.
      await pause(20);
      const then = witness.snapshot();
      repair(copy);
      const after = mountImage(copy, join(folder, 'after'));
      const again = await launch({
        dist,
        data: join(after.path, 'data'),
        port: lab.port(lane * 2 + 1),
      });
      const verdict = await judgedVerdict(
        tally,
        then,
        join(after.path, 'data/molar.db'),
        `seed ${seed} cut ${done}`,
      );
      await expectLedger(tally, join(after.path, 'data'), `seed ${seed} cut ${done}`);
      await again.kill();
      after.unmount();
      server.signal('SIGCONT');
      done += 1;
      tally.runs += 1;
      isBad = verdict.lost + verdict.torn > 0;
    }
    await load.stop();
    if (!isBad) await expectDrained(tally, { tablets, where: `seed ${seed}` });
    tally.acked += witness.ackedCount;
    await Promise.all(tablets.map((tablet) => tablet.stop()));
    await server.stop();
    disk.unmount();
    lab.remove(folder);
  }
  if (isBad) note(tally, `seed ${seed}: lane given up after ${done} cuts`);
}
