/**
 * A task that moves to a private phone and back (R7), and a paper signed by two people on two
 * devices; with the invariants checked afterwards.
 */
import {
  beginOffer,
  fetchMappe,
  returnMappe,
  takeOver,
  tryEnd,
  withdrawOffer,
  type Sender,
} from '../../kiosk/app/effects/takeover.ts';
import { offerMappe } from '../../server/desk/takeover/offer-takeover.ts';
import { takeoverSide } from '../../server/desk/sync/takeover-side.ts';
import { takeoverCode, takeoverUrl, type TakeoverCode } from '../../shared/exchange/takeover.ts';
import { Disk } from './disk.ts';
import { as, end, newLife, note, sleep } from './kernel.ts';
import type { Patient } from './patient.ts';
import type { Page } from './page.ts';
import { Violation } from './oracle.ts';
import { PATIENTS, SIGNERS } from './practice.ts';
import { attempt, sendMappe } from './staff.ts';
import type { Tablet, World } from './world.ts';

const TRIES = 6,
  WAIT_MS = 20_000;
const appOf = (page: Page): Sender => ({
  parts: page.parts,
  wake: () => {
    page.loops?.draftSender.wake();
    page.loops?.sender.wake();
  },
});
/** Another text, such as the answer of a captive portal, is no code. */
const codeOf = (url: string): TakeoverCode | undefined =>
  URL.canParse(url) ? takeoverCode(new URL(url).pathname) : undefined;
export const running = (t: Tablet): Page | undefined => {
  const [page] = t.pages;
  return page && !page.isRevoked && !page.isSealedOff && page.parts.device.get() ? page : undefined;
};

/** Reads a code with a new phone; its browser is reloaded until the network works. */
async function takeBy(world: World, phone: Tablet, code: TakeoverCode): Promise<string> {
  let said = 'offline';
  for (let i = 0; i < TRIES && said === 'offline'; i++) {
    const hand = newLife(`${phone.disk.place}.take${i}`, phone.disk.place);
    try {
      said = await as(hand, () => takeOver(code, 'de'));
    } catch (error) {
      note(`the phone does not open: ${error instanceof Error ? error.message : ''}`);
    }
    phone.disk.kill(hand, false);
    end(hand);
    if (said === 'offline') await sleep(world.dice.between(500, 6_000));
  }
  note(`${phone.disk.place} takes over: ${said}`);
  world.count(`takeover:${said}`);
  return said;
}

/** Returns the id under which a disk is registered. */
const idOn = (disk: Disk): string =>
  (disk.rows('meta').find((r) => r.key === 'device')?.value as { tabletId?: string } | undefined)
    ?.tabletId ?? '';
/** Returns the phone with the task; undefined if the takeover failed. */
async function phoneWith(world: World, code: TakeoverCode): Promise<Tablet | undefined> {
  const phone = world.addTablet(new Disk(`p${world.tablets.length}`), '');
  phone.isAway = phone.isPhone = true;
  if ((await takeBy(world, phone, code)) !== 'taken') {
    world.tablets.splice(world.tablets.indexOf(phone), 1);
    return undefined;
  }
  // From now on its page may be reloaded at any time.
  phone.id = idOn(phone.disk);
  // [sec B59] A second device cannot use the same code.
  if (world.dice.chance(0.4)) {
    const other = world.addTablet(new Disk(`q${world.tablets.length}`), ''),
      said = await takeBy(world, other, code);
    world.tablets.splice(world.tablets.indexOf(other), 1);
    if (said === 'taken') throw new Violation('R7', 'one code let two phones in');
  }
  const page = await world.openPage(phone);
  phone.id = page?.parts.device.get()?.tabletId ?? phone.id;
  phone.isAway = false;
  return page && phone;
}
const arrives = async (world: World, t: Tablet): Promise<boolean> =>
  world.until(() => (running(t)?.bodies.length ?? 0) > 0, WAIT_MS);
/** No other patient uses the tablet meanwhile. */
async function held(t: Tablet, work: () => Promise<void>): Promise<void> {
  let free = (): void => undefined;
  t.visiting = new Promise<void>((done) => {
    free = done;
  });
  try {
    await work();
  } finally {
    t.visiting = undefined;
    free();
  }
}
const isToldUnreadable = (world: World): boolean =>
  world.machine.rows("select 1 from task where attention = 'draft_unreadable'").length > 0;
/** A patient uses the tablet until the end of the task; the call waits for that. */
async function sit(world: World, t: Tablet): Promise<void> {
  const hold = t.visiting;
  t.visiting = undefined;
  await world.attend(t);
  t.visiting = hold;
}

/**
 * Runs a takeover of a running task: typed at a tablet, moved to a phone, perhaps moved back; the
 * tablet is offline meanwhile and perhaps restarted.
 */
export async function handOver(world: World, t: Tablet): Promise<void> {
  const { dice, network, machine } = world;
  if (t.visiting === undefined && running(t)?.bodies.length === 0) {
    await sendMappe(machine, dice, t.id, ['foto@1', 'foto@1'], PATIENTS[2].patid);
    await arrives(world, t);
  }
  const page = running(t);
  if (!page || t.visiting) return;
  await held(t, async () => {
    const made = await world.inPage(
      page,
      async () => {
        const patient = world.patientAt(t, page),
          typed = await patient.begin();
        t.typed = patient.typed;
        return typed && { typed, offer: await beginOffer(appOf(page), typed, 'de') };
      },
      t,
    );
    const code = made && typeof made.offer === 'object' ? codeOf(made.offer.url) : undefined;
    world.count(
      `offer:${made ? (typeof made.offer === 'object' ? 'made' : made.offer) : 'nothing'}`,
    );
    if (!made || !code) return;
    if (world.phoneDice.chance(0.15) && (await isClosed(world, t, page, code))) return;
    const isCut = dice.chance(0.5);
    if (isCut) network.setLine(t.disk.place, 'down');
    const phone = await phoneWith(world, code);
    if (phone && (await arrives(world, phone)) && !phone.visiting)
      await held(phone, async () => {
        const {
          bodies: [body],
        } = phone.pages[0]!;
        // Earlier typing moves along, or staff is notified that it cannot be read (L4). If the desk
        // restarted the task meanwhile, the desk itself dropped it.
        if (
          body &&
          !isToldUnreadable(world) &&
          body.taskId === made.typed.taskId &&
          body.taskRev === made.typed.taskRev + 1 &&
          world.isHeldBy(body, phone.id)
        )
          phone.typed = { taskId: body.taskId, taskRev: body.taskRev, secret: made.typed.secret };
        if (dice.chance(0.35)) await back(world, phone, t);
        else {
          await sit(world, phone);
          if (world.phoneDice.chance(0.5)) await leave(world, phone);
        }
      });
    // Restarted offline, the tablet still offers its old task: a signature made there must not
    // count.
    if (isCut && phone) {
      await world.restartPage(t, false);
      await sit(world, t);
      await sleep(dice.between(100, 4_000));
    }
    if (isCut) network.setLine(t.disk.place, 'up');
    if (phone && dice.chance(0.3)) await sit(world, t);
  });
}
/**
 * True when the tablet was notified that its code is closed: from then on the code starts no
 * takeover.
 */
async function isClosed(world: World, t: Tablet, page: Page, code: TakeoverCode): Promise<boolean> {
  const isTold = await world.inPage(page, () => withdrawOffer(appOf(page)), t);
  note(`closes its code: ${isTold}`);
  if (isTold !== true) return false;
  world.count('offer:closed');
  const other = world.addTablet(new Disk(`q${world.tablets.length}`), ''),
    said = await takeBy(world, other, code);
  world.tablets.splice(world.tablets.indexOf(other), 1);
  // A copy made earlier may bring the code back.
  if (said === 'taken' && !world.faults['restore'])
    throw new Violation('R7', 'a code that was closed let a phone in');
  return true;
}
/** All papers are submitted: the phone is signed out and deletes everything. */
async function leave(world: World, phone: Tablet): Promise<void> {
  for (let i = 0; i < TRIES; i++) {
    const page = running(phone),
      isOver =
        page && (await world.inPage(page, () => tryEnd(appOf(page)).catch(() => false), phone));
    if (isOver) {
      const { id, disk } = phone,
        isInService =
          world.machine.rows('select 1 from tablet where id = ? and revoked_at is null', id)
            .length > 0;
      note(`${disk.place} forgets`);
      world.count('phone:ended');
      if (isInService && !world.faults['restore'])
        throw new Violation('R7', 'a phone got the answer that it has ended, and still has access');
      phone.isAway = true;
      world.killPages(phone, false);
      disk.evict();
      phone.typed = undefined;
      if (world.oracle.evicted(disk.place).length > 0)
        throw new Violation('S2', 'a phone forgot what the server never got');
      await world.openPage(phone);
      phone.isAway = false;
      return;
    }
    await sleep(1_000);
  }
}
/** Moves a task back to the tablet: by the button on the phone, or by the tablet's camera. */
async function back(world: World, phone: Tablet, t: Tablet): Promise<void> {
  const page = running(phone),
    body = page?.bodies[0];
  if (!page || !body) return;
  if (world.dice.chance(0.5)) {
    const said = await world.inPage(page, () => returnMappe(appOf(page), body.mappeId), phone);
    note(`returns: ${said}`);
    if (
      said === 'done' &&
      world.machine.running &&
      !world.isForeign &&
      !world.faults['restore'] &&
      world.machine.rows("select 1 from audit where type = 'takeover.returned'").length === 0
    )
      throw new Violation(
        'R7',
        'a phone got the answer that its Mappe was returned, but the server has no record of it',
      );
    return;
  }
  const offer = await world.inPage(page, () => beginOffer(appOf(page), body, 'de'), phone),
    code = typeof offer === 'object' ? codeOf(offer.url) : undefined,
    tablet = running(t);
  if (code && tablet)
    note(`fetches: ${await world.inPage(tablet, () => fetchMappe(appOf(tablet), code), t)}`);
}

/**
 * Lets two signers sign on two devices: one at an offline tablet, the other one meanwhile on a
 * phone.
 */
export async function signInParts(world: World): Promise<void> {
  const { dice, machine, network } = world,
    a = await world.freeTablet();
  if (!a || a.visiting) return;
  const known = new Set(machine.rows<{ id: string }>('select id from mappe').map((r) => r.id));
  await sendMappe(machine, dice, a.id, ['zuzweit@1'], PATIENTS[3].patid, SIGNERS);
  const mappe = machine.rows<{ id: string }>('select id from mappe').find((r) => !known.has(r.id));
  if (
    !mappe ||
    !(await world.until(
      () =>
        a.visiting === undefined &&
        (running(a)?.bodies.some((b) => b.mappeId === mappe.id) ?? false),
      WAIT_MS,
    )) ||
    a.visiting
  )
    return;
  await held(a, async () => {
    const isCut = dice.chance(0.6);
    if (isCut) network.setLine(a.disk.place, 'down');
    const first = await part(world, a, mappe.id, SIGNERS[0].role);
    let url = '';
    await attempt(
      'code',
      machine.desk(async (w, r) => {
        url = takeoverUrl(
          'https://r4c.test',
          'r4c',
          (await offerMappe(w, takeoverSide(r.links), mappe.id)).takeoverSecret,
        );
      }),
    );
    const code = url === '' ? undefined : codeOf(url),
      phone = code && (await phoneWith(world, code));
    let second: string | undefined;
    if (phone && (await arrives(world, phone)) && !phone.visiting)
      await held(phone, async () => {
        second = await part(world, phone, mappe.id, SIGNERS[1].role);
      });
    if (first && second) {
      world.signed.push({ mappeId: mappe.id, opIds: [first, second] });
      world.count('parts:both');
    }
    if (isCut) {
      await sleep(dice.between(100, 9_000));
      network.setLine(a.disk.place, 'up');
    }
  });
}
/** Returns the op whose confirmation this signer saw. */
const part = (
  world: World,
  t: Tablet,
  mappeId: string,
  role: (typeof SIGNERS)[number]['role'],
): Promise<string | undefined> => {
  const page = running(t),
    patient: Patient | undefined = page && world.patientAt(t, page);
  return page && patient
    ? world
        .inPage(page, () => patient.part(mappeId, role), t)
        .then((opId) =>
          opId === undefined || world.oracle.finals.get(opId) === undefined ? undefined : opId,
        )
    : Promise.resolve(undefined);
};
