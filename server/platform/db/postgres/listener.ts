// A connection that listens on one channel and is opened again after every loss.

import pg from 'pg';

/** The connection is asked so often, and is lost when it does not answer in time, ms. */
const BEAT_MS = 5000,
  ANSWER_MS = 5000;
const PAUSE_MS = 100,
  MAX_PAUSE_MS = 5000;

/** Connection of a listener. */
export interface Listening {
  /** Connects unless it is connected or about to be. */
  open(): void;
  client(): pg.Client | undefined;
  /** Gives this connection up and opens another one. */
  lose(lost: pg.Client): void;
  close(): Promise<void>;
}

async function connect(
  url: string,
  channel: string,
  receive: (payload: string) => void,
  lost: (client: pg.Client) => void,
): Promise<pg.Client> {
  const own = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    keepAlive: true,
    application_name: 'molar news',
  });
  own.on('error', () => lost(own));
  own.on('end', () => lost(own));
  own.on('notification', ({ payload }) => receive(payload ?? '[]'));
  try {
    await own.connect();
    await own.query('set synchronous_commit = off');
    await own.query(`listen ${channel}`);
    return own;
  } catch (error) {
    own.end().catch(() => undefined);
    throw error;
  }
}

/**
 * Keeps a connection that listens.
 * @param on `opened` is called after each connection: what was sent before it may be missing
 */
export function keepListening(
  url: string,
  channel: string,
  on: { receive: (payload: string) => void; opened: () => void },
): Listening {
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined, beat: NodeJS.Timeout | undefined;
  let failures = 0,
    isClosed = false;

  const lose = (lost: pg.Client): void => {
    if (client !== lost) return;
    client = undefined;
    clearInterval(beat);
    lost.end().catch(() => undefined);
    open();
  };
  const watch = (own: pg.Client): void => {
    beat = setInterval(() => {
      const late = setTimeout(() => lose(own), ANSWER_MS);
      late.unref();
      own
        .query('select 1')
        .catch(() => lose(own))
        .finally(() => clearTimeout(late));
    }, BEAT_MS);
    beat.unref();
  };
  const keep = async (own: pg.Client): Promise<void> => {
    if (isClosed) {
      await own.end();
      return;
    }
    client = own;
    failures = 0;
    watch(own);
    on.opened();
  };
  const later = (): void => {
    const pause = Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** Math.min(failures++, 10));
    retry = setTimeout(
      () => {
        retry = undefined;
        open();
      },
      pause * (0.5 + Math.random() / 2),
    );
    retry.unref();
  };
  function open(): void {
    if (isClosed || client || connecting || retry) return;
    connecting = connect(url, channel, on.receive, lose)
      .then(keep)
      .catch(later)
      .finally(() => {
        connecting = undefined;
        // Lost again before it counted as open.
        open();
      });
  }
  return {
    open,
    client: () => client,
    lose,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      clearInterval(beat);
      await connecting;
      const own = client;
      client = undefined;
      await own?.end().catch(() => undefined);
    },
  };
}
