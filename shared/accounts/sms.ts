// Text messages by a practice's own gateway: numbers as gateways take them, what a template may
// say, and what can come of a message.

/**
 * What came of a message. `slow`: nobody answered in time, it may have gone out; everything else
 * but `sent` surely did not.
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
 * How a gateway is asked: `{number}` (+49…), `{digits}` (the same without the plus), `{text}` and
 * `{secret}` stand in address, headers and body.
 */
export interface SmsGateway {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  /** `Name: value`, one a line. */ headers: string;
  body: string;
}

/**
 * Codes for one number and tries from the settings within a day, and what a practice may choose for
 * all of them together.
 */
export const SMS_PER_NUMBER = 5,
  SMS_TESTS = 10,
  SMS_PER_DAY = 100,
  SMS_MOST_PER_DAY = 1000;

/**
 * A number as it is dialled from anywhere (`+491711234567`); German where it names no country.
 * Undefined for what is none.
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
/** Enough to know one's own number again, too little to call it: `•••• 567`. */
export const maskedNumber = (number: string): string => `•••• ${number.slice(-3)}`;
/** `a…@example.org` */
export const maskedMail = (mail: string): string => mail.replace(/^(.)[^@]*/u, '$1…');

export type SmsProblem = 'url' | 'headers' | 'number' | 'text' | 'secret';
const HEADER = /^([A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}):[ \t]*([\x20-\x7e]{0,1000})$/;
/** Set by the connection itself, or a way to speak past it. */
const FORBIDDEN =
  /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|proxy-.*)$/i;
const KEYLIKE = /key|token|secret|auth|pass|pwd/i;

/** Header lines as pairs; undefined where one is none, or one that the connection sets. */
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
 * What keeps a gateway from being used, in the order of the form. What opens an account belongs
 * into the secret: it alone is never shown again.
 */
export function smsProblems({ url, method, headers, body }: SmsGateway): SmsProblem[] {
  const problems: SmsProblem[] = [],
    sample = url.replace(/\{\w+\}/g, 'x'),
    isUrl = URL.canParse(sample),
    at = isUrl ? new URL(sample) : undefined;
  // Where a message goes is fixed: nothing of it is put in before the path.
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

/** Whether anything that is sent names the secret. */
export const needsSecret = ({ url, method, headers, body }: SmsGateway): boolean =>
  [url, headers, method === 'GET' ? '' : body].some((one) => one.includes('{secret}'));

/**
 * Puts the words in, each as its place asks for: in an address, in a JSON or a form body, in a
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
