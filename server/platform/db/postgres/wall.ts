// Row-level security of PostgreSQL: the role that serves sees the rows of one practice at a time.
// The policies follow from the schema: a new table has its own with the next start.

import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { pgSchema } from '../schema.ts';
import { EVERY_TENANT } from './tenants.ts';

/** The role of `DATABASE_URL` would not be bound by the policies. */
class NoWall extends Error {}

const POLICY = 'molar_tenant',
  RIGHTS = 'select, insert, update, delete';
const OWN = `cid = current_setting('molar.tenant', true) or current_setting('molar.tenant', true) = '${EVERY_TENANT}'`;
const quote = pg.escapeIdentifier;

/** All tables of the schema, with whether they have a practice. */
export const TABLES: readonly { name: string; hasTenant: boolean }[] = Object.values(pgSchema).map(
  (table) => ({
    name: getTableName(table as PgTable),
    hasTenant: 'cid' in getTableColumns(table as PgTable),
  }),
);

type Client = Pick<pg.ClientBase, 'query'>;

/** Returns whether the policies bind the role of this connection. */
export async function hasWall(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select coalesce(row_security_active(to_regclass('praxis')), false) as is`,
  );
  return rows[0]?.is === true;
}

/**
 * Returns the role of an address.
 * @throws NoWall for a role that may pass by policies
 */
export async function servingRole(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; passes: boolean }>(
      'select rolname as name, rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user',
    );
    if (rows[0]?.passes !== false)
      throw new NoWall(
        'Die Rolle von DATABASE_URL darf mit MOLAR_DATABASE_OWNER_URL weder SUPERUSER noch BYPASSRLS haben.',
      );
    return rows[0].name;
  } finally {
    await client.end();
  }
}

/** Names the tables that lack row-level security, their policy or a right of the role. */
async function openTables(owner: Client, role: string): Promise<Set<string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and not (has_table_privilege($1, c.oid, 'select') and has_table_privilege($1, c.oid, 'insert')
         and has_table_privilege($1, c.oid, 'update') and has_table_privilege($1, c.oid, 'delete')
         and (c.relrowsecurity and exists (select from pg_policy where polrelid = c.oid and polname = $2)
           or not exists (select from pg_attribute where attrelid = c.oid and attname = 'cid' and not attisdropped)))`,
    [role, POLICY],
  );
  return new Set(rows.map((row) => row.name));
}

/**
 * Gives the serving role its rights, and every table of a practice its policy; changes nothing that
 * is there already, since running servers would have to wait for it.
 * @param owner connection of the tables' owner, inside no transaction
 * @throws NoWall when the role owns the tables itself
 */
export async function raiseWall(owner: Client, role: string): Promise<void> {
  const open = await openTables(owner, role),
    missing = TABLES.filter(({ name }) => open.has(name));
  const { rows } = await owner.query<{ isOwner: boolean }>(
    `select pg_has_role($1, relowner, 'usage') as "isOwner" from pg_class where oid = to_regclass('praxis')`,
    [role],
  );
  if (rows[0]?.isOwner !== false)
    throw new NoWall(
      'Den Rollen von DATABASE_URL und MOLAR_DATABASE_OWNER_URL gehören dieselben Tabellen; es müssen zwei Rollen sein.',
    );
  const to = quote(role);
  if (missing.length === 0) return;
  await owner.query('begin');
  try {
    await owner.query(`grant usage on schema drizzle to ${to}`);
    await owner.query(`grant select on drizzle.__drizzle_migrations to ${to}`);
    for (const { name, hasTenant } of missing) {
      const table = quote(name);
      await owner.query(`grant ${RIGHTS} on ${table} to ${to}`);
      if (!hasTenant) continue;
      await owner.query(`alter table ${table} enable row level security`);
      await owner.query(`drop policy if exists ${POLICY} on ${table}`);
      await owner.query(`create policy ${POLICY} on ${table} using (${OWN}) with check (${OWN})`);
    }
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}
