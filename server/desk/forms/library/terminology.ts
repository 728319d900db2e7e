// Client of a terminology server (FHIR R4 `ValueSet/$expand`): lists of answers that a form names
// but does not contain. It asks with addresses and lists of forms only, never about a patient.

import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { addressOf } from '../../../../shared/forms/design/put-value-set.ts';
import type { ValueSet } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { AnswerError, TooLargeError, type Download } from '../../../platform/http/egress.ts';

/** `unknown`: the server has no such list; `down`: it does not answer, or not readably. */
type Reason = 'unknown' | 'too_large' | 'down';
/** A list that the server did not give. */
export class TerminologyError extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, cause?: unknown) {
    super(`terminology: ${reason}`, { cause });
    this.reason = reason;
  }
}
export interface Terminology {
  /**
   * Expands a list to its codes.
   * @param canonical its address, with or without `|version`
   * @param own the list itself, if the form contains it and only a server can expand it
   * @throws TerminologyError
   */
  expand(canonical: string, own?: ValueSet): Promise<ValueSet>;
}
/** Fetches bytes. @throws AnswerError for an answer with another status than 200 */
type Ask = (call: Download, options: { timeoutMs: number }) => Promise<Uint8Array>;

/** A list of every country has 250; a question does not offer thousands of answers. */
const MOST_CODES = 2_000;
const MOST_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 5_000;
const MOST_KEPT = 200,
  KEPT_MS = DAY_MS,
  /** A server that did not answer is asked again after this, so that no form waits for each list. */
  PAUSE_MS = 15_000;
const MOST_DEPTH = 30,
  MOST_LETTERS = 1_000;
const WEIGHTS = ['ordinalValue', 'itemWeight'].map(
  (one) => `http://hl7.org/fhir/StructureDefinition/${one}`,
);

type Json = Readonly<Record<string, unknown>>;
type Concepts = NonNullable<NonNullable<ValueSet['expansion']>['contains']>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const tooLarge = (): TerminologyError => new TerminologyError('too_large');

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= MOST_LETTERS ? value : undefined;

/** Keeps what the engine reads of codes: system, code, words, weights and nested codes. */
function conceptsOf(value: unknown, depth: number, room: { left: number }): Concepts {
  if (depth > MOST_DEPTH) throw tooLarge();
  return objectsIn(value).map((one) => {
    room.left -= 1;
    if (room.left < 0) throw tooLarge();
    const system = textIn(one.system),
      code = textIn(one.code),
      display = textIn(one.display);
    const designation = objectsIn(one.designation).flatMap((each) => {
        const language = textIn(each.language),
          said = textIn(each.value);
        return language === undefined || said === undefined ? [] : [{ language, value: said }];
      }),
      extension = objectsIn(one.extension).flatMap(({ url, valueDecimal }) =>
        typeof url === 'string' && WEIGHTS.includes(url) && typeof valueDecimal === 'number'
          ? [{ url, valueDecimal }]
          : [],
      ),
      contains = conceptsOf(one.contains, depth + 1, room);
    return {
      ...(system !== undefined && { system }),
      ...(code !== undefined && { code }),
      ...(display !== undefined && { display }),
      ...(one.abstract === true && { abstract: true }),
      ...(designation.length > 0 && { designation }),
      ...(extension.length > 0 && { extension }),
      ...(contains.length > 0 && { contains }),
    };
  });
}

/** @throws TerminologyError for an answer without codes, or with too many */
function expandedIn(bytes: Uint8Array): ValueSet {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new TerminologyError('down', error);
  }
  if (!isObject(value) || value.resourceType !== 'ValueSet' || !isObject(value.expansion))
    throw new TerminologyError('down');
  const { total, contains } = value.expansion,
    version = textIn(value.version),
    room = { left: MOST_CODES },
    concepts = conceptsOf(contains, 0, room);
  // A server may answer with the first part of a long list: the form would miss the rest.
  if (typeof total === 'number' && total > MOST_CODES - room.left) throw tooLarge();
  if (concepts.length === 0) throw new TerminologyError('unknown');
  return {
    resourceType: 'ValueSet',
    ...(version !== undefined && { version }),
    status: 'active',
    expansion: { contains: concepts },
  } as ValueSet;
}

/** Returns the call for a list: by its address, or with the list itself. */
function callFor(base: string, canonical: string, own: ValueSet | undefined): Download {
  const url = new URL(`${base.replace(/\/+$/, '')}/ValueSet/$expand`),
    { searchParams } = url;
  searchParams.set('_format', 'application/fhir+json');
  const common = { mostBytes: MOST_BYTES, accept: 'application/fhir+json' };
  if (own)
    return {
      ...common,
      url: url.href,
      body: {
        type: 'application/fhir+json',
        bytes: new TextEncoder().encode(
          JSON.stringify({
            resourceType: 'Parameters',
            parameter: [
              { name: 'valueSet', resource: own },
              { name: 'count', valueInteger: MOST_CODES + 1 },
              { name: 'includeDesignations', valueBoolean: true },
            ],
          }),
        ),
      },
    };
  const version = canonical.split('|')[1];
  searchParams.set('url', addressOf(canonical));
  if (version !== undefined && version !== '') searchParams.set('valueSetVersion', version);
  searchParams.set('count', String(MOST_CODES + 1));
  searchParams.set('includeDesignations', 'true');
  return { ...common, url: url.href };
}

/**
 * Creates the client of a terminology server; its lists are cached for a day.
 * @param base address of the server, as `https://tx.example.org/fhir`
 */
export function createTerminology({
  base,
  ask,
  now,
}: {
  base: string;
  ask: Ask;
  now: () => number;
}): Terminology {
  const kept = new Map<string, { readonly at: number; readonly list: Promise<ValueSet> }>();
  let closedUntil = 0;
  const fetchList = async (call: Download): Promise<ValueSet> => {
    if (now() < closedUntil) throw new TerminologyError('down');
    try {
      return expandedIn(await ask(call, { timeoutMs: TIMEOUT_MS }));
    } catch (error) {
      if (error instanceof TerminologyError && error.reason !== 'down') throw error;
      // 400, 404, 410 and 422: the server works and does not know the list; 413: too long for it.
      if (error instanceof TooLargeError || (error instanceof AnswerError && error.status === 413))
        throw tooLarge();
      if (error instanceof AnswerError && [400, 404, 410, 422].includes(error.status))
        throw new TerminologyError('unknown', error);
      closedUntil = now() + PAUSE_MS;
      throw error instanceof TerminologyError ? error : new TerminologyError('down', error);
    }
  };
  return {
    async expand(canonical, own) {
      const call = callFor(base, canonical, own),
        key = own ? `${call.url} ${JSON.stringify(own)}` : call.url,
        known = kept.get(key);
      if (known && now() - known.at < KEPT_MS) return known.list;
      const list = fetchList(call);
      kept.delete(key);
      kept.set(key, { at: now(), list });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      // A failure is not cached.
      list.catch(() => {
        if (kept.get(key)?.list === list) kept.delete(key);
      });
      return list;
    },
  };
}
