/**
 * Runs all tablets of the soak in one process, with the reception that sends each of them one paper
 * a minute.
 */
import type { TaskBody } from '../../shared/exchange/sync.ts';
import type { Logins } from '../../tests/support/server.ts';
import { answer } from '../kit/answer.ts';
import { Desk, until } from '../kit/desk.ts';
import { BenchTablet } from '../kit/tablet.ts';
import { handwriting } from '../seal/paper.ts';
import { watchBoard, type BoardWatch } from './board.ts';

export interface Order {
  url: string;
  logins: Logins;
  tablets: number;
}
/** Since the last reading; times in ms. */
export interface Reading {
  pushes: number[];
  acks: number[];
  composes: number[];
  boards: number[];
  sent: number;
  signed: number;
  skipped: number;
  connected: number;
  pending: number;
  alarms: string[];
  trouble: string[];
}

const MINUTE = 60_000;
/** Staff tokens last fifteen minutes. */
const SIGN_IN_MS = 8 * MINUTE;
/** Reading time of a patient, ms, by tablet number: from zero to half a minute. */
const readingTime = (at: number): number => 3000 + ((at * 7919) % 27) * 1000;

const tablets: { tablet: BenchTablet; patid: string; name: string }[] = [];
let order: Order;
let desk: Desk,
  signedInAt = 0;
let board: BoardWatch | undefined;
let isSending = false,
  isUnderWatch = false,
  connected = 0;
const fresh = () => ({
  pushes: [] as number[],
  acks: [] as number[],
  composes: [] as number[],
  sent: 0,
  signed: 0,
  skipped: 0,
  trouble: [] as string[],
});
let seen = fresh();
const trouble = (error: unknown): void => {
  seen.trouble.push(error instanceof Error ? error.message : String(error));
};
const pending = (): number => tablets.reduce((sum, t) => sum + t.tablet.pending, 0);

async function reception(): Promise<Desk> {
  if (performance.now() - signedInAt > SIGN_IN_MS) {
    desk = await Desk.open({ url: order.url, logins: () => order.logins });
    signedInAt = performance.now();
  }
  return desk;
}

/** Patient of a tablet: begins, reads, signs, leaves. */
async function patient(at: number, tablet: BenchTablet, task: TaskBody): Promise<void> {
  tablet.show(task);
  await tablet.begin(task);
  await new Promise((r) => setTimeout(r, readingTime(at)));
  await tablet.sign(task, (signer) => handwriting(signer + at));
  seen.signed++;
  tablet.show(undefined);
}

async function open(given: Order): Promise<void> {
  order = given;
  signedInAt = -Infinity;
  await reception();
  const begun = new Set<string>();
  for (let at = 0; at < order.tablets; at++) {
    const [firstName, lastName] = ['Anna', `Beispiel ${at}`];
    const { patid } = await desk.call<{ patid: string }>('/patient/patients', {
      firstName,
      lastName,
      geburtsdatum: '1980-05-17',
    });
    const tablet = new BenchTablet(desk.place, await desk.register(`Tablet ${at + 1}`), {
      onTask: (one, body) => {
        if (begun.has(body.taskId)) return;
        begun.add(body.taskId);
        patient(at, one, body).catch(trouble);
      },
      onAck: (_, ms) => {
        seen.acks.push(ms);
      },
      onPush: (ms) => {
        seen.pushes.push(ms);
      },
      onConnected: (is) => {
        connected += is ? 1 : -1;
      },
    });
    tablet.start();
    tablets.push({ tablet, patid, name: `${firstName} ${lastName}` });
  }
  await until('every tablet listens', async () => connected === order.tablets, 60_000, 100);
  board = watchBoard(
    () => Desk.open({ url: order.url, logins: () => order.logins }),
    () => isUnderWatch,
  );
}

async function send(at: number): Promise<void> {
  const one = tablets[at];
  if (!isSending || !one) return;
  const began = performance.now();
  try {
    await (
      await reception()
    ).call('/tablet/mappen', {
      patids: [one.patid],
      items: [{ template: 'foto@1', fields: {} }],
      tabletId: one.tablet.id,
      language: 'de',
      textScale: 100,
      identifiedBy: 'gesundheitskarte',
      signers: [{ role: 'patient', name: one.name }],
    });
    seen.composes.push(performance.now() - began);
    seen.sent++;
  } catch (error) {
    seen.skipped++;
    trouble(error);
  }
}

/** Each tablet has its own second of the minute. */
function run(): void {
  isSending = isUnderWatch = true;
  for (let at = 0; at < tablets.length; at++)
    setTimeout(
      () => {
        void send(at);
        setInterval(() => {
          void send(at);
        }, MINUTE);
      },
      (at * MINUTE) / tablets.length,
    );
}

function read(): Reading {
  const { ms: boards = [], alarms = [] } = board?.take() ?? {};
  const reading = { ...seen, boards, alarms, connected, pending: pending() };
  seen = fresh();
  return reading;
}

answer(async (question) => {
  switch (question.what) {
    case 'open':
      await open(question.order as Order);
      return undefined;
    case 'run':
      run();
      return undefined;
    case 'read':
      return read();
    // Reception stops sending; patients with a paper continue.
    case 'hold':
      isSending = false;
      return undefined;
    case 'go on':
      isSending = true;
      return undefined;
    case 'wait for all': {
      const began = performance.now();
      await until(
        'every tablet is back and everything acknowledged',
        async () => connected === tablets.length && pending() === 0,
        Number(question.limitMs),
        50,
      );
      return performance.now() - began;
    }
    case 'end':
      board?.stop();
      isSending = false;
      await Promise.all(tablets.map((t) => t.tablet.stop()));
      return undefined;
    default:
      throw new Error(`what is ${String(question.what)}?`);
  }
});
