// Parses the keys of licences: raw Ed25519 keys of 32 bytes, base64url.

export interface LicenceConfig {
  publicKeys: readonly string[];
  /** Seed of the vendor's private key; on the vendor's server only. */
  signingKey: string | undefined;
}
const isKey = (text: string): boolean =>
  /^[\w-]{43}$/.test(text) && Buffer.from(text, 'base64url').length === 32;

/** Returns the keys; undefined without any. Keys are never printed. */
export function licencesOf(
  value: (key: 'MOLAR_LICENCE_KEYS' | 'MOLAR_LICENCE_SIGNING_KEY') => string | undefined,
  problems: string[],
): LicenceConfig | undefined {
  const publicKeys = (value('MOLAR_LICENCE_KEYS') ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    signingKey = value('MOLAR_LICENCE_SIGNING_KEY');
  if (!publicKeys.every(isKey))
    problems.push(
      'MOLAR_LICENCE_KEYS enthält etwas, das kein Schlüssel ist: je 43 Zeichen, Komma dazwischen.',
    );
  if (signingKey !== undefined && !isKey(signingKey))
    problems.push('MOLAR_LICENCE_SIGNING_KEY ist kein Schlüssel; er hat 43 Zeichen (base64url).');
  return publicKeys.length === 0 && signingKey === undefined
    ? undefined
    : { publicKeys, signingKey };
}
