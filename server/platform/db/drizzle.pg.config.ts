// Configuration of the migration generator for PostgreSQL.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/platform/db/schema.pg.ts',
  out: './server/platform/db/migrations/pg',
  casing: 'snake_case',
});
