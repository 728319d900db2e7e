// Writes an invoice as the XML inside its file: Cross Industry Invoice, profile EN 16931 of
// Factur-X 1.0 (ZUGFeRD 2). The schema gives the order of the elements.

import {
  allowancesOf,
  lineCents,
  ratesOf,
  sumsOf,
  type InvoiceFacts,
  type InvoiceLine,
  type Party,
  type Seller,
} from '../../../shared/vendor/invoice.ts';

/** The profile that German law accepts as an invoice. */
export const PROFILE = 'urn:cen.eu:en16931:2017';
const NAMES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};
/** UNTDID 1001: invoice, credit note. A cancellation is no „Gutschrift“ by § 14 (2) UStG. */
const TYPE_CODES = { invoice: '380', cancellation: '381', credit: '381' } as const;
/** UNTDID 4461: SEPA debit, card, SEPA transfer. */
const MEANS_CODES = { sepa_debit: '59', card: '48', transfer: '58' } as const;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** Characters that XML 1.0 cannot hold are left out. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (one) => ESCAPES[one]!);

type Part = string | undefined;
const tag = (name: string, parts: readonly Part[], attributes = ''): string =>
  `<${name}${attributes}>${parts.filter((one) => one !== undefined).join('')}</${name}>`;
const ram = (name: string, ...parts: Part[]): string => tag(`ram:${name}`, parts);
const text = (name: string, value: string, attributes = ''): string =>
  tag(`ram:${name}`, [escaped(value)], attributes);
const amount = (cents: number): string => (cents / 100).toFixed(2);
const sum = (name: string, cents: number, attributes = ''): string =>
  text(name, amount(cents), attributes);
/** Format 102 is `YYYYMMDD`. */
const day = (name: string, value: string, type = 'udt'): string =>
  ram(name, tag(`${type}:DateTimeString`, [value.replaceAll('-', '')], ' format="102"'));
const period = (from: string, to: string): string =>
  ram('BillingSpecifiedPeriod', day('StartDateTime', from), day('EndDateTime', to));

/** Category S: the standard rate. */
const tax = (name: string, percent: number): string =>
  ram(
    name,
    text('TypeCode', 'VAT'),
    text('CategoryCode', 'S'),
    text('RateApplicablePercent', percent.toFixed(2)),
  );

const line = (one: InvoiceLine, at: number, percent: number): string =>
  ram(
    'IncludedSupplyChainTradeLineItem',
    ram('AssociatedDocumentLineDocument', text('LineID', String(at + 1))),
    ram('SpecifiedTradeProduct', text('Name', one.name)),
    ram(
      'SpecifiedLineTradeAgreement',
      ram('NetPriceProductTradePrice', sum('ChargeAmount', one.unitCents)),
    ),
    ram(
      'SpecifiedLineTradeDelivery',
      text('BilledQuantity', one.quantity.toFixed(4), ' unitCode="C62"'),
    ),
    ram(
      'SpecifiedLineTradeSettlement',
      tax('ApplicableTradeTax', percent),
      period(one.from, one.to),
      ram('SpecifiedTradeSettlementLineMonetarySummation', sum('LineTotalAmount', lineCents(one))),
    ),
  );

const address = ({ plz, street, city }: Party): string =>
  ram(
    'PostalTradeAddress',
    text('PostcodeCode', plz),
    text('LineOne', street),
    text('CityName', city),
    text('CountryID', 'DE'),
  );
const mailOf = ({ email }: Party): Part =>
  email === ''
    ? undefined
    : ram('URIUniversalCommunication', text('URIID', email, ' schemeID="EM"'));

const sellerOf = (seller: Seller): string =>
  ram(
    'SellerTradeParty',
    text('Name', seller.name),
    seller.legal === '' ? undefined : text('Description', seller.legal),
    ram(
      'DefinedTradeContact',
      text('PersonName', seller.contact),
      ram('TelephoneUniversalCommunication', text('CompleteNumber', seller.phone)),
      ram('EmailURIUniversalCommunication', text('URIID', seller.email)),
    ),
    address(seller),
    mailOf(seller),
    ram('SpecifiedTaxRegistration', text('ID', seller.vatId, ' schemeID="VA"')),
  );
const buyerOf = (buyer: Party): string =>
  ram('BuyerTradeParty', text('Name', buyer.name), address(buyer), mailOf(buyer));

/** How it is paid: the account of a transfer, or the last signs of a card. */
function means({ means: { kind, ...rest }, seller }: InvoiceFacts): string {
  const card =
    kind === 'card' && 'last4' in rest
      ? ram('ApplicableTradeSettlementFinancialCard', text('ID', rest.last4))
      : undefined;
  const account = [
    ram(
      'PayeePartyCreditorFinancialAccount',
      text('IBANID', seller.iban),
      text('AccountName', seller.name),
    ),
    seller.bic === ''
      ? undefined
      : ram('PayeeSpecifiedCreditorFinancialInstitution', text('BICID', seller.bic)),
  ];
  return ram(
    'SpecifiedTradeSettlementPaymentMeans',
    text('TypeCode', MEANS_CODES[kind]),
    card,
    ...(kind === 'transfer' ? account : []),
  );
}

function settlement(facts: InvoiceFacts): string {
  const sums = sumsOf(facts),
    { means: paid, reference, seller, vatPercent } = facts,
    mandate = paid.kind === 'sepa_debit' && paid.mandate !== '' ? paid.mandate : undefined;
  return ram(
    'ApplicableHeaderTradeSettlement',
    mandate !== undefined && seller.creditorId !== ''
      ? text('CreditorReferenceID', seller.creditorId)
      : undefined,
    text('PaymentReference', facts.number),
    text('InvoiceCurrencyCode', 'EUR'),
    means(facts),
    ...ratesOf(facts).map(({ percent, baseCents, taxCents }) =>
      ram(
        'ApplicableTradeTax',
        sum('CalculatedAmount', taxCents),
        text('TypeCode', 'VAT'),
        sum('BasisAmount', baseCents),
        text('CategoryCode', 'S'),
        text('RateApplicablePercent', percent.toFixed(2)),
      ),
    ),
    period(
      facts.lines.map((one) => one.from).sort()[0]!,
      facts.lines
        .map((one) => one.to)
        .sort()
        .at(-1)!,
    ),
    ...allowancesOf(facts).map((one) =>
      ram(
        'SpecifiedTradeAllowanceCharge',
        ram('ChargeIndicator', tag('udt:Indicator', ['false'])),
        sum('ActualAmount', one.cents),
        text('Reason', one.reason),
        tax('CategoryTradeTax', one.vatPercent ?? vatPercent),
      ),
    ),
    ram(
      'SpecifiedTradePaymentTerms',
      text('Description', termsText(facts)),
      day('DueDateDateTime', facts.dueOn),
      mandate === undefined ? undefined : text('DirectDebitMandateID', mandate),
    ),
    ram(
      'SpecifiedTradeSettlementHeaderMonetarySummation',
      sum('LineTotalAmount', sums.linesCents),
      sum('ChargeTotalAmount', 0),
      sum('AllowanceTotalAmount', sums.allowanceCents),
      sum('TaxBasisTotalAmount', sums.baseCents),
      sum('TaxTotalAmount', sums.taxCents, ' currencyID="EUR"'),
      sum('GrandTotalAmount', sums.totalCents),
      sum('TotalPrepaidAmount', facts.prepaidCents),
      sum('DuePayableAmount', sums.dueCents),
    ),
    reference
      ? ram(
          'InvoiceReferencedDocument',
          text('IssuerAssignedID', reference.number),
          day('FormattedIssueDateTime', reference.issuedOn, 'qdt'),
        )
      : undefined,
  );
}

const CREDIT_TERMS = {
  balance: 'Der Betrag wird mit Ihren nächsten Rechnungen verrechnet.',
  refund: 'Der Betrag wird auf das Konto oder die Karte der Zahlung erstattet.',
  open: 'Der Betrag vermindert, was von der Rechnung noch zu zahlen ist.',
} as const;
/** Says how the sum is paid, in the words that the pages print too. */
export function termsText({ kind, means: paid, dueOn, settledBy }: InvoiceFacts): string {
  if (kind === 'cancellation') return 'Es ist nichts zu zahlen.';
  if (kind === 'credit') return CREDIT_TERMS[settledBy ?? 'balance'];
  const until = dueOn.split('-').reverse().join('.');
  if (paid.kind === 'sepa_debit')
    return `Der Betrag wird bis zum ${until} vom Konto ···· ${paid.last4} abgebucht${paid.mandate === '' ? '' : `, Mandat ${paid.mandate}`}.`;
  return paid.kind === 'card'
    ? `Der Betrag wird bis zum ${until} von der Karte ···· ${paid.last4} abgebucht.`
    : `Bitte überweisen Sie den Betrag bis zum ${until} unter Angabe der Rechnungsnummer.`;
}
/** Says what a document cancels or replaces; undefined for a first invoice. */
export function referenceText({ kind, reference }: InvoiceFacts): string | undefined {
  if (!reference) return undefined;
  const of = `${reference.number} vom ${reference.issuedOn.split('-').reverse().join('.')}`;
  if (kind === 'credit') return `Diese Rechnungskorrektur mindert die Rechnung ${of}.`;
  return kind === 'cancellation'
    ? `Diese Stornorechnung hebt die Rechnung ${of} auf.`
    : `Diese Rechnung ersetzt die stornierte Rechnung ${of}.`;
}

/** Writes the XML of an invoice; equal facts give equal text. */
export function writeCii(facts: InvoiceFacts): string {
  const note = referenceText(facts);
  const spaces = Object.entries(NAMES)
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag(
    'rsm:CrossIndustryInvoice',
    [
      tag('rsm:ExchangedDocumentContext', [
        ram('GuidelineSpecifiedDocumentContextParameter', text('ID', PROFILE)),
      ]),
      tag('rsm:ExchangedDocument', [
        text('ID', facts.number),
        text('TypeCode', TYPE_CODES[facts.kind]),
        day('IssueDateTime', facts.issuedOn),
        note === undefined ? undefined : ram('IncludedNote', text('Content', note)),
      ]),
      tag('rsm:SupplyChainTradeTransaction', [
        ...facts.lines.map((one, at) => line(one, at, one.vatPercent ?? facts.vatPercent)),
        ram('ApplicableHeaderTradeAgreement', sellerOf(facts.seller), buyerOf(facts.buyer)),
        ram('ApplicableHeaderTradeDelivery'),
        settlement(facts),
      ]),
    ],
    spaces,
  )}\n`;
}
