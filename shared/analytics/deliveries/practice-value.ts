// Values of fees entered by a practice: their keys, their units, and validation. Pure.

export const PRACTICE_VALUE_KINDS = ['PUNKTWERT', 'FESTZUSCHUSS', 'PREIS'] as const;
export type PracticeValueKind = (typeof PRACTICE_VALUE_KINDS)[number];
/** Areas with a separate point value. */
export const PUNKTWERT_AREAS = ['KCH', 'IPFU', 'KB', 'KFO', 'PAR', 'ZE'] as const;
export type PunktwertArea = (typeof PUNKTWERT_AREAS)[number];
const KINDS: readonly string[] = ['AOK', 'BKK', 'IKK', 'VDEK', 'KNAPP', 'LKK'];
/**
 * A stored value: `wert` in ten-thousandths of a euro for PUNKTWERT, in cents otherwise; both days
 * are inclusive.
 */
export interface OwnValue {
  readonly art: PracticeValueKind;
  readonly schluessel: string;
  readonly wert: number;
  readonly validFrom: string;
  readonly validTo: string | null;
}

/** Returns the key of a point value; `*` matches all. */
export const punktwertKey = (
  region: string | null,
  kassenart: string | null,
  area: PunktwertArea,
): string => `${region ?? '*'}|${kassenart ?? '*'}|${area}`;
export function punktwertOf(
  key: string,
): { region: string | null; kassenart: string | null; area: PunktwertArea } | undefined {
  const [region = '', kassenart = '', area = '', ...rest] = key.split('|');
  if (
    rest.length > 0 ||
    !/^(?:\*|[a-z]{2})$/.test(region) ||
    !(kassenart === '*' || KINDS.includes(kassenart)) ||
    !(PUNKTWERT_AREAS as readonly string[]).includes(area)
  )
    return undefined;
  return {
    region: region === '*' ? null : region,
    kassenart: kassenart === '*' ? null : kassenart,
    area: area as PunktwertArea,
  };
}
export const subsidyKey = (finding: string, bonus: number): string => `${finding}|${bonus}`;
export function subsidyOf(key: string): { finding: string; bonus: 60 | 70 | 75 | 100 } | undefined {
  const m = /^([1-7]\.\d{1,2}(?:\.\d)?)\|(60|70|75|100)$/.exec(key);
  return m?.[1] === undefined
    ? undefined
    : { finding: m[1], bonus: Number(m[2]) as 60 | 70 | 75 | 100 };
}

/** Limits of an amount; beyond them it is a typo: a point is worth about a euro. */
const RANGE: Readonly<Record<PracticeValueKind, readonly [number, number]>> = {
  PUNKTWERT: [5_000, 30_000],
  FESTZUSCHUSS: [100, 1_000_000],
  PREIS: [1, 5_000_000],
};
export type OwnValueProblem = 'key' | 'value' | 'days';
export function ownValueProblem({
  art,
  schluessel,
  wert,
  validFrom,
  validTo,
}: OwnValue): OwnValueProblem | undefined {
  const isKey =
    art === 'PUNKTWERT'
      ? punktwertOf(schluessel) !== undefined
      : art === 'FESTZUSCHUSS'
        ? subsidyOf(schluessel) !== undefined
        : schluessel.trim() !== '' && schluessel.length <= 60;
  if (!isKey) return 'key';
  if (!Number.isInteger(wert) || wert < RANGE[art][0] || wert > RANGE[art][1]) return 'value';
  return validFrom < '2000-01-01' ||
    validFrom > '2100-01-01' ||
    (validTo !== null && (validTo < validFrom || validTo > '2100-01-01'))
    ? 'days'
    : undefined;
}
/** Finds the value that applies on a day: of several for one key the one with the latest start. */
export function ownValueOn<V extends OwnValue & { readonly changedAt: number }>(
  values: readonly V[],
  art: PracticeValueKind,
  codeKey: string,
  day: string,
): V | undefined {
  return values
    .filter(
      (one) =>
        one.art === art &&
        one.schluessel === codeKey &&
        one.validFrom <= day &&
        (one.validTo === null || day <= one.validTo),
    )
    .toSorted((a, b) =>
      a.validFrom === b.validFrom ? b.changedAt - a.changedAt : a.validFrom < b.validFrom ? 1 : -1,
    )[0];
}
/**
 * Parses an amount as people type it (`1,2845`, `129,90`) in whole parts of a euro; undefined for
 * anything else.
 * @param places decimals that are kept
 */
export function amountOf(typed: string, places: 2 | 4): number | undefined {
  const m = /^(\d{1,6})(?:[,.](\d{1,4}))?$/.exec(typed.trim().replace(/\s*€$/, '')),
    digits = m?.[2] ?? '';
  return m === null || digits.length > places
    ? undefined
    : Number(m[1]) * 10 ** places + Number(digits.padEnd(places, '0') || 0);
}
export const amountText = (value: number, places: 2 | 4): string =>
  (value / 10 ** places).toLocaleString('de-DE', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
