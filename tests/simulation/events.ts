/** Effects of each event of a story on the world. */
import type { OpKind } from '../../shared/exchange/sync.ts';
import { checkAlarm, checkLoss } from './board.ts';
import { Dice } from './dice.ts';
import type { DiskFault } from './disk.ts';
import { as, note, sleep, time } from './kernel.ts';
import type { Copy } from './machine.ts';
import type { Event } from './options.ts';
import { act, register, revoke } from './staff.ts';
import { sqlPlan, type Moment, type SqlFault } from './sqlite.ts';
import { handOver, signInParts } from './takeover.ts';
import type { Tablet, World } from './world.ts';

const CRASHES: Partial<Record<Event, Moment>> = {
  crashBegin: 'begin',
  crashInside: 'inside',
  crashBeforeCommit: 'beforeCommit',
  crashAfterCommit: 'afterCommit',
  crashSilent: 'afterCommit',
};
const REFUSALS: Partial<Record<Event, [Moment, SqlFault['kind']]>> = {
  dbFull: ['beforeCommit', 'SQLITE_FULL'],
  dbBusy: ['begin', 'SQLITE_BUSY'],
  dbSync: ['beforeCommit', 'SQLITE_IOERR_FSYNC'],
  dbReadonly: ['inside', 'SQLITE_READONLY'],
};
const DISK: Partial<Record<Event, DiskFault['kind']>> = {
  killInWrite: 'kill',
  killAfterCommit: 'killAfterCommit',
  quota: 'quota',
  quotaAtCommit: 'quotaAtCommit',
  connectionLost: 'connectionLost',
};

/**
 * Lets the next writes of server or tablet fail as the event says, and starts a patient's visit.
 */
function plantFault(world: World, t: Tablet, event: Event): void {
  const { dice, machine } = world;
  const crash = CRASHES[event],
    refusal = REFUSALS[event],
    fault = DISK[event];
  if (crash) {
    machine.isSilentCrash = event === 'crashSilent';
    sqlPlan.fault = {
      moment: crash,
      kind: 'crash',
      left: 1 + dice.int(crash === 'inside' ? 40 : 6),
    };
    world.visit(t);
  } else if (refusal) {
    sqlPlan.fault = {
      moment: refusal[0],
      kind: refusal[1],
      left: 1 + dice.int(refusal[0] === 'inside' ? 30 : 5),
    };
    world.visit(t);
  } else if (fault) {
    t.disk.fault = { kind: fault, left: 1 + dice.int(fault === 'kill' ? 40 : 12) };
    world.visit(t);
  }
}

/** Immediate effect of an event; the story waits for a returned promise. */
type Effect = (
  world: World,
  t: Tablet,
  event: Event,
  copies: Copy[],
) => Promise<unknown> | undefined;

const EFFECTS: Partial<Record<Event, Effect>> = {
  visit,
  poison: visit,
  blank: (world, t) => {
    world.blank(t);
    return undefined;
  },
  takeover: (world, t) => beside(world, handOver(world, t)),
  parts: (world) => beside(world, signInParts(world)),
  pause: ({ dice }) => sleep(dice.between(1_000, 8_000)),
  desk: actAtDesk,
  killPage: (world, t) => beside(world, world.restartPage(t, false)),
  powerCut: (world, t) => beside(world, world.restartPage(t, true)),
  diskFull: fillDisk,
  openFails: failToOpen,
  secondWindow: openSecond,
  evict,
  flipOutbox: flip,
  flipDraft: flip,
  flipInbox: flip,
  clockJump: jump,
  clockBack: jump,
  deviceSleeps: fallAsleep,
  lineDown: cutLine,
  blackHole: cutLine,
  portal: cutLine,
  deafStream: ({ network }) => {
    network.deafen();
    return undefined;
  },
  pushBlocked: blocked,
  crashNow: ({ dice, machine }) => {
    machine.isSilentCrash = dice.chance(0.3);
    machine.crash();
    return undefined;
  },
  tornCheckpoint,
  backup: ({ machine, isForeign }, _t, _event, copies) => {
    if (machine.running && !isForeign) copies.push(machine.copy());
    return undefined;
  },
  restore: (world, _t, _event, copies) => restore(world, copies),
  foreignServer: foreign,
  revoke: ({ machine }, t) => revoke(machine, t.id),
  crowd,
};

/** Runs one event; longer work continues in parallel to the story. */
export async function happen(world: World, event: Event, copies: Copy[]): Promise<void> {
  const t = world.dice.pick(world.tablets);
  if (event !== 'visit' && event !== 'pause' && event !== 'desk') {
    world.count(event);
    note(`event ${event} ${t.disk.place}`);
  }
  plantFault(world, t, event);
  const work = EFFECTS[event]?.(world, t, event, copies);
  if (work) await work;
  if (event === 'poison') await poison(world, t);
}

function beside(world: World, work: Promise<unknown>): undefined {
  work.catch((error: unknown) => world.fail(error));
}

function visit(world: World, t: Tablet): undefined {
  world.visit(t);
}

async function actAtDesk(world: World): Promise<void> {
  const { machine, dice, tablets, template } = world,
    ids = [...new Set([...tablets, ...template.tablets].map((one) => one.id))];
  world.count(`desk:${await act(machine, dice, ids)}`);
}

function fillDisk(world: World, t: Tablet): undefined {
  const { disk } = t;
  disk.isFull = t.isTroubled = true;
  world.visit(t);
  beside(
    world,
    sleep(world.dice.between(2_000, 20_000)).then(() => {
      disk.isFull = false;
    }),
  );
}

function failToOpen(world: World, t: Tablet): undefined {
  const { dice } = world;
  t.disk.openFails = {
    left: 1 + dice.int(2),
    name: dice.pick(['UnknownError', 'VersionError', 'AbortError']),
  };
  t.isTroubled = true;
  beside(world, world.restartPage(t, false));
}

async function openSecond(world: World, t: Tablet): Promise<void> {
  const more = t.pages[0] && (await world.openPage(t));
  if (!more) return;
  t.pages.unshift(t.pages.pop()!);
  world.visit(t);
}

function cutLine(world: World, t: Tablet, event: Event): undefined {
  const { dice, network } = world,
    { place } = t.disk;
  network.setLine(place, event === 'lineDown' ? 'down' : event === 'blackHole' ? 'hole' : 'portal');
  world.visit(t);
  beside(
    world,
    sleep(dice.pick([2_000, 8_000, 8_000, 40_000])).then(() => network.setLine(place, 'up')),
  );
}

/**
 * The browser evicts the storage while the tablet is unused; staff registers it again under a new
 * id. Private phones are not registered again.
 */
async function evict(world: World, t: Tablet): Promise<void> {
  t.isAway = true;
  world.killPages(t, false);
  const own = t.disk
    .rows('inbox')
    .filter((r) => r.seq === 0)
    .map((r) => String(r.taskId));
  t.disk.evict();
  t.typed = undefined;
  const lost = world.oracle.evicted(t.disk.place),
    old = t.id;
  note(`evicted with ${lost.length} endings`);
  await sleep(world.dice.between(1_000, 50_000));
  const page = await world.openPage(t);
  t.isAway = false;
  if (!page || t.isPhone || !(await register(world.machine, page, old))) return;
  t.id = page.parts.device.get()?.tabletId ?? t.id;
  const still = world.oracle.stillLost(lost);
  // The loss of a tablet that had been signed out was reported at its sign-out.
  if (
    world.machine.rows('select 1 from tablet where id = ? and revoked_at is null', old).length > 0
  )
    checkLoss(world, old, still, begunOf(world, old, own));
}

/** Returns those of these blank forms that the tablet's last message named as begun. */
function begunOf(world: World, tabletId: string, own: readonly string[]): string[] {
  const [row] = world.machine.rows<{ health: string | null }>(
      'select health from tablet where id = ?',
      tabletId,
    ),
    id = row?.health ? (JSON.parse(row.health) as { begun?: { id: string } }).begun?.id : undefined;
  return own.filter((one) => one === id);
}

function flip(world: World, t: Tablet, event: Event): undefined {
  const { dice, oracle } = world,
    rows = t.disk.rows(
      event === 'flipOutbox' ? 'outbox' : event === 'flipDraft' ? 'drafts' : 'inbox',
    );
  const row = rows.length > 0 ? dice.pick(rows) : undefined,
    bytes = row?.[event === 'flipOutbox' ? 'sealed' : 'bytes'];
  if (
    !row ||
    !(bytes instanceof Uint8Array) ||
    (event === 'flipOutbox' && !oracle.pending(t.disk).some((p) => p.n === row.n))
  )
    return;
  const i = dice.int(bytes.length);
  bytes[i] = (bytes[i] ?? 0) ^ (1 << dice.int(8));
  world.count(`${event}:done`);
  if (event === 'flipOutbox') oracle.damaged(String(row.id));
  if (event === 'flipDraft') t.typed = undefined;
}

function jump(world: World, t: Tablet, event: Event): undefined {
  const by =
    event === 'clockBack'
      ? -world.dice.pick([60_000, 3_600_000, 86_400_000])
      : world.dice.pick([3_600_000, 315_360_000_000]) * world.dice.pick([1, -1]);
  t.skew += by;
  for (const p of t.pages) p.life.skew += by;
}

/**
 * The lid is closed: no timer runs, no request leaves, and everything is late afterwards. One
 * tablet sleeps for a minute or two; over a night or a long weekend the practice and its server
 * sleep too, in the middle of any work.
 */
async function fallAsleep(world: World, t: Tablet): Promise<void> {
  const ms = world.dice.pick([60_000, 120_000, 14 * 3_600_000, 3 * 86_400_000]),
    isNight = ms > 3_600_000,
    until = time() + ms;
  for (const one of isNight ? world.tablets : [t])
    for (const p of one.pages) p.life.frozenUntil = until;
  if (isNight && world.machine.running) world.machine.running.life.frozenUntil = until;
  if (isNight) {
    world.nightUntil = until;
    await sleep(ms);
  } else t.asleepUntil = until;
}

/** Only pushes fail: the heartbeat still arrives, and the board must show the stall. */
async function blocked(world: World, t: Tablet): Promise<void> {
  world.visit(t);
  world.network.blocked = /\/push$/;
  await sleep(30_000);
  const began = time();
  for (const end = time() + 240_000; time() < end;) {
    await sleep(15_000);
    if (await checkAlarm(world, began)) break;
  }
  world.network.blocked = undefined;
}

/**
 * State after an interrupted checkpoint: some pages of the database are already new, the log is
 * still complete.
 */
function tornCheckpoint(world: World): undefined {
  const { machine, dice } = world;
  if (!machine.running) return;
  // Separate dice: the number of pages of a file must not change the rest of the story.
  const before = machine.copy(),
    torn = new Dice(dice.bits(), 6);
  try {
    machine.running.db.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    return;
  }
  const after = machine.copy(),
    bytes = Buffer.from(before.bytes),
    size = 4096;
  for (let at = 0; at + size <= Math.min(bytes.length, after.bytes.length); at += size)
    if (torn.chance(0.5)) after.bytes.copy(bytes, at, at, at + size);
  machine.crash();
  machine.lay({ bytes, wal: before.wal });
}

/** Restores an older copy with a new identity; tablets must resend everything it lacks. */
async function restore(world: World, copies: Copy[]): Promise<void> {
  const copy = copies.at(-1);
  if (!copy || !world.machine.running) return;
  world.visit(world.dice.pick(world.tablets));
  await sleep(world.dice.between(1_000, 8_000));
  if (!world.machine.running) return;
  world.isRestoring = true;
  world.machine.crash();
  world.machine.lay(copy);
  await sleep(world.dice.between(100, 3_000));
  await world.machine.start(true);
  world.oracle.restored();
  world.isRestoring = false;
  world.count('restore:done');
}

/** Another, empty database answers behind the same address for a while. */
async function foreign(world: World): Promise<void> {
  const { machine } = world;
  if (!machine.running) return;
  world.isForeign = true;
  machine.crash();
  const ours = machine.copy();
  machine.lay(world.template.empty);
  await machine.start();
  world.visit(world.dice.pick(world.tablets));
  await sleep(world.dice.between(3_000, 30_000));
  machine.crash();
  machine.lay(ours);
  await machine.start();
  world.isForeign = false;
}

/** Sends ops that no server can apply; the queue continues behind them. */
async function poison(world: World, t: Tablet): Promise<void> {
  const page = t.pages[0];
  if (!page || page.isRevoked || !page.parts.device.get()) return;
  const bad = world.dice.pick([
    { kind: 'task.dance' as OpKind, payload: {} },
    { kind: 'log' as const, payload: { code: 'not a code !', at: 'soon' } },
    { kind: 'task.submit' as const, payload: { taskId: 'x' } },
    { kind: 'task.start' as const, payload: { taskId: t.id, at: -1, language: 'de' } },
  ]);
  await as(page.life, () =>
    page.parts.outbox.append([{ kind: bad.kind, taskId: t.id, taskRev: 1, payload: bad.payload }]),
  ).catch((error: unknown) => {
    if (!t.isTroubled) world.fail(error);
  });
  await as(page.life, async () => {
    page.loops?.sender.wake();
  }).catch(() => undefined);
}

/** Hundreds of notes while the network is away: drained in batches, resumed half-way. */
async function crowd(world: World, t: Tablet): Promise<void> {
  const page = t.pages[0];
  if (!page || page.isRevoked || !page.parts.device.get()) return;
  world.network.setLine(t.disk.place, 'down');
  const orders = Array.from({ length: 51 + world.dice.int(8) }, () => ({
    kind: 'log' as const,
    taskId: '',
    taskRev: 0,
    payload: { code: `crowd.${world.dice.hex(4)}`, at: 1 },
  }));
  await as(page.life, () => page.parts.outbox.append(orders)).catch((error: unknown) => {
    if (!t.isTroubled) world.fail(error);
  });
  await sleep(world.dice.between(500, 20_000));
  world.network.setLine(t.disk.place, 'up');
}
