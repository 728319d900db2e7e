/** Shares in tests: created by staff as in the practice, opened as on a phone. */
import { createHash, hkdfSync } from 'node:crypto';
import { fileDocument } from '../../../server/records/documents/file-document.ts';
import {
  readShareAddress,
  SHARE_PROOF_INFO,
  SHARE_HEADER,
} from '../../../shared/exchange/share.ts';
import type { NewShare, ShareLink } from '../../../shared/exchange/share.schema.ts';
import type { Answer } from '../in-process.ts';
import type { Practice } from '../practice.ts';

export const PDF = new TextEncoder().encode('%PDF-1.7\n% Befund der Kanarienvogel-Akte\n');

/** Adds a document to a patient's record, with its bytes. */
export async function addDocument(
  p: Practice,
  patid: string,
  title = 'Einwilligung Implantat',
): Promise<string> {
  const { deps } = p.t,
    keys = await deps.keys(p.cid),
    bytes = new Uint8Array([...PDF, ...new TextEncoder().encode(`% ${patid} ${deps.newId()}\n`)]);
  const { sha256 } = await deps.blobs.put(p.cid, bytes, {
    keyId: keys.blobKeyId,
    key: keys.blobKey,
  });
  return deps.workshop.write(p.cid, p.system, (w) =>
    fileDocument(w, { taskId: deps.newId(), patid, sha256, title }),
  );
}

export interface MadeShare extends ShareLink {
  shareId: string;
  key: string;
  proof: string;
}
const proofFor = (shareId: string, key: string): string =>
  Buffer.from(
    hkdfSync('sha256', Buffer.from(key, 'base64url'), shareId, SHARE_PROOF_INFO, 32),
  ).toString('base64url');
/** Returns the data that the page reads from a link. */
export function opensBy(link: ShareLink): MadeShare {
  const [path = '', fragment = ''] = link.path.split('#'),
    { shareId = '', key = '' } = readShareAddress(path, fragment) ?? {};
  return { ...link, shareId, key, proof: proofFor(shareId, key) };
}
export const newShare = (
  p: Practice,
  change: Partial<NewShare> & Pick<NewShare, 'items'>,
): NewShare => ({
  id: p.t.deps.newId(),
  patid: '1001',
  language: 'de',
  secondStep: 'code',
  ...change,
});
export async function makeShare(
  p: Practice,
  change: Partial<NewShare> & Pick<NewShare, 'items'>,
): Promise<MadeShare> {
  const answer = await p.post('/papo/shares', p.users.reception, newShare(p, change));
  if (answer.status !== 200) throw new Error(`share: ${answer.status} ${answer.text}`);
  return opensBy(answer.json as ShareLink);
}

export const ANNA_BORN = { day: 4, month: 3, year: 1941 };
const HOST = 'praxis.example';
/**
 * A tab on a phone at its own address; the server runs behind a proxy at https://praxis.example.
 * Tabs of one browser share their cookie jar.
 */
export class Phone {
  readonly p: Practice;
  readonly ip: string;
  readonly jar: Map<string, string>;
  /** The share of the page. */
  shareId: string | undefined;
  constructor(p: Practice, ip = '203.0.113.7', jar = new Map<string, string>()) {
    this.p = p;
    this.ip = ip;
    this.jar = jar;
  }
  /** Name of the cookie of this page's share. */
  get cookieName(): string {
    return `__Host-molar-share-${sha256Of(Buffer.from(this.shareId ?? '')).slice(0, 16)}`;
  }
  get cookie(): string | undefined {
    return this.jar.get(this.cookieName);
  }
  set cookie(value: string | undefined) {
    if (value !== undefined) this.jar.set(this.cookieName, value);
  }
  async call(
    path: string,
    json?: unknown,
    method = json === undefined ? 'GET' : 'POST',
  ): Promise<Answer> {
    const cookies = [
      'XSRF-TOKEN=0123456789abcdef; __Host-XSRF-TOKEN=0123456789abcdef',
      ...[...this.jar].map((pair) => pair.join('=')),
    ].join('; ');
    const headers = {
      Host: HOST,
      'X-Forwarded-For': this.ip,
      Cookie: cookies,
      ...(this.shareId !== undefined && { [SHARE_HEADER]: this.shareId }),
    };
    const answer = await this.p.call(path, {
      method,
      ...(json !== undefined && { json }),
      headers,
    });
    const [, name, value] =
      /(__Host-molar-share[\w-]*)=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
    if (name !== undefined && value === '') this.jar.delete(name);
    else if (name !== undefined && value !== undefined) this.jar.set(name, value);
    return answer;
  }
  logIn(
    share: Pick<MadeShare, 'shareId' | 'proof'>,
    who: { firstName?: string; birth?: object } = {},
  ): Promise<Answer> {
    this.shareId = share.shareId;
    return this.call('/papo/login', {
      shareId: share.shareId,
      proof: share.proof,
      firstName: 'Anna',
      birth: ANNA_BORN,
      ...who,
    });
  }
  secondStep(code: string): Promise<Answer> {
    return this.call('/papo/secondStep', { code });
  }
  /** All steps. */
  async open(share: MadeShare): Promise<this> {
    await this.logIn(share);
    if (share.code !== null) await this.secondStep(share.code);
    return this;
  }
}
/**
 * Returns the cookie of another user who opened a share on this machine on a page that does not
 * name it.
 */
export async function cookieHere(p: Practice, share: MadeShare): Promise<string> {
  const pair = 'XSRF-TOKEN=0123456789abcdef; __Host-XSRF-TOKEN=0123456789abcdef';
  let own = '';
  for (const [path, json] of [
    ['login', { shareId: share.shareId, proof: share.proof, firstName: 'Anna', birth: ANNA_BORN }],
    ['secondStep', { code: share.code }],
  ] as const) {
    const answer = await p.call(`/papo/${path}`, {
      method: 'POST',
      json,
      headers: { Cookie: `${pair}${own}` },
    });
    if (answer.status !== 200) throw new Error(`let in: ${answer.status} ${answer.text}`);
    own = `; molar-share=${/molar-share=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''}`;
  }
  return pair + own;
}
/** Returns an address in a separate network. */
export const addressOf = (n: number): string =>
  `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
