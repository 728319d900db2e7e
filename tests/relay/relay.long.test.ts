/**
 * A box without an open port and its relay, as two processes: phones work while the line is cut,
 * the relay learns no word, keys change without a gap, and a killed relay comes back.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBoxLink } from '../../server/platform/tunnel/box-link.ts';
import {
  openIdentity,
  openNextIdentity,
  switchIdentity,
} from '../../server/platform/tunnel/identity.ts';
import { relayFolderOf } from '../../server/platform/tunnel/relay-folder.ts';
import { writeTable, type Box } from '../../server/relay/box-table.ts';
import { tableIn } from '../../server/relay/start-relay.ts';
import { silent } from '../../server/relay/testing.ts';
import { buildServer, removeBuilds } from '../chaos/build.ts';
import { pause } from '../chaos/dice.ts';
import { freePort, readLogins } from '../support/server.ts';
import { call, certificateFor, type Answer, type Call } from './phone.ts';
import {
  killAll,
  residentOf,
  startProgram,
  tap,
  wordsInMemory,
  type Program,
  type Tap,
} from './processes.ts';

const NAME = 'praxis-am-markt.example',
  XSRF = 'x'.repeat(22),
  /** Words that only phone and box may know. */
  SURNAMES = Array.from({ length: 8 }, (_, at) => `Kanarienvogel${'abcdefgh'[at]}feder`);
const work = mkdtempSync(path.join(tmpdir(), 'molar-relay-long-')),
  boxData = path.join(work, 'box'),
  relayData = path.join(work, 'relay');
let dist: string, ca: string, relay: Program, box: Program, boxPort: number;
let relayEnv: Record<string, string>, boxEnv: Record<string, string>;
let phoneTap: Tap, boxTap: Tap, monitor: string, password: string;
let relayAt: { host: string; port: number };
let session: { authToken: string; r4cUuid: string };

const write = (boxes: Box[]): Promise<void> => writeTable(tableIn(relayData), { boxes });
beforeAll(async () => {
  dist = await buildServer('relay');
  const made = await certificateFor(NAME),
    files = { cert: path.join(work, 'cert.pem'), key: path.join(work, 'key.pem') };
  ca = made.ca;
  writeFileSync(files.cert, made.cert);
  writeFileSync(files.key, made.key);
  const own = await openIdentity(relayFolderOf(boxData)),
    pin = (await openIdentity(relayData)).pin,
    [phones, boxes, watched] = [await freePort(), await freePort(), await freePort()];
  await write([{ name: NAME, current: own.pin }]);
  monitor = `http://127.0.0.1:${watched}`;
  relayAt = { host: '127.0.0.1', port: phones };
  relayEnv = {
    MOLAR_RELAY_DATA: relayData,
    MOLAR_RELAY_PHONES: `127.0.0.1:${phones}`,
    MOLAR_RELAY_BOXES: `127.0.0.1:${boxes}`,
    MOLAR_RELAY_MONITOR: `127.0.0.1:${watched}`,
  };
  [phoneTap, boxTap] = await Promise.all([tap(phones), tap(boxes)]);
  relay = await startProgram(dist, 'relay.main.js', relayEnv);
  boxPort = await freePort();
  boxEnv = {
    MOLAR_DATA: boxData,
    MOLAR_DEMO_DATA: 'none',
    MOLAR_PORT: String(boxPort),
    MOLAR_DISPATCHER_PORT: String(await freePort()),
    MOLAR_PUBLIC_URL: `https://${NAME}`,
    MOLAR_TLS_CERT: files.cert,
    MOLAR_TLS_KEY: files.key,
    MOLAR_RELAY_URL: `127.0.0.1:${boxTap.port}`,
    MOLAR_RELAY_PIN: pin,
    MOLAR_RELAY_NAME: NAME,
  };
  box = await startProgram(dist, 'main.js', boxEnv);
  ({ password } = readLogins(box.output()));
}, 240_000);
afterAll(() => {
  killAll();
  phoneTap.close();
  boxTap.close();
  removeBuilds();
  rmSync(work, { recursive: true, force: true });
});

/** A call of a phone through the relay. */
const ask = (target: string, json?: object, rest: Partial<Call> = {}): Promise<Answer> =>
  call({
    port: phoneTap.port,
    name: NAME,
    ca,
    path: target,
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
    headers: {
      Cookie: `XSRF-TOKEN=${XSRF}; __Host-XSRF-TOKEN=${XSRF}`,
      'X-XSRF-TOKEN': XSRF,
      ...(session && { Authorization: `Bearer ${session.authToken}` }),
      ...(json && { 'Content-Type': 'application/json' }),
    },
    ...rest,
  });
/** The same, again and again until it is answered, as a phone does. */
async function insist(target: string, json?: object): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask(target, json);
    } catch (error) {
      if (tries > 300) throw error;
      await pause(50);
    }
  }
}
const countOf = (text: string, word: string): number => text.split(word).length - 1;
const valueOf = async (series: string): Promise<number> => {
  const text = await (await fetch(`${monitor}/metrics`)).text();
  return Number(new RegExp(`^${series} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
};
/** What the box answers at its own port, inside of the practice. */
const inside = (target: string): Promise<Answer> =>
  call({ port: boxPort, name: NAME, ca, path: target });

describe('a box and its relay', () => {
  it('answer a phone, and the box reports its link', async () => {
    await insist('/livez');
    const ready = JSON.parse((await ask('/readyz')).body) as { checks: Record<string, string> };
    expect(ready.checks['relay']).toBe('ok');
    expect((await ask('/go')).body).toContain('<html');
    const answer = await ask('/auth/login', {
      credentials: { email: 'owner@demo.molar', password },
      longLogin: false,
    });
    expect(answer.status).toBe(200);
    session = JSON.parse(answer.body) as typeof session;
  });

  it('[scale M24] serve phones while the line is cut every second, and no stream is left', async () => {
    const ups = countOf(relay.output(), '"event":"relay.box_up"'),
      cuts = setInterval(() => boxTap.cut(), 1000);
    try {
      for (const lastName of SURNAMES) {
        const added = await insist(`/r4c/${session.r4cUuid}/patient/patients`, {
          firstName: 'Anna',
          lastName,
          geburtsdatum: '1980-05-05',
        });
        expect([lastName, added.status]).toEqual([lastName, 200]);
        const found = await insist(`/r4c/${session.r4cUuid}/patient/search?q=${lastName}`);
        expect(found.body).toContain(lastName);
        for (let at = 0; at < 10; at++) await insist('/livez');
        await pause(700);
      }
    } finally {
      clearInterval(cuts);
    }
    expect(countOf(relay.output(), '"event":"relay.box_up"') - ups).toBeGreaterThan(2);
    await insist('/livez');
    await expect.poll(() => valueOf('molar_relay_streams')).toBe(0);
    expect(await valueOf('molar_relay_sessions')).toBe(1);
  });

  it('[scale H5] the relay saw and holds no word, password or token of them', async () => {
    const secrets = [...SURNAMES, password, session.authToken],
      seen = Buffer.concat([phoneTap.bytes(), boxTap.bytes()]);
    // The search finds what is there: the name in the hellos, and the words in the box.
    expect(seen.includes(NAME)).toBe(true);
    expect(secrets.filter((word) => seen.includes(word))).toEqual([]);
    expect(wordsInMemory(box.pid, [SURNAMES[0]!])).toEqual([SURNAMES[0]]);
    expect(wordsInMemory(relay.pid, [NAME, ...secrets])).toEqual([NAME]);
  });

  it('[scale M26] phones that read nothing cost the relay no memory, and others are answered', async () => {
    const size = (await ask('/openapi.json')).body.length,
      before = residentOf(relay.pid),
      calls = 16,
      head = `GET /openapi.json HTTP/1.1\r\nHost: ${NAME}\r\n\r\n`;
    const lazy = await Promise.all(
      Array.from(
        { length: 15 },
        (_, at) =>
          new Promise<TLSSocket>((open, fail) => {
            // Straight to the relay, each from its own address.
            const line = connectTcp({ ...relayAt, localAddress: `127.0.1.${1 + at}` }),
              phone = connect({ socket: line, servername: NAME, ca }, () => {
                phone.pause();
                phone.write(head.repeat(calls));
                open(phone);
              });
            phone.on('error', fail);
          }),
      ),
    );
    for (let at = 0; at < 20; at++) expect((await ask('/livez')).status).toBe(200);
    expect(lazy.length * calls * size).toBeGreaterThan(200_000_000);
    expect(residentOf(relay.pid) - before).toBeLessThan(64_000_000);
    for (const phone of lazy) phone.destroy();
    await expect.poll(() => valueOf('molar_relay_streams')).toBe(0);
  });

  it('[scale M28] the box changes its key without a failed call, and the old key is refused', async () => {
    const folder = relayFolderOf(boxData),
      old = await openIdentity(folder),
      next = await openNextIdentity(folder),
      ups = countOf(relay.output(), '"event":"relay.box_up"');
    await write([{ name: NAME, current: old.pin, next: next.pin }]);
    await expect.poll(() => relay.output()).toContain('"event":"relay.table"');
    expect(await switchIdentity(folder)).toBe(true);
    while (countOf(relay.output(), '"event":"relay.box_up"') === ups) {
      expect((await ask('/livez')).status).toBe(200);
      // A relay takes 50 new phones of a box in a second.
      await pause(40);
    }
    await write([{ name: NAME, current: next.pin }]);
    await expect.poll(() => countOf(relay.output(), '"event":"relay.table"')).toBe(2);
    expect((await ask('/livez')).status).toBe(200);
    const refused = await valueOf('molar_relay_boxes_refused_total'),
      thief = createBoxLink({
        relay: {
          host: '127.0.0.1',
          port: boxTap.port,
          pins: [(await openIdentity(relayData)).pin],
          name: NAME,
        },
        identity: () => Promise.resolve(old),
        log: silent,
        now: Date.now,
      });
    thief.start((stream) => stream.destroy());
    await expect.poll(() => valueOf('molar_relay_boxes_refused_total')).toBeGreaterThan(refused);
    expect(thief.state().isUp).toBe(false);
    await thief.close();
    expect((await ask('/livez')).status).toBe(200);
  });

  it('[scale M25] the relay is killed and started again: phones are back, and inside all went on', async () => {
    await relay.end('SIGKILL');
    await expect(ask('/livez')).rejects.toThrow();
    await expect
      .poll(async () => {
        const { status, body } = await inside('/readyz'),
          { checks } = JSON.parse(body) as { checks: Record<string, string> };
        return [status, checks['relay']];
      })
      .toEqual([200, 'late']);
    relay = await startProgram(dist, 'relay.main.js', relayEnv);
    expect((await insist('/livez')).status).toBe(200);
  });

  it('leave in order, the box first, and each says nothing of the other', async () => {
    expect(await box.end('SIGTERM')).toBe(0);
    await expect.poll(() => relay.output()).toContain('"event":"relay.box_down"');
    await expect(ask('/livez')).rejects.toThrow();
    expect(await relay.end('SIGTERM')).toBe(0);
    expect(box.output() + relay.output()).not.toContain('"level":"error"');
    expect(relay.output()).not.toMatch(/127\.0\.0\.1/);
  });
});
