// The patients' portal: links of shares, comparison of names and codes, and lifetimes.

import { dayOf } from '../base/dates.ts';
import { spellings, type PatientName } from '../desk/patient.ts';

/** Paths of the portal's pages: a share (R3), and setting its new access code (R4). */
const PORTAL_PATH = '/ssf';
export const RESET_PATH = '/resetPassword';
/** 128 bits, base64url. */
export const SHARE_ID = /^[A-Za-z0-9_-]{22}$/;
/** Header with the share of a page: a browser may have sessions of several. */
export const SHARE_HEADER = 'molar-share';
/** 256 bits, base64url; the fragment of a link, which browsers never send. */
export const SHARE_KEY = /^[A-Za-z0-9_-]{43}$/;
const R4C = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Wrong tries of one share in total, over all steps. */
export const SHARE_TRIES = 5;
export const SHARE_IDLE_MS = 15 * 60_000,
  SHARE_SESSION_MS = 60 * 60_000;
/** Maximum days of a share, and its days without an appointment. */
export const SHARE_MOST_DAYS = 30,
  SHARE_DAYS = 14;
/** Without a second step a share lasts no longer than this and is opened once. */
export const SHARE_BARE_MS = 72 * 3_600_000;
export const SENT_CODE_MS = 10 * 60_000,
  RESET_MS = 30 * 60_000;
/** Maximum bytes (JSON) of a signature or of answers from a phone. */
export const SHARE_BYTES = 4_000_000;

export const SECOND_STEPS = ['none', 'code', 'sms', 'mail'] as const;
/**
 * Second step in addition to name and birth date: none, the eight characters from the desk or a
 * letter, or six digits by SMS or mail.
 */
export type SecondStep = (typeof SECOND_STEPS)[number];
/** Minimum characters of a reason for a weaker second step. */
export const LEAST_REASON = 10;
export const SHARE_STATES = ['open', 'locked', 'done', 'over', 'ended', 'renewed'] as const;
/**
 * `done`: used once; `over`: expired; `ended`: by the practice; `renewed`: replaced by another
 * link.
 */
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

/**
 * Returns the path of a share's page with its key; the practice follows the key, so that its
 * telephone can be shown whatever the id is.
 */
export const sharePath = (share: { shareId: string; key: string; r4cUuid: string }): string =>
  `${PORTAL_PATH}/${share.shareId}#${share.key}.${fromHex(share.r4cUuid)}`;

/**
 * Parses the URL of a share's page, or a pasted link: the id, and if not cut off the key and the
 * practice.
 * @returns undefined without an id
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

/** HKDF info of a share's key; `shareId` is the salt: HKDF-SHA-256, 32 bytes. */
export const SHARE_PROOF_INFO = 'molar share proof 1';

const MOST_NAME = 100;
/** The name that opens a share: the first name, or the only name of a person without one. */
export const openingName = (p: PatientName): string => p.firstName || p.lastName;
/**
 * Checks whether a typed first name is the record's: case, accents, spaces and hyphens do not
 * matter, as in the search of the register, and the first given name suffices (`anna` for
 * `Anna-Lena`).
 */
export function isSameFirstName(typed: string, kept: string): boolean {
  if (typed.length > MOST_NAME) return false;
  const a = spellings(typed),
    b = spellings(kept);
  return (
    a.length > 0 &&
    a.length <= b.length &&
    a.every((word, at) => word.some((one) => b[at]?.includes(one) === true))
  );
}

/**
 * Returns the day as YYYY-MM-DD; undefined for days that do not exist, before 1900, in the future,
 * or with a two-digit year (sec B31).
 */
export function typedBirth(
  birth: { day: number; month: number; year: number },
  today: string,
): string | undefined {
  const day = dayOf(birth.year, birth.month, birth.day);
  return day !== undefined && day <= today ? day : undefined;
}

/** Characters of an access code of the practice: without look-alikes. */
export const CODE_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Formats a code as printed, `ABCD-EFGH`. */
export const printedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
/**
 * Normalizes an access code or sent digits for comparison: full-width characters, spaces, hyphens
 * and case do not matter.
 */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\-‐‑–—]+/gu, '')
    .toUpperCase();

export type CodeProblem = 'short' | 'long' | 'easy';
/**
 * Checks a code chosen by a patient (R4): 8 to 64 characters, not one repeated character, no
 * sequence, no date.
 */
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
