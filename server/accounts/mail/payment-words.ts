// Texts of mails about payment, to the owners of a practice.

export const PAYMENT_WORDS = {
  paymentChanged: {
    de: {
      subject: 'Zahlungsart Ihrer Praxis geändert',
      paragraphs: [
        'für „{praxis}“ wurde eine neue Zahlungsart hinterlegt. Sie endet auf {last4}.',
        'Waren Sie das nicht? Dann melden Sie sich bitte sofort in Molar an und schreiben Sie uns unter „Hilfe“.',
      ],
      action: 'Vertrag und Zahlung öffnen',
    },
    en: {
      subject: 'Method of payment of your practice changed',
      paragraphs: [
        'a new method of payment was stored for “{praxis}”. It ends in {last4}.',
        'Was this not you? Then please sign in to Molar at once and write to us under “Help”.',
      ],
      action: 'Open contract and payment',
    },
  },
  paymentDue: {
    de: {
      subject: 'Offene Rechnung Ihrer Praxis',
      paragraphs: [
        'für „{praxis}“ ist eine Rechnung offen: {amount}.',
        'Patienten, Unterschriften, Sicherung und Export arbeiten weiter. Bitte prüfen Sie die Zahlungsart.',
      ],
      action: 'Vertrag und Zahlung öffnen',
    },
    en: {
      subject: 'Open invoice of your practice',
      paragraphs: [
        'an invoice of “{praxis}” is open: {amount}.',
        'Patients, signatures, backup and export continue to work. Please check the method of payment.',
      ],
      action: 'Open contract and payment',
    },
  },
  paymentPayer: {
    de: {
      subject: 'Rechnungsangaben Ihrer Praxis geändert',
      paragraphs: [
        'Name, Anschrift oder E-Mail-Adresse auf den Rechnungen von „{praxis}“ wurden geändert. Frühere Rechnungen bleiben, wie sie sind.',
        'Waren Sie das nicht? Dann melden Sie sich bitte sofort in Molar an und schreiben Sie uns unter „Hilfe“.',
      ],
      action: 'Vertrag und Zahlung öffnen',
    },
    en: {
      subject: 'Invoice details of your practice changed',
      paragraphs: [
        'name, address or mail address on the invoices of “{praxis}” were changed. Earlier invoices stay as they are.',
        'Was this not you? Then please sign in to Molar at once and write to us under “Help”.',
      ],
      action: 'Open contract and payment',
    },
  },
} as const;
