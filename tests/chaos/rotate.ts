/**
 * A new root key, and new keys of cells, while tablets write and sign: the command and the server are
 * killed meanwhile; everything acknowledged stays, every paper opens with the new key alone.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { ROOT } from '../../scripts/sources.mjs';
import { settle, startTablets } from './crew.ts';
import { Desk } from './desk.ts';
import { dice, pause, until, type Dice } from './dice.ts';
import { keepBusy } from './kill.ts';
import { expectThat, note, type Lab, type Tally } from './lab.ts';
import { wrongPapers } from './papers.ts';
import { launch } from './process.ts';
import { Witness } from './witness.ts';

/** Calls of the command until the change must be over, killed ones included. */
const MOST_CALLS = 60;

/** Runs `npm run keys:rotate` of the build as a process; killed after `killMs`, if given. */
function rotate(
  lab: Lab,
  data: string,
  args: readonly string[],
  killMs?: number,
): Promise<{ code: number | null; output: string }> {
  const module = pathToFileURL(join(lab.dist, 'server/keys.command.js')).href,
    program = `import { runKeysRotate } from ${JSON.stringify(module)};
      process.exit(await runKeysRotate({ args: ${JSON.stringify(args)}, env: { MOLAR_DATA: ${JSON.stringify(data)} }, print: (line) => console.log(line) }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString('utf8')));
  const timer = killMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killMs);
  return new Promise((resolve) =>
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    }),
  );
}

/** Lets the minutes pass for which the command and its jobs wait, so that a run takes seconds. */
function passMinutes(data: string): void {
  const past = Date.now() / 1000 - 600;
  utimesSync(join(data, 'root.key'), past, past);
  const db = openFile(storedFile(data), { timeout: 10_000 });
  try {
    db.prepare(
      "update job set run_after = 0 where kind in ('rewrap-keys', 'seal-cells') and state = 'queued'",
    ).run();
  } finally {
    db.close();
  }
}
const keysIn = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** One call after another, some of them killed; true when the new key stands alone. */
async function changeOver(
  lab: Lab,
  data: string,
  d: Dice,
  tally: Tally,
  betweenCalls: () => Promise<void>,
): Promise<boolean> {
  const odd = (args: string, { code, output }: { code: number | null; output: string }): void => {
    // 1: another call holds the lock of the file.
    const isKnown =
      code === 0 || code === 3 || code === null || output.includes('Ein anderer Aufruf');
    expectThat(tally, isKnown, `keys:rotate ${args} ended with ${code}: ${output.slice(-400)}`);
  };
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    await betweenCalls();
    if (d.chance(0.2)) odd('', await rotate(lab, data, []));
    const killMs = d.chance(0.4) ? d.between(50, 900) : undefined,
      second = d.chance(0.2) ? rotate(lab, data, ['--root']) : undefined,
      result = await rotate(lab, data, ['--root'], killMs);
    odd('--root', result);
    // The second of two calls may end the change, and the next one would begin another.
    const other = await second;
    if (other) odd('--root', other);
    if (result.code === 0 || other?.code === 0) return true;
    passMinutes(data);
  }
  return false;
}

export async function rotated(lab: Lab, seed: number, lane: number, tally: Tally): Promise<void> {
  const d = dice(seed),
    data = lab.copy('rotate'),
    key = join(data, 'root.key'),
    file = join(data, 'molar.db'),
    base = { dist: lab.dist, data, port: lab.port(lane) },
    where = `seed ${seed}`,
    witness = new Witness(),
    [former = ''] = keysIn(key);
  let server = await launch(base),
    kills = 0;
  const tablets = startTablets(lab, server.url, witness, d);
  const load = keepBusy(tablets, d);
  await until(() => witness.ackedCount > 0, 20_000);
  const isOver = await changeOver(lab, data, d, tally, async () => {
    await pause(d.between(50, 800));
    if (!d.chance(0.25)) return;
    kills += 1;
    await server.kill();
    server = await launch(base);
    for (const tablet of tablets) tablet.wake();
  });
  expectThat(tally, isOver, `${where}: the change of the root key ends`);
  const before = witness.ackedCount;
  // Work goes on with the new key, in the server that saw the change.
  expectThat(
    tally,
    await until(() => witness.ackedCount > before, 20_000),
    `${where}: tablets are acknowledged after the change`,
  );
  await load.stop();
  await settle(tally, { tablets, witness, file, where });
  await server.stop();
  // A fresh start knows nothing but the file.
  server = await launch(base);
  for (const wrong of await wrongPapers(new Desk(server.url), file))
    expectThat(tally, false, `${where}: ${wrong}`);
  const output = server.output;
  await server.stop();
  expectThat(tally, !output.includes('"status":500'), `${where}: no internal error`);
  const keys = keysIn(key),
    left = readdirSync(data).filter((name) => name.includes('.part-'));
  expectThat(
    tally,
    keys.length > 0 && !keys.includes(former),
    `${where}: the former key has left the file`,
  );
  expectThat(tally, left.length === 0, `${where}: no part of a file is left: ${left.join(', ')}`);
  note(tally, `${where}: ${kills} kills of the server`);
  lab.remove(data);
}
