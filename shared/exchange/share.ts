// The patients' portal: addresses of shares, names and codes as they are compared, and how long what is open.

import { dayOf } from '../base/dates.ts';
import { visible } from '../base/visible.ts';

/** Paths of the portal's pages: a share (R3), and setting a new access code for one (R4). */
const PORTAL_PATH = '/ssf';
export const RESET_PATH = '/resetPassword';
/** 128 bits, base64url. */
export const SHARE_ID = /^[A-Za-z0-9_-]{22}$/;
/** Header by which a share's page says its share: a browser may hold sessions of several. */
export const SHARE_HEADER = 'molar-share';
/** 256 bits, base64url; stands behind the `#` of a link, which browsers send to nobody. */
export const SHARE_KEY = /^[A-Za-z0-9_-]{43}$/;
const R4C = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Wrong tries of one share in total, over all steps. */
export const SHARE_TRIES = 5;
export const SHARE_IDLE_MS = 15 * 60_000,
  SHARE_SESSION_MS = 60 * 60_000;
/** Days a share may last at most, and without an appointment. */
export const SHARE_MOST_DAYS = 30,
  SHARE_DAYS = 14;
/** Where no second step is asked, what is disclosed lasts no longer than this and is opened once. */
export const SHARE_BARE_MS = 72 * 3_600_000;
export const SENT_CODE_MS = 10 * 60_000,
  RESET_MS = 30 * 60_000;
/** Most bytes (JSON) of a signature or of answers from a phone. */
export const SHARE_BYTES = 4_000_000;

export const SECOND_STEPS = ['none', 'code', 'sms', 'mail'] as const;
/** What is asked beside name and birth date: nothing, the eight characters from the desk or a letter, or six digits by SMS or mail. */
export type SecondStep = (typeof SECOND_STEPS)[number];
/** Fewest signs of a reason for a weaker second step. */
export const LEAST_REASON = 10;
export const SHARE_STATES = ['open', 'locked', 'done', 'over', 'ended', 'renewed'] as const;
/** `done`: used once; `over`: run out; `ended`: by the practice; `renewed`: another link took its place. */
export type ShareState = (typeof SHARE_STATES)[number];
const ITEM_KINDS = ['document', 'questionnaire', 'sign'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export interface ShareAddress {
  shareId: string;
  key?: string;
  r4cUuid?: string;
}
const fromHex = (uuid: string): string =>
  btoa(
    String.fromCharCode(
      ...(uuid.replace(/-/g, '').match(/../g) ?? []).map((one) => parseInt(one, 16)),
    ),
  )
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
function toUuid(text: string): string | undefined {
  if (!SHARE_ID.test(text)) return undefined;
  const hex = [...atob(text.replace(/-/g, '+').replace(/_/g, '/'))]
    .map((one) => one.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return R4C.test(uuid) ? uuid : undefined;
}

/** Path of a share's page with its key; the practice stands behind the key, so that its telephone can be shown whatever the id is. */
export const sharePath = (share: { shareId: string; key: string; r4cUuid: string }): string =>
  `${PORTAL_PATH}/${share.shareId}#${share.key}.${fromHex(share.r4cUuid)}`;

/**
 * Reads the address of a share's page, or a link that was pasted: the id, and where it was not cut off the key and the practice.
 * @returns undefined where there is no id
 */
export function readShareAddress(path: string, fragment: string): ShareAddress | undefined {
  const shareId =
    new RegExp(`${PORTAL_PATH}/([A-Za-z0-9_-]{22})/?$`).exec(path)?.[1] ??
    (SHARE_ID.test(path) ? path : undefined);
  if (shareId === undefined) return undefined;
  const [key = '', practice = ''] = fragment.replace(/^#/, '').split('.'),
    r4cUuid = toUuid(practice);
  return {
    shareId,
    ...(SHARE_KEY.test(key) && { key }),
    ...(r4cUuid !== undefined && { r4cUuid }),
  };
}

/** What a share's key is used for; `shareId` is the salt: HKDF-SHA-256, 32 bytes. */
export const SHARE_PROOF_INFO = 'molar share proof 1';

const MOST_NAME = 100;
/** Spaces and hyphens part given names; what cannot be seen is dropped. */
const givenNames = (text: string): string[] =>
  visible(text)
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s\-‐‑‒–—]+/u)
    .filter(Boolean);
/**
 * B34: whether a typed first name is the record's: compatibility forms, case, spaces and hyphens do not matter, and the first given name suffices (`anna` for `Anna-Lena`).
 * Accents matter: `Jose` is not `José`. `İ` and `i̇` are one name, `ı` is another.
 */
export function isSameFirstName(typed: string, kept: string): boolean {
  if (typed.length > MOST_NAME) return false;
  const a = givenNames(typed),
    b = givenNames(kept);
  return a.length > 0 && a.length <= b.length && a.every((one, at) => one === b[at]);
}

/** [sec B31] The day as YYYY-MM-DD; undefined for days that there are not, before 1900, in the future, or a year of two digits. */
export function typedBirth(
  birth: { day: number; month: number; year: number },
  today: string,
): string | undefined {
  const day = dayOf(birth.year, birth.month, birth.day);
  return day !== undefined && day <= today ? day : undefined;
}

/** Signs of an access code that the practice hands out: none that looks like another one. */
export const CODE_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** `ABCD-EFGH` as it is printed. */
export const printedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
/** An access code or sent digits as they are compared: full-width signs, spaces, hyphens and case do not matter. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\-‐‑–—]+/gu, '')
    .toUpperCase();

export type CodeProblem = 'short' | 'long' | 'easy';
/** R4: whether a code that a patient chooses will do: 8 to 64 signs, neither one sign over and over, nor a row, nor a date. */
export function codeProblem(typed: string): CodeProblem | undefined {
  const code = plainCode(typed),
    signs = [...code];
  if (signs.length < 8) return 'short';
  if (signs.length > 64) return 'long';
  const steps = new Set(
    signs.slice(1).map((one, at) => (one.codePointAt(0) ?? 0) - (signs[at]?.codePointAt(0) ?? 0)),
  );
  const isRow = steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 9);
  return isRow ||
    /^(..?.?.?)\1+$/u.test(code) ||
    /^(\d{2}\.?\d{2}\.?(19|20)\d{2}|(19|20)\d{6})$/.test(code)
    ? 'easy'
    : undefined;
}
