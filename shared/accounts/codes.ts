// Codes typed by users: authenticator and mail codes of six digits, recovery codes, PINs of a
// workstation.

/**
 * Normalizes a typed code: full-width digits, spaces and hyphens (B23); undefined for anything
 * else.
 */
export function readCode(typed: string): { kind: 'digits' | 'recovery'; code: string } | undefined {
  const code = typed
    .normalize('NFKC')
    .replace(/[\s-]+/g, '')
    .toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: 'digits', code };
  return /^[A-Z2-7]{10}$/.test(code) ? { kind: 'recovery', code } : undefined;
}

export const PIN_MIN = 4;
export const PIN_MAX = 8;
/**
 * Checks a user's own PIN for one workstation: four to eight digits, not one of the most easily
 * guessed.
 */
export function pinProblem(pin: string): 'digits' | 'easy' | undefined {
  if (!/^\d{4,8}$/.test(pin)) return 'digits';
  const steps = new Set([...pin].slice(1).map((d, i) => Number(d) - Number(pin[i])));
  const isEven = steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 9);
  return isEven || /^(..)\1+$/.test(pin) || /^(19|20)\d\d$/.test(pin) ? 'easy' : undefined;
}
