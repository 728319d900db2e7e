/** Runs one seed from its first patient to the proof that nothing was lost. */
import { escapedErrors, note, reset, run, sleep, stepsTaken, time, traceOf } from './kernel.ts';
import type { Copy } from './machine.ts';
import { happen } from './events.ts';
import type { Options } from './options.ts';
import { Violation } from './oracle.ts';
import { settle } from './settle.ts';
import { sqlPlan } from './sqlite.ts';
import type { Template } from './template.ts';
import { seedCrypto } from './webcrypto.ts';
import { World } from './world.ts';

export interface Seen {
  failure: { rule: string; text: string; stack: string } | undefined;
  options: Options;
  trace: readonly string[];
  faults: Record<string, number>;
  steps: number;
}

export async function runSeed(seed: number, template: Template, folder: string): Promise<Seen> {
  reset(template.at);
  seedCrypto(seed);
  const world = new World(seed, template, folder);
  let failed: Error | undefined;
  try {
    await run(() => tell(world));
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error));
  }
  const [escaped] = escapedErrors();
  failed =
    world.failure ??
    failed ??
    (escaped === undefined
      ? undefined
      : escaped instanceof Error
        ? escaped
        : new Error('something was thrown that is no error'));
  world.machine.remove();
  return {
    failure: failed && {
      rule: failed instanceof Violation ? failed.rule : failed.name,
      text: failed.message,
      stack: failed.stack ?? '',
    },
    options: world.options,
    trace: [...traceOf()],
    faults: world.faults,
    steps: stepsTaken(),
  };
}

async function tell(world: World): Promise<void> {
  const copies: Copy[] = [],
    { dice, machine } = world;
  await world.begin();
  world.machine.onUp = () => {
    sqlPlan.fault = undefined;
  };
  // A service manager restarts a dead server; a user who sees a dead page reloads it.
  let isOver = false;
  const keepers = (async () => {
    while (!isOver) {
      await sleep(Math.max(500, world.nightUntil - time()));
      if (!machine.running && !world.isForeign && !world.isRestoring) await world.restartServer();
      for (const t of world.tablets)
        if (t.pages.length === 0 && !t.isOpening && !t.isAway && dice.chance(0.4))
          await world.openPage(t);
    }
  })().catch((error: unknown) => world.fail(error));
  for (const event of world.options.events) {
    if (
      copies.length === 0 &&
      machine.running &&
      !world.isForeign &&
      world.options.events.includes('restore')
    )
      copies.push(machine.copy());
    await happen(world, event, copies);
    await sleep(dice.between(50, 2_500));
    if (world.failure) throw world.failure;
    world.guard(() => world.check());
  }
  await settle(world);
  isOver = true;
  await keepers;
  note('end');
}
