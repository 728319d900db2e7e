/**
 * Headless reception: creates the practice by its first-user link, its tablets and its Mappen, over
 * the wire.
 */
import { Secret, TOTP } from 'otpauth';
import type { Board } from '../../shared/exchange/board.ts';

const OWNER = {
  email: 'leitung@praxis.test',
  password: 'Kastanien im Herbst 1958',
} as const;
const XSRF = 'chaos0123456789ab';
/**
 * The owner's recovery codes: each copy of the practice knows all of them, and takes each once. A
 * code of the authenticator would let the owner sign in once in thirty seconds.
 */
let recoveryCodes: string[] = [];
let nextCode = 0;

interface Session {
  authToken: string;
  r4cUuid: string;
  user: { cid: string };
}

export class Desk {
  url: string;
  #session: Session | undefined;
  constructor(url: string) {
    this.url = url;
  }
  get cid(): string {
    return this.#open().user.cid;
  }
  get r4cUuid(): string {
    return this.#open().r4cUuid;
  }
  #open(): Session {
    if (!this.#session) throw new Error('no user is signed in');
    return this.#session;
  }

  /**
   * @param cookies in addition to the one against forged requests
   * @param signal ends the call; by default after twenty seconds
   */
  async raw(
    path: string,
    json?: unknown,
    cookies: readonly string[] = [],
    signal = AbortSignal.timeout(20_000),
  ): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      signal,
      headers: {
        Cookie: [`XSRF-TOKEN=${XSRF}`, ...cookies].join('; '),
        'X-XSRF-TOKEN': XSRF,
        ...(this.#session && { Authorization: `Bearer ${this.#session.authToken}` }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  }
  async call<T>(path: string, json?: unknown): Promise<T> {
    const answer = await this.raw(
      /^\/(?:auth|api)\//.test(path) ? path : `/r4c/${this.r4cUuid}${path}`,
      json,
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  /** @param printed output of the server's first start */
  async makePractice(printed: string): Promise<void> {
    const token = /fst_[\w-]+/.exec(printed)?.[0];
    if (token === undefined) throw new Error(`The server printed no first-user link:\n${printed}`);
    this.#session = await this.call<Session>('/auth/createfirstuser', {
      token,
      ...OWNER,
      firstName: 'Özlem',
      lastname: 'Yıldız',
      praxisName: 'Praxis am Rand',
    });
    for (const path of ['/api/agb', '/api/avv']) {
      const { version, sha256 } = await this.call<{ version: number; sha256: string }>(path);
      await this.call(path, { version, sha256 });
    }
    await this.#addFactor();
  }
  /** An owner works with a second factor only. */
  async #addFactor(): Promise<void> {
    const { authToken } = await this.call<{ authToken: string }>('/auth/createMidSessionToken', {
      password: OWNER.password,
    });
    this.#session = { ...this.#open(), authToken };
    const { secret } = await this.call<{ secret: string }>('/auth/setup-mfa-authenticator', {});
    ({ recoveryCodes } = await this.call<{ recoveryCodes: string[] }>(
      '/auth/enable-mfa-authenticator',
      { otp: new TOTP({ secret: Secret.fromBase32(secret) }).generate() },
    ));
  }
  async signIn(): Promise<void> {
    this.#session = undefined;
    const first = await this.raw('/auth/login', { credentials: OWNER, longLogin: false });
    if (!first.ok) throw new Error(`/auth/login: ${first.status} ${await first.text()}`);
    const step = first.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
    // An older copy of the practice may have taken the next code already.
    let refusal = '';
    for (let tries = 0; tries < 3; tries++) {
      const otp = recoveryCodes[nextCode++ % recoveryCodes.length],
        second = await this.raw('/auth/login/otp', { otp }, step);
      if (second.ok) {
        this.#session = (await second.json()) as Session;
        return;
      }
      refusal = `${second.status} ${await second.text()}`;
    }
    throw new Error(`/auth/login/otp: ${refusal}`);
  }
  async addPatient(firstName: string, lastName: string): Promise<{ patid: string; name: string }> {
    const { patid } = await this.call<{ patid: string }>('/patient/patients', {
      firstName,
      lastName,
      geburtsdatum: '1958-03-12',
    });
    return { patid, name: `${firstName} ${lastName}` };
  }
  /** A Mappe of `count` photo consents for one tablet. */
  async send(
    patient: { patid: string; name: string },
    tabletId: string,
    count: number,
  ): Promise<string> {
    const { mappeId } = await this.call<{ mappeId: string }>('/tablet/mappen', {
      patids: [patient.patid],
      items: Array.from({ length: count }, () => ({ template: 'foto@1', fields: {} })),
      tabletId,
      language: 'de',
      textScale: 100,
      identifiedBy: 'gesundheitskarte',
      signers: [{ role: 'patient', name: patient.name }],
    });
    return mappeId;
  }
  board(): Promise<Board> {
    return this.call<Board>('/tablet/board');
  }
}
