// Duties of a practice under data protection law that the page on data protection keeps a state for,
// and what Molar processes for it, for the record of processing. Sources: GDPR (EU) 2016/679, BDSG,
// StGB, as in force on 2026-11-26. A draft for the practice's own papers, no legal advice.

interface Words {
  de: string;
  en: string;
}
export interface Obligation {
  /** Stored with the practice's answers; never changed. */
  id: string;
  law: Words;
  name: Words;
  what: Words;
}
export const OBLIGATIONS: readonly Obligation[] = [
  {
    id: 'avv',
    law: { de: 'Art. 28 DSGVO', en: 'Art. 28 GDPR' },
    name: { de: 'Vertrag zur Auftragsverarbeitung (AVV)', en: 'Data processing agreement' },
    what: {
      de: 'Der Vertrag mit dem Hersteller steht oben. Weitere mit dem Betreiber dieses Servers, wenn es nicht die Praxis selbst ist, und mit jedem, der auf die Daten zugreifen kann. Wo liegen die unterschriebenen Verträge?',
      en: 'The contract with the vendor is above. Further ones with the operator of this server, unless it is the practice, and with anyone who can access the data. Where are the signed contracts?',
    },
  },
  {
    id: 'vvt',
    law: { de: 'Art. 30 DSGVO', en: 'Art. 30 GDPR' },
    name: { de: 'Verzeichnis der Verarbeitungen', en: 'Record of processing' },
    what: {
      de: 'Was Molar verarbeitet, steht weiter unten. Übernehmen Sie es in Ihr Verzeichnis.',
      en: 'What Molar processes is listed below. Take it over into your record.',
    },
  },
  {
    id: 'dsfa',
    law: { de: 'Art. 35 DSGVO', en: 'Art. 35 GDPR' },
    name: { de: 'Datenschutz-Folgenabschätzung', en: 'Data protection impact assessment' },
    what: {
      de: 'Bei umfangreicher Verarbeitung von Gesundheitsdaten nötig; eine einzelne Ärztin ist nach Erwägungsgrund 91 in der Regel ausgenommen. Halten Sie das Ergebnis fest.',
      en: 'Needed where health data are processed on a large scale; recital 91 usually exempts a single dentist. Note the result.',
    },
  },
  {
    id: 'dsb',
    law: { de: '§ 38 BDSG', en: '§ 38 BDSG' },
    name: { de: 'Datenschutzbeauftragte oder -beauftragter', en: 'Data protection officer' },
    what: {
      de: 'In der Regel ab 20 Personen, die ständig mit Daten am Computer arbeiten, oder wenn eine Folgenabschätzung nötig ist.',
      en: 'As a rule from 20 people who regularly work with data, or where an impact assessment is needed.',
    },
  },
  {
    id: 'schweigepflicht',
    law: { de: '§ 203 StGB', en: '§ 203 StGB' },
    name: { de: 'Verpflichtung zur Verschwiegenheit', en: 'Duty of confidentiality' },
    what: {
      de: 'Team und mitwirkende Dienstleister sind verpflichtet; die Erklärungen liegen vor.',
      en: 'The team and the service providers involved are bound to confidentiality; their declarations are on file.',
    },
  },
];

export interface Processing {
  name: Words;
  purpose: Words;
  data: Words;
  kept: Words;
}
export const PROCESSINGS: readonly Processing[] = [
  {
    name: { de: 'Aufklärung, Einwilligung, Anamnese', en: 'Information, consent, medical history' },
    purpose: {
      de: 'Behandlungsvertrag, §§ 630d bis 630f BGB; Art. 9 Abs. 2 h DSGVO',
      en: 'Contract of treatment, §§ 630d to 630f BGB; Art. 9(2)(h) GDPR',
    },
    data: {
      de: 'Name, Geburtsdatum, Kontakt, Gesundheitsangaben, Unterschrift',
      en: 'Name, date of birth, contact, health details, signature',
    },
    kept: {
      de: 'zehn Jahre nach Ende der Behandlung, dann Löschung auf Freigabe',
      en: 'ten years after the treatment, then erasure on release',
    },
  },
  {
    name: { de: 'Dokumente und Freigaben an Patienten', en: 'Papers and shares for patients' },
    purpose: {
      de: 'Auskunft und Aushändigung, Art. 15 DSGVO, § 630g BGB',
      en: 'Access and copies, Art. 15 GDPR, § 630g BGB',
    },
    data: {
      de: 'Dokumente, E-Mail-Adresse oder Mobilnummer',
      en: 'Papers, mail address or mobile number',
    },
    kept: {
      de: 'Freigabe bis zu ihrem Ablauf, das Dokument wie die Akte',
      en: 'a share until it expires, the paper as the record',
    },
  },
  {
    name: { de: 'Auswertungen und Abrechnungsvorschläge', en: 'Figures and billing proposals' },
    purpose: {
      de: 'Abrechnung und Führung der Praxis, Art. 6 Abs. 1 b und f DSGVO',
      en: 'Billing and management, Art. 6(1)(b) and (f) GDPR',
    },
    data: {
      de: 'Leistungen, Termine, Rechnungen, Pläne aus der Praxissoftware',
      en: 'Services, appointments, invoices, plans of the practice software',
    },
    kept: {
      de: 'solange die Lieferung nicht zurückgenommen ist',
      en: 'as long as the delivery is not withdrawn',
    },
  },
  {
    name: { de: 'Nutzer und Protokoll', en: 'Users and audit log' },
    purpose: {
      de: 'Sicherheit der Verarbeitung, Art. 32 DSGVO',
      en: 'Security of processing, Art. 32 GDPR',
    },
    data: {
      de: 'Name, E-Mail, Rolle, Anmeldungen, Zugriffe',
      en: 'Name, mail, role, sign-ins, accesses',
    },
    kept: {
      de: 'das Protokoll wird nicht gelöscht; Bezüge zu Personen werden mit der Akte unkenntlich',
      en: 'the log is not deleted; references to people become unreadable with their record',
    },
  },
  {
    name: { de: 'Sicherung', en: 'Backup' },
    purpose: {
      de: 'Verfügbarkeit, Art. 32 Abs. 1 c DSGVO',
      en: 'Availability, Art. 32(1)(c) GDPR',
    },
    data: { de: 'alle Daten, verschlüsselt', en: 'all data, encrypted' },
    kept: {
      de: 'nach dem Plan der Sicherung; gelöschte Akten werden nach einer Wiederherstellung erneut gelöscht',
      en: 'by the plan of the backup; erased records are erased again after a restore',
    },
  },
  {
    name: {
      de: 'Hilfe-Anfragen, Vertrag und Zahlung',
      en: 'Requests for help, contract and payment',
    },
    purpose: {
      de: 'Vertrag mit dem Hersteller, Art. 6 Abs. 1 b DSGVO',
      en: 'Contract with the vendor, Art. 6(1)(b) GDPR',
    },
    data: {
      de: 'Namen von Mitarbeitern, Anfragen ohne Patientendaten, Rechnungsangaben',
      en: 'Names of staff, requests without details of patients, invoice details',
    },
    kept: {
      de: 'Anfragen zwei Jahre nach Abschluss; Rechnungen acht Jahre',
      en: 'requests two years after their close; invoices eight years',
    },
  },
];
