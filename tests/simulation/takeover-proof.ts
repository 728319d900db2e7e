/** Invariants of moved tasks and of papers signed on two devices. */
import { Violation } from './oracle.ts';
import type { Tablet, World } from './world.ts';
import { running } from './takeover.ts';

interface Word {
  type: string;
  data: {
    mappeId?: string;
    taskId?: string;
    opId?: string;
    code?: string;
    to?: string;
    tabletId?: string | null;
  };
}

/**
 * [R7] Checks that a signature counts from the device that had the Mappe at that time, and from no
 * other; after a restore the newest message of a tablet counts.
 */
export function proveHolder(world: World): void {
  const { machine } = world;
  if (world.faults['restore:done']) return;
  const words = machine
    .rows<{ type: string; data: string }>(
      "select type, data from audit where type in ('mappe.composed', 'mappe.moved', 'ink.captured', 'signature.part') order by seq",
    )
    .map((r): Word => ({ type: r.type, data: JSON.parse(r.data) as Word['data'] }));
  const parted = new Set(
      words.filter((one) => one.type === 'signature.part').map((one) => one.data.taskId),
    ),
    holder = new Map<string, string | null>();
  const mappeOf = new Map(
      machine
        .rows<{ id: string; mappe: string }>('select task_id as id, mappe_id as mappe from task')
        .map((r) => [r.id, r.mappe]),
    ),
    ops = new Map(world.oracle.rows().map((r) => [r.id, r.device]));
  for (const { type, data } of words) {
    if (type === 'mappe.composed') holder.set(data.mappeId ?? '', data.tabletId ?? null);
    else if (type === 'mappe.moved') holder.set(data.mappeId ?? '', data.to ?? null);
    else if (type === 'ink.captured' && !parted.has(data.taskId)) {
      const had = holder.get(mappeOf.get(data.taskId ?? '') ?? ''),
        from = ops.get(data.opId ?? '');
      if (had !== from)
        throw new Violation(
          'R7',
          `a signature counts that came from ${from?.slice(-6)}, while ${had?.slice(-6)} had the Mappe`,
        );
    }
  }
}

/**
 * [R7] Returns devices that still hold a task assigned elsewhere; `isReached`: the server can
 * notify the device.
 */
export function strays(world: World, isReached: (t: Tablet) => boolean): string[] {
  return world.tablets
    .filter((t) => running(t) && isReached(t))
    .flatMap((t) => {
      const own = new Set(
        world.machine
          .rows<{ id: string }>(
            'select t.task_id as id from task t join mappe m on m.id = t.mappe_id where m.tablet_id = ?',
            t.id,
          )
          .map((r) => r.id),
      );
      const known = new Set(
        world.machine.rows<{ id: string }>('select task_id as id from task').map((r) => r.id),
      );
      return t.disk
        .rows('inbox')
        .filter((r) => known.has(String(r.taskId)) && !own.has(String(r.taskId)))
        .map((r) => `${t.disk.place} ${String(r.taskId).slice(-6)}`);
    });
}

/**
 * [S2] Checks papers whose two signers both saw the confirmation: each is submitted once, with both
 * signatures. A signature is parked for staff only if it arrived while another device had the
 * paper.
 */
export function proveParts(world: World): void {
  for (const { mappeId, opIds } of world.signed) {
    const told = opIds.map((id) => world.oracle.finals.get(id));
    // Endings of a device that the desk took out of service never arrive, and are reported with it
    // (H1).
    if (
      told.some((f) => !f || f.isLost || f.isDamaged || !world.oracle.isThere(f.opId)) ||
      world.faults['restore:done']
    )
      continue;
    const taskId = told[0]!.taskId,
      [task] = world.machine.rows<{ state: string }>(
        'select state from task where task_id = ?',
        taskId,
      );
    // The desk withdrew the task.
    if (task?.state === 'cancelled') continue;
    const of = (table: string): number =>
      world.machine.rows(`select 1 from ${table} where task_id = ?`, taskId).length;
    const words = world.machine
      .rows<{ type: string; data: string }>(
        "select type, data from audit where type in ('op.parked', 'signature.part', 'mappe.restarted', 'mappe.moved') order by seq",
      )
      .map((r): Word => ({ type: r.type, data: JSON.parse(r.data) as Word['data'] }));
    // The desk restarted the Mappe meanwhile: all earlier signatures are parked.
    if (
      words.some((one) => one.type === 'mappe.restarted' && one.data.mappeId === mappeId) &&
      opIds.every((id) => words.some((one) => one.type === 'op.parked' && one.data.opId === id))
    )
      continue;
    const aside = words.findIndex(
        (one) => one.type === 'op.parked' && opIds.includes(one.data.opId ?? ''),
      ),
      first = words.findIndex((one) => one.type === 'signature.part' && one.data.taskId === taskId);
    // Between the two the desk may have assigned it to a device again.
    const moved = words
        .slice(first + 1, Math.max(0, aside))
        .findLast((one) => one.type === 'mappe.moved' && one.data.mappeId === mappeId),
      isElsewhere = typeof moved?.data.to === 'string';
    if (aside >= 0 && first >= 0 && first < aside && !isElsewhere)
      throw new Violation(
        'parts',
        `a signature was parked (${words[aside]!.data.code}) although no other device had the paper`,
      );
    const counts = [
      of('signature_part'),
      of('envelope'),
      world.machine.rows(
        "select 1 from job where kind = 'seal-document' and key = ?",
        `seal:${taskId}`,
      ).length,
    ];
    if (
      aside >= 0
        ? counts.join() !== '1,0,0'
        : task?.state !== 'submitted' || counts.join() !== '2,1,1'
    )
      throw new Violation(
        'parts',
        `two signed the paper of ${mappeId.slice(-6)}; it is ${task?.state}, with ${counts[0]} signatures, ${counts[1]} envelopes, ${counts[2]} sealings`,
      );
  }
}
