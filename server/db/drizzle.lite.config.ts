// Migration generator, SQLite.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './server/db/schema.lite.ts',
  out: './server/db/migrations/sqlite',
  casing: 'snake_case',
});
