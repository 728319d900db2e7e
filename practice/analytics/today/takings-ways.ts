// Links of the day's revenue to the rows that make it up. Pure.

/** First days of what each amount counts; what is planned, expected or set as a target has no rows. */
const FIRST_DAYS: Readonly<Record<string, (day: string) => string>> = {
  ist: (day) => day,
  monatBisher: (day) => `${day.slice(0, 8)}01`,
};
/** Returns the link of an amount to its rows; undefined where it counts none. */
export function takingsWay(key: string, day: string): string | undefined {
  const from = FIRST_DAYS[key]?.(day);
  return from === undefined
    ? undefined
    : `/berichte/umsatz/zeitreihe?von=${from}&bis=${day}&zeilen=umsatz`;
}
