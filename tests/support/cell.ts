/**
 * Several servers on one PostgreSQL database that answer as one: each call goes to one of them at
 * random, as behind a balancer without stickiness. They share nothing but database and folder.
 */
import { createTestApp, type TestApp, type TestOptions } from './in-process.ts';

export interface TestCell extends TestApp {
  servers: readonly TestApp[];
  /** Calls that each server answered. */
  answered: readonly number[];
}

/** Starts a cell of `size` servers on a fresh database. */
export async function createTestCell(size: number, options: TestOptions = {}): Promise<TestCell> {
  const first = await createTestApp('postgres', options),
    servers = [first];
  while (servers.length < size) servers.push(await first.beside());
  const answered = servers.map(() => 0);
  const anyone = (): TestApp => {
    const at = Math.floor(Math.random() * size);
    answered[at]!++;
    return servers[at]!;
  };
  const judged = async (): Promise<void> => {
    for (const { app } of servers) await app.sync.judged();
  };
  return {
    ...first,
    servers,
    answered,
    app: { ...first.app, sync: { ...first.app.sync, judged } },
    call: (path, callOptions) => anyone().call(path, callOptions),
    // At the same time: each job must run once.
    async runJobs() {
      await Promise.all(servers.map((server) => server.runJobs()));
    },
    async drop() {
      for (const server of servers.toReversed()) await server.drop();
    },
  };
}
