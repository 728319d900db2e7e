/** Names of single rows of tables, as an address carries them. */

/** What a row of a table has in common. */
export type RowKind =
  | 'position'
  | 'traeger'
  | 'stunde'
  | 'patient'
  | 'herkunft'
  | 'stand'
  | 'terminstunde'
  | 'terminart';

/** Names a row of a table, e.g. `position:GOZ 2080`. */
export const rowName = (kind: RowKind, ...words: readonly (string | number)[]): string =>
  `${kind}:${words.join('|')}`;
