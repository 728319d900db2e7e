// Everything that names a resource of the host (folder, file, address, port, secret), and who may
// set it. The operator owns the host: what a practice may set stays inside what the operator gave.

interface HostSetting {
  who: 'operator' | 'owner';
  /** What keeps an owner inside; undefined for settings of the operator. */
  limit?: string;
}

const OPERATOR: HostSetting = { who: 'operator' },
  ASSIGNED: HostSetting = {
    who: 'owner',
    limit: 'inside the folder of the practice below MOLAR_EXCHANGE_ROOT',
  };
/** Settings of the environment, and of calls as `method path field`. */
export const HOST_SETTINGS: Readonly<Record<string, HostSetting>> = {
  MOLAR_HOST: OPERATOR,
  MOLAR_PORT: OPERATOR,
  MOLAR_DISPATCHER_PORT: OPERATOR,
  MOLAR_PUBLIC_URL: OPERATOR,
  MOLAR_TLS_CERT: OPERATOR,
  MOLAR_TLS_KEY: OPERATOR,
  MOLAR_DATA: OPERATOR,
  MOLAR_SHARED_DATA: OPERATOR,
  MOLAR_S3_URL: OPERATOR,
  MOLAR_S3_REGION: OPERATOR,
  MOLAR_S3_KEY_ID: OPERATOR,
  MOLAR_S3_SECRET: OPERATOR,
  MOLAR_ENV: OPERATOR,
  MOLAR_ROLES: OPERATOR,
  MOLAR_ROOT_KEY_FILE: OPERATOR,
  MOLAR_TERMINOLOGY_URL: OPERATOR,
  MOLAR_TSA_URL: OPERATOR,
  MOLAR_TSA_ROOTS: OPERATOR,
  MOLAR_SIGNATURE_ROOTS: OPERATOR,
  MOLAR_TRUST_LISTS: OPERATOR,
  MOLAR_SMTP_URL: OPERATOR,
  MOLAR_MAIL_FROM: OPERATOR,
  MOLAR_MAIL_SECRET: OPERATOR,
  MOLAR_SUPPORT_MAIL: OPERATOR,
  MOLAR_SMS_PRIVATE_HOSTS: OPERATOR,
  MOLAR_DEMO_DATA: OPERATOR,
  MOLAR_EXCHANGE_ROOT: OPERATOR,
  MOLAR_SECURITY_CONTACT: OPERATOR,
  MOLAR_METRICS_TOKEN: OPERATOR,
  MOLAR_LICENCE_KEYS: OPERATOR,
  MOLAR_LICENCE_SIGNING_KEY: OPERATOR,
  MOLAR_SELLER_FILE: OPERATOR,
  MOLAR_STRIPE_KEY: OPERATOR,
  MOLAR_STRIPE_WEBHOOK_SECRET: OPERATOR,
  MOLAR_STRIPE_API_BASE: OPERATOR,
  MOLAR_DRAIN_SECONDS: OPERATOR,
  MOLAR_TRUSTED_PROXIES: OPERATOR,
  DATABASE_URL: OPERATOR,
  MOLAR_DATABASE_OWNER_URL: OPERATOR,
  'put /r4c/{r4cUuid}/doctosync/settings inFolder': ASSIGNED,
  'put /r4c/{r4cUuid}/doctosync/settings outFolder': ASSIGNED,
  'put /r4c/{r4cUuid}/doctosync/settings scanFolder': ASSIGNED,
  'put /r4c/{r4cUuid}/doctosync/settings pathForPvs': {
    who: 'owner',
    limit: 'a text written into files for the practice software; the server never opens it',
  },
  'post /api/backup/target path': {
    who: 'owner',
    limit: 'only while the installation has one practice; with several the operator sets it',
  },
  'post /r4c/{r4cUuid}/sms/gateway url': {
    who: 'owner',
    limit: 'public https hosts, and those of MOLAR_SMS_PRIVATE_HOSTS',
  },
};
