// Transfers mails to the mail server (SMTP, with timeouts) and maps its response to the next step.

import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../../../shared/base/environment.ts';

export interface Envelope {
  from: { name: string; address: string };
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** PNG inside the mail that the HTML names by `cid:`. */
  picture?: { cid: string; bytes: Uint8Array };
  headers: Record<string, string>;
}
/**
 * `refused`: this recipient does not exist. `rejected`: this mail is refused for any recipient.
 * `later`: certainly not accepted, retry. `unsure`: the connection broke during the transfer; it
 * may have been accepted.
 */
export type HandOver = 'taken' | 'refused' | 'rejected' | 'later' | 'unsure';
export interface Sender {
  /** Sender address of mails. */
  address: string;
  send(envelope: Envelope): Promise<{ outcome: HandOver; code: string }>;
  close(): void;
}

const CONNECT_MS = 10_000,
  TALK_MS = 30_000;

/** `isBegun`: the connection was established and the transfer had begun. */
interface SmtpFault {
  isBegun?: boolean;
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

const faultOf = ({ code, command, responseCode, response }: SmtpFault): SmtpFault => ({
  ...(code !== undefined && { code }),
  ...(command !== undefined && { command }),
  ...(responseCode !== undefined && { responseCode }),
  ...(response !== undefined && { response }),
});

/**
 * Maps an SMTP response or a broken connection to an outcome. Enhanced codes (RFC 3463) distinguish
 * a wrong address from a policy refusal.
 */
export function outcomeOf({
  code = 'unknown',
  command = '',
  responseCode,
  response = '',
  isBegun = false,
}: SmtpFault): { outcome: HandOver; code: string } {
  if (responseCode === undefined || responseCode === 0) {
    return { outcome: isBegun ? 'unsure' : 'later', code };
  }
  const word = `smtp_${responseCode}`;
  if (responseCode < 500) return { outcome: 'later', code: word };
  // A wrong password or an unknown command is a fault on our side: the mail waits.
  if (code === 'EAUTH' || /^(AUTH|EHLO|HELO|STARTTLS|MAIL FROM)/.test(command))
    return { outcome: 'later', code: word };
  const enhanced = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response);
  const isAddress = enhanced
    ? enhanced[1] === '1' || (enhanced[1] === '2' && enhanced[2] === '1')
    : [550, 551, 553].includes(responseCode);
  return {
    outcome:
      command.startsWith('RCPT') || command === ''
        ? isAddress
          ? 'refused'
          : 'rejected'
        : 'rejected',
    code: word,
  };
}

/**
 * Creates the sender.
 * @param url `smtp://user:password@host:587` (STARTTLS is required except on localhost) or
 * `smtps://…:465`
 */
export function createSender(url: string, address: string): Sender {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === 'smtps:',
    host = hostname.replace(/^\[|\]$/g, '');
  const transport = createTransport({
    host,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    requireTLS: !isTls && !isLoopback(host),
    ignoreTLS: !isTls && isLoopback(host),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // A separate connection per mail: a pool would automatically resend what a broken connection
    // may have delivered.
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: TALK_MS,
    dnsTimeout: CONNECT_MS,
    tls: { minVersion: 'TLSv1.2' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const begun = new Set<string>();
  // The body is opened once the connection is established: an earlier error is certainly no
  // delivery.
  transport.use('stream', (mail, done) => {
    const { messageId } = mail.data;
    mail.message.transform(() => {
      begun.add(String(messageId));
      return new PassThrough();
    });
    done();
  });
  return {
    address,
    async send({ from, to, replyTo, subject, text, html, messageId, picture, headers }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo }),
          subject,
          text,
          html,
          ...(picture && {
            attachments: [
              {
                cid: picture.cid,
                filename: 'logo.png',
                contentType: 'image/png',
                contentDisposition: 'inline',
                content: Buffer.from(picture.bytes),
              },
            ],
          }),
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          envelope: { from: address, to: [to] },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { outcome: 'taken', code: 'ok' };
      } catch (error) {
        return outcomeOf({
          ...(error instanceof Error && faultOf(error as Error & SmtpFault)),
          isBegun: begun.has(messageId),
        });
      } finally {
        begun.delete(messageId);
      }
    },
    close() {
      transport.close();
    },
  };
}
