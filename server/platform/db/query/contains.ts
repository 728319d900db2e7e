// Search of a text within another one.

import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Returns a text as it is searched. */
export const searchable = (text: string): string => text.toLocaleLowerCase('de');
/** Signs of a pattern are searched as themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Whether a column of searchable texts contains a text. */
export const contains = (column: SQLWrapper, text: string): SQL =>
  sql`${column} like ${`%${literal(searchable(text))}%`} escape '\\'`;
