// Names the practice of every statement to PostgreSQL, whose row-level security then shows the rows
// of that practice only (decision 067). Costs no round trip.

import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** In place of a practice: the rows of all practices. */
export const EVERY_TENANT = '*';
const SET = `select set_config('molar.tenant', $1, true)`;

/** Statement after which a connection sees all practices: a backup, the reports' worker. */
export const SEE_EVERY_TENANT = `set molar.tenant = '${EVERY_TENANT}'`;

type Done = (error: Error | undefined, result: unknown) => void;
/** Methods of pg's queries that its types leave out. */
interface Handlers {
  requiresPreparation(): boolean;
  handleDataRow(row: unknown): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
}
const Base = pg.Query as unknown as new (
  config: unknown,
  values: unknown,
  done: Done,
) => pg.Query & Handlers;
const { submit } = pg.Query.prototype;

/**
 * A query with the practice in front of it: both are sent together and are one transaction, so that
 * the next user of the connection has no practice.
 */
class TenantQuery extends Base {
  private hasTenant = false;
  readonly #tenant: string;

  constructor(tenant: string, config: unknown, values: unknown, done: Done) {
    super(config, values, done);
    this.#tenant = tenant;
  }
  // Without values pg would send the text alone.
  override requiresPreparation(): boolean {
    return true;
  }
  override submit = (connection: pg.Connection): void => {
    const { stream } = connection;
    stream.cork();
    try {
      connection.parse({ text: SET, name: '', types: [] }, true);
      connection.bind({ values: [this.#tenant] }, true);
      connection.execute(null, true);
      submit.call(this, connection);
    } finally {
      stream.uncork();
    }
  };
  override handleDataRow(row: unknown): void {
    if (this.hasTenant) super.handleDataRow(row);
  }
  override handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.hasTenant) super.handleCommandComplete(message, connection);
    else this.hasTenant = true;
  }
}

const ask = (
  client: pg.ClientBase,
  tenant: string,
  config: unknown,
  values: unknown,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    client.query(
      new TenantQuery(tenant, config, values, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      }),
    );
  });

/** Practices of the running calls. */
export interface Tenants {
  /** Runs work whose reads outside of a transaction are of this practice. */
  reading<T>(cid: string, work: () => Promise<T>): Promise<T>;
  /** Runs the work of a transaction, or a part of it; without a practice it sees all of them. */
  writing<T>(cid: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Sends a read with its practice. */
  read(client: pg.ClientBase, config: unknown, values: unknown): Promise<unknown>;
  /** Returns the practice of the running transaction, or part of it. */
  current(): string;
  /** Sends a statement of a transaction with its practice, if the last one had another. */
  write(client: pg.ClientBase, tenant: string, config: unknown, values: unknown): Promise<unknown>;
}

const textOf = (config: unknown): string =>
  typeof config === 'string' ? config : (config as { text: string }).text;
/** Begins or ends a transaction, or a part of it: the practice is not set any more. */
const FRAME = /^(begin|commit|rollback|savepoint|release)\b/;

/** Creates the practices of one store. */
export function createTenants(): Tenants {
  const reader = new AsyncLocalStorage<string>(),
    writer = new AsyncLocalStorage<string>();
  /** Practice that the running transaction of a connection has named. */
  const named = new WeakMap<pg.ClientBase, string>();
  return {
    // Awaited inside: a query of the builder is sent by its `then`, which must still be inside.
    reading: (cid, work) => reader.run(cid, async () => await work()),
    writing: (cid, work) => writer.run(cid ?? EVERY_TENANT, async () => await work()),
    read: (client, config, values) =>
      ask(client, reader.getStore() ?? EVERY_TENANT, config, values),
    current: () => writer.getStore() ?? EVERY_TENANT,
    async write(client, tenant, config, values) {
      const isFrame = FRAME.test(textOf(config));
      if (isFrame) named.delete(client);
      if (isFrame || named.get(client) === tenant)
        return client.query(config as string, values as unknown[]);
      named.delete(client);
      const result = await ask(client, tenant, config, values);
      named.set(client, tenant);
      return result;
    },
  };
}
