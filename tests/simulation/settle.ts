/** Second half of a seed: all faults are over, and every guarantee must hold within a minute. */
import { unpackPayload } from '../../shared/exchange/payload.ts';
import { openerOf } from '../../server/platform/keys/node-seal.ts';
import { opAad, type OpKind } from '../../shared/exchange/sync.ts';
import { proveTray } from './blank.ts';
import { checkSignedOut, isTold } from './board.ts';
import { as, note, sleep, time } from './kernel.ts';
import { Violation, type Final, type OpRow } from './oracle.ts';
import { sqlPlan } from './sqlite.ts';
import { proveHolder, proveParts, strays } from './takeover-proof.ts';
import type { Tablet, World } from './world.ts';

/** [L1] */
const SETTLED_MS = 60_000;
/** Events after which an op may be parked because of staff, not because of the tablet. */
const EXCUSES = /desk|takeover|parts|revoke|restore|foreign|evict|flip|poison|secondWindow|clock/;

export async function settle(world: World): Promise<void> {
  const { network, machine, oracle } = world;
  network.rates = {};
  network.blocked = undefined;
  sqlPlan.fault = undefined;
  for (const t of world.tablets) {
    network.setLine(t.disk.place, 'up');
    Object.assign(t.disk, { isFull: false, fault: undefined, openFails: { left: 0, name: '' } });
  }
  await sleep(Math.max(0, ...world.tablets.map((t) => t.asleepUntil - time())));
  note('faults over');
  // Active patients finish their tasks.
  if (
    !(await world.until(
      () =>
        world.tablets.every((t) => t.visiting === undefined && t.pages.length > 0) &&
        machine.running !== undefined,
      120_000,
    ))
  )
    throw new Violation('L1', 'a patient still waits');
  note('quiet');
  await sleep(0);
  const isDone = (): boolean =>
    machine.running !== undefined &&
    world.tablets.every((t) => isDrained(world, t)) &&
    world.tablets.every((t) => isSettled(world, t)) &&
    unheard(world).length === 0;
  if (!(await world.until(isDone, SETTLED_MS))) {
    const t = world.tablets.find((one) => !isSettled(world, one));
    const [late] = unheard(world);
    if (!t && late)
      throw new Violation(
        'L1',
        `${late.kind} ${late.opId.slice(-6)} of ${late.place} never reached the server`,
      );
    throw new Violation(
      'L1',
      `${t?.disk.place} still holds ${t ? oracle.pending(t.disk).length : 0} ops after a minute without faults; missing tasks: ${t ? missing(world, t).length : 0}`,
    );
  }
  // The server cannot notify tablets that it no longer knows.
  const held = (): string[] => strays(world, (t) => !isTakenBack(world, t));
  if (!(await world.until(() => held().length === 0, SETTLED_MS)))
    throw new Violation('R7', `what lies elsewhere is still held: ${held().join(', ')}`);
  if (machine.running) await as(machine.running.life, () => machine.running!.core.judged());
  world.check();
  for (const t of world.tablets.filter(
    (one) => oracle.unheard.has(one.disk.place) && !isOut(world, one.disk.place),
  )) {
    if (!(await world.until(() => isTold(world, t.id), SETTLED_MS)))
      throw new Violation(
        'S2',
        `an ending sent from memory of ${t.disk.place} went to a server that was restored: it is lost, and the board does not report it`,
      );
    world.count('loss:memory');
  }
  const isGoneTold = (): boolean =>
    world.machine.rows("select seq from audit where type = 'sync.gone'").length > 0;
  for (const place of oracle.outlived)
    if (!isOut(world, place) && !(await world.until(isGoneTold, SETTLED_MS)))
      throw new Violation(
        'S2',
        `data that ${place} had deleted before the restore is lost, and nothing reports it`,
      );
  proveContent(world);
  proveVerdicts(world);
  proveTray(
    oracle,
    machine.rows<{ id: string; response: string | null }>('select id, response from unmatched'),
    machine.rows("select seq from audit where type = 'unmatched.taken'").length,
  );
  proveHolder(world);
  proveParts(world);
  checkSignedOut(world);
  for (const t of world.tablets) oracle.checkSecrets(t.disk);
  if (!(await world.until(() => kept(world).length === 0, SETTLED_MS)))
    throw new Violation('S4', kept(world).join(', '));
}

/**
 * [S4] Returns data that tablets in service keep of tasks that ended or moved away; the same task
 * may have returned under a higher revision.
 */
function kept(world: World): string[] {
  return world.tablets.flatMap(({ disk }) => {
    const here = new Set(disk.rows('inbox').map((r) => String(r.taskId))),
      ended = [...world.oracle.finals.values()]
        .filter((f) => f.place === disk.place && !f.isLost)
        .map((f) => f.taskId);
    const begun = isOut(world, disk.place)
      ? []
      : [
          ...disk
            .rows('keys')
            .map((k) => String(k.id))
            .filter((id) => id.startsWith('task:'))
            .map((id) => id.slice(5)),
          ...disk.rows('drafts').map((d) => String(d.taskId)),
        ];
    return [...new Set([...ended, ...begun])]
      .filter((id) => !here.has(id))
      .flatMap((id) => world.oracle.keptOf(disk, id, false) ?? []);
  });
}

/** Returns endings that the server lacks although their tablet is in service. */
function unheard(world: World): Final[] {
  const there = new Set(world.oracle.rows().map((r) => r.id));
  return [...world.oracle.finals.values()].filter(
    (f) =>
      !there.has(f.opId) &&
      !f.isLost &&
      !isOut(world, f.place) &&
      !world.tablets.some((t) => t.disk.place === f.place && t.disk.rows('quarantine').length > 0),
  );
}
const isOut = (world: World, place: string): boolean =>
  world.tablets.some(
    (t) =>
      t.disk.place === place &&
      (isTakenBack(world, t) || t.pages.some((p) => p.isRevoked || !p.parts.device.get())),
  );
/**
 * Registered after the restored copy was made: the tablet reports it, keeps its data, and waits for
 * the desk.
 */
const isTakenBack = (world: World, t: Tablet): boolean =>
  t.pages.some((p) => p.isUnknown) &&
  world.machine.rows('select id from tablet where id = ?', t.id).length === 0;
/** The cheap half of the check. */
const isDrained = (world: World, t: Tablet): boolean =>
  t.pages[0] !== undefined &&
  (t.pages[0].isRevoked ||
    !t.pages[0].parts.device.get() ||
    world.oracle.pending(t.disk).length === 0 ||
    isTakenBack(world, t));
function isSettled(world: World, t: Tablet): boolean {
  const page = t.pages[0];
  if (!page) return false;
  if (page.isRevoked || !page.parts.device.get() || isTakenBack(world, t)) return true;
  return world.oracle.pending(t.disk).length === 0 && missing(world, t).length === 0;
}
/**
 * [F21] Returns tasks that the server assigns to this tablet and that the tablet has neither
 * received nor ended.
 */
function missing(world: World, t: Tablet): string[] {
  const assigned = world.machine.rows<{ id: string; rev: number }>(
    "select t.task_id as id, t.task_rev as rev from task t join mappe m on m.id = t.mappe_id where m.tablet_id = ? and t.state in ('assigned', 'started') and t.presented_pdf_sha256 is not null",
    t.id,
  );
  const inbox = t.disk.rows('inbox'),
    ended = t.disk.rows('meta').find((m) => m.key === 'ended')?.value;
  const gone: unknown[] = Array.isArray(ended) ? ended : [];
  return assigned
    .filter(
      (a) =>
        !inbox.some((r) => r.taskId === a.id && r.taskRev === a.rev) &&
        !gone.includes(`${a.id}:${a.rev}`) &&
        !t.pages.some((p) => p.parts.endedHere.has(`${a.id}:${a.rev}`)),
    )
    .map((a) => a.id);
}

/** [S1] The practice opens exactly what the patient entered. */
function proveContent(world: World): void {
  const open = openerOf(world.template.keys.privateJwk);
  for (const r of world.oracle.rows()) {
    const f = world.oracle.finals.get(r.id);
    if (!f || f.isDamaged || r.kind !== f.kind) continue;
    const plain = open(
      r.bytes,
      opAad({ device: r.device, inc: r.inc, id: r.id, kind: r.kind as OpKind, schema: 1 }),
    );
    if (!JSON.stringify(unpackPayload(plain)).includes(f.secret))
      throw new Violation(
        'S1',
        `${r.kind} ${r.id.slice(-6)} holds something else than the patient gave`,
      );
  }
}

/** [S3] Every acknowledged op was judged once, in the order of its tablet. */
function proveVerdicts(world: World): void {
  const { machine, oracle } = world,
    rows = oracle.rows();
  const audits = machine
    .rows<{ type: string; data: string }>('select type, data from audit order by seq')
    .map((a) => ({ type: a.type, data: JSON.parse(a.data) as { opId?: string } }));
  const count = (type: string): number => audits.filter((a) => a.type === type).length;
  const of = (kind: string, result = 'applied'): OpRow[] =>
    rows.filter((r) => r.kind === kind && r.result === result);
  const waiting = rows.find((r) => r.result === 'stored');
  if (waiting) throw new Violation('S3', `op ${waiting.n} ${waiting.kind} was never judged`);
  if (count('person.checked') !== of('person.checked').length)
    throw new Violation(
      'S3',
      `${of('person.checked').length} person checks were applied ${count('person.checked')} times`,
    );
  if (count('ink.captured') !== of('task.submit').length)
    throw new Violation(
      'S3',
      `${of('task.submit').length} submissions were applied ${count('ink.captured')} times`,
    );
  if (
    count('tablet.log') < of('log').length ||
    count('tablet.log') > of('log').length + of('log', 'parked').length
  )
    throw new Violation(
      'S3',
      `${of('log').length} notes were applied ${count('tablet.log')} times`,
    );
  const parked = audits.filter((a) => a.type === 'op.parked').map((a) => a.data.opId);
  for (const r of rows.filter((one) => one.result === 'parked')) {
    const times = parked.filter((id) => id === r.id).length;
    if (times !== 1) throw new Violation('S3', `op ${r.n} ${r.kind} was put aside ${times} times`);
    // A page died between the server's acknowledgement and its own confirmation, on a disk that
    // could store nothing: the patient saw no confirmation and ended the task again.
    const isRepeat = rows.some(
      (o) =>
        o.result === 'applied' &&
        o.taskId === r.taskId &&
        /submit|outcome|blank/.test(o.kind) &&
        !world.oracle.finals.has(o.id),
    );
    if (
      world.oracle.finals.has(r.id) &&
      !isRepeat &&
      !Object.keys(world.faults).some((k) => EXCUSES.test(k))
    )
      throw new Violation(
        'P4',
        `${r.kind} ${r.id.slice(-6)} was parked (${r.code}) although no other device interfered`,
      );
  }
  const order = new Map<string, number>();
  for (const a of audits) {
    const r =
      a.type === 'op.parked' || a.type === 'ink.captured'
        ? rows.find((one) => one.id === a.data.opId)
        : undefined;
    if (!r) continue;
    const line = `${r.device}|${r.inc}`;
    if (r.n < (order.get(line) ?? 0))
      throw new Violation(
        'S3',
        `op ${r.n} was judged after op ${order.get(line)} of the same tablet`,
      );
    order.set(line, r.n);
  }
}
