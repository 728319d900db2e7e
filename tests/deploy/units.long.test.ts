/**
 * The units of `deploy/systemd`: systemd accepts each of them, they leave little open to attack, and
 * the command of each starts a server that becomes ready and leaves in order.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS, type Setting } from '../../server/platform/config/settings.ts';
import { createBoxLink } from '../../server/platform/tunnel/box-link.ts';
import { identityPinIn } from '../../server/platform/tunnel/identity.ts';
import { writeTable } from '../../server/relay/box-table.ts';
import { tableIn } from '../../server/relay/start-relay.ts';
import { newIdentity, silent } from '../../server/relay/testing.ts';
import { buildServer, removeBuilds } from '../chaos/build.ts';
import { freshPostgres, servingUrl, type FreshDatabase } from '../support/postgres.ts';
import { freePort } from '../support/server.ts';
import { startSwift, type Swift } from '../support/swift/swift.ts';
import {
  killRunning,
  makeHost,
  only,
  readLines,
  readUnit,
  startUnit,
  UNITS,
  type Host,
} from './units.ts';

const SERVICES = ['molar.service', 'molar-cell@.service'] as const;
const FILES = {
  'molar.service': 'molar.env',
  'molar-cell@.service': 'cell.env',
  'molar-relay.service': 'relay.env',
} as const;

let work: string, host: Host;
beforeAll(async () => {
  work = mkdtempSync(path.join(tmpdir(), 'molar-units-'));
  host = makeHost(path.join(work, 'host'), await buildServer('units'));
  for (const file of Object.values(FILES))
    copyFileSync(path.join(UNITS, file), path.join(host.root, 'etc/molar', file));
  const key = `${randomBytes(32).toString('base64')}\n`;
  writeFileSync(path.join(host.root, 'etc/molar/root.key'), key, { mode: 0o600 });
}, 240_000);
afterAll(() => {
  killRunning();
  removeBuilds();
  rmSync(work, { recursive: true, force: true });
});

describe('systemd', () => {
  /** Copies the units to a folder where they start the Node of this machine. */
  const copied = (): string[] => {
    const folder = mkdtempSync(path.join(work, 'verify-'));
    return readdirSync(UNITS)
      .filter((name) => /\.(?:service|target)$/.test(name))
      .map((name) => {
        const to = path.join(folder, name.replace('@.', '@1.')),
          text = readFileSync(path.join(UNITS, name), 'utf8');
        writeFileSync(to, text.replaceAll('/usr/bin/node', process.execPath));
        return to;
      });
  };
  it('understands every line of every unit', () => {
    const { stdout, stderr, error } = spawnSync('systemd-analyze', ['verify', ...copied()], {
      encoding: 'utf8',
    });
    expect([error, stdout, stderr]).toEqual([undefined, '', '']);
  });

  it('finds little that an attacker in the process could reach', () => {
    for (const file of copied().filter((name) => name.endsWith('.service'))) {
      const { status, stdout, stderr } = spawnSync(
        'systemd-analyze',
        ['security', '--offline=true', '--threshold=20', '--no-pager', file],
        { encoding: 'utf8' },
      );
      expect([path.basename(file), status, stderr, stdout.split('\n').slice(-3)]).toEqual([
        path.basename(file),
        0,
        '',
        expect.anything(),
      ]);
    }
  });
});

describe('the settings of a unit', () => {
  it.each([
    ['one', 'molar.service'],
    ['cell', 'molar-cell@.service'],
  ] as const)('name everything that the shape „%s“ needs', (shape, name) => {
    const unit = readUnit(name),
      given = new Set(
        [
          ...(unit.get('Environment') ?? []).flatMap((line) => line.split(' ')),
          ...readFileSync(path.join(UNITS, FILES[name]), 'utf8').split('\n'),
        ].flatMap((line) => readLines(line).map(([key]) => key)),
      );
    const needed = Object.entries<Setting>(SETTINGS)
      .filter(([, setting]) => setting.neededBy?.includes(shape))
      .map(([key]) => key);
    expect(needed.length).toBeGreaterThan(2);
    expect(needed.filter((key) => !given.has(key))).toEqual([]);
  });

  it('give a stopping server the time that it takes', () => {
    for (const name of SERVICES) {
      const drain = readLines(readFileSync(path.join(UNITS, FILES[name]), 'utf8')).find(
        ([key]) => key === 'MOLAR_DRAIN_SECONDS',
      );
      expect(Number(only(readUnit(name), 'TimeoutStopSec'))).toBeGreaterThanOrEqual(
        Number(drain?.[1] ?? 0) + 30,
      );
    }
  });
});

const ask = async (url: string, target: string): Promise<number> =>
  (await fetch(url + target, { signal: AbortSignal.timeout(30_000) })).status;
const ports = async (): Promise<Record<string, string>> => ({
  MOLAR_PORT: String(await freePort()),
  MOLAR_DISPATCHER_PORT: String(await freePort()),
});
/** Files below a folder of the host. */
const filesIn = (folder: string): string[] => readdirSync(path.join(host.root, folder));

describe('molar.service', () => {
  it('starts, is ready, keeps the root key outside of the data, and leaves in order', async () => {
    const own = await ports(),
      first = await startUnit(host, 'molar.service', '', own);
    expect(await ask(first.url, '/readyz')).toBe(200);
    expect(filesIn('var/lib/molar')).toContain('molar.db');
    expect(filesIn('var/lib/molar')).not.toContain('root.key');
    expect(filesIn('opt/molar').toSorted()).toEqual(['dist', 'node_modules']);
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.output()).not.toContain('"level":"error"');
    // The same key opens the same data at the next start.
    const again = await startUnit(host, 'molar.service', '', own);
    expect(await ask(again.url, '/readyz')).toBe(200);
    again.signal('SIGTERM');
    expect(await again.ended).toBe(0);
  }, 600_000);
});

describe('molar-relay.service', () => {
  it('starts, keeps its key in its own folder, lets in a box of its table, and leaves in order', async () => {
    const at = async (): Promise<string> => `127.0.0.1:${await freePort()}`,
      [phones, boxes, monitor] = [await at(), await at(), await at()],
      relay = await startUnit(host, 'molar-relay.service', '', {
        MOLAR_RELAY_PHONES: phones,
        MOLAR_RELAY_BOXES: boxes,
        MOLAR_RELAY_MONITOR: monitor,
      });
    expect(await ask(`http://${monitor}`, '/livez')).toBe(200);
    expect(await ask(`http://${monitor}`, '/metrics')).toBe(200);
    expect(filesIn('var/lib/molar-relay')).toEqual(['own.key']);
    const pin = /"pin":"([0-9a-f]{64})"/.exec(relay.output())?.[1] ?? '',
      folder = path.join(host.root, 'var/lib/molar-relay'),
      identity = await newIdentity();
    expect(identityPinIn(folder)).toBe(pin);
    await writeTable(tableIn(folder), {
      boxes: [{ name: 'praxis.example', current: identity.pin }],
    });
    await expect.poll(() => relay.output()).toContain('"event":"relay.table","boxes":1');
    const link = createBoxLink({
      relay: {
        host: '127.0.0.1',
        port: Number(boxes.split(':')[1]),
        pins: [pin],
        name: 'praxis.example',
      },
      identity: () => Promise.resolve(identity),
      log: silent,
      now: Date.now,
    });
    link.start((stream) => stream.destroy());
    await expect.poll(() => link.state().isUp).toBe(true);
    relay.signal('SIGTERM');
    expect(await relay.ended).toBe(0);
    await expect.poll(() => link.state().isUp).toBe(false);
    await link.close();
    expect(relay.output()).not.toContain('"level":"error"');
  }, 600_000);
});

describe('molar-cell@.service', () => {
  let database: FreshDatabase | undefined, swift: Swift | undefined;
  beforeAll(async () => {
    [database, swift] = await Promise.all([freshPostgres(), startSwift()]);
  }, 240_000);
  afterAll(async () => {
    await swift?.drop();
    await database?.drop();
  });

  it('two processes share database, folder and bucket, and one leaves while the other serves', async () => {
    const { bucketUrl, region, keyId, secret } = swift!.config,
      cell = {
        DATABASE_URL: servingUrl(database!.url),
        MOLAR_DATABASE_OWNER_URL: database!.url,
        MOLAR_S3_URL: bucketUrl,
        MOLAR_S3_REGION: region,
        MOLAR_S3_KEY_ID: keyId,
        MOLAR_S3_SECRET: secret,
        MOLAR_HOST: '127.0.0.1',
      };
    const start = async (instance: string) =>
      startUnit(host, 'molar-cell@.service', instance, { ...cell, ...(await ports()) });
    const [one, two] = await Promise.all([start('1'), start('2')]);
    expect([await ask(one.url, '/readyz'), await ask(two.url, '/readyz')]).toEqual([200, 200]);
    expect(filesIn('srv/molar')).not.toContain('root.key');
    one.signal('SIGTERM');
    await expect.poll(() => ask(one.url, '/readyz')).toBe(503);
    expect([await ask(one.url, '/livez'), await ask(two.url, '/readyz')]).toEqual([200, 200]);
    expect(await one.ended).toBe(0);
    expect(await ask(two.url, '/readyz')).toBe(200);
    two.signal('SIGTERM');
    expect(await two.ended).toBe(0);
    expect(one.output() + two.output()).not.toContain('"level":"error"');
  }, 600_000);

  it('gives each instance its own ports', () => {
    const lines = readUnit('molar-cell@.service').get('Environment') ?? [];
    expect(lines).toContain('MOLAR_PORT=400%i MOLAR_DISPATCHER_PORT=500%i');
  });
});
