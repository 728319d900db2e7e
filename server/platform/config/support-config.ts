// The address for answers to requests for help, from the environment.

/**
 * Checks MOLAR_SUPPORT_MAIL: mails to it, and to its addresses with a plus, are handed to
 * `/mail/inbound` by the operator's mail server.
 */
export function supportMailOf(
  value: (key: 'MOLAR_SUPPORT_MAIL' | 'MOLAR_SMTP_URL' | 'MOLAR_MAIL_SECRET') => string | undefined,
  problems: string[],
): string | undefined {
  const address = value('MOLAR_SUPPORT_MAIL')?.toLowerCase();
  if (address === undefined) return undefined;
  if (!/^[a-z0-9._-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u.test(address))
    problems.push(
      `MOLAR_SUPPORT_MAIL=${address} ist keine E-Mail-Adresse; Beispiel: hilfe@molar.example`,
    );
  for (const key of ['MOLAR_SMTP_URL', 'MOLAR_MAIL_SECRET'] as const)
    if (value(key) === undefined) problems.push(`MOLAR_SUPPORT_MAIL braucht auch ${key}.`);
  return address;
}
