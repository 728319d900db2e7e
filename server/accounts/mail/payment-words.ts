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
      subject: '{title} für Ihre Praxis',
      paragraphs: [
        'für „{praxis}“ ist eine Rechnung offen: {amount}.',
        '{note}',
        'Patienten, Unterschriften, Sicherung und Export arbeiten weiter. Bitte prüfen Sie die Zahlungsart.',
      ],
      action: 'Vertrag und Zahlung öffnen',
      afterwards: [
        'Haben Sie inzwischen gezahlt oder stimmt etwas nicht? Dann schreiben Sie uns bitte in Molar unter „Hilfe“.',
      ],
    },
    en: {
      subject: '{title} for your practice',
      paragraphs: [
        'an invoice of “{praxis}” is open: {amount}.',
        '{note}',
        'Patients, signatures, backup and export continue to work. Please check the method of payment.',
      ],
      action: 'Open contract and payment',
      afterwards: [
        'Have you paid by now, or is something wrong? Then please write to us in Molar under “Help”.',
      ],
    },
  },
  paymentDebit: {
    de: {
      subject: 'Ankündigung einer SEPA-Lastschrift',
      paragraphs: [
        'für Molar in „{praxis}“ buchen wir {amount} am {day} oder am folgenden Bankarbeitstag ab.',
        'Konto: endet auf {last4}. Mandatsreferenz: {mandate}. Gläubiger-Identifikationsnummer: {creditor}.',
        'Bitte sorgen Sie für Deckung. Die Rechnung finden Sie in Molar unter „Vertrag und Zahlung“.',
      ],
      action: 'Vertrag und Zahlung öffnen',
    },
    en: {
      subject: 'Announcement of a SEPA direct debit',
      paragraphs: [
        'for Molar at “{praxis}” we debit {amount} on {day} or on the following banking day.',
        'Account: ends in {last4}. Mandate reference: {mandate}. Creditor identifier: {creditor}.',
        'Please make sure that the account is covered. The invoice is in Molar under “Contract and payment”.',
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
  paymentHeld: {
    de: {
      subject: 'Zahlungsdaten Ihrer Praxis sollen geändert werden',
      paragraphs: [
        'für „{praxis}“ soll geändert werden: {change}',
        '{who} hat das beantragt. Es gilt frühestens ab {due}.',
        '{rule}',
        'Möchten Sie das nicht? Dann stoppen Sie die Änderung mit diesem Link. Das geht auch in Molar unter „Vertrag und Zahlung“.',
      ],
      action: 'Änderung stoppen',
      afterwards: [
        'Haben Sie die Änderung selbst beantragt oder sind Sie einverstanden, brauchen Sie den Link nicht.',
      ],
    },
    en: {
      subject: 'Payment details of your practice are to be changed',
      paragraphs: [
        'for “{praxis}” this is to be changed: {change}',
        '{who} asked for it. It counts from {due} at the earliest.',
        '{rule}',
        'You do not want this? Then stop the change with this link. You can also do so in Molar under “Contract and payment”.',
      ],
      action: 'Stop the change',
      afterwards: ['If you asked for the change or agree to it, you do not need the link.'],
    },
  },
  paymentActed: {
    de: {
      subject: 'Ihr Vertrag für Molar wurde geändert',
      paragraphs: [
        'wir haben im Vertrag von „{praxis}“ etwas geändert: {change}',
        'Grund: {reason}',
        'Sind Sie damit nicht einverstanden? Dann schreiben Sie uns bitte in Molar unter „Hilfe“.',
      ],
      action: 'Vertrag und Zahlung öffnen',
    },
    en: {
      subject: 'Your contract for Molar was changed',
      paragraphs: [
        'we changed something in the contract of “{praxis}”: {change}',
        'Reason: {reason}',
        'You do not agree? Then please write to us in Molar under “Help”.',
      ],
      action: 'Open contract and payment',
    },
  },
  paymentNotDone: {
    de: {
      subject: 'Eine Änderung an Ihrem Vertrag kam nicht zustande',
      paragraphs: [
        'diese Änderung für „{praxis}“ kam nicht zustande: {change}',
        'Es bleibt alles, wie es war. Wir prüfen den Grund und melden uns bei Ihnen.',
      ],
      action: 'Vertrag und Zahlung öffnen',
    },
    en: {
      subject: 'A change of your contract could not be made',
      paragraphs: [
        'this change for “{praxis}” could not be made: {change}',
        'Everything stays as it was. We look into the reason and contact you.',
      ],
      action: 'Open contract and payment',
    },
  },
  paymentPage: {
    de: {
      subject: 'Bitte hinterlegen Sie eine neue Zahlungsart',
      paragraphs: [
        'für „{praxis}“ soll eine neue Zahlungsart hinterlegt werden. Grund: {reason}',
        'Der Link öffnet die Seite unseres Zahlungsdienstes. Er gilt 3 Tage und für eine Eingabe.',
        'Danach bekommen alle Inhaber eine E-Mail. Die neue Zahlungsart gilt frühestens 24 Stunden später; bis dahin kann jeder Inhaber sie stoppen.',
      ],
      action: 'Zahlungsart eingeben',
      afterwards: ['Haben Sie das nicht erwartet? Dann schreiben Sie uns in Molar unter „Hilfe“.'],
    },
    en: {
      subject: 'Please enter another method of payment',
      paragraphs: [
        'another method of payment is to be stored for “{praxis}”. Reason: {reason}',
        'The link opens the page of our payment provider. It works for 3 days and for one entry.',
        'All owners get a mail afterwards. The new method counts 24 hours later at the earliest; until then any owner can stop it.',
      ],
      action: 'Enter method of payment',
      afterwards: ['You did not expect this? Then write to us in Molar under “Help”.'],
    },
  },
  paymentOther: {
    de: {
      subject: 'Offene Rechnungen werden von einem anderen Konto bezahlt',
      paragraphs: [
        'offene Rechnungen von „{praxis}“ werden jetzt mit einer anderen Zahlungsart bezahlt. Sie endet auf {last4}. Die hinterlegte Zahlungsart bleibt, wie sie ist.',
        'Waren Sie das nicht? Dann melden Sie sich bitte sofort in Molar an und schreiben Sie uns unter „Hilfe“.',
      ],
      action: 'Vertrag und Zahlung öffnen',
    },
    en: {
      subject: 'Open invoices are paid from another account',
      paragraphs: [
        'open invoices of “{praxis}” are now paid by another method of payment. It ends in {last4}. The stored method of payment stays as it is.',
        'Was this not you? Then please sign in to Molar at once and write to us under “Help”.',
      ],
      action: 'Open contract and payment',
    },
  },
  startWaits: {
    de: {
      subject: 'Molar einrichten: der nächste Schritt',
      paragraphs: [
        'bei „{praxis}“ ist die Einrichtung noch nicht fertig. Als Nächstes: {step}.',
        'Auf der Seite „Erste Schritte“ steht, wie es geht. Kommen Sie nicht weiter? Dann schreiben Sie uns dort unter „Hilfe“.',
      ],
      action: 'Erste Schritte öffnen',
    },
    en: {
      subject: 'Setting up Molar: the next step',
      paragraphs: [
        'setting up “{praxis}” is not finished yet. Next: {step}.',
        'The page “First steps” says how to do it. You are stuck? Then write to us there under “Help”.',
      ],
      action: 'Open first steps',
    },
  },
  requestFailed: {
    de: {
      subject: 'Freigegebenes ist gescheitert: {client}',
      paragraphs: [
        'eine freigegebene Änderung für {client} lässt sich nicht ausführen.',
        'Der Grund steht in Molar unter „Zweite Freigabe“. Die Inhaber der Praxis wissen Bescheid, wenn ihnen die Änderung schon angekündigt war.',
      ],
      action: 'Verträge öffnen',
    },
    en: {
      subject: 'An approved request failed: {client}',
      paragraphs: [
        'an approved change for {client} cannot be made.',
        'Molar gives the reason under “Second approval”. The owners of the practice were informed where the change had been announced to them.',
      ],
      action: 'Open contracts',
    },
  },
  shopOrder: {
    de: {
      subject: 'Stifte für Ihre Praxis: {title}',
      paragraphs: ['{title}, Bestellung {number} für „{praxis}“:', '{items}', '{note}'],
      action: 'Bestellung öffnen',
    },
    en: {
      subject: 'Pens for your practice: {title}',
      paragraphs: ['{title}, order {number} for “{praxis}”:', '{items}', '{note}'],
      action: 'Open the order',
    },
  },
  paymentStopped: {
    de: {
      subject: 'Änderung der Zahlungsdaten gestoppt',
      paragraphs: [
        'diese Änderung für „{praxis}“ wurde gestoppt: {change}',
        'Alles bleibt, wie es war. Hat niemand in Ihrer Praxis die Änderung beantragt? Dann ändern Sie bitte sofort Ihr Passwort und beenden Sie fremde Anmeldungen.',
      ],
      action: 'Vertrag und Zahlung öffnen',
    },
    en: {
      subject: 'Change of payment details stopped',
      paragraphs: [
        'this change for “{praxis}” was stopped: {change}',
        'Everything stays as it was. Did nobody in your practice ask for the change? Then please change your password at once and end sign-ins of others.',
      ],
      action: 'Open contract and payment',
    },
  },
  paymentReader: {
    de: {
      subject: 'Bitte bestätigen Sie die E-Mail-Adresse für Rechnungen',
      paragraphs: [
        'diese Adresse soll künftig auf den Rechnungen von Molar an „{praxis}“ stehen.',
        'Bis Sie bestätigen, gilt die bisherige Adresse. Der Link gilt 7 Tage und nur einmal.',
      ],
      action: 'Adresse bestätigen',
      afterwards: [
        'Haben Sie das nicht erwartet? Dann brauchen Sie nichts zu tun; es ändert sich nichts.',
      ],
    },
    en: {
      subject: 'Please confirm the e-mail address for invoices',
      paragraphs: [
        'this address is to be named on the invoices of Molar to “{praxis}” from now on.',
        'Until you confirm, the address so far counts. The link works once, for 7 days.',
      ],
      action: 'Confirm the address',
      afterwards: ['You did not expect this? Then there is nothing to do; nothing changes.'],
    },
  },
} as const;
