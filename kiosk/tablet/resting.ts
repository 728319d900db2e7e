/** Whether a wall-clock time lies in the practice's resting hours, which usually run over midnight. */

/** All three `HH:MM`; `from` counts as resting, `to` no more. Equal ends mean: never. */
export function isResting(
  hours: { readonly from: string; readonly to: string } | undefined,
  time: string,
): boolean {
  if (!hours || hours.from === hours.to) return false;
  return hours.from < hours.to
    ? time >= hours.from && time < hours.to
    : time >= hours.from || time < hours.to;
}
