// Parses environment variables into a configuration, or all problems at once in plain words (V8,
// U5); pure but for a look for the root key's credential, so that a wrong start is testable.

import { rootKeyCredential } from './credential.ts';
import { databasesOf, type DatabaseConfig } from './database-config.ts';
import { SETTINGS, type SettingKey } from './settings.ts';
import { objectsOf } from './object-config.ts';
import type { ObjectConfig } from '../blobs/object-store.ts';
import path from 'node:path';
import { ENVIRONMENTS, isLoopback, type Environment } from '../../../shared/base/environment.ts';
import { ROLES, type Role } from '../../../shared/base/mounts.ts';
import { nearestWord } from '../../../shared/base/nearest-word.ts';
import { licencesOf, type LicenceConfig } from './licence-config.ts';
import { paymentOf, type PaymentConfig } from './payment-config.ts';
import { supportMailOf } from './support-config.ts';
import { terminologyUrlOf } from './terminology-config.ts';
import { proxiesOf, secondsOf } from './balancer-config.ts';
import { relayOf } from './relay-config.ts';
import type { RelayConfig } from '../tunnel/box-link.ts';
import type { TrustedProxies } from '../trusted-proxies.ts';

export interface Config extends DatabaseConfig {
  host: string;
  port: number;
  dispatcherPort: number;
  /** Public URL without a trailing slash; undefined: the host of the request. */
  publicUrl: string | undefined;
  /** Proxies on other machines that may name the client's address; undefined: none. */
  proxies: TrustedProxies | undefined;
  tls: { certFile: string; keyFile: string } | undefined;
  /** Seconds between the end of the readiness and the end of the ports when the server stops. */
  drainSeconds: number;
  /** Data folder. */
  data: string;
  /** Several servers use the data folder, because the operator means it. */
  isShared: boolean;
  /** Environment of this start; dev by default (U5). */
  environment: Environment;
  /** Value of MOLAR_ENV. */
  configuredEnvironment: Environment | undefined;
  roles: readonly Role[];
  rootKeyFile: string | undefined;
  /** FHIR terminology server; undefined: lists of answers on servers stay missing. */
  terminologyUrl: string | undefined;
  /** RFC 3161 time-stamp service. */
  tsaUrl: string | undefined;
  /** PEM file with the trusted roots of time-stamp services. */
  tsaRootsFile: string | undefined;
  /** Roots and trust lists by which signatures of others are judged. */
  signatureRootsFile: string | undefined;
  trustListFiles: readonly string[];
  /** SMTP server for mails; undefined: they stay in the practice's outbox. */
  smtp: { url: string; from: string } | undefined;
  /** Shared secret of the mail provider's webhooks. */
  mailSecret: string | undefined;
  /** Address for answers to requests for help; undefined: answers are written in Molar only. */
  supportMail: string | undefined;
  /** Token of the operator's monitor; without it there are no metrics. */
  metricsToken: string | undefined;
  /** Keys of licences; undefined: no licence is asked for. */
  licences: LicenceConfig | undefined;
  /** JSON file about the issuer of invoices; undefined: no invoice is written. */
  sellerFile: string | undefined;
  /** The payment provider; undefined: no payment. */
  payment: PaymentConfig | undefined;
  /** Hosts of text message gateways that may be in a private network. */
  smsPrivateHosts: readonly string[];
  /**
   * Folder in which each practice may use the subfolder named by its `cid`, and no other of the
   * host.
   */
  exchangeRoot: string | undefined;
  /** Where finders of a weakness write to (`mailto:` or `https:`), for /.well-known/security.txt. */
  securityContact: string | undefined;
  /** Whether the demo practice gets three years of generated data. */
  hasDemoData: boolean;
  /** Bucket of stored files; undefined: the data folder. */
  objects: ObjectConfig | undefined;
  /** Relay through which phones reach this server; undefined: none. */
  relay: RelayConfig | undefined;
}
export type ConfigResult =
  | { config: Config; problems?: undefined }
  | { config?: undefined; problems: string[] };

/** Names of all settings besides DATABASE_URL. */
export const KEYS: readonly string[] = Object.keys(SETTINGS).filter(
  (key) => key !== 'DATABASE_URL',
);
type Key = SettingKey;

/**
 * Roles that a role requires in the same process while processes do not communicate yet (product.md
 * 1): the apps call everything on their own origin, a practice's routes need the sign-in.
 */
const NEEDS: Partial<Record<Role, readonly Role[]>> = {
  ui: ['metrics', 'dispatcher', 'r4c'],
  r4c: ['metrics'],
  metrics: ['r4c'],
  doctosync: ['r4c'],
};

type Read = (key: Key) => string | undefined;

/** Parses the environment; unknown `MOLAR_` keys and wrong values are reported, never guessed. */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const problems: string[] = [];
  const value: Read = (key) => env[key]?.trim() || undefined;
  reportUnknown(env, problems);
  const host = value('MOLAR_HOST') ?? SETTINGS.MOLAR_HOST.fallback;
  reportHost(host, problems);
  const ports = portsOf(value, problems),
    configuredEnvironment = environmentIn(value('MOLAR_ENV'), host, problems),
    tls = tlsOf(value('MOLAR_TLS_CERT'), value('MOLAR_TLS_KEY'), problems),
    publicUrl = publicUrlOf(value('MOLAR_PUBLIC_URL'), problems);
  if (tls && publicUrl?.startsWith('http:'))
    problems.push('MOLAR_PUBLIC_URL muss mit https: beginnen, weil MOLAR_TLS_CERT gesetzt ist.');
  const proxies = proxiesOf(listOf(value('MOLAR_TRUSTED_PROXIES')), publicUrl, problems),
    drainSeconds = secondsOf('MOLAR_DRAIN_SECONDS', value('MOLAR_DRAIN_SECONDS'), 60, problems);
  const terminologyUrl = terminologyUrlOf(value('MOLAR_TERMINOLOGY_URL'), problems),
    tsaUrl = value('MOLAR_TSA_URL');
  if (tsaUrl !== undefined && !isUrl(tsaUrl, ['http:', 'https:']))
    problems.push('MOLAR_TSA_URL ist keine Adresse; Beispiel: https://tsa.example.org/tsr');
  const smtp = smtpOf(value('MOLAR_SMTP_URL'), value('MOLAR_MAIL_FROM'), problems);
  if (smtp && value('MOLAR_PUBLIC_URL') === undefined)
    problems.push(
      'MOLAR_SMTP_URL braucht auch MOLAR_PUBLIC_URL: Links in E-Mails beginnen mit dieser Adresse.',
    );
  const mailSecret = value('MOLAR_MAIL_SECRET');
  if (mailSecret !== undefined && mailSecret.length < 20)
    problems.push('MOLAR_MAIL_SECRET ist zu kurz; es müssen mindestens 20 Zeichen sein.');
  const metricsToken = value('MOLAR_METRICS_TOKEN');
  if (metricsToken !== undefined && metricsToken.length < 20)
    problems.push('MOLAR_METRICS_TOKEN ist zu kurz; es müssen mindestens 20 Zeichen sein.');
  const supportMail = supportMailOf(value, problems),
    payment = paymentOf(value, configuredEnvironment, problems),
    licences = licencesOf(value, problems);
  const smsPrivateHosts = smsHostsOf(value('MOLAR_SMS_PRIVATE_HOSTS'), problems),
    hasDemoData = hasDemo(value('MOLAR_DEMO_DATA'), problems),
    isShared = sharedOf(value('MOLAR_SHARED_DATA'), value('MOLAR_ROLES') !== undefined, problems);
  const databases = databasesOf(value, problems),
    objects = objectsOf(value, problems);
  const exchangeRoot = value('MOLAR_EXCHANGE_ROOT');
  if (exchangeRoot !== undefined && !path.isAbsolute(exchangeRoot)) {
    problems.push(
      `MOLAR_EXCHANGE_ROOT=${exchangeRoot} ist kein vollständiger Pfad; Beispiel: /srv/molar-austausch`,
    );
  }
  const securityContact = value('MOLAR_SECURITY_CONTACT');
  if (securityContact !== undefined && !isContact(securityContact))
    problems.push(
      'MOLAR_SECURITY_CONTACT ist keine Adresse; Beispiel: mailto:sicherheit@praxis.example',
    );
  const roles = rolesOf(value('MOLAR_ROLES'), problems),
    relay = relayOf(value, { hasTls: tls !== undefined, publicUrl, isShared }, problems);
  if (problems.length > 0) return { problems };
  return {
    config: {
      host,
      ...ports,
      publicUrl,
      proxies,
      drainSeconds,
      tls,
      data: value('MOLAR_DATA') ?? SETTINGS.MOLAR_DATA.fallback,
      isShared,
      environment: configuredEnvironment ?? 'dev',
      configuredEnvironment,
      roles,
      rootKeyFile: value('MOLAR_ROOT_KEY_FILE') ?? rootKeyCredential(env.CREDENTIALS_DIRECTORY),
      terminologyUrl,
      tsaUrl,
      tsaRootsFile: value('MOLAR_TSA_ROOTS'),
      signatureRootsFile: value('MOLAR_SIGNATURE_ROOTS'),
      trustListFiles: listOf(value('MOLAR_TRUST_LISTS')),
      smtp,
      mailSecret,
      supportMail,
      metricsToken,
      sellerFile: value('MOLAR_SELLER_FILE'),
      payment,
      licences,
      smsPrivateHosts,
      exchangeRoot,
      securityContact,
      hasDemoData,
      objects,
      relay,
      ...databases,
    },
  };
}

function reportUnknown(env: Readonly<Record<string, unknown>>, problems: string[]): void {
  for (const key of Object.keys(env)) {
    if (/^MOLAR_/i.test(key) && !KEYS.includes(key))
      problems.push(`${key} gibt es nicht; gemeint ist wohl ${nearestWord(key, KEYS)}.`);
  }
}

/** Parts of a setting with several values, separated by commas. */
const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function reportHost(host: string, problems: string[]): void {
  if (!/^[\w.:-]+$/.test(host))
    problems.push(`MOLAR_HOST=${host} ist weder Name noch Adresse; Beispiel: 0.0.0.0`);
}

function portsOf(value: Read, problems: string[]): Pick<Config, 'port' | 'dispatcherPort'> {
  const port = portOf('MOLAR_PORT', value('MOLAR_PORT'), problems);
  const dispatcherPort = portOf('MOLAR_DISPATCHER_PORT', value('MOLAR_DISPATCHER_PORT'), problems);
  if (port === dispatcherPort)
    problems.push(
      `MOLAR_PORT und MOLAR_DISPATCHER_PORT stehen beide auf ${port}; es müssen zwei sein.`,
    );
  return { port, dispatcherPort };
}

/** Returns the environment that MOLAR_ENV names; required where other devices reach the server. */
function environmentIn(
  configured: string | undefined,
  host: string,
  problems: string[],
): Environment | undefined {
  const isEnvironment = (word: string): word is Environment =>
    (ENVIRONMENTS as readonly string[]).includes(word);
  if (configured !== undefined && !isEnvironment(configured))
    problems.push(
      `MOLAR_ENV=${configured} gibt es nicht; gemeint ist wohl ${nearestWord(configured, ENVIRONMENTS)}. Möglich: ${ENVIRONMENTS.join(', ')}`,
    );
  if (configured === undefined && !isLoopback(host))
    problems.push(
      `MOLAR_HOST=${host} ist von anderen Geräten erreichbar; dafür muss MOLAR_ENV gesetzt sein. Möglich: ${ENVIRONMENTS.join(', ')}`,
    );
  return configured !== undefined && isEnvironment(configured) ? configured : undefined;
}

function tlsOf(
  certFile: string | undefined,
  keyFile: string | undefined,
  problems: string[],
): Config['tls'] {
  if (certFile !== undefined && keyFile === undefined)
    problems.push('MOLAR_TLS_CERT braucht auch MOLAR_TLS_KEY.');
  if (keyFile !== undefined && certFile === undefined)
    problems.push('MOLAR_TLS_KEY braucht auch MOLAR_TLS_CERT.');
  return certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
}

function smsHostsOf(text: string | undefined, problems: string[]): string[] {
  const hosts = (text ?? '')
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  for (const host of hosts)
    if (!/^[\w.:-]+$/.test(host))
      problems.push(
        `MOLAR_SMS_PRIVATE_HOSTS nennt ${host}; gemeint sind Namen oder Adressen ohne https://, mit Komma getrennt. Beispiel: sms.praxis.lan`,
      );
  return hosts;
}

/** Checks for one line with a mail address or a secure page (RFC 9116 2.5.3). */
const isContact = (text: string): boolean =>
  /^mailto:[^\s@]+@[^\s@]+$/.test(text) || (/^\S+$/.test(text) && isUrl(text, ['https:']));

function hasDemo(demoData: string | undefined, problems: string[]): boolean {
  if (demoData !== undefined && demoData !== 'small' && demoData !== 'none')
    problems.push(
      `MOLAR_DEMO_DATA=${demoData} gibt es nicht; gemeint ist wohl ${nearestWord(demoData, ['small', 'none'])}. Möglich: small, none`,
    );
  return demoData !== 'none';
}

/** Servers that were given their roles share one folder unless the operator says otherwise. */
function sharedOf(text: string | undefined, hasRoles: boolean, problems: string[]): boolean {
  if (text !== undefined && text !== 'yes' && text !== 'no')
    problems.push(`MOLAR_SHARED_DATA=${text} gibt es nicht. Möglich: yes, no`);
  return text === undefined ? hasRoles : text === 'yes';
}

function portOf(
  key: 'MOLAR_PORT' | 'MOLAR_DISPATCHER_PORT',
  text: string = SETTINGS[key].fallback,
  problems: string[],
): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535)
    problems.push(`${key}=${text} ist kein Port; es muss eine Zahl von 1 bis 65535 sein.`);
  return port;
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

/** Neither is ever printed whole: the URL may contain a password. */
function smtpOf(
  url: string | undefined,
  from: string | undefined,
  problems: string[],
): Config['smtp'] {
  if (url === undefined) {
    if (from !== undefined) problems.push('MOLAR_MAIL_FROM braucht auch MOLAR_SMTP_URL.');
    return undefined;
  }
  const isRight = isUrl(url, ['smtp:', 'smtps:']) && new URL(url).hostname !== '';
  if (!isRight)
    problems.push(
      'MOLAR_SMTP_URL ist keine Adresse eines Mailservers; Beispiel: smtps://name:passwort@mail.example.org',
    );
  const isAddress =
    from !== undefined && /^[^\s@<>",;:\p{C}]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/iu.test(from);
  if (!isAddress)
    problems.push(
      from === undefined
        ? 'MOLAR_SMTP_URL braucht auch MOLAR_MAIL_FROM; Beispiel: molar@praxis.example'
        : `MOLAR_MAIL_FROM=${from} ist keine E-Mail-Adresse; Beispiel: molar@praxis.example`,
    );
  return isRight && isAddress ? { url, from } : undefined;
}

function publicUrlOf(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined) return undefined;
  const url = isUrl(text, ['http:', 'https:']) ? new URL(text) : undefined;
  if (!url || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    problems.push(
      `MOLAR_PUBLIC_URL=${text.replace(/\/\/[^@/]*@/, '//')} ist keine Adresse ohne Pfad; Beispiel: https://molar.praxis.example`,
    );
    return undefined;
  }
  return url.origin;
}

function rolesOf(text: string | undefined, problems: string[]): readonly Role[] {
  if (text === undefined) return ROLES;
  const words = text
    .split(',')
    .map((w) => w.trim())
    .filter(Boolean);
  const isRole = (word: string): word is Role => (ROLES as readonly string[]).includes(word);
  for (const word of words)
    if (!isRole(word))
      problems.push(
        `MOLAR_ROLES nennt ${word}; gemeint ist wohl ${nearestWord(word, ROLES)}. Möglich: ${ROLES.join(', ')}`,
      );
  const roles = ROLES.filter((r) => words.includes(r));
  for (const role of roles) {
    const missing = (NEEDS[role] ?? []).filter((n) => !roles.includes(n));
    if (missing.length > 0)
      problems.push(
        `MOLAR_ROLES: ${role} braucht ${missing.join(', ')} im selben Prozess; getrennte Prozesse gibt es noch nicht.`,
      );
  }
  return roles;
}

/**
 * Checks the files of the configuration.
 * @param canRead checks whether a file exists and is readable
 */
export function fileProblems(config: Config, canRead: (file: string) => boolean): string[] {
  const named: [Key, string | undefined][] = [
    ['MOLAR_TLS_CERT', config.tls?.certFile],
    ['MOLAR_TLS_KEY', config.tls?.keyFile],
  ];
  return named.flatMap(([key, file]) =>
    file !== undefined && !canRead(file) ? [`${key}=${file} lässt sich nicht lesen.`] : [],
  );
}
