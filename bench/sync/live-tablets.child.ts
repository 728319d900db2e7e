/**
 * Two hundred of our tablets in one process with the real receiver, and the desk that assigns a
 * prepared Mappe to one of them.
 */
import { browserClock, browserRandom } from '../../kiosk/app/ports.ts';
import { createApi } from '../../kiosk/sync/api.ts';
import { createReceiver } from '../../kiosk/sync/feed/receiver.ts';
import type { Logins } from '../../tests/support/server.ts';
import { answer } from '../kit/answer.ts';
import { Desk, until, type Place, type Tablet } from '../kit/desk.ts';

/**
 * ns of the machine's clock; `pulled` if the live channel only announced the row and the tablet had
 * to fetch it.
 */
export interface Sample {
  sent: bigint;
  got: bigint;
  pulled: boolean;
  /** Characters of the opened body. */
  chars: number;
}
interface Waiting {
  tabletId: string;
  got: (at: bigint, body: object) => void;
}

let desk: Desk | undefined;
let tablets: Tablet[] = [];
let mappen: string[] = [];
let waiting: Waiting | undefined;
let connected = 0,
  settled = 0,
  pulls = 0;

async function open(q: {
  url: string;
  logins: Logins;
  tablets: number;
  mappen: number;
  patients: { patid: string; name: string }[];
}): Promise<void> {
  const open = await Desk.open({ url: q.url, logins: () => q.logins });
  desk = open;
  tablets = [];
  for (let i = 0; i < q.tablets; i++) tablets.push(await open.register(`Tablet ${i + 1}`));
  mappen = [];
  for (let i = 0; i < q.mappen; i++) {
    const patient = q.patients[i % q.patients.length];
    if (patient) mappen.push(await open.prepare(patient.patid, patient.name));
  }
}

function listen(place: Place, tablet: Tablet): void {
  const auth = {
    authToken: tablet.authToken,
    r4chost: place.url,
    r4cUuid: place.r4cUuid,
    cid: tablet.cid,
    shareId: null,
  };
  const { call, stream } = createApi({
    auth: { get: () => auth, set: () => undefined, clear: () => undefined },
    newId: browserRandom.id,
    version: 'bench',
    renew: async () => false,
    ready: async () => true,
  });
  const at = { cursor: 0, epoch: '' };
  createReceiver({
    stream,
    call: (path, options) => {
      if (waiting?.tabletId === tablet.tabletId) pulls++;
      return call(path, options);
    },
    clock: browserClock,
    random: browserRandom,
    device: async () => tablet.tabletId,
    privateKey: async () => tablet.sealKey.privateKey,
    store: {
      cursor: async () => ({ ...at }),
      // A real tablet writes to its inbox here; this one only keeps it in memory.
      apply: async (rows, cursor, epoch) => {
        const now = process.hrtime.bigint();
        if (at.epoch === '') settled++;
        Object.assign(at, { cursor, epoch });
        const [put] = rows.flatMap((r) => (r.op === 'put' ? [r.body] : []));
        if (put && waiting?.tabletId === tablet.tabletId) waiting.got(now, put);
        return true;
      },
    },
    onEpoch: async () => undefined,
    onRows: () => undefined,
    onConnected: (isOn) => {
      connected += isOn ? 1 : -1;
    },
    onHelpAnswered: () => undefined,
    onUnreadable: () => {
      throw new Error('a tablet could not open what was sealed to it');
    },
  }).start();
}

async function connect(): Promise<void> {
  if (!desk) throw new Error('nothing is open');
  for (const tablet of tablets) listen(desk.place, tablet);
  await until(
    'every tablet listens and has its settings',
    async () => connected === tablets.length && settled === tablets.length,
    120_000,
  );
}

/** Assigns one Mappe to one tablet with the call that reception makes. */
async function place(at: number): Promise<Sample> {
  const [tablet, mappeId] = [tablets[(at * 7 + 3) % tablets.length], mappen[at]];
  if (!desk || !tablet || mappeId === undefined) throw new Error('nothing to place');
  const arrived = new Promise<{ at: bigint; body: object }>((resolve) => {
    waiting = {
      tabletId: tablet.tabletId,
      got: (when, body) => {
        resolve({ at: when, body });
      },
    };
  });
  pulls = 0;
  const sent = process.hrtime.bigint();
  const [{ got, pulled, body }] = await Promise.all([
    arrived.then((a) => ({ got: a.at, body: a.body, pulled: pulls > 0 })),
    desk.call(`/tablet/mappen/${mappeId}/move`, { tabletId: tablet.tabletId }),
  ]);
  waiting = undefined;
  return { sent, got, pulled, chars: JSON.stringify(body).length };
}

answer(async (q) => {
  if (q.do === 'open') return open(q as unknown as Parameters<typeof open>[0]);
  return q.do === 'connect' ? connect() : place(Number(q.at));
});
