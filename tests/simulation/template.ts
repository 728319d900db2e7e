/**
 * Start state of every seed: a practice with its database, three registered tablets, two of them
 * with a Mappe, and the tablets' disks; before and after their first contact with the server.
 */
import { createDb, ensureSync, writeValue } from '../../kiosk/outbox/db.ts';
import { createBlanks } from '../../kiosk/outbox/blanks.ts';
import { createInbox } from '../../kiosk/outbox/inbox.ts';
import { DB_NAME } from '../../kiosk/app/parts.ts';
import { appendFeed } from '../../server/desk/sync/feed.ts';
import { configOf } from '../../server/desk/tablet/config.ts';
import { insertTablet } from '../../server/desk/tablet/store.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import type { ConfigBody } from '../../shared/exchange/sync.ts';
import { REF, TEXT } from './blank.ts';
import { Dice } from './dice.ts';
import { Disk } from './disk.ts';
import { wire } from './globals.ts';
import type { Image } from './image.ts';
import { as, end, newLife, reset, run, simClock, sleep, time, wall } from './kernel.ts';
import { Machine, type Copy, type ServerKeys } from './machine.ts';
import { Network } from './network.ts';
import { openPage } from './page.ts';
import { CID, PATIENTS, R4C } from './practice.ts';
import { sendMappe } from './staff.ts';
import { seedCrypto, seededId } from './webcrypto.ts';

interface Registered {
  id: string;
  sign: CryptoKeyPair;
  seal: CryptoKeyPair;
  config: ConfigBody;
}
/** The server's files and the matching disks of the tablets. */
interface Start {
  files: Copy;
  disks: Image[];
}
/** `fresh`: tablets have received nothing yet. `met`: they hold their tasks. */
export interface Template {
  fresh: Start;
  met: Start;
  empty: Copy;
  keys: ServerKeys;
  tablets: { id: string }[];
  at: number;
}
export const MOST_TABLETS = 3;

/** Inserts the patients of every story. */
async function insertPatients(machine: Machine): Promise<void> {
  await machine.desk(async (w) => {
    for (const p of PATIENTS)
      await w.tx.insert(w.t.patient, {
        ...p,
        title: '',
        street: '',
        plz: '',
        city: '',
        herkunft: 'hand',
        mergedInto: null,
        createdAt: 1,
        search: '',
      });
  });
}

/** Registers a tablet with its own keys; its configuration is in the feed. */
async function registerTablet(machine: Machine, dice: Dice, i: number): Promise<Registered> {
  const sign = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]),
    seal = await createSealKeys(false),
    id = seededId(dice, wall());
  const bare = async (k: CryptoKey): Promise<JsonWebKey> => {
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', k);
    return { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) };
  };
  const [signKey, sealKey] = [await bare(sign.publicKey), await bare(seal.publicKey)];
  const config = await machine.running!.links.praxisConfig(machine.look());
  await machine.desk(async (w) => {
    await insertTablet(w, {
      id,
      r4cUuid: R4C,
      name: `T${i}`,
      posture: 'hand',
      signKey,
      sealKey,
      tokenHash: id,
      gate: { secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'ok' },
      exceptions: [],
      userAgent: '',
      inc: null,
      highN: 0,
      ackN: 0,
      safeN: 0,
      feedSeq: 0,
      health: null,
      activity: null,
      activityAt: null,
      helpAt: null,
      helpAnsweredAt: null,
      lostSubmissions: null,
      loss: null,
      registeredAt: w.now,
      lastSeenAt: w.now,
      leaseUntil: w.now + 86_400_000,
      revokedAt: null,
    });
    await appendFeed(w, id, 'config');
  });
  return {
    id,
    sign,
    seal,
    config: configOf({ name: `T${i}`, posture: 'hand', guestOf: null }, config),
  };
}

/**
 * Builds the start states.
 * @param migrated a database without a row
 */
export async function makeTemplate(folder: string, migrated: Buffer): Promise<Template> {
  const made: Partial<Template> = {};
  reset();
  seedCrypto(0);
  await run(async () => {
    const dice = new Dice(0),
      server = await createSealKeys(true);
    const keys = {
      publicJwk: await crypto.subtle.exportKey('jwk', server.publicKey),
      privateJwk: await crypto.subtle.exportKey('jwk', server.privateKey),
    };
    const machine = new Machine(folder, keys, dice);
    const close = async (m: Machine): Promise<Copy> => {
      const { life, store } = m.running!;
      await as(life, () => store.close());
      end(life);
      return m.copy();
    };
    machine.lay({ bytes: migrated, wal: undefined });
    await machine.start();
    const tablets: Registered[] = [];
    await insertPatients(machine);
    for (let i = 0; i < MOST_TABLETS; i++) {
      const tablet = await registerTablet(machine, dice, i);
      tablets.push(tablet);
      // The last one stays free as the target of moves.
      if (i < MOST_TABLETS - 1)
        await sendMappe(
          machine,
          dice,
          tablet.id,
          i === 1 ? ['foto@1', 'extraktion@1'] : ['foto@1', 'foto@1'],
          PATIENTS[i]!.patid,
        );
    }
    const fresh: Start = { files: await close(machine), disks: [] },
      disks = tablets.map((_, i) => new Disk(`t${i}`));
    for (const [i, t] of tablets.entries()) await installTablet(disks[i]!, t, dice.hex(16));
    const images = (): Image[] => disks.map((d) => d.image());
    fresh.disks = images();
    const met = await meet(machine, fresh, disks, dice).then(async () => ({
      files: await close(machine),
      disks: images(),
    }));
    const other = new Machine(folder, keys, new Dice(1));
    other.lay({ bytes: migrated, wal: undefined });
    await other.start();
    Object.assign(made, { fresh, met, empty: await close(other), keys, tablets, at: time() });
    machine.remove();
    other.remove();
  });
  return made as Template;
}

const MEETING_MS = 4_000;
/** Switches every tablet on, lets it receive its tasks, and switches it off. */
async function meet(
  machine: Machine,
  { files }: Start,
  disks: readonly Disk[],
  dice: Dice,
): Promise<void> {
  machine.lay(files);
  await machine.start();
  wire.fetch = new Network(machine, dice).fetch;
  const pages = await Promise.all(disks.map((d) => openPage(d, dice, 0, 0)));
  await sleep(MEETING_MS);
  for (const p of pages) p.disk.kill(p.life, false);
  await sleep(MEETING_MS);
}

/** Writes a registered tablet's rows onto a fresh disk. */
async function installTablet(disk: Disk, t: Registered, inc: string): Promise<void> {
  const hand = newLife('installer', disk.place);
  await as(hand, async () => {
    const db = createDb(DB_NAME),
      at = wall();
    await ensureSync(db, () => inc);
    await db.keys.bulkPut([
      { id: 'sign', pair: t.sign },
      { id: 'seal', pair: t.seal },
    ]);
    await writeValue(db, 'config', t.config);
    await writeValue(db, 'device', {
      tabletId: t.id,
      cid: CID,
      tabletToken: 't',
      exceptions: [],
      registeredAt: at,
      isReady: true,
      isRevoked: false,
    });
    await createBlanks(db).put(REF.textSha256, TEXT);
    await createBlanks(db).keep([REF]);
    await createInbox(db, simClock).extendLease(at + 86_400_000, at);
    disk.storage.set(
      'authStore',
      JSON.stringify({ authToken: null, r4chost: 'r4c', r4cUuid: R4C, cid: CID, shareId: null }),
    );
    db.close();
  });
  disk.kill(hand, false);
  end(hand);
}
