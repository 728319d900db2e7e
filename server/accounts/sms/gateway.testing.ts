/** A gateway for text messages in tests, as a real https server, and a practice that uses it. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { makeAuthority, makeServerCertificate } from '../../../scripts/tls/authority.mjs';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { addDocument } from '../../../tests/support/stories/share.ts';

export const SECRET = 'geheimes Wort der Praxis';
export const GATEWAY = {
  method: 'POST' as const,
  headers: 'Authorization: Bearer {secret}',
  body: '{"to":"{number}","text":"{text}"}',
  perDay: 100,
};

interface Got {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}
/** A gateway that answers as the test says in `next`. */
export interface Gateway {
  url: string;
  ca: string;
  /** Requests that arrived, oldest first. */
  got: Got[];
  next: 'ok' | 500 | 302 | 'never' | 'break';
  close(): Promise<void>;
}

/** Starts a gateway with a certificate of a private authority. */
export async function startGateway(): Promise<Gateway> {
  const authority = await makeAuthority({ name: 'localhost' }),
    own = await makeServerCertificate({ authority, name: 'localhost', ips: [] });
  const server = createServer({ key: own.key, cert: own.cert }, (request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const { got, next } = gateway;
      got.push({
        url: request.url ?? '',
        method: request.method ?? '',
        headers: request.headers as Record<string, string>,
        body,
      });
      if (next === 'never') return;
      if (next === 'break') {
        response.writeHead(200);
        response.write('x');
        response.destroy();
        return;
      }
      if (next === 302) {
        response.writeHead(302, { Location: '/elsewhere' }).end();
        return;
      }
      response.writeHead(next === 'ok' ? 200 : next).end('{"answer":"private"}');
    });
  });
  const gateway: Gateway = {
    url: '',
    ca: authority.cert,
    got: [],
    next: 'ok',
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  gateway.url = `https://localhost:${(server.address() as AddressInfo).port}/send`;
  return gateway;
}

/** Opens a practice with a document of a patient who has a phone and a mail address. */
export async function openSmsPractice({
  ca,
}: Gateway): Promise<{ t: TestApp; p: Practice; fileId: string }> {
  const t = await createTestApp('sqlite', {
    publicUrl: 'https://praxis.example',
    sms: { privateHosts: ['localhost'], ca, timeoutMs: 250 },
    mail: {
      base: 'https://molar.test',
      sender: {
        address: 'a@b.example',
        send: () => Promise.resolve({ outcome: 'taken', code: 'ok' }),
        close: () => undefined,
      },
    },
  });
  const p = await addPractice(t, 'nord'),
    fileId = await addDocument(p, '1001');
  const { patient } = t.deps.store.t;
  await t.deps.store.write(async (db) => {
    await db
      .update(patient)
      .set({ mobile: '0171 / 123 45 67', email: 'anna@example.org' })
      .where(eq(patient.patid, '1001'));
  });
  return { t, p, fileId };
}

/** Saves the gateway as the practice's owner. */
export const saveGateway = (p: Practice, url: string, change: object = {}): Promise<Answer> =>
  p.post('/sms/gateway', p.users.owner, { version: 0, url, ...GATEWAY, secret: SECRET, ...change });
