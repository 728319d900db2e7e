/** Durations that a note states: `45 min` of an instruction or of a talk. */
const DURATIONS: Readonly<Record<string, RegExp>> = {
  mundhygiene: /(?:mundhyg|unterweis|instrukt)[^.\n]{0,80}?(\d{1,3})\s*min/iu,
  gespraech: /(?:berat|gespräch|erörter|aufklär)[^.\n]{0,80}?(\d{1,3})\s*min/iu,
};
/**
 * Returns the minutes that a note states, and the words that state them; null where it states none.
 * @param what `mundhygiene` or `gespraech`
 */
export function notedDuration(
  note: string,
  what: string,
): { readonly minutes: number; readonly text: string } | null {
  const found = DURATIONS[what]?.exec(note);
  return found?.[1] === undefined ? null : { minutes: Number(found[1]), text: found[0] };
}
/** Returns the durations that a condition asks for: `mundhygiene` of `dauer(mundhygiene)>=25`. */
export const durationsIn = (condition: string): string[] =>
  [...condition.matchAll(/\bdauer\((\w+)\)/g)].map((one) => one[1]!);
