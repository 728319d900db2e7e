/** A real mail server in the test's process: stores received mails and replies as scripted. */
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface Taken {
  to: string[];
  from: string;
  raw: string;
  mail: Email;
}
export interface MailServer {
  url: string;
  /** Accepted mails, in order. */
  taken: Taken[];
  /**
   * Replies to the next attempts, one each; afterwards every mail is accepted. `hang-up` closes the
   * connection after the mail was read, `hold` accepts the mail without a reply, `hold-rcpt` never
   * answers the recipient command.
   */
  next: ({ at: 'rcpt' | 'data'; code: number; text: string } | 'hang-up' | 'hold' | 'hold-rcpt')[];
  /** Connections that wait for a reply that never comes. */
  held: () => number;
  close(): Promise<void>;
}

/** Open connections. */
const lines = (server: SMTPServer): Set<{ _socket: { destroy(): void } }> =>
  (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections;

export async function startMailServer(): Promise<MailServer> {
  const taken: Taken[] = [],
    next: MailServer['next'] = [];
  let held = 0;
  const refusal = (code: number, text: string): Error =>
    Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      const step = next[0];
      if (step === 'hold-rcpt') {
        next.shift();
        held++;
        return;
      }
      if (step === undefined || typeof step === 'string' || step.at !== 'rcpt') {
        done();
        return;
      }
      next.shift();
      done(refusal(step.code, step.text));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const step = next[0];
        if (step !== undefined) next.shift();
        if (step !== undefined && typeof step !== 'string') {
          done(refusal(step.code, step.text));
          return;
        }
        const raw = Buffer.concat(chunks).toString('utf8');
        void PostalMime.parse(raw)
          .then((mail) =>
            taken.push({
              to: session.envelope.rcptTo.map((r) => r.address),
              from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
              raw,
              mail,
            }),
          )
          .finally(() => {
            // The mail is accepted, but its sender never receives the reply.
            if (step === 'hang-up')
              for (const connection of lines(server)) connection._socket.destroy();
            else if (step === 'hold') held++;
            else done();
          });
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  server.on('error', () => undefined);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    next,
    held: () => held,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
