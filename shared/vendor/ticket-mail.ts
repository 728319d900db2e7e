// Reads answers to requests for help that come in as mails: what the sender wrote without the quoted
// mail, whether a program wrote it, and which request it names. Pure.

/** Stands above the text of our mails: an answer is cut here. */
export const ANSWER_MARKERS = {
  de: '– Ihre Antwort bitte über diese Zeile –',
  en: '– Please write your answer above this line –',
} as const;
const MARKERS: readonly string[] = Object.values(ANSWER_MARKERS);

/** Characters of the word in a request's own address, without I, L, O and U (Crockford). */
export const MAIL_WORD_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  MAIL_WORD_LENGTH = 16;

/** Returns the address of one request: `hilfe+WORD@host`. @param base `hilfe@host` */
export const ticketAddress = (base: string, word: string): string =>
  base.replace('@', `+${word.toLowerCase()}@`);

/** Returns the word of a request's own address among these addresses. @param base `hilfe@host` */
export function mailWordIn(addresses: readonly string[], base: string): string | undefined {
  const [name = '', host = ''] = base.toLowerCase().split('@');
  for (const address of addresses) {
    const folded = address.trim().toLowerCase(),
      at = folded.lastIndexOf('@');
    if (folded.slice(at + 1) !== host || !folded.startsWith(`${name}+`)) continue;
    const word = folded.slice(name.length + 1, at).toUpperCase();
    if (
      word.length === MAIL_WORD_LENGTH &&
      [...word].every((sign) => MAIL_WORD_SIGNS.includes(sign))
    )
      return word;
  }
  return undefined;
}

/** Returns the number of a request in a subject. */
export const helpdeskidIn = (subject: string): string | undefined =>
  /\bT-\d{2}-[0-9A-HJKMNP-TV-Z]{5}\b/u.exec(subject.toUpperCase())?.[0];

export interface MailHead {
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  from: string;
}
/**
 * Returns why no person wrote a mail, or undefined. RFC 3834: such mails are never answered.
 * @param ownAddresses the addresses from which Molar sends, and to which answers come
 */
export function automaticReason(
  { headers, from }: MailHead,
  ownAddresses: readonly string[],
): string | undefined {
  const value = (name: string): string => (headers.get(name) ?? '').trim().toLowerCase();
  const submitted = value('auto-submitted');
  if (submitted !== '' && submitted.split(/[;\s]/u)[0] !== 'no') return 'auto-submitted';
  if (/^(?:bulk|list|junk|auto_reply)\b/u.test(value('precedence'))) return 'precedence';
  if (headers.has('list-id') || headers.has('list-unsubscribe')) return 'list';
  if (headers.has('x-autoreply') || headers.has('x-autorespond')) return 'autoreply';
  if (headers.get('return-path')?.replace(/\s/gu, '') === '<>') return 'bounce';
  if (/^multipart\/report\b/u.test(value('content-type'))) return 'report';
  if (from === '' || /^(?:mailer-daemon|postmaster|no-?reply)@/u.test(from.toLowerCase()))
    return 'sender';
  const sender = from.toLowerCase().replace(/\+[^@]*@/u, '@');
  if (ownAddresses.some((own) => own.toLowerCase() === sender)) return 'own';
  return undefined;
}

const ATTRIBUTION = /^(?:Am|On|Von|From|Le)\b.{4,300}(?:schrieb|wrote|:)\s*.*:$/u,
  HEAD_LINE =
    /^\*?(?:Von|Gesendet|Datum|An|Cc|Betreff|Antwort an|From|Sent|Date|To|Subject|Reply-To)\*?:/iu,
  SEPARATOR =
    /^(?:_{8,}|-{2,}\s*(?:Urspr.{1,3}ngliche Nachricht|Original(?: Message)?|Original-Nachricht|Weitergeleitete Nachricht|Forwarded message)\s*-{2,})$/iu;
/** No head of a quoted mail is longer; the patterns above take time on long lines. */
const LONGEST_HEAD = 400;
const bare = (line: string): string =>
  line
    .replace(/^[\s>]+/u, '')
    .trim()
    .slice(0, LONGEST_HEAD);
const isQuoted = (line: string): boolean => /^\s*>/u.test(line);

/** Drops blank and quoted lines, heads and attributions at the end of some lines. */
function withoutQuoteHead(lines: readonly string[]): string[] {
  const kept = [...lines];
  for (;;) {
    const last = kept.at(-1),
      before = kept.at(-2);
    if (last === undefined) return kept;
    const text = bare(last);
    if (text === '' || isQuoted(last) || HEAD_LINE.test(text) || SEPARATOR.test(text)) kept.pop();
    else if (ATTRIBUTION.test(text)) kept.pop();
    // „Am … schrieb Praxis“ and „<molar@praxis.example>:“ on two lines.
    else if (before !== undefined && ATTRIBUTION.test(`${bare(before)} ${text}`)) kept.splice(-2);
    else return kept;
  }
}

/**
 * Returns what the sender wrote: everything above our marker without the head of the quoted mail.
 * Without a marker only quoted lines at the end are dropped, so that no own word is lost.
 */
export function ownWords(text: string): string {
  const lines = text.replace(/\r\n?/gu, '\n').split('\n'),
    at = lines.findIndex((line) => MARKERS.some((marker) => line.includes(marker)));
  if (at >= 0) return withoutQuoteHead(lines.slice(0, at)).join('\n').trim();
  const end = lines.findLastIndex((line) => bare(line) !== '');
  return end >= 0 && isQuoted(lines[end] ?? '')
    ? withoutQuoteHead(lines).join('\n').trim()
    : lines.join('\n').trim();
}

const HIDDEN = new Set(['script', 'style', 'head', 'title', 'template', 'noscript']);
const BREAKS = new Set([
  'br',
  'p',
  'div',
  'li',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'table',
  'ul',
  'ol',
  'hr',
]);
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  euro: '€',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bdquo: '„',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
};
const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/giu, (whole, ten, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole;
    const code = ten === undefined ? Number.parseInt(String(hex), 16) : Number(ten);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : ' ';
  });

/**
 * Returns the words of an HTML mail as text; nothing of it is rendered or fetched. Linear in the
 * length, whatever the mail contains.
 */
export function textOfHtml(html: string): string {
  let text = '',
    at = 0,
    hidden: string | undefined;
  for (;;) {
    const begin = html.indexOf('<', at);
    if (hidden === undefined)
      text += html.slice(at, begin < 0 ? undefined : begin).replace(/\s+/gu, ' ');
    const end = begin < 0 ? -1 : html.indexOf('>', begin);
    if (end < 0) break;
    const tag = /^<(\/?)([a-z][a-z0-9]*)/iu.exec(html.slice(begin, Math.min(end, begin + 20))),
      name = tag?.[2]?.toLowerCase() ?? '',
      isEnd = tag?.[1] === '/';
    if (hidden !== undefined) {
      if (isEnd && name === hidden) hidden = undefined;
    } else if (HIDDEN.has(name) && !isEnd) hidden = name;
    else if (BREAKS.has(name)) text += '\n';
    at = end + 1;
  }
  return unescaped(text)
    .replace(/[ \t\u00a0]*\n[ \t\u00a0]*/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}
