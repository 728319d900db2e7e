// The settings of the environment as data: the parser takes their names and defaults from here, and
// docs/configuration.md is written from it.

import { BOX, RELAY } from './relay-settings.ts';
import type { Setting } from './setting.ts';

export type { Setting };

const LISTENING = {
  MOLAR_ENV: {
    type: 'choice: prod, staging, review, demo, dev, tunnel',
    otherwise: '`dev`, on loopback only',
    neededBy: ['one', 'cell'],
    meaning:
      'Kind of the installation. Only `prod` starts without demo data. An address other than loopback requires it.',
  },
  MOLAR_HOST: {
    type: 'address or name',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. An address other than loopback also requires `MOLAR_ENV`.',
  },
  MOLAR_PORT: {
    type: 'port',
    fallback: '4000',
    meaning: 'Port of all apps and interfaces.',
  },
  MOLAR_DISPATCHER_PORT: {
    type: 'port',
    fallback: '5000',
    meaning:
      'Second port, for the dispatcher only. The main port serves the dispatcher, too. Each process of a machine needs its own two ports.',
  },
  MOLAR_PUBLIC_URL: {
    type: 'url',
    otherwise: 'the printed address',
    neededBy: ['one', 'cell'],
    meaning:
      'URL under which browsers reach Molar, such as `https://molar.praxis.example`. Links and QR codes use it, and the server rejects calls from other origins.',
  },
  MOLAR_TLS_CERT: {
    type: 'file (PEM)',
    otherwise: 'no https of its own',
    meaning:
      'Certificate chain, the server certificate first. Set it together with `MOLAR_TLS_KEY`, or none of them behind a proxy.',
  },
  MOLAR_TLS_KEY: {
    type: 'file (PEM)',
    otherwise: 'no https of its own',
    isSecret: true,
    meaning: 'Key of the certificate.',
  },
  MOLAR_TRUSTED_PROXIES: {
    type: 'list of addresses and networks',
    otherwise: 'a proxy on this machine only',
    neededBy: ['cell'],
    meaning:
      "Proxies on other machines that may name the client's address (`10.0.0.5, 10.1.0.0/24`). Requires `MOLAR_PUBLIC_URL`.",
  },
  MOLAR_DRAIN_SECONDS: {
    type: 'number, 0 to 60',
    fallback: '0',
    unit: 'seconds',
    neededBy: ['cell'],
    meaning:
      'Time for which a stopping server still answers while `/readyz` says 503. It must be longer than the balancer needs to notice.',
  },
  MOLAR_ROLES: {
    type: 'list of systems',
    otherwise: 'all systems',
    meaning:
      'Systems that this process serves: metrics, dispatcher, collector, saver, doctosync, ui, r4c.',
  },
} as const satisfies Record<string, Setting>;

const STORAGE = {
  MOLAR_DATA: {
    type: 'folder',
    fallback: './data',
    neededBy: ['one', 'cell'],
    meaning: 'Data folder.',
  },
  MOLAR_SHARED_DATA: {
    type: 'yes or no',
    otherwise: '`yes` with `MOLAR_ROLES`, else `no`',
    neededBy: ['cell'],
    meaning:
      '`yes`: several servers may use this data folder; each of them needs it. Without it (and without `MOLAR_ROLES`) a second server refuses to start. On SQLite news of one server do not reach the boards of the other until the next poll.',
  },
  DATABASE_URL: {
    type: 'url (postgres)',
    otherwise: 'SQLite in the data folder',
    neededBy: ['cell'],
    isSecret: true,
    meaning: '`postgres://user:password@host/name`, the role that serves.',
  },
  MOLAR_DATABASE_OWNER_URL: {
    type: 'url (postgres)',
    otherwise: 'one role owns and serves',
    isSecret: true,
    meaning:
      '`postgres://…` of the role that owns the tables. It migrates at the start; the role of `DATABASE_URL` then only works on rows, and row-level security binds it ([two roles](operate.md#two-roles-and-row-level-security)).',
  },
  MOLAR_S3_URL: {
    type: 'url',
    otherwise: 'files in the data folder',
    meaning:
      'Bucket for the stored files, as `https://objects.example/molar` ([files in a bucket](operate.md#files-in-a-bucket)).',
  },
  MOLAR_S3_REGION: {
    type: 'text',
    fallback: 'us-east-1',
    meaning: 'Region that signatures of the service name.',
  },
  MOLAR_S3_KEY_ID: {
    type: 'text',
    otherwise: 'refused with `MOLAR_S3_URL`',
    meaning: 'Name of the access key to the bucket.',
  },
  MOLAR_S3_SECRET: {
    type: 'secret',
    otherwise: 'refused with `MOLAR_S3_URL`',
    isSecret: true,
    meaning: 'Secret of the access key to the bucket.',
  },
  MOLAR_EXCHANGE_ROOT: {
    type: 'folder, complete path',
    otherwise: 'any folder, with one practice only',
    meaning:
      'Parent folder for the exchange with practice software and for scans. Each practice may use the subfolder named by its `cid`, and no other folder of the host. Without this setting a practice may choose a folder only if the installation serves no other practice.',
  },
  MOLAR_DEMO_DATA: {
    type: 'choice: small, none',
    fallback: 'small',
    meaning:
      '`none`: the demo practice starts without generated data. By default the first start delivers three years of generated practice data once, in the background.',
  },
} as const satisfies Record<string, Setting>;

const PROOFS = {
  MOLAR_ROOT_KEY_FILE: {
    type: 'file',
    otherwise:
      'the credential `root.key` of systemd if there is one, else `root.key` in the data folder',
    isSecret: true,
    meaning:
      'File of the root key ([data folder and keys](operate.md#data-folder-and-keys)). A path outside of the data folder may name a credential of systemd.',
  },
  MOLAR_TSA_URL: {
    type: 'url',
    otherwise: "seals contain the server's time only",
    meaning:
      'Time-stamp service (RFC 3161). Molar also calls the revocation addresses (http or https) in its certificates.',
  },
  MOLAR_TSA_ROOTS: {
    type: 'file (PEM)',
    otherwise: "the check page shows the seal's own time",
    meaning:
      "Root certificates of trusted time-stamp services, your own service's first. `npm run tsa` shows the certificates of the service; with `-- --save FILE` it adds the highest one after you compared its fingerprint. Without it the seal keeps its time stamp.",
  },
  MOLAR_SIGNATURE_ROOTS: {
    type: 'file (PEM)',
    otherwise: 'none',
    meaning:
      'Root certificates that may vouch for signatures of others (a laboratory, a health insurer).',
  },
  MOLAR_TRUST_LISTS: {
    type: 'list of files (XML)',
    otherwise: 'none',
    meaning:
      'Trust lists of countries (ETSI TS 119 612). Download each from its official address and check its signature yourself: Molar does not. Molar reads them at start; load them again before the next update that the list names.',
  },
  MOLAR_TERMINOLOGY_URL: {
    type: 'url',
    otherwise: 'such lists are named as missing',
    meaning:
      'Terminology server (FHIR R4), as `https://tx.example.org/fhir`. It is asked for lists of answers that an imported form only names, and learns addresses and lists of forms, never anything about patients. A missing list can be put in from a file.',
  },
} as const satisfies Record<string, Setting>;

const MAIL = {
  MOLAR_SMTP_URL: {
    type: 'url (smtp)',
    otherwise: "mails stay in the owner's outbox",
    isSecret: true,
    meaning:
      'Mail server: `smtp://name:password@host:587` (STARTTLS is required) or `smtps://…:465`.',
  },
  MOLAR_MAIL_FROM: {
    type: 'mail address',
    otherwise: 'refused with `MOLAR_SMTP_URL`',
    meaning:
      'Sender address of mails. `MOLAR_SMTP_URL` requires it, and `MOLAR_PUBLIC_URL` as well.',
  },
  MOLAR_MAIL_SECRET: {
    type: 'secret, 20 characters or more',
    otherwise: 'no reports are accepted',
    isSecret: true,
    meaning: "Shared secret for the mail provider's reports ([mail](operate.md#mail)).",
  },
  MOLAR_SUPPORT_MAIL: {
    type: 'mail address',
    otherwise: 'requests are answered in Molar only',
    meaning:
      'Address for answers to requests for help, such as `hilfe@molar.example` ([mail](operate.md#mail)). It requires `MOLAR_SMTP_URL` and `MOLAR_MAIL_SECRET`.',
  },
  MOLAR_SMS_PRIVATE_HOSTS: {
    type: 'list of hosts',
    otherwise: 'public gateways only',
    meaning:
      "Hosts of text message gateways that may be in a private network (`sms.praxis.lan`). Every other gateway must have a public address. If a gateway's certificate comes from a private authority, name this authority in `NODE_EXTRA_CA_CERTS`.",
  },
} as const satisfies Record<string, Setting>;

const WATCHING = {
  MOLAR_METRICS_TOKEN: {
    type: 'secret, 20 characters or more',
    otherwise: '`/metrics` answers 404',
    isSecret: true,
    meaning:
      'Token of your monitor. `GET /metrics` then answers Prometheus (`authorization: {credentials: …}`).',
  },
  MOLAR_SECURITY_CONTACT: {
    type: 'url (mailto or https)',
    otherwise: 'the path answers 404 and says why',
    meaning: 'Where finders of a weakness write to. It is served at `/.well-known/security.txt`.',
  },
} as const satisfies Record<string, Setting>;

const VENDOR = {
  MOLAR_LICENCE_KEYS: {
    type: 'list of keys (base64url)',
    otherwise: 'no licence is asked for',
    meaning: "Public keys of the vendor's licences.",
  },
  MOLAR_LICENCE_SIGNING_KEY: {
    type: 'secret, 32 bytes (base64url)',
    otherwise: 'no licence is issued',
    neededBy: ['vendor'],
    isSecret: true,
    meaning:
      "On the vendor's server only: the private key. The page „Lizenzen“ shows its public key. Keep a copy in a safe place.",
  },
  MOLAR_SELLER_FILE: {
    type: 'file (JSON)',
    otherwise: 'charges wait without an invoice',
    neededBy: ['vendor'],
    meaning:
      "On the vendor's server only: the issuer of invoices: `name`, `street`, `plz`, `city`, `email`, `vatId` (DE and nine digits), `contact`, `phone`, `iban`; optional `bic`, `legal` (register and managers), `creditorId` (SEPA).",
  },
  MOLAR_STRIPE_KEY: {
    type: 'secret',
    otherwise: '`/api/stripe/*` answers 404',
    neededBy: ['vendor'],
    isSecret: true,
    meaning:
      "Key of the payment provider, best a restricted one. A live key starts in `prod` only, a test key everywhere else. The provider's account needs prices with the lookup keys `praxis_v1` and `praxis_plus_v1` and an exclusive German VAT rate.",
  },
  MOLAR_STRIPE_WEBHOOK_SECRET: {
    type: 'list of secrets',
    otherwise: 'refused with `MOLAR_STRIPE_KEY`',
    neededBy: ['vendor'],
    isSecret: true,
    meaning: 'Secret of the webhook `/api/stripe/webhook`; two during a change.',
  },
  MOLAR_STRIPE_API_BASE: {
    type: 'url',
    otherwise: "the provider's address",
    meaning:
      'Another address, for a local test server; plain `http:` on this machine only, never with a live key.',
  },
} as const satisfies Record<string, Setting>;

/** Every setting by name. */
export const SETTINGS = {
  ...LISTENING,
  ...STORAGE,
  ...PROOFS,
  ...MAIL,
  ...WATCHING,
  ...BOX,
  ...VENDOR,
} as const;
export type SettingKey = keyof typeof SETTINGS;

/** The settings in the order and under the titles of the page. */
export const SETTING_GROUPS: readonly (readonly [string, Readonly<Record<string, Setting>>])[] = [
  ['Addresses and processes', LISTENING],
  ['Storage', STORAGE],
  ['Keys and proofs', PROOFS],
  ['Mail and text messages', MAIL],
  ['Monitoring and contact', WATCHING],
  ['A practice without an open port', BOX],
  ['Licences and payment', VENDOR],
  ['The relay, a program of its own', RELAY],
];
