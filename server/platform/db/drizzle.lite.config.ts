// Configuration of the migration generator for SQLite.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './server/platform/db/schema.lite.ts',
  out: './server/platform/db/migrations/sqlite',
  casing: 'snake_case',
});
