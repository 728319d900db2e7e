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
 * The commonest PINs of four digits that follow no rule below. Sources: 29 million leaked ones
 * (ABC News, January 2025), 3.4 million (DataGenetics, September 2012); below them numbers that
 * German speakers know, with shapes on the keypad.
 */
const WELL_KNOWN: ReadonlySet<string> = new Set([
  '1004',
  '1122',
  '1342',
  '6969',
  '2468',
  '2580',
  '0007',
  '0815',
  '1312',
  '1337',
  '1357',
  '4711',
  '0852',
  '1470',
  '1590',
  '3690',
  '7410',
  '9630',
  '0911',
  '1001',
  '1221',
  '1379',
  '3141',
  '1123',
  '5683',
  '8520',
  '7531',
  '8642',
  '0420',
  '4200',
  '112233',
  '123321',
  '147258',
  '159753',
  '258456',
  '314159',
  '789456',
  '456123',
  '11223344',
  '12344321',
  '14725836',
  '31415926',
]);
/**
 * Checks a user's own PIN for one workstation: four to eight digits, not one of the most easily
 * guessed.
 */
export function pinProblem(pin: string): 'digits' | 'easy' | undefined {
  if (!/^\d{4,8}$/.test(pin)) return 'digits';
  const steps = new Set([...pin].slice(1).map((d, i) => Number(d) - Number(pin[i])));
  const isEven = steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 9);
  const isPattern = /^(..)\1+$/.test(pin) || /^(19|20)\d\d$/.test(pin);
  return isEven || isPattern || WELL_KNOWN.has(pin) ? 'easy' : undefined;
}
