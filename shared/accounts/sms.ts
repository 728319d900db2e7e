// Text messages through a practice's own gateway: number formats, template placeholders, and
// outcomes of a message.

/**
 * Outcome of a message. `slow`: timeout, it may have been sent; everything else except `sent` was
 * surely not sent.
 */
export type SmsOutcome =
  | 'sent'
  | 'slow'
  | 'refused'
  | 'redirect'
  | 'unreachable'
  | 'untrusted'
  | 'private'
  | 'limit'
  | 'no_number'
  | 'no_gateway';
export const SMS_OUTCOMES: readonly SmsOutcome[] = [
  'sent',
  'slow',
  'refused',
  'redirect',
  'unreachable',
  'untrusted',
  'private',
  'limit',
  'no_number',
  'no_gateway',
];
/**
 * Request to a gateway: `{number}` (+49…), `{digits}` (the same without the plus), `{text}` and
 * `{secret}` are allowed in URL, headers and body.
 */
export interface SmsGateway {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  /** `Name: value`, one per line. */
  headers: string;
  body: string;
}

/**
 * Daily limits of codes for one number and of test messages, and the range of the practice's total
 * limit.
 */
export const SMS_PER_NUMBER = 5,
  SMS_TESTS = 10,
  SMS_PER_DAY = 100,
  SMS_MOST_PER_DAY = 1000;

/**
 * Returns a number in international format (`+491711234567`); German without a country code.
 * Undefined for an invalid one.
 */
export function smsNumber(typed: string): string | undefined {
  const plain = typed
    .normalize('NFKC')
    .replace(/\(0\)/g, '')
    .replace(/[\s()/.\-‐‑–]+/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '+49');
  return /^\+[1-9]\d{7,14}$/.test(plain) ? plain : undefined;
}
/** Masks a number so that its owner recognizes it and others cannot call it: `•••• 567`. */
export const maskedNumber = (number: string): string => `•••• ${number.slice(-3)}`;
/** Masks an address: `a…@example.org`. */
export const maskedMail = (mail: string): string => mail.replace(/^(.)[^@]*/u, '$1…');

export type SmsProblem = 'url' | 'headers' | 'number' | 'text' | 'secret';
const HEADER = /^([A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}):[ \t]*([\x20-\x7e]{0,1000})$/;
/** Set by the connection itself, or a way to bypass it. */
const FORBIDDEN =
  /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|proxy-.*)$/i;
const KEYLIKE = /key|token|secret|auth|pass|pwd/i;

/** Parses header lines to pairs; undefined if one is invalid, or is set by the connection. */
function headersOf(text: string): [name: string, value: string][] | undefined {
  const out: [string, string][] = [];
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined || FORBIDDEN.test(name)) return undefined;
    out.push([name, value.trim()]);
  }
  return out;
}

/**
 * Returns the errors of a gateway's settings, in the order of the form. Credentials belong into the
 * secret: only this is never shown again.
 */
export function smsProblems({ url, method, headers, body }: SmsGateway): SmsProblem[] {
  const problems: SmsProblem[] = [],
    sample = url.replace(/\{\w+\}/g, 'x'),
    isUrl = URL.canParse(sample),
    at = isUrl ? new URL(sample) : undefined;
  // The destination is fixed: no placeholder is allowed before the path.
  const isHttps =
    at?.protocol === 'https:' &&
    at.username === '' &&
    at.password === '' &&
    at.hash === '' &&
    !/[{}]/.test(/^https:\/\/[^/?#]*/i.exec(url)?.[0] ?? '{');
  if (!isHttps) problems.push('url');
  const lines = headersOf(headers),
    sent = `${url}\n${method === 'GET' ? '' : body}`;
  if (!lines) problems.push('headers');
  if (!/\{(number|digits)\}/.test(sent)) problems.push('number');
  if (!sent.includes('{text}')) problems.push('text');
  const isOpen =
    (lines ?? []).some(([name, value]) => KEYLIKE.test(name) && !value.includes('{secret}')) ||
    [...(at?.searchParams.keys() ?? [])].some(
      (name) =>
        KEYLIKE.test(name) &&
        !new URLSearchParams(url.split('?')[1] ?? '').get(name)?.includes('{secret}'),
    );
  if (isOpen) problems.push('secret');
  return problems;
}

/** Checks whether any part of the request contains the secret. */
export const needsSecret = ({ url, method, headers, body }: SmsGateway): boolean =>
  [url, headers, method === 'GET' ? '' : body].some((one) => one.includes('{secret}'));

/**
 * Replaces placeholders, escaped for their context: in a URL, in a JSON or a form body, in a
 * header.
 */
export function filled(
  gateway: SmsGateway,
  words: { number: string; text: string; secret: string },
): { url: string; headers: [string, string][]; body: string | undefined } {
  const put = (template: string, as: (word: string) => string): string =>
    template.replace(/\{(number|digits|text|secret)\}/g, (_, key: string) =>
      as(key === 'digits' ? words.number.slice(1) : words[key as 'number']),
    );
  const headers = headersOf(gateway.headers) ?? [],
    type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const isJson = /json/i.test(type) || (type === '' && /^\s*[[{]/.test(gateway.body)),
    isForm = /x-www-form-urlencoded/i.test(type) || (type === '' && !isJson);
  const asBody = (word: string): string =>
    isJson
      ? JSON.stringify(word).slice(1, -1)
      : isForm
        ? encodeURIComponent(word)
        : word.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const named =
    type === '' && gateway.method !== 'GET'
      ? [
          ['Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded'] as [
            string,
            string,
          ],
        ]
      : [];
  return {
    url: put(gateway.url, encodeURIComponent),
    headers: [
      ...headers.map(([name, value]): [string, string] => [
        name,
        put(value, (word) => word.replace(/[^\x20-\x7e]/g, '')),
      ]),
      ...named,
    ],
    body: gateway.method === 'GET' ? undefined : put(gateway.body, asBody),
  };
}
