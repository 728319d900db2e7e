// The rule for e-mail addresses: which ones are accepted, and the normal form that is stored,
// compared and passed to the mail server.

/** Characters of an RFC 5322 atom; a dot is allowed only between atoms. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** Letters and digits of any script (RFC 5890 U-labels), or the ASCII form of such a label. */
const LABEL = '[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
/** The last label must not be a number: such a name would be an IP address. */
const LAST = '(?:xn--[A-Za-z0-9-]*[A-Za-z0-9]|[\\p{L}\\p{M}]{2,})';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LAST}$`, 'u');
/**
 * RFC 5321, 4.5.3.1: maximum length of the whole address, its part before the @, and a label of its
 * domain.
 */
export const EMAIL_MAX = 254;
const LOCAL_MAX = 64,
  LABEL_MAX = 63;
const ASCII_DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** Returns the name of a domain as DNS knows it (UTS 46); undefined if there is none. */
function asciiDomain(domain: string): string | undefined {
  if (ASCII_DOMAIN.test(domain)) return domain;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return ASCII_DOMAIN.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the normal form of an address that is stored, compared and sent to: NFKC, trimmed, lower
 * case, the domain in its ASCII form, so that `a@müller.de` and `a@xn--mller-kva.de` are one. A
 * string that is no address is only folded.
 */
export function foldEmail(email: string): string {
  const folded = email.normalize('NFKC').trim().toLowerCase();
  if (!EMAIL.test(folded)) return folded;
  const at = folded.indexOf('@');
  const domain = asciiDomain(folded.slice(at + 1));
  return domain === undefined ? folded : `${folded.slice(0, at)}@${domain}`;
}

/**
 * Checks whether mail can be sent to a typed address: an RFC 5322 dot-atom at a domain of any
 * script.
 */
export function isEmail(typed: string): boolean {
  const email = foldEmail(typed),
    [local = '', domain = ''] = email.split('@');
  return (
    EMAIL.test(email) &&
    email.length <= EMAIL_MAX &&
    local.length <= LOCAL_MAX &&
    ASCII_DOMAIN.test(domain) &&
    domain.split('.').every((label) => label.length <= LABEL_MAX)
  );
}
