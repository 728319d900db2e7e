/** API calls of staff that prepare a story or check its result, as the practice app makes them. */
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Board, BoardMappe, BoardTask } from '../../../shared/exchange/board.ts';
import type { RunningServer } from '../server.ts';

export interface Patient {
  patid: string;
  firstName: string;
  lastName: string;
  name: string;
  geburtsdatum: string;
}
export interface MappeOrder {
  items: readonly { template: string; fields?: Record<string, string> }[];
  tabletId?: string | null;
  language?: string;
  textScale?: number;
  signers?: readonly { role: string; name: string; isAway?: boolean }[];
}
/** A tablet on its welcome page, in any browser. */
export interface Registering {
  /** Types the code and sends it. */
  typeCode(code: string): Promise<void>;
  /** Returns the four digits that the desk compares. */
  number(): Promise<string>;
  /** Waits for the home of a tablet with this name. */
  atHome(name: string): Promise<void>;
}
export type Role = 'owner' | 'staff' | 'reception';
export interface Login {
  email: string;
  password: string;
}

export const PHOTO = { template: 'foto@2' } as const;
export const EXTRACTION = { template: 'extraktion@1', fields: { zahn: '36' } } as const;

export class DeskCalls {
  readonly #server: RunningServer;
  readonly #login: () => Login;
  #token = '';
  #base = '';
  private constructor(server: RunningServer, login: () => Login) {
    this.#server = server;
    this.#login = login;
  }
  /** @param as a user of the demo practice, or a login of another practice */
  static async open(server: RunningServer, as: Role | Login = 'reception'): Promise<DeskCalls> {
    const desk = new DeskCalls(server, () => {
      if (typeof as !== 'string') return as;
      const { [as]: email, password } = server.logins();
      return { email, password };
    });
    await desk.signIn();
    return desk;
  }
  async signIn(): Promise<void> {
    const answer = await this.raw('/auth/login', {
      json: { credentials: this.#login(), longLogin: false },
    });
    const { authToken, r4cUuid } = (await answer.json()) as { authToken: string; r4cUuid: string };
    this.#token = authToken;
    this.#base = `/r4c/${r4cUuid}`;
  }
  /** Calls a path below the origin; throws with the server's response unless it succeeds. */
  async raw(
    path: string,
    options: { json?: unknown; bytes?: Uint8Array; type?: string; method?: string } = {},
  ): Promise<Response> {
    const xsrf = randomBytes(16).toString('hex');
    const method =
      options.method ??
      (options.json === undefined && options.bytes === undefined ? 'GET' : 'POST');
    const answer = await fetch(`${this.#server.url}${path}`, {
      method,
      headers: {
        Cookie: `XSRF-TOKEN=${xsrf}`,
        'X-XSRF-TOKEN': xsrf,
        ...(this.#token !== '' && { Authorization: `Bearer ${this.#token}` }),
        ...(options.json !== undefined && { 'Content-Type': 'application/json' }),
        ...(options.type !== undefined && { 'Content-Type': options.type }),
      },
      ...(options.json !== undefined && { body: JSON.stringify(options.json) }),
      ...(options.bytes !== undefined && { body: options.bytes as BodyInit }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
  async call<T>(path: string, json?: unknown, method?: string): Promise<T> {
    const answer = await this.raw(`${this.#base}${path}`, {
      ...(json !== undefined && { json }),
      ...(method !== undefined && { method }),
    });
    const text = await answer.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  /** Returns the check page's result for a PDF. */
  async check(pdf: Uint8Array): Promise<unknown> {
    return (
      await this.raw(`${this.#base}/documents/check`, { bytes: pdf, type: 'application/pdf' })
    ).json();
  }
  async bytes(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.raw(`${this.#base}${path}`)).arrayBuffer());
  }

  async setSettings(change: Record<string, unknown>): Promise<void> {
    const { version } = (await (await this.raw('/api/settings')).json()) as { version: number };
    const settingsDiff = Object.entries(change).map(([key, value]) => ({
      op: 'replace',
      path: `/${key}`,
      value,
    }));
    await this.raw('/api/settings/patch', { json: { settingsDiff, version } });
  }
  async addPatient(firstName: string, lastName: string, geburtsdatum: string): Promise<Patient> {
    const { patid } = await this.call<{ patid: string }>('/patient/patients', {
      firstName,
      lastName,
      geburtsdatum,
    });
    return { patid, firstName, lastName, name: `${firstName} ${lastName}`, geburtsdatum };
  }
  /**
   * Registers the tablet that is open on its welcome page, with reasons for the facts that no
   * browser can prove.
   */
  async register(
    tablet: Registering,
    name: string,
    posture: 'hand' | 'wall' | 'desk' = 'hand',
  ): Promise<string> {
    const { registrationCode } = await this.call<{ registrationCode: string }>('/tablet/codes', {});
    await tablet.typeCode(`${registrationCode.slice(0, 5)}-${registrationCode.slice(5)}`);
    const number = await tablet.number();
    const pending = await this.#until(
      async () => {
        const { registrations } = await this.board();
        const found = registrations.find((one) => one.number === number);
        return found && found.gate.offline === 'ok' && found.gate.push === 'ok' ? found : undefined;
        // A busy machine needs its time to store the whole app.
      },
      'the checks of a new tablet',
      60_000,
    );
    const excused = (['storage', 'lock'] as const).filter((check) => pending.gate[check] !== 'ok');
    const { tabletId } = await this.call<{ tabletId: string }>(
      `/tablet/registrations/${pending.pendingId}/confirm`,
      {
        number,
        name,
        posture,
        exceptions: excused.map((check) => ({ check, reason: 'Am Gerät nachgesehen' })),
      },
    );
    await tablet.atHome(name);
    return tabletId;
  }
  async send(patient: Patient, order: MappeOrder): Promise<string> {
    const { mappeId } = await this.call<{ mappeId: string }>('/tablet/mappen', {
      patids: [patient.patid],
      items: order.items,
      tabletId: order.tabletId ?? null,
      language: order.language ?? 'de',
      textScale: order.textScale ?? 100,
      identifiedBy: 'gesundheitskarte',
      signers: order.signers ?? [{ role: 'patient', name: patient.name }],
    });
    return mappeId;
  }
  board(): Promise<Board> {
    return this.call<Board>('/tablet/board');
  }
  async mappe(mappeId: string): Promise<BoardMappe> {
    const found = (await this.board()).mappen.find((one) => one.mappeId === mappeId);
    if (!found) throw new Error('The board does not show this Mappe.');
    return found;
  }
  /** Waits until the first paper of a Mappe is in a state. */
  reaches(mappeId: string, state: BoardTask['state'], timeout = 20_000): Promise<BoardTask> {
    return this.#until(
      async () => {
        const task = (await this.mappe(mappeId)).tasks[0];
        return task?.state === state ? task : undefined;
      },
      `state ${state}`,
      timeout,
    );
  }
  /** Uploads a file to a patient's documents. */
  async upload(
    patid: string,
    bytes: Uint8Array,
    type: string,
    kind = 'findings',
  ): Promise<{ fileId: string }> {
    const fileId = crypto.randomUUID();
    await this.raw(
      `${this.#base}/documents/upload?fileId=${fileId}&patid=${encodeURIComponent(patid)}&kind=${kind}`,
      { bytes, type },
    );
    return { fileId };
  }
  documentsOf(
    patid: string,
  ): Promise<{ items: { fileId: string; taskId: string; title: string; sha256: string }[] }> {
    return this.call(`/documents/list?patid=${encodeURIComponent(patid)}`);
  }
  async #until<T>(
    look: () => Promise<T | undefined>,
    what = 'condition',
    timeout = 20_000,
  ): Promise<T> {
    let found: T | undefined;
    await expect
      .poll(async () => (found = await look()) !== undefined, {
        message: what,
        timeout,
        intervals: [100, 250, 500],
      })
      .toBe(true);
    if (found === undefined) throw new Error(`never reached: ${what}`);
    return found;
  }
}
