/**
 * Checks whether a name leads to this computer: devices that do not find it show an error only, and
 * many Android devices look up no name that ends in .local.
 */
import { lookup } from 'node:dns/promises';

/**
 * Returns what to do about a name; undefined if it leads here.
 * @param {string} name
 * @param {readonly string[]} ips addresses of this computer
 * @param {string} url address of Molar by number, if there is one; otherwise empty
 * @param {(name: string) => Promise<readonly string[]>} [find] addresses behind a name
 */
export async function nameAdvice(name, ips, url, find = addressesOf) {
  const found = await find(name).catch(() => []);
  if (found.some((one) => ips.includes(one) || /^(?:127\.|::1$)/.test(one))) return undefined;
  const where =
    found.length === 0
      ? `No device in this network finds ${name} yet`
      : `${name} leads to another computer (${found.join(', ')})`;
  return `${where}. ${
    name.endsWith('.local')
      ? 'A .local name is found only if this computer announces it (Windows and macOS: give the computer that name; Linux: install avahi-daemon), and never by many Android devices. A name set in the router works everywhere: run this again with --new-authority --name NAME.'
      : 'Enter the name in the router, so that it leads to this computer.'
  }${url === '' ? '' : ` Until then tablets and computers can open ${url}; links in mails and passkeys need the name.`}`;
}

/** @param {string} name */
const addressesOf = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);
