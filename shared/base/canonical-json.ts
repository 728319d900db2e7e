/** Canonical JSON of the texts that a device signs. */

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      // RFC 8785 orders names by UTF-16 code units, as `<` does.
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
};

/**
 * Returns the RFC 8785 text of a value of texts, whole numbers, lists and objects; the server's own
 * serialisation gives the same bytes.
 */
export const canonicalText = (value: object): string => JSON.stringify(sorted(value));
