// Environment of a host name (U5): one rule for server and apps.

export type Environment = 'prod' | 'staging' | 'review' | 'demo' | 'dev' | 'tunnel';
export const ENVIRONMENTS: readonly Environment[] = [
  'prod',
  'staging',
  'review',
  'demo',
  'dev',
  'tunnel',
];

/** Checks for host names that can only be this machine. */
export function isLoopback(host: string): boolean {
  const name = hostName(host);
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}

/** Returns the host without port and brackets, in lower case. */
export function hostName(host: string): string {
  const h = host.trim().toLowerCase();
  if (h.startsWith('[')) return h.slice(1, h.indexOf(']'));
  return (h.match(/:/g) ?? []).length > 1 ? h : h.replace(/:\d*$/, '');
}

/**
 * Returns the environment of a host [U5]: loopback is dev, the first label decides staging,
 * review*, demo, tunnel; the host of the public address is `configured`; everything else is prod.
 */
export function environmentOf(
  host: string,
  options: { configured?: Environment; publicHost?: string } = {},
): Environment {
  const name = hostName(host);
  if (options.configured && options.publicHost && name === hostName(options.publicHost))
    return options.configured;
  if (isLoopback(name)) return 'dev';
  const first = name.split('.')[0] ?? '';
  if (first.startsWith('review')) return 'review';
  if (first === 'staging' || first === 'demo' || first === 'tunnel') return first;
  return options.configured ?? 'prod';
}
