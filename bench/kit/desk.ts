/**
 * Staff and tablets of a running server, registered as the apps do it: sign-in, code, number,
 * confirmation, signed nonce.
 */
import { randomBytes } from 'node:crypto';
import { sleep } from '../../shared/base/ports.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import type { ConfigBody } from '../../shared/exchange/sync.ts';
import type { Logins } from '../../tests/support/server.ts';
import { GATE, publicJwk } from '../../tests/support/sim-tablet.ts';

export interface Place {
  url: string;
  r4cUuid: string;
}
/**
 * A registered tablet with a bearer token valid for fifteen minutes; its seal key opens the feed,
 * its sign key obtains the next token.
 */
export interface Tablet {
  tabletId: string;
  cid: string;
  authToken: string;
  epoch: string;
  config: ConfigBody;
  sealKey: CryptoKeyPair;
  signKey: CryptoKeyPair;
}

async function ask<T>(url: string, options: { json?: unknown; token?: string } = {}): Promise<T> {
  const xsrf = randomBytes(16).toString('hex');
  const answer = await fetch(url, {
    method: options.json === undefined ? 'GET' : 'POST',
    headers: {
      Cookie: `XSRF-TOKEN=${xsrf}`,
      'X-XSRF-TOKEN': xsrf,
      'Content-Type': 'application/json',
      ...(options.token !== undefined && { Authorization: `Bearer ${options.token}` }),
    },
    ...(options.json !== undefined && { body: JSON.stringify(options.json) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export class Desk {
  readonly place: Place;
  /** Bearer token of the signed-in person. */
  readonly token: string;
  private constructor(place: Place, token: string) {
    this.place = place;
    this.token = token;
  }

  /** Signs a user of the demo practice in; the default is reception. */
  static async open(
    server: { url: string; logins(): Logins },
    role: 'reception' | 'owner' = 'reception',
  ): Promise<Desk> {
    const logins = server.logins();
    const { authToken, r4cUuid } = await ask<{ authToken: string; r4cUuid: string }>(
      `${server.url}/auth/login`,
      {
        json: { credentials: { email: logins[role], password: logins.password }, longLogin: false },
      },
    );
    return new Desk({ url: server.url, r4cUuid }, authToken);
  }
  /**
   * Calls a route below the practice's base; POST if `json` is given.
   * @throws Error unless it succeeds
   */
  call<T>(path: string, json?: unknown): Promise<T> {
    return ask<T>(`${this.place.url}/r4c/${this.place.r4cUuid}${path}`, {
      token: this.token,
      ...(json !== undefined && { json }),
    });
  }

  /** Opens the board's live channel, closed by the signal. @throws Error if it does not open */
  async live(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const answer = await fetch(`${this.place.url}/r4c/${this.place.r4cUuid}/tablet/live`, {
      signal,
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${this.token}` },
    });
    if (!answer.ok || !answer.body) throw new Error(`no live channel: ${answer.status}`);
    return answer.body;
  }

  async register(name: string): Promise<Tablet> {
    const base = `${this.place.url}/r4c/${this.place.r4cUuid}`;
    const sign = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
        'sign',
        'verify',
      ]),
      seal = await createSealKeys(true);
    const { registrationCode } = await this.call<{ registrationCode: string }>('/tablet/codes', {});
    const asked = await ask<{ pendingId: string; pendingSecret: string; number: string }>(
      `${base}/tablet/registration`,
      {
        json: {
          registrationCode,
          signKey: await publicJwk(sign.publicKey),
          sealKey: await publicJwk(seal.publicKey),
          gate: GATE,
          userAgent: 'bench',
        },
      },
    );
    await this.call(`/tablet/registrations/${asked.pendingId}/confirm`, {
      number: asked.number,
      name,
      posture: 'hand',
      exceptions: [],
    });
    const { tabletId, cid, config } = await ask<{
      tabletId: string;
      cid: string;
      config: ConfigBody;
    }>(`${base}/tablet/registration/${asked.pendingId}`, {
      json: { pendingSecret: asked.pendingSecret },
    });
    const { nonce } = await ask<{ nonce: string }>(`${base}/tablet/token/challenge`, {
      json: { tabletId },
    });
    const proof = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      sign.privateKey,
      new TextEncoder().encode(`molar-token|${tabletId}|${nonce}`),
    );
    const { authToken, epoch } = await ask<{ authToken: string; epoch: string }>(
      `${base}/tablet/token`,
      { json: { tabletId, nonce, signature: Buffer.from(proof).toString('base64url') } },
    );
    return { tabletId, cid, authToken, epoch, config, sealKey: seal, signKey: sign };
  }

  /** Composes one photo consent without a tablet; its PDF is made in the background. */
  async prepare(patid: string, patient: string): Promise<string> {
    const { mappeId } = await this.call<{ mappeId: string }>('/tablet/mappen', {
      patids: [patid],
      items: [{ template: 'foto@1', fields: {} }],
      tabletId: null,
      language: 'de',
      textScale: 100,
      identifiedBy: 'gesundheitskarte',
      signers: [{ role: 'patient', name: patient }],
    });
    return mappeId;
  }
}

/** Polls until the condition is true. @throws Error after `limitMs` */
export async function until(
  what: string,
  look: () => Promise<boolean>,
  limitMs: number,
  everyMs = 20,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`not within ${limitMs / 1000} s: ${what}`);
    await sleep(
      {
        now: Date.now,
        mono: () => performance.now(),
        after: (ms, work) => {
          const t = setTimeout(work, ms);
          return () => {
            clearTimeout(t);
          };
        },
      },
      everyMs,
    );
  }
}
