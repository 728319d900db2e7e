/**
 * Checks whether a wall-clock time is in the practice's resting hours, which usually span midnight.
 */

/**
 * Checks whether a time is in the resting hours. All three `HH:MM`; `from` is inclusive, `to`
 * exclusive. Equal values mean: never.
 */
export function isResting(
  hours: { readonly from: string; readonly to: string } | undefined,
  time: string,
): boolean {
  if (!hours || hours.from === hours.to) return false;
  return hours.from < hours.to
    ? time >= hours.from && time < hours.to
    : time >= hours.from || time < hours.to;
}
