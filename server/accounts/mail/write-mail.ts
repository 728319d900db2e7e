// Renders a mail from its template: text and plain HTML of equal content, foreign text escaped, own
// links only.

import type { Accent } from '../../../shared/accounts/settings.ts';
import type { MailTemplate } from '../../../shared/accounts/mail.ts';
import { FRAME_WORDS, MAIL_WORDS, WHAT } from './words.ts';

export interface MailInput {
  template: MailTemplate;
  language: string;
  data: Readonly<Record<string, string>>;
  /** `accent` colours the button; empty or absent: petrol. */
  praxis: { name: string; telefon: string; accent?: Accent | '' };
  /** Address of the logo: part of the mail (`cid:`) or its data; absent: the mail has none. */
  logo?: string | undefined;
  /** Public address of this installation, without a trailing slash. */
  base: string;
  /** Path of the unsubscribe link, for all mails except safety notices. */
  unsubscribe?: string | undefined;
}
export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Returns foreign text on one line: no control characters (header injection), nothing that a mail
 * program would turn into a link.
 */
export function plainWord(word: string): string {
  return word
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[a-z][a-z0-9+.-]*:\/\//gi, '')
    .replace(/\bwww\./gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}
/**
 * Paragraphs of a text written by the practice, sanitized like foreign text but without a length
 * limit.
 */
const ownParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map(
      (one) =>
        one
          .match(/[\s\S]{1,190}(?:\s|$)|[\s\S]{1,190}/g)
          ?.map(plainWord)
          .join(' ')
          .trim() ?? '',
    )
    .filter((one) => one !== '');
const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Appends one of our own paths to the public address; anything else is a programming error. */
export function linkOf(base: string, path: string): string {
  if (!/^\/[\w\-./%@+~#?=&]*$/.test(path) || path.startsWith('//'))
    throw new Error('a mail may only link to a path of ours');
  return base + path;
}

/** Light accents of the tokens; white text on them has at least 7:1. */
const ACCENT_HEX: Readonly<Record<Accent | '', string>> = {
  '': '#0b626a',
  blue: '#1f4e9e',
  plum: '#6b2d73',
  fir: '#23613a',
  umber: '#6a4423',
  slate: '#3d4f5c',
};
const STYLE = {
  page: 'margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  column: 'max-width:560px;margin:0 auto',
  button:
    'display:inline-block;padding:12px 20px;border-radius:10px;color:#ffffff;font-weight:600;text-decoration:none',
  code: 'font:600 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px',
  // Logos are drawn for a white ground; dark mail programs keep the box.
  logo: 'display:inline-block;max-width:160px;max-height:48px;padding:8px;border-radius:8px;background:#ffffff',
  small: 'font-size:14px;opacity:.8',
} as const;

export function writeMail(input: MailInput): WrittenMail {
  const language = input.language === 'en' ? 'en' : 'de',
    frame = FRAME_WORDS[language],
    words = MAIL_WORDS[input.template][language];
  const praxis = plainWord(input.praxis.name) || 'Molar',
    telefon = plainWord(input.praxis.telefon);
  const put = (sentence: string): string =>
    sentence.replace(/\{(\w+)\}/g, (_, key: string) => {
      if (key === 'praxis') return praxis;
      const value = input.data[key] ?? '';
      return key === 'what' ? (WHAT[value]?.[language] ?? plainWord(value)) : plainWord(value);
    });
  const name = plainWord(input.data.name ?? '');
  const hello = name === '' ? frame.helloPlain : frame.hello.replace('{name}', () => name);
  const paragraphs = words.paragraphs
      .flatMap((one) => (one === '{text}' ? ownParagraphs(input.data.text ?? '') : [put(one)]))
      // A paragraph of an absent value.
      .filter((one) => one !== ''),
    afterwards = (words.afterwards ?? []).map(put),
    subject = put(words.subject);
  const link =
    words.action !== undefined && input.data.link !== undefined
      ? linkOf(input.base, input.data.link)
      : undefined;
  const code = input.data.code === undefined ? undefined : plainWord(input.data.code);
  const unsubscribe =
    input.unsubscribe === undefined ? undefined : linkOf(input.base, input.unsubscribe);
  const sender = [praxis, telefon].filter(Boolean);

  const text =
    [
      hello,
      ...paragraphs,
      ...(code === undefined ? [] : [code]),
      ...(link === undefined ? [] : [`${words.action ?? ''}:\n${link}`]),
      ...afterwards,
      [frame.bye, ...sender].join('\n'),
      [
        frame.automatic,
        ...(unsubscribe === undefined ? [] : [`${frame.unsubscribe}:\n${unsubscribe}`]),
      ].join('\n'),
    ].join('\n\n') + '\n';

  const p = (inner: string, style = ''): string =>
    `<p style="margin:0 0 16px${style === '' ? '' : `;${style}`}">${inner}</p>`;
  const a = (href: string, inner: string, style = ''): string =>
    `<a href="${escaped(href)}"${style === '' ? '' : ` style="${escaped(style)}"`}>${inner}</a>`;
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title></head>`,
    `<body style="${escaped(STYLE.page)}"><div style="${STYLE.column}">`,
    ...(input.logo === undefined
      ? []
      : [p(`<img src="${escaped(input.logo)}" alt="${escaped(praxis)}" style="${STYLE.logo}">`)]),
    p(escaped(hello)),
    ...paragraphs.map((one) => p(escaped(one))),
    ...(code === undefined ? [] : [p(escaped(code), STYLE.code)]),
    ...(link === undefined
      ? []
      : [
          p(
            a(
              link,
              escaped(words.action ?? ''),
              `${STYLE.button};background:${ACCENT_HEX[input.praxis.accent ?? '']}`,
            ),
          ),
          p(
            `${escaped(frame.bare)}<br>${a(link, escaped(link), 'overflow-wrap:anywhere')}`,
            STYLE.small,
          ),
        ]),
    ...afterwards.map((one) => p(escaped(one))),
    p([frame.bye, ...sender].map(escaped).join('<br>')),
    p(
      escaped(frame.automatic) +
        (unsubscribe === undefined ? '' : `<br>${a(unsubscribe, escaped(frame.unsubscribe))}`),
      STYLE.small,
    ),
    '</div></body></html>',
  ].join('\n');
  return { subject, text, html };
}
