/** The line between a browser and its server, which a story cuts: bytes pass unchanged. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../support/server.ts';

export interface Cable {
  /** Address of the server behind the line. */
  url: string;
  /** Refuses new connections and ends the open ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Lays a line to a port of this machine. */
export async function layCable(target: number): Promise<Cable> {
  const port = await freePort(),
    open = new Set<Socket>();
  const join = (near: Socket): void => {
    const far = connect(target, 'localhost');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  };
  let server: Server | undefined;
  const mend = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server = createServer(join).once('error', reject);
      server.listen(port, 'localhost', resolve);
    });
  await mend();
  return {
    url: `http://localhost:${port}`,
    mend,
    cut: () =>
      new Promise((resolve) => {
        if (!server) return resolve();
        server.close(() => resolve());
        server = undefined;
        for (const socket of open) socket.destroy();
      }),
  };
}
