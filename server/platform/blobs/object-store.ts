// Sealed files in a bucket of an S3 service. Names are keyed hashes: a provider that knows a document
// cannot find out whether a practice has it. Nothing relies on encryption by the provider.

import { createHash, createHmac } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import { checkCid, checkName, type KeptFile, type SealedStore } from './sealed-store.ts';

/** Plain values, so that another process can receive them. */
export interface ObjectConfig {
  /** Address of the bucket, without a slash at its end. */
  bucketUrl: string;
  region: string;
  keyId: string;
  secret: string;
}

/** All attempts of one call together, ms. */
const DEADLINE_MS = 30_000,
  TRIES = 3;

class MissingObject extends Error {
  readonly code = 'ENOENT';
}

/** Derives the key of a practice's object names from the key that seals its files. */
const nameKeyOf = (blobKey: Uint8Array): Buffer =>
  createHmac('sha256', blobKey).update('molar object names v1').digest();

interface Listing {
  files: KeptFile[];
  /** Where the next page begins; undefined after the last one. */
  next: string | undefined;
}
/** Reads a page of ListObjectsV2. @param prefix part of the keys that is no part of the names */
function readListing(xml: string, prefix: string): Listing {
  const found: Listing = { files: [], next: undefined },
    parser = new SaxesParser();
  let path: string[] = [],
    one: Record<string, string> = {};
  parser.on('opentag', ({ name }) => {
    path.push(name);
    if (name === 'Contents') one = {};
  });
  parser.on('text', (text) => {
    if (path.at(-2) === 'Contents') one[path.at(-1)!] = (one[path.at(-1)!] ?? '') + text;
    if (path.at(-1) === 'NextContinuationToken') found.next = (found.next ?? '') + text;
  });
  parser.on('closetag', ({ name }) => {
    path = path.slice(0, -1);
    if (name !== 'Contents') return;
    const { Key: key = '', Size: size = '', LastModified: at = '' } = one;
    found.files.push({ name: key.slice(prefix.length), size: Number(size), at: Date.parse(at) });
  });
  parser.write(xml).close();
  return found;
}

/**
 * Creates a store in a bucket.
 * @param blobKeyOf key that seals a practice's files
 * @param pageSize files that one request lists
 */
export function createObjectStore(
  { bucketUrl, region, keyId, secret }: ObjectConfig,
  blobKeyOf: (cid: string) => Promise<Uint8Array>,
  pageSize = 1000,
): SealedStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: TRIES,
  });
  const prefixOf = (cid: string): string => `v1/${cid}/`;
  async function nameOf(cid: string, sha256: string): Promise<string> {
    checkName(cid, sha256);
    return createHmac('sha256', nameKeyOf(await blobKeyOf(cid)))
      .update(sha256)
      .digest('hex');
  }
  const urlOf = async (cid: string, sha256: string): Promise<string> =>
    `${bucketUrl}/${prefixOf(cid)}${await nameOf(cid, sha256)}`;
  /** Sends a signed request; `taken` are the good statuses. */
  async function call(
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    taken: readonly number[],
    body?: Uint8Array,
  ): Promise<Response> {
    const hash = createHash('sha256').update(body ?? new Uint8Array());
    const sums = hash.copy();
    const answer = await client.fetch(url, {
      method,
      signal: AbortSignal.timeout(DEADLINE_MS),
      headers: {
        // The service refuses bytes that differ from the signed hash.
        'x-amz-content-sha256': hash.digest('hex'),
        // A bucket with a lock asks for a checksum.
        ...(body && { 'x-amz-checksum-sha256': sums.digest('base64') }),
      },
      ...(body && { body: body as BodyInit }),
    });
    if (taken.includes(answer.status)) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) throw new MissingObject('no such object');
    throw new Error(`the object store answered ${answer.status}`);
  }
  const listPage = async (
    cid: string,
    after: string | undefined,
    most = pageSize,
  ): Promise<Listing> => {
    const query = new URLSearchParams({
      'list-type': '2',
      'max-keys': String(most),
      prefix: prefixOf(cid),
      ...(after !== undefined && { 'continuation-token': after }),
    });
    const answer = await call('GET', `${bucketUrl}?${query}`, [200]);
    return readListing(await answer.text(), prefixOf(cid));
  };
  return {
    nameOf,
    async put(cid, sha256, sealed) {
      await (await call('PUT', await urlOf(cid, sha256), [200], sealed)).body?.cancel();
    },
    async get(cid, sha256) {
      const answer = await call('GET', await urlOf(cid, sha256), [200]);
      return Buffer.from(await answer.arrayBuffer());
    },
    async remove(cid, sha256) {
      await (await call('DELETE', await urlOf(cid, sha256), [200, 204, 404])).body?.cancel();
    },
    async list(cid) {
      checkCid(cid);
      const found: KeptFile[] = [];
      let after: string | undefined;
      do {
        const page = await listPage(cid, after);
        found.push(...page.files);
        after = page.next;
      } while (after !== undefined);
      return found;
    },
    async probe() {
      await listPage('probe', undefined, 1);
    },
  };
}
