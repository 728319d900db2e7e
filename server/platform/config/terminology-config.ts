// The terminology server of the installation, from the environment.

/** Checks MOLAR_TERMINOLOGY_URL: base address of a FHIR R4 server, without credentials. */
export function terminologyUrlOf(
  address: string | undefined,
  problems: string[],
): string | undefined {
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined,
    isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  // Never printed: it may contain a password.
  if (!url || !isWeb || url.username !== '' || url.password !== '' || url.search !== '')
    problems.push(
      'MOLAR_TERMINOLOGY_URL ist keine Adresse ohne Anmeldedaten; Beispiel: https://tx.example.org/fhir',
    );
  return address;
}
