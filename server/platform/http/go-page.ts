// A page on a private phone as delivered: the practice is in the HTML itself, so that it can be
// reached when scripts fail or the browser is too old.

import { HOME_ID } from '../../../shared/forms/task/home.ts';

export interface PraxisContact {
  name: string;
  anschrift: string;
  telefon: string;
  mail: string;
  /** Data URL of a PNG; empty or absent: none. */
  logo?: string;
  /** One of the accents of the tokens; empty or absent: petrol. */
  accent?: string;
}
export interface PageContacts {
  /**
   * Practice behind a link to a questionnaire, also when it is over; `undefined` for an unknown
   * link.
   */
  of: (questionnaireId: string) => Promise<PraxisContact | undefined>;
  /** The only practice of this installation; `undefined` if there are several. */
  only: () => Promise<PraxisContact | undefined>;
}

const MARK = '<!--praxis-->';
const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');

const UNKNOWN =
  '<p>Name und Telefonnummer Ihrer Praxis stehen in der Nachricht, mit der Sie den Link bekommen haben.</p><p lang="en">You find name and telephone number of your practice in the message that brought you the link.</p>';

function contactHtml({ name, anschrift, telefon, mail }: PraxisContact): string {
  const lines = [
    ...(anschrift === '' ? [] : [escape(anschrift)]),
    ...(telefon === ''
      ? []
      : [
          `Telefon: <a href="tel:${escape(telefon.replace(/[^+\d]/g, ''))}">${escape(telefon)}</a>`,
        ]),
    ...(mail === ''
      ? []
      : [
          `E-Mail: <a href="mailto:${escape(encodeURIComponent(mail).replace('%40', '@'))}">${escape(mail)}</a>`,
        ]),
  ];
  // Read again by the page's own scripts: they know the practice before their first request.
  const data = Object.entries({ name, anschrift, telefon, mail })
    .map(([key, value]) => ` data-${key}="${escape(value)}"`)
    .join('');
  const words = lines.map((line) => `<p>${line}</p>`).join('');
  return `<section id="praxis"${data}><h2>${escape(name)}</h2>${words}</section>`;
}

/** The practice's accent on the root and its logo above the app: both are there without scripts. */
const branded = (html: string, { name, logo = '', accent = '' }: PraxisContact): string => {
  const coloured =
    accent === '' ? html : html.replace('<html', `<html data-accent="${escape(accent)}"`);
  return logo === ''
    ? coloured
    : coloured.replace(
        '<body>',
        () => `<body><div class="brand"><img src="${escape(logo)}" alt="${escape(name)}"></div>`,
      );
};

/** Returns the secret in a path below `/go/`, or `undefined` if malformed. */
export function secretIn(pathname: string): string | undefined {
  const [, , secret = ''] = pathname.split('/');
  return HOME_ID.test(secret) ? secret : undefined;
}

/**
 * Renders the page at home.
 * @param html the built page, with placeholders for the practice and the demo notice
 */
export const goPage = (
  html: string,
  contact: PraxisContact | undefined,
  isDemo: boolean,
): string => {
  const filled = html.replace(MARK, () => (contact ? contactHtml(contact) : UNKNOWN)),
    page = contact ? branded(filled, contact) : filled;
  // Headers leave space for it.
  return isDemo
    ? page
        .replace('<html', '<html data-demo')
        .replace('<!--demo-->', '<p class="k-demo" role="note">Demo · keine echten Daten</p>')
    : page;
};
