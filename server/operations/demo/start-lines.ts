// Lines printed at start: addresses, logins, tablet code, or the one-time link of the first user.

import { showCode } from '../../../shared/desk/tablet.ts';
import type { DemoStart } from './start-demo.ts';

export interface Addresses {
  url: string;
  dispatcherUrl: string;
}

export function addressLines({ url, dispatcherUrl }: Addresses): string[] {
  return [
    '',
    'Molar läuft.',
    `  Tablet:       ${url}/`,
    `  Praxis:       ${url}/practice/`,
    `  Verzeichnis:  ${dispatcherUrl}/`,
    `  Beschreibung: ${url}/docs`,
  ];
}

export function demoLines(demo: DemoStart, { url }: Addresses): string[] {
  return [
    '',
    `Demo: ${demo.praxisName}`,
    ...demo.emails.map((email) => `  Anmelden:     ${email}`),
    `  Passwort:     ${demo.password}`,
    `  Tablet-PIN:   ${demo.tabletPin}`,
    `  Tablet-Code:  ${showCode(demo.code)}   (auf dem Tablet unter ${url}/ eintippen, am Empfang bestätigen)`,
    '',
  ];
}

/** Returns the lines printed at every start without a mail server. */
export const outboxLines = ({ url }: Addresses): string[] => [
  `  E-Mails:      kein Mailserver (MOLAR_SMTP_URL); sie liegen im Postausgang: ${url}/practice/postausgang`,
];

/**
 * Returns the lines with the link for the first user.
 * @param token from the first-user link; the page exchanges it at once and removes it from the
 * address
 */
export function firstUserLines(token: string, { url }: Addresses): string[] {
  return [
    '',
    'Noch gibt es kein Konto. Dieser Link legt das erste an (einmal, 24 Stunden gültig; jeder Start macht einen neuen):',
    `  ${url}/practice/first/${token}`,
    '',
  ];
}
