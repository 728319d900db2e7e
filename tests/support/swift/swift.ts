/**
 * OpenStack Swift on this machine, from Debian: an object store by others that speaks S3 and checks
 * every signature. One proxy and one server each for accounts, buckets and objects.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AwsClient } from 'aws4fetch';
import { vi } from 'vitest';
import type { ObjectConfig } from '../../../server/platform/blobs/object-store.ts';

const STORES = ['account', 'container', 'object'] as const,
  PIPELINE =
    'catch_errors gatekeeper cache listing_formats bulk s3api tempauth copy dlo slo symlink versioned_writes proxy-server',
  START_MS = 90_000;

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => done(typeof address === 'object' && address ? address.port : 0));
      });
  });

const head = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/node
mount_check = false
disable_fallocate = true
log_level = ERROR
`;
const storeConfig = (name: string): string => `[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;
/** No memcached runs: tempauth goes on without it. */
const proxyConfig = `[pipeline:main]
pipeline = ${PIPELINE}
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
${PIPELINE.split(' ')
  .filter(
    (one) => !['cache', 's3api', 'tempauth', 'versioned_writes', 'proxy-server'].includes(one),
  )
  .map((one) => `[filter:${one}]\nuse = egg:swift#${one}\n`)
  .join('')}`;

export interface Swift {
  /** The bucket, with good credentials. */
  config: ObjectConfig;
  /** Sends a signed request below the bucket, past the product. */
  ask(method: string, below: string, body?: Uint8Array): Promise<Response>;
  /** Ends the servers; their data stays until `drop`. */
  stop(): Promise<void>;
  drop(): Promise<void>;
}

/** Starts a store with an empty bucket. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(path.join(tmpdir(), 'molar-swift-')),
    ports = await Promise.all([...STORES, 'proxy'].map(freePort)),
    proxyPort = ports.at(-1)!;
  mkdirSync(path.join(folder, 'node', 'd1'), { recursive: true });
  const made = spawnSync(
    // Debian's own, which has the packages of Debian.
    '/usr/bin/python3',
    [
      path.join(path.dirname(fileURLToPath(import.meta.url)), 'rings.py'),
      folder,
      ...ports.slice(0, 3).map(String),
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`Swift is missing (see .ci/run): ${made.stderr}`);
  const servers = [...STORES, 'proxy'].map((name, i): ChildProcess => {
    const file = path.join(folder, `${name}.conf`);
    writeFileSync(
      file,
      head(folder, ports[i]!) + (name === 'proxy' ? proxyConfig : storeConfig(name)),
    );
    return spawn(`swift-${name}-server`, [file], { stdio: 'ignore' });
  });
  const config: ObjectConfig = {
    bucketUrl: `http://127.0.0.1:${proxyPort}/molar`,
    region: 'us-east-1',
    keyId: 'test:tester',
    secret: 'testing',
  };
  const client = new AwsClient({
    accessKeyId: config.keyId,
    secretAccessKey: config.secret,
    service: 's3',
    region: config.region,
    retries: 0,
  });
  const ask: Swift['ask'] = (method, below, body) =>
    client.fetch(config.bucketUrl + below, {
      method,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      ...(body && { body: body as BodyInit }),
    });
  const stop = async (): Promise<void> => {
    await Promise.all(
      servers.map(
        (one) =>
          new Promise<void>((done) => {
            if (one.exitCode !== null || one.signalCode !== null) return done();
            one.once('exit', () => done());
            one.kill('SIGKILL');
          }),
      ),
    );
  };
  await vi.waitFor(
    async () => {
      const { status } = await ask('PUT', '');
      if (status !== 200) throw new Error(`the bucket was not made: ${status}`);
    },
    { timeout: START_MS, interval: 250 },
  );
  return {
    config,
    ask,
    stop,
    async drop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
