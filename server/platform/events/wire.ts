// Messages between the server processes that share one database.

/** Carries messages to the other processes; a lost one is noticed: `missed` is called. */
export interface Wire {
  /**
   * Sends a message to every other process, after the commit it tells of. Never waits and never
   * throws; equal messages within some milliseconds are sent once.
   */
  send(message: string): void;
  /**
   * Begins to listen.
   * @param hear receives each message of another process
   * @param missed messages may be missing: at the first connection, after a lost one, and after too
   * many at once
   */
  listen(hear: (message: string) => void, missed: () => void): void;
}
