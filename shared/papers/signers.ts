// Several people sign one paper on their own devices: signers who have signed, who are missing, who
// are expected at one device, and the result once all have signed. Pure.

import type { DocumentData } from '../desk/document.ts';
import type { Signer, SignerRole } from '../desk/mappe.ts';
import type { Standing } from '../desk/mappe-family.ts';
import type { DeclarationAnswer } from './signature.ts';
import { DAY_MS } from '../base/day-math.ts';

/**
 * One signer of a paper with several signers; `signedAt` (ms, when it arrived) is null while the
 * signature is missing.
 */
export interface SignerState extends Signer {
  signedAt: number | null;
  /** Signs on their own phone or another day. */
  isAway?: boolean | undefined;
}
/** A signature that has arrived. */
export interface Part {
  readonly role: SignerRole;
  readonly receivedAt: number;
}

/**
 * Time (ms) after the first signature during which a paper waits for the others, unless a link
 * keeps it open longer.
 */
export const PART_WAIT_MS = 30 * DAY_MS;

/** Checks whether a paper can be signed in parts: by several people with different roles. */
export const canBeParted = (signers: readonly Signer[]): boolean =>
  signers.length > 1 && new Set(signers.map((one) => one.role)).size === signers.length;

/**
 * Returns the missing signers after these roles have signed: each fills one place of the paper. The
 * only place that decides whether a paper is complete.
 */
export function leftToSign<S extends Pick<Signer, 'role'>>(
  signers: readonly S[],
  signed: readonly SignerRole[],
): S[] {
  const open = [...signed];
  return signers.filter(({ role }) => {
    const at = open.indexOf(role);
    if (at < 0) return true;
    open.splice(at, 1);
    return false;
  });
}

/** Checks whether a required oral explanation is missing (§ 630e BGB). */
export const isTalkMissing = (talk: {
  readonly needed: boolean;
  readonly doneAt?: number | undefined;
}): boolean => talk.needed && talk.doneAt === undefined;

/**
 * Returns everyone who signs a paper, in its order, with the signatures that have arrived.
 * @param standings of the person whose paper it is
 */
export function signerStates(
  signers: readonly Signer[],
  parts: readonly Part[],
  standings: readonly Standing[],
): SignerState[] {
  return signers.map(({ role, name, capacity }) => ({
    role,
    name,
    ...(capacity !== undefined && { capacity }),
    signedAt: parts.find((one) => one.role === role)?.receivedAt ?? null,
    ...(standings.some((one) => one.role === role && one.isAway === true) && { isAway: true }),
  }));
}

export const stillMissing = (states: readonly SignerState[]): SignerState[] =>
  states.filter((one) => one.signedAt === null);

/**
 * Returns the signers expected at a tablet now: the missing signers who are here; where none of
 * them is here, the missing signers have come.
 */
export function expectedAtTablet(states: readonly SignerState[]): SignerState[] {
  const missing = stillMissing(states),
    here = missing.filter((one) => one.isAway !== true);
  return here.length > 0 ? here : missing;
}

/**
 * Returns the declarations held by all: one counts if all signers said yes; its time is that of the
 * last one. A declaration that a signer did not answer does not count.
 */
export function heldByAll(
  data: Pick<DocumentData, 'declarations'>,
  given: readonly (readonly DeclarationAnswer[])[],
): DeclarationAnswer[] {
  return data.declarations.flatMap(({ id }) => {
    const answers = given.map((one) => one.find((answer) => answer.id === id)),
      known = answers.filter((one) => one !== undefined);
    if (known.length === 0) return [];
    return [
      {
        id,
        value: answers.every((one) => one?.value === true),
        at: Math.max(...known.map((one) => one.at)),
      },
    ];
  });
}
