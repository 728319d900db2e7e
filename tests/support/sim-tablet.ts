/**
 * A tablet that speaks the wire protocol like the real one: own keys, registration, token, sealed
 * ops, opened feed.
 */
import { v7 } from 'uuid';
import { packPayload } from '../../shared/exchange/payload.ts';
import { openSealed } from '../../shared/exchange/opening.ts';
import {
  createSealKeys,
  fromBase64,
  importSealPublic,
  SEALED,
  sealTo,
  sha256Hex,
} from '../../shared/exchange/sealing.ts';
import type { SubmitPayload } from '../../shared/papers/signature.ts';
import {
  draftAad,
  feedAad,
  opAad,
  opDigestText,
  packFrame,
  PROTO,
  PUSH_TYPE,
  type ConfigBody,
  type OpHeader,
  type OpKind,
  type PullAnswer,
  type PushAnswer,
  type TaskBody,
} from '../../shared/exchange/sync.ts';
import { verdictsOf, type Pushed } from '../../server/desk/sync/verdicts.testing.ts';
import type { Answer, CallOptions } from './in-process.ts';
import type { Practice } from './practice.ts';

export const GATE = { secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'ok' } as const;
export interface Op {
  h: OpHeader;
  bytes: Uint8Array;
}
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const;
/** Exports a key as sent on the wire; the private half never leaves the tablet. */
export async function publicJwk(key: CryptoKey): Promise<JsonWebKey> {
  const { kty, crv, x, y } = (await crypto.subtle.exportKey('jwk', key)) as {
    kty: string;
    crv: string;
    x: string;
    y: string;
  };
  return { kty, crv, x, y };
}

export interface PhoneKeys {
  sign: CryptoKeyPair;
  seal: CryptoKeyPair;
}
export const phoneKeys = async (): Promise<PhoneKeys> => ({
  sign: await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify']),
  seal: await createSealKeys(false),
});
/** Sends a call of a phone without registration. */
export const acceptBy = async (
  p: Practice,
  takeoverSecret: string,
  { sign, seal }: PhoneKeys,
): Promise<Answer> =>
  p.call('/tablet/takeover/accept', {
    method: 'POST',
    json: {
      takeoverSecret,
      keys: { signKey: await publicJwk(sign.publicKey), sealKey: await publicJwk(seal.publicKey) },
      userAgent: 'test',
    },
  });
/**
 * Returns the code that a tablet shows for a task.
 * @throws Error with status and code of a refusal
 */
export async function offerOf(tablet: SimTablet, taskId: string): Promise<string> {
  const answer = await tablet.call('/tablet/takeover', { method: 'POST', json: { taskId } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.code}`);
  return (answer.json as { url: string }).url.split('/').at(-1) ?? '';
}

export class SimTablet {
  readonly p: Practice;
  readonly id: string;
  readonly config: ConfigBody;
  readonly tabletToken: string;
  token = '';
  epoch = '';
  inc = v7();
  n = 0;
  readonly #sign: CryptoKeyPair;
  readonly #seal: CryptoKeyPair;
  private constructor(
    p: Practice,
    made: { tabletId: string; config: ConfigBody; tabletToken: string },
    sign: CryptoKeyPair,
    seal: CryptoKeyPair,
  ) {
    this.p = p;
    this.id = made.tabletId;
    this.config = made.config;
    this.tabletToken = made.tabletToken;
    this.#sign = sign;
    this.#seal = seal;
  }

  /**
   * Registers completely: code from the desk, number compared by reception, keys bound, token
   * obtained with a signed nonce.
   */
  static async register(p: Practice, name = 'Tablet 1'): Promise<SimTablet> {
    const sign = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify']),
      seal = await createSealKeys(false);
    const code = await p.post('/tablet/codes', p.users.reception);
    const { registrationCode } = code.json as { registrationCode: string };
    const asked = await p.call('/tablet/registration', {
      method: 'POST',
      json: {
        registrationCode,
        signKey: await publicJwk(sign.publicKey),
        sealKey: await publicJwk(seal.publicKey),
        gate: GATE,
        userAgent: 'test',
      },
    });
    const { pendingId, pendingSecret, number } = asked.json as {
      pendingId: string;
      pendingSecret: string;
      number: string;
    };
    const confirmed = await p.post(
      `/tablet/registrations/${pendingId}/confirm`,
      p.users.reception,
      { number, name, posture: 'hand', exceptions: [] },
    );
    if (confirmed.status !== 200) throw new Error(`confirm: ${confirmed.status} ${confirmed.text}`);
    const poll = await p.call(`/tablet/registration/${pendingId}`, {
      method: 'POST',
      json: { pendingSecret },
    });
    const tablet = new SimTablet(
      p,
      poll.json as { tabletId: string; config: ConfigBody; tabletToken: string },
      sign,
      seal,
    );
    await tablet.renew();
    return tablet;
  }

  /**
   * Takes a Mappe over on a private phone by its code.
   * @throws Error with status and code of a refusal
   */
  static async takeOver(p: Practice, takeoverSecret: string, own?: PhoneKeys): Promise<SimTablet> {
    const keys = own ?? (await phoneKeys()),
      answer = await acceptBy(p, takeoverSecret, keys);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.code}`);
    const phone = new SimTablet(
      p,
      { ...(answer.json as { tabletId: string; config: ConfigBody }), tabletToken: '' },
      keys.sign,
      keys.seal,
    );
    await phone.renew();
    return phone;
  }

  /** Requests a new bearer token; returns the refusal if there is one. */
  async renew(): Promise<Answer> {
    const challenge = await this.p.call('/tablet/token/challenge', {
      method: 'POST',
      json: { tabletId: this.id },
    });
    const { nonce } = challenge.json as { nonce: string };
    const answer = await this.p.call('/tablet/token', {
      method: 'POST',
      json: { tabletId: this.id, nonce, signature: await this.prove(nonce) },
    });
    if (answer.status === 200)
      ({ authToken: this.token, epoch: this.epoch } = answer.json as {
        authToken: string;
        epoch: string;
      });
    return answer;
  }
  async prove(nonce: string): Promise<string> {
    const text = new TextEncoder().encode(`molar-token|${this.id}|${nonce}`);
    return Buffer.from(
      await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, this.#sign.privateKey, text),
    ).toString('base64url');
  }
  call(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.p.call(path, { as: this, ...options });
  }

  /** Seals an op with the next number; `change` corrupts it for a test. */
  async op(
    kind: OpKind,
    task: { taskId: string; taskRev: number },
    payload: object,
    change: Partial<OpHeader> & { sealTo?: CryptoKey } = {},
  ): Promise<Op> {
    const { sealTo: other, ...rest } = change;
    const base = { id: v7(), kind, schema: 1, taskId: task.taskId, taskRev: task.taskRev };
    const key = other ?? (await importSealPublic(this.config.serverKey));
    const bytes = await sealTo(
      key,
      packPayload(payload),
      opAad({ device: this.id, inc: this.inc, ...base }),
    );
    return {
      h: {
        n: ++this.n,
        ...base,
        at: this.p.t.clock.now,
        mono: 1,
        sealed: SEALED,
        len: bytes.length,
        sha256: await sha256Hex(opDigestText(base), bytes),
        ...rest,
      },
      bytes,
    };
  }
  frame(ops: readonly Op[], change: Record<string, unknown> = {}): Uint8Array {
    return packFrame(
      {
        proto: PROTO,
        device: this.id,
        inc: this.inc,
        epoch: this.epoch,
        ops: ops.map((o) => o.h),
        ...change,
      },
      ops.map((o) => o.bytes),
    );
  }
  send(frame: Uint8Array): Promise<Answer> {
    return this.call('/tablet/sync/v1/push', { method: 'POST', body: frame, type: PUSH_TYPE });
  }
  /** Pushes and waits until everything is judged. */
  async push(...ops: Op[]): Promise<Pushed> {
    const answer = await this.send(this.frame(ops));
    if (answer.status !== 200) throw new Error(`push: ${answer.status} ${answer.text}`);
    const { t, cid, system } = this.p,
      pushed = answer.json as PushAnswer;
    await t.app.sync.judged();
    return {
      ...pushed,
      verdicts: await verdictsOf(t.deps.workshop.look(cid, system), pushed, this.id, this.inc),
    };
  }

  async pull(cursor = 0): Promise<PullAnswer> {
    return (await this.call(`/tablet/sync/v1/pull?cursor=${cursor}`)).json as PullAnswer;
  }
  async open(item: PullAnswer['items'][number]): Promise<unknown> {
    const plain = await openSealed(
      this.#seal.privateKey,
      fromBase64(item.body ?? ''),
      feedAad(this.id, item.seq, item.op),
    );
    return JSON.parse(new TextDecoder().decode(plain));
  }
  /** Opens bytes that the server sealed to this tablet. */
  unseal(sealed: Uint8Array, aad: string): Promise<Uint8Array> {
    return openSealed(this.#seal.privateKey, sealed, aad);
  }
  /** Tasks assigned to this tablet, as the tablet reads them. */
  async inbox(): Promise<TaskBody[]> {
    const { items } = await this.pull();
    return Promise.all(
      items.filter((i) => i.op === 'put').map(async (i) => (await this.open(i)) as TaskBody),
    );
  }
  async putDraft(
    task: { taskId: string; taskRev: number },
    draftRev: number,
    payload: object,
  ): Promise<Answer> {
    const bytes = await sealTo(
      await importSealPublic(this.config.serverKey),
      packPayload(payload),
      draftAad(this.id, task.taskId, task.taskRev, draftRev),
    );
    return this.call(
      `/tablet/drafts/${task.taskId}?taskRev=${task.taskRev}&draftRev=${draftRev}&page=1&of=3`,
      { method: 'PUT', body: bytes, type: 'application/octet-stream' },
    );
  }
}

/** Handwriting of some 160 points. */
export const drawnInk = () => ({
  width: 700,
  height: 260,
  clears: 0,
  undos: 0,
  strokes: [
    {
      pointerType: 'pen' as const,
      points: Array.from({ length: 160 }, (_, i) => ({
        x: 90 + i * 2.5,
        y: 130 + 60 * Math.sin(i / 7),
        t: i * 8,
        p: 0.5,
      })),
    },
  ],
});
/** Returns a complete, valid submission for the tablet's task. */
export function submissionOf(body: TaskBody, at: number): SubmitPayload {
  const data = JSON.parse(body.data) as {
    declarations: { id: string; required: boolean }[];
    sections: { id: string }[];
  };
  return {
    taskId: body.taskId,
    dataSha256: body.dataSha256,
    presentedPdfSha256: body.presentedPdfSha256,
    language: body.language,
    signedAt: at,
    wantsPaperCopy: false,
    signers: body.signers.map((s) => ({ ...s, mark: { how: 'drawn', ink: drawnInk() } })),
    declarations: data.declarations.map((d) => ({ id: d.id, value: d.required, at })),
    reading: {
      shownAt: at - 300_000,
      sections: data.sections.map((s) => ({
        id: s.id,
        firstSeenAt: at - 200_000,
        visibleMs: 9000,
      })),
      reachedEnd: true,
      fontScale: 1.25,
      openedPdf: false,
      languageSwitches: 0,
      unclear: [],
    },
    device: {
      userAgent: 'test',
      screen: '1280x800',
      standalone: true,
      online: true,
      clockOffsetMs: 0,
      appVersion: '0.0.0',
    },
    ...(body.origin !== undefined && { origin: body.origin }),
  };
}
