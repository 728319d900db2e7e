/**
 * Another database behind the same URL: an older one from backup, or an empty one; ops still on
 * tablets arrive automatically, and nothing is destroyed meanwhile.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../scripts/sources.mjs';
import type { Terminal } from '../../server/commands/backup.command.ts';
import { settle, startTablets } from './crew.ts';
import { dice, pause, until } from './dice.ts';
import { keepBusy } from './kill.ts';
import { expectThat, type Lab, type Tally } from './lab.ts';
import { launch } from './process.ts';
import { Witness } from './witness.ts';

interface Commands {
  runBackup(t: Terminal): Promise<number>;
  runRestore(t: Terminal): Promise<number>;
}

/** Runs a command of the build as in a terminal; throws with its output if it fails. */
async function command(
  lab: Lab,
  name: keyof Commands,
  data: string,
  args: string[],
): Promise<void> {
  const commands = (await import(
    pathToFileURL(join(lab.dist, 'server/backup.command.js')).href
  )) as Commands;
  const lines: string[] = [];
  const code = await commands[name]({
    args,
    env: { MOLAR_DATA: data },
    program: ROOT,
    print: (line) => lines.push(line),
    progress: () => undefined,
    ask: () => Promise.resolve(''),
    isInteractive: false,
  });
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${lines.join(' | ')}`);
}

/** Works after the last backup, then loses the disk and restores the backup. */
export async function restored(lab: Lab, seed: number, lane: number, tally: Tally): Promise<void> {
  const d = dice(seed),
    where = `seed ${seed}`,
    data = join(lab.folder('restore'), 'data'),
    target = lab.folder('target'),
    key = join(lab.folder('key'), 'root.key');
  lab.copyTo(data);
  copyFileSync(join(data, 'root.key'), key);
  const base = { dist: lab.dist, data, port: lab.port(lane) },
    witness = new Witness();
  let server = await launch(base);
  const tablets = startTablets(lab, server.url, witness, d);
  const load = keepBusy(tablets, d);
  for (let backups = d.between(1, 3); backups > 0; backups--) {
    await pause(d.between(200, 800));
    await command(lab, 'runBackup', data, ['--target', target]);
  }
  const before = witness.ackedCount;
  await until(() => witness.ackedCount > before + d.between(20, 150), 20_000);
  await server.kill();
  if (d.chance(0.5)) await load.stop();
  await command(lab, 'runRestore', data, ['--from', target, '--replace', '--root-key', key]);
  server = await launch(base);
  for (const tablet of tablets) tablet.wake();
  await pause(300);
  await load.stop();
  await settle(tally, { tablets, witness, file: join(data, 'molar.db'), where });
  await server.stop();
}

/** Lets an empty database answer for a while; then the right one is back. */
export async function emptied(lab: Lab, seed: number, lane: number, tally: Tally): Promise<void> {
  const d = dice(seed),
    where = `seed ${seed}`,
    data = lab.copy('right'),
    port = lab.port(lane),
    witness = new Witness();
  let server = await launch({ dist: lab.dist, data, port });
  const tablets = startTablets(lab, server.url, witness, d);
  const load = keepBusy(tablets, d);
  await until(() => witness.ackedCount > d.between(20, 150), 20_000);
  await server.kill();
  const other = await launch({ dist: lab.dist, data: lab.folder('empty'), port });
  // A token of the lost database is invalid here; each tablet detects that itself.
  expectThat(
    tally,
    await until(
      () => {
        for (const tablet of tablets) tablet.wake();
        return tablets.every((tablet) => tablet.isUnknown);
      },
      30_000,
      200,
    ),
    `${where}: every tablet says that it is not known`,
  );
  const held = witness.ackedCount;
  await pause(d.between(200, 1000));
  expectThat(
    tally,
    witness.ackedCount === held,
    `${where}: the wrong database acknowledges nothing`,
  );
  await other.kill();
  server = await launch({ dist: lab.dist, data, port });
  await load.stop();
  await settle(tally, { tablets, witness, file: join(data, 'molar.db'), where });
  await server.stop();
  lab.remove(data);
}
