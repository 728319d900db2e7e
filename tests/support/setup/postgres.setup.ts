/**
 * Provides one real PostgreSQL per test run: the cluster is created at the first connection and
 * removed with the run.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { TestProject } from 'vitest/node';
import { PASSWORD, startCluster, type Cluster } from './cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `postgres://…` of the maintenance database; tests get their own by `freshPostgres()`. */
    pgUrl: string;
  }
}

/**
 * Runs once before all tests. The port listens at once; the cluster behind it is created lazily.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined;
  const open = new Set<Socket>();
  const gate: Server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    cluster ??= startCluster();
    cluster.then(
      ({ socketPath }) => {
        const server = connect(socketPath);
        server.on('error', () => client.destroy());
        client.on('close', () => server.destroy());
        client.pipe(server).pipe(client);
      },
      (error: unknown) => {
        console.error(error);
        client.destroy();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    gate.once('error', reject);
    gate.listen(0, '127.0.0.1', resolve);
  });
  const address = gate.address();
  if (address === null || typeof address === 'string')
    throw new Error('The port for PostgreSQL could not be opened.');
  project.provide('pgUrl', `postgres://postgres:${PASSWORD}@127.0.0.1:${address.port}/postgres`);
  return async () => {
    gate.close();
    for (const socket of open) socket.destroy();
    const started = await cluster?.catch(() => undefined);
    await started?.stop();
  };
}
