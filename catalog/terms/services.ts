// Services next to Molar that can get personal data: the further processors of the vendor that the
// contract on processing refers to, and services that the practice or its operator chooses. Read
// from the code of this version; a new processor of the vendor is a new row 30 days before its use.

import type { ServiceId } from '../../shared/accounts/terms.schema.ts';

interface Words {
  de: string;
  en: string;
}
export interface Service {
  id: ServiceId;
  /** Whose choice it is: only the vendor's own are further processors. */
  side: 'vendor' | 'operator';
  name: Words;
  task: Words;
  data: Words;
}
export const SERVICES: readonly Service[] = [
  {
    id: 'payment',
    side: 'vendor',
    name: { de: 'Zahlungsdienst Stripe', en: 'Payment service Stripe' },
    task: {
      de: 'Einzug der Beträge aus dem Vertrag mit dem Hersteller',
      en: 'Collecting the amounts of the contract with the vendor',
    },
    data: {
      de: 'Name, Anschrift, E-Mail-Adresse und Zahlungsweg der Praxis; nichts über Patienten',
      en: 'Name, address, mail address and payment method of the practice; nothing about patients',
    },
  },
  {
    id: 'mail',
    side: 'operator',
    name: { de: 'Mailserver', en: 'Mail server' },
    task: { de: 'Versand von E-Mails', en: 'Sending mails' },
    data: {
      de: 'E-Mail-Adressen von Nutzern, und von Patienten bei Links und Briefen, die das Team sendet; nichts über Gesundheit',
      en: 'Mail addresses of users, and of patients for links and letters that the team sends; nothing about health',
    },
  },
  {
    id: 'time_stamp',
    side: 'operator',
    name: { de: 'Zeitstempeldienst', en: 'Time-stamp service' },
    task: { de: 'Zeitstempel für versiegelte Dokumente', en: 'Time stamps for sealed documents' },
    data: {
      de: 'nur Prüfsummen, keine personenbezogenen Daten',
      en: 'checksums only, no personal data',
    },
  },
  {
    id: 'storage',
    side: 'operator',
    name: { de: 'Speicherdienst (S3)', en: 'Storage service (S3)' },
    task: { de: 'Ablage der Dateien', en: 'Storing files' },
    data: {
      de: 'Dokumente und Bilder, von Molar vorher verschlüsselt',
      en: 'Documents and pictures, encrypted by Molar beforehand',
    },
  },
  {
    id: 'sms',
    side: 'operator',
    name: { de: 'SMS-Gateway der Praxis', en: 'SMS gateway of the practice' },
    task: { de: 'Codes für Freigaben', en: 'Codes for shares' },
    data: { de: 'Mobilnummern und Codes', en: 'Mobile numbers and codes' },
  },
];
