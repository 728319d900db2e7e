/**
 * Headless reception: creates the practice by its first-user link, its tablets and its Mappen, over
 * the wire.
 */
import type { Board } from '../../shared/exchange/board.ts';

const OWNER = {
  email: 'leitung@praxis.test',
  password: 'Kastanien im Herbst 1958',
} as const;
const XSRF = 'chaos0123456789ab';

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

  async raw(path: string, json?: unknown): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      signal: AbortSignal.timeout(20_000),
      headers: {
        Cookie: `XSRF-TOKEN=${XSRF}`,
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
    const { version, sha256 } = await this.call<{ version: number; sha256: string }>('/api/agb');
    await this.call('/api/agb', { version, sha256 });
  }
  async signIn(): Promise<void> {
    this.#session = undefined;
    this.#session = await this.call<Session>('/auth/login', {
      credentials: OWNER,
      longLogin: false,
    });
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
