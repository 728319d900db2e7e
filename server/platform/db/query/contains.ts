// Search of a text within another one.

import { sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Returns a text as it is searched. */
export const searchable = (text: string): string => text.toLocaleLowerCase('de');
/** Signs of a pattern are searched as themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Returns the pattern that finds a text anywhere, for a query that is compiled before its values. */
export const patternOf = (text: string): string => `%${literal(searchable(text))}%`;

/** Whether a column of searchable texts contains a text, or matches the pattern of a placeholder. */
export const contains = (column: SQLWrapper, text: string | Placeholder): SQL =>
  sql`${column} like ${typeof text === 'string' ? patternOf(text) : text} escape '\\'`;
