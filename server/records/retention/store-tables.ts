// Relation of each table to a person; a test compares it with the schema.

import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Schema } from '../../platform/db/schema.ts';
import type { TenantTable } from '../../platform/db/scope.ts';

/**
 * Tables without patient data, each with its subject; every other table with a patient's number,
 * task, share or Mappe is emptied of the person.
 */
export const OF_NOBODY: Readonly<
  Partial<Record<keyof Schema, 'installation' | 'people' | 'practice' | 'device' | 'proof'>>
> = {
  installation: 'installation',
  backupConfig: 'installation',
  recoverySheet: 'installation',
  backupRun: 'installation',
  attempt: 'installation',
  user: 'people',
  session: 'people',
  accessToken: 'people',
  firstUserToken: 'people',
  loginStep: 'people',
  passkey: 'people',
  recoveryCode: 'people',
  knownDevice: 'people',
  oneTimeLink: 'people',
  apiToken: 'people',
  newsRead: 'people',
  // Words that point to a patient are taken out before a request is stored.
  ticket: 'people',
  ticketEntry: 'people',
  // The sender confirms that it shows no patient; see the request's own retention.
  ticketFile: 'people',
  cannedText: 'installation',
  ticketMail: 'people',
  // Deleted a month after it came.
  strayMail: 'people',
  // Words that point to a patient are taken out before it is stored.
  feedback: 'people',
  onboardingNote: 'practice',
  fleetState: 'practice',
  fleetChange: 'practice',
  profile: 'people',
  dashboardSettings: 'people',
  complianceProfile: 'practice',
  compliancePoint: 'practice',
  // The register of data breaches (Art. 33(5) GDPR) holds no names of patients.
  breach: 'proof',
  contract: 'practice',
  paymentInvoice: 'practice',
  paymentChange: 'practice',
  heldChange: 'practice',
  debitNotice: 'practice',
  contractAct: 'practice',
  contractSpan: 'practice',
  vendorRequest: 'installation',
  stripeEvent: 'installation',
  invoiceDocument: 'installation',
  invoiceFile: 'installation',
  invoiceWaiting: 'practice',
  voucherBatch: 'installation',
  voucher: 'installation',
  voucherRedemption: 'installation',
  shopProduct: 'installation',
  shopCart: 'installation',
  shopOrder: 'installation',
  flagRule: 'installation',
  licence: 'practice',
  issuedLicence: 'practice',
  praxis: 'practice',
  r4c: 'practice',
  practiceKey: 'practice',
  cellState: 'practice',
  damagedCell: 'practice',
  patientVersion: 'practice',
  termsAcceptance: 'practice',
  processingContract: 'practice',
  form: 'practice',
  paperSet: 'practice',
  mappeRules: 'practice',
  ownText: 'practice',
  textReview: 'practice',
  doctosync: 'practice',
  factoringPartner: 'practice',
  image: 'practice',
  smsGateway: 'practice',
  smsSent: 'practice',
  pvsBatch: 'practice',
  pvsPart: 'practice',
  // Deleted with its time, see `REFUSED_DAYS`.
  pvsRefused: 'practice',
  pvsMapping: 'practice',
  pvsParams: 'practice',
  pvsTeams: 'practice',
  pvsStempel: 'practice',
  pvsZimmer: 'practice',
  pvsStichworte: 'practice',
  pvsTermingruppen: 'practice',
  pvsTerminarten: 'practice',
  pvsBehandler: 'practice',
  pvsMitarbeiter: 'practice',
  pvsBemagoz: 'practice',
  pvsArbeitszeit: 'practice',
  pvsFehlzeit: 'practice',
  ziel: 'practice',
  practiceCost: 'practice',
  reportAnswer: 'practice',
  praxiswert: 'practice',
  reportNote: 'practice',
  reportSnapshot: 'practice',
  reportMail: 'practice',
  planLabel: 'practice',
  letterTemplate: 'practice',
  abrechnungslabel: 'practice',
  regelSchalter: 'practice',
  abrechnungEinstellung: 'practice',
  eigeneRegel: 'practice',
  abrechnungAbgabe: 'practice',
  pattermapi: 'practice',
  hvmConfig: 'practice',
  kzvBrief: 'practice',
  tablet: 'device',
  tabletCode: 'device',
  tabletPending: 'device',
  tabletNonce: 'device',
  opHead: 'device',
  // The chain stays intact: its entry about a person is a commitment whose salt is deleted with
  // `auditPerson`. A report contains numbers derived from a key.
  audit: 'proof',
  auditHead: 'proof',
  erasureRun: 'proof',
  erasureItem: 'proof',
};

/**
 * Tables that are emptied by more than a patient's number, or that keep their row; see
 * `erasePerson`.
 */
export const WITH_CARE: readonly (keyof Schema)[] = [
  'patient',
  'document',
  'task',
  'mappe',
  'envelope',
  'signaturePart',
  'sealVersion',
  'op',
  'draft',
  'attachment',
  'feed',
  'takeover',
  'scanPage',
  'unmatched',
  'exportItem',
  'shareItem',
  'shareSession',
  'shareCode',
  'shareEvent',
  'blob',
  'job',
  'mail',
  'mailSuppression',
  'accessGrant',
  'pvsPatient',
  'pvsCarried',
  'pvsHkpposition',
  'pvsZahlung',
  'planNote',
  'planStep',
  'planLabelOn',
];

type Columns = Record<string, PgColumn>;

export const columnsOf = (table: TenantTable): Columns => getTableColumns(table);

/**
 * Lists every other table with a patient's number: additions to the schema are included
 * automatically.
 */
export const byNumber = (t: Schema): (keyof Schema)[] =>
  (Object.keys(t) as (keyof Schema)[]).filter(
    (name) =>
      'patid' in columnsOf(t[name] as unknown as TenantTable) &&
      !WITH_CARE.includes(name) &&
      OF_NOBODY[name] === undefined,
  );
