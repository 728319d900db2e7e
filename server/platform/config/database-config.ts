// Parses the addresses of a PostgreSQL database. They are never printed: they contain passwords.

export interface DatabaseConfig {
  /** `postgres://…`; undefined means SQLite in the data folder. */
  databaseUrl: string | undefined;
  /** `postgres://…` of the role that owns the tables; undefined means the role of `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
}
const isWrong = (url: string | undefined): boolean =>
  url !== undefined &&
  !(URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol));

/** Returns the addresses; both are undefined for the built-in database. */
export function databasesOf(
  value: (key: 'DATABASE_URL' | 'MOLAR_DATABASE_OWNER_URL') => string | undefined,
  problems: string[],
): DatabaseConfig {
  const databaseUrl = value('DATABASE_URL'),
    databaseOwnerUrl = value('MOLAR_DATABASE_OWNER_URL');
  if (isWrong(databaseUrl))
    problems.push(
      'DATABASE_URL muss mit postgres:// beginnen; ohne sie gilt die eingebaute Datenbank.',
    );
  if (isWrong(databaseOwnerUrl))
    problems.push('MOLAR_DATABASE_OWNER_URL muss mit postgres:// beginnen.');
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined)
    problems.push('MOLAR_DATABASE_OWNER_URL braucht auch DATABASE_URL: die Rolle für den Betrieb.');
  return { databaseUrl, databaseOwnerUrl };
}
