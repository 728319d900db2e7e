/** A private phone in a test: https through a relay, to the name in its address. */
import { request, type Agent } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { makeAuthority, makeServerCertificate } from '../../scripts/tls/authority.mjs';

export interface Answer {
  status: number;
  body: string;
  headers: IncomingHttpHeaders;
}
export interface Call {
  /** Port of the relay. */
  port: number;
  /** Name that the phone asks for. */
  name: string;
  ca: string;
  path: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Address of the phone on this machine. */
  from?: string;
  agent?: Agent;
}

/** Calls once; rejects when the connection breaks or nothing comes for ten seconds. */
export const call = ({ port, name, ca, path, method = 'GET', ...rest }: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        servername: name,
        ca,
        path,
        method,
        headers: { host: name, ...rest.headers },
        agent: rest.agent ?? false,
        ...(rest.from !== undefined && { localAddress: rest.from }),
        timeout: 10_000,
      },
      (answer) => {
        text(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }),
          reject,
        );
      },
    );
    asked.on('error', reject);
    asked.on('timeout', () => asked.destroy(new Error('timeout')));
    asked.end(rest.body);
  });

/** Makes a certificate for a name, and the authority that a phone trusts. */
export async function certificateFor(
  name: string,
): Promise<{ ca: string; cert: string; key: string }> {
  const authority = await makeAuthority({ name }),
    pair = await makeServerCertificate({ authority, name, ips: [] });
  return { ca: authority.cert, ...pair };
}
