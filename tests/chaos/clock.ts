/**
 * Jumping clocks: the server's by years and days under libfaketime, the tablets' directly; order,
 * tokens and papers stay correct (security F09, F10).
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Desk } from './desk.ts';
import { settle, startTablets } from './crew.ts';
import { dice, pause } from './dice.ts';
import { keepBusy } from './kill.ts';
import { expectThat, type Lab, type Tally } from './lab.ts';
import { wrongPapers } from './papers.ts';
import { launch } from './process.ts';
import { Witness } from './witness.ts';

const DAY = 86_400_000;
/** libfaketime's name for the offset, and ms for tablets. */
const JUMPS: readonly (readonly [name: string, ms: number])[] = [
  ['+10y', 3652 * DAY],
  ['-3d', -3 * DAY],
  ['-1h', -3_600_000],
  ['+1h', 3_600_000],
  ['+2d', 2 * DAY],
  ['-10y', -3652 * DAY],
  ['+0', 0],
];

const library = (): string | undefined =>
  ['/usr/lib', '/usr/lib64']
    .flatMap((base) =>
      existsSync(base) ? [base, ...readdirSync(base).map((name) => join(base, name))] : [],
    )
    .map((folder) => join(folder, 'faketime/libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
export const whyNoClock = (): string | undefined =>
  library() === undefined ? 'needs libfaketime' : undefined;

export async function clockJumps(
  lab: Lab,
  seed: number,
  lane: number,
  tally: Tally,
): Promise<void> {
  const d = dice(seed),
    data = lab.copy('clock'),
    offset = join(lab.folder('offset'), 'faketime'),
    file = join(data, 'molar.db'),
    witness = new Witness();
  writeFileSync(offset, '+0');
  const base = {
    dist: lab.dist,
    data,
    port: lab.port(lane),
    env: {
      LD_PRELOAD: library() ?? '',
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
  let server = await launch(base);
  const tablets = startTablets(lab, server.url, witness, d);
  const load = keepBusy(tablets, d),
    jumps: string[] = [];
  for (let turn = d.between(3, 6); turn > 0; turn--) {
    await pause(d.between(200, 700));
    const [name] = d.pick(JUMPS);
    jumps.push(name);
    writeFileSync(offset, name);
    for (const tablet of tablets) if (d.chance(0.5)) tablet.clock.skew = d.pick(JUMPS)[1];
    if (d.chance(0.3)) {
      await server.kill();
      jumps.push('kill');
      server = await launch(base);
      for (const tablet of tablets) tablet.wake();
    }
  }
  await load.stop();
  writeFileSync(offset, '+0');
  const where = `seed ${seed} (${jumps.join(' ')})`;
  await settle(tally, { tablets, witness, file, where });
  const desk = new Desk(server.url);
  for (const wrong of await wrongPapers(desk, file)) expectThat(tally, false, `${where}: ${wrong}`);
  const chain = await desk.call<{ ok: boolean }>('/audit/verify');
  expectThat(tally, chain.ok, `${where}: the audit chain holds in the order of its numbers`);
  for (const line of server.output.split('\n').filter((l) => l.includes('"status":500')))
    expectThat(tally, false, `${where} ${line.slice(0, 300)}`);
  await server.stop();
  lab.remove(data);
}
