/** Indexes of rows that walks use instead of all rows of a table. */
/** Indexes in a table with their days; both ordered by day. */
export interface RowSet {
  readonly rows: Int32Array;
  readonly days: Int32Array;
  /**
   * Services of a kind: whether one belongs to it, and whether the list exists; for a few days
   * creating it does not pay off.
   */
  readonly includes?: (i: number) => boolean;
  readonly isMemoised?: () => boolean;
}
