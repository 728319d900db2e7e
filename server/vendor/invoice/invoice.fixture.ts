// Facts of invoices for tests; not used by the running server.
import type { InvoiceFacts, InvoiceLine, Means, Seller } from '../../../shared/vendor/invoice.ts';

export const SELLER: Seller = {
  name: 'Molar Software GmbH',
  street: 'Beispielweg 4',
  plz: '10115',
  city: 'Berlin',
  email: 'rechnung@molar.test',
  vatId: 'DE123456788',
  contact: 'Buchhaltung',
  phone: '+49 30 1234567',
  legal: 'Amtsgericht Charlottenburg, HRB 12345 B; Geschäftsführung: Erika Muster',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  creditorId: 'DE98ZZZ09999999999',
};
const line = (more: Partial<InvoiceLine> = {}): InvoiceLine => ({
  name: 'Molar Praxis',
  quantity: 1,
  unitCents: 14_900,
  from: '2026-12-01',
  to: '2026-12-31',
  ...more,
});
export const sampleInvoice = (more: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  v: 1,
  kind: 'invoice',
  number: 'RE-2026-00001',
  issuedOn: '2026-12-01',
  dueOn: '2026-12-15',
  seller: SELLER,
  buyer: {
    name: 'Zahnärzte am Markt Ğ & Söhne <MVZ>',
    street: 'Am Markt 1',
    plz: '10585',
    city: 'Berlin',
    email: 'buero@nord.test',
  },
  lines: [line()],
  allowance: null,
  vatPercent: 19,
  prepaidCents: 0,
  means: { kind: 'sepa_debit', last4: '3000', mandate: 'MOLAR-7F2K' },
  reference: null,
  paymentNumber: 'MOLAR-0001',
  ...more,
});

const MEANS: readonly Means[] = [
  { kind: 'sepa_debit', last4: '3000', mandate: 'MOLAR-7F2K' },
  { kind: 'sepa_debit', last4: '', mandate: '' },
  { kind: 'card', last4: '4242' },
  { kind: 'transfer' },
];
/** Builds one of many different invoices: changed plans, reductions, credits, ways to pay. */
export function variedInvoice(seed: number): InvoiceFacts {
  const draw = (salt: number): number =>
      Math.imul((seed + 1) * 2_654_435_761 + salt * 40_503, 2_246_822_519 + salt) >>> 0,
    pick = (most: number, salt: number): number => (draw(salt) >>> 8) % most;
  const lines = Array.from({ length: 1 + pick(4, 1) }, (_, at) =>
    line({
      name: ['Molar Praxis', 'Molar Praxis Plus', 'Stift „Fein“ & Zubehör', 'Einrichtung'][
        pick(4, 10 + at)
      ]!,
      quantity: 1 + pick(5, 20 + at),
      unitCents: 1 + pick(40_000, 30 + at),
    }),
  );
  // Some have a second rate, and some give money back.
  const hasTwo = pick(4, 8) === 0;
  if (hasTwo)
    lines.push(line({ name: 'Handbuch, gedruckt', unitCents: 1 + pick(9000, 9), vatPercent: 7 }));
  const whole = lines.reduce((sum, one) => sum + one.quantity * one.unitCents, 0),
    rest = pick(3, 2) === 0 ? Math.floor(whole / 3) : 0;
  if (rest > 0) lines.push(line({ name: 'Gutschrift', quantity: -1, unitCents: rest }));
  const reduced = pick(3, 3) === 0 ? Math.floor((whole - rest) / 4) : 0,
    isCancelled = pick(5, 4) === 0,
    isCredit = !isCancelled && pick(5, 11) === 0;
  return sampleInvoice({
    kind: isCancelled ? 'cancellation' : isCredit ? 'credit' : 'invoice',
    number: `RE-2026-${String(seed + 1).padStart(5, '0')}`,
    lines,
    allowance: reduced > 0 && !hasTwo ? { reason: 'Gutschein', cents: reduced } : null,
    ...(reduced > 0 &&
      hasTwo && {
        allowances: [
          { reason: 'Gutschein', cents: 1, vatPercent: 19 },
          { reason: 'Gutschein', cents: 1, vatPercent: 7 },
        ],
      }),
    ...(isCredit && { settledBy: 'refund' as const }),
    prepaidCents: pick(4, 5) === 0 ? Math.floor((whole - rest - reduced) / 5) : 0,
    means: MEANS[pick(MEANS.length, 6)]!,
    reference:
      isCancelled || isCredit || pick(4, 7) === 0
        ? { number: 'RE-2026-00001', issuedOn: '2026-11-01' }
        : null,
  });
}

/** Ways to break the XML of `sampleInvoice`, with the rule that finds each. */
export const DAMAGES: readonly (readonly [rule: string, from: string | RegExp, to: string])[] = [
  ['XML', '</rsm:CrossIndustryInvoice>', ''],
  ['XML', 'rsm:CrossIndustryInvoice ', 'rsm:OtherInvoice '],
  ['BR-1', 'urn:cen.eu:en16931:2017', 'urn:factur-x.eu:1p0:minimum'],
  ['BR-2', '<ram:ID>RE-2026-00001</ram:ID>', '<ram:ID></ram:ID>'],
  ['UStG-14-4-4', '<ram:ID>RE-2026-00001</ram:ID>', '<ram:ID>17</ram:ID>'],
  [
    'BR-3',
    '20261201</udt:DateTimeString></ram:IssueDateTime>',
    '</udt:DateTimeString></ram:IssueDateTime>',
  ],
  [
    'BR-3',
    '20261201</udt:DateTimeString></ram:IssueDateTime>',
    '20261301</udt:DateTimeString></ram:IssueDateTime>',
  ],
  [
    'BR-3',
    'format="102">20261201</udt:DateTimeString></ram:IssueDateTime>',
    'format="610">202612</udt:DateTimeString></ram:IssueDateTime>',
  ],
  ['BR-4', '<ram:TypeCode>380</ram:TypeCode>', '<ram:TypeCode>999</ram:TypeCode>'],
  ['UStDV-31-5', '<ram:TypeCode>380</ram:TypeCode>', '<ram:TypeCode>381</ram:TypeCode>'],
  ['BR-5', '<ram:InvoiceCurrencyCode>EUR', '<ram:InvoiceCurrencyCode>USD'],
  ['BR-6', '<ram:Name>Molar Software GmbH</ram:Name>', '<ram:Name></ram:Name>'],
  ['BR-7', /<ram:BuyerTradeParty><ram:Name>[^<]*/, '<ram:BuyerTradeParty><ram:Name>'],
  ['BR-9', '<ram:CountryID>DE</ram:CountryID>', ''],
  ['UStG-14-4-1-BR-6', '<ram:LineOne>Beispielweg 4</ram:LineOne>', ''],
  ['UStG-14-4-1-BR-7', '<ram:PostcodeCode>10585</ram:PostcodeCode>', ''],
  ['UStG-14-4-1-BR-7', '<ram:LineOne>Am Markt 1</ram:LineOne>', '<ram:LineOne> </ram:LineOne>'],
  ['BR-S-2', 'DE123456788', ''],
  ['BR-S-2', 'schemeID="VA"', 'schemeID="FC"'],
  ['BR-62', ' schemeID="EM"', ''],
  ['BR-16', /<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/, ''],
  ['BR-21', '<ram:LineID>1</ram:LineID>', '<ram:LineID></ram:LineID>'],
  ['BR-22', '>1.0000</ram:BilledQuantity>', '></ram:BilledQuantity>'],
  ['BR-23', ' unitCode="C62"', ''],
  [
    'BR-24',
    /<ram:SpecifiedTradeSettlementLineMonetarySummation>.*?<\/ram:SpecifiedTradeSettlementLineMonetarySummation>/,
    '',
  ],
  ['BR-25', '<ram:Name>Molar Praxis</ram:Name>', '<ram:Name></ram:Name>'],
  ['BR-26', '<ram:ChargeAmount>149.00</ram:ChargeAmount>', ''],
  ['BR-27', '<ram:ChargeAmount>149.00', '<ram:ChargeAmount>-149.00'],
  [
    'BR-30',
    '20261231</udt:DateTimeString></ram:EndDateTime></ram:BillingSpecifiedPeriod><ram:SpecifiedTradeSettlementLine',
    '20261130</udt:DateTimeString></ram:EndDateTime></ram:BillingSpecifiedPeriod><ram:SpecifiedTradeSettlementLine',
  ],
  ['UStG-14-4-6', /<ram:BillingSpecifiedPeriod>.*?<\/ram:BillingSpecifiedPeriod>/, ''],
  ['BR-CO-4', '<ram:CategoryCode>S', '<ram:CategoryCode>Z'],
  ['BR-S-5', '<ram:RateApplicablePercent>19.00', '<ram:RateApplicablePercent>7.00'],
  ['PEPPOL-R120', '>1.0000</ram:BilledQuantity>', '>2.0000</ram:BilledQuantity>'],
  [
    'BR-12',
    /<ram:LineTotalAmount>149.00<\/ram:LineTotalAmount><ram:ChargeTotal/,
    '<ram:ChargeTotal',
  ],
  [
    'BR-CO-10',
    '<ram:LineTotalAmount>149.00</ram:LineTotalAmount><ram:ChargeTotal',
    '<ram:LineTotalAmount>148.99</ram:LineTotalAmount><ram:ChargeTotal',
  ],
  ['BR-DEC', '<ram:ChargeTotalAmount>0.00', '<ram:ChargeTotalAmount>0.000'],
  ['BR-47', '</ram:BasisAmount><ram:CategoryCode>S', '</ram:BasisAmount><ram:CategoryCode>Z'],
  ['BR-CO-11', '<ram:AllowanceTotalAmount>0.00', '<ram:AllowanceTotalAmount>1.00'],
  ['BR-CO-13', '<ram:TaxBasisTotalAmount>149.00', '<ram:TaxBasisTotalAmount>150.00'],
  [
    'BR-CO-14',
    '<ram:TaxTotalAmount currencyID="EUR">28.31',
    '<ram:TaxTotalAmount currencyID="EUR">28.32',
  ],
  ['BR-CO-15', '<ram:GrandTotalAmount>177.31', '<ram:GrandTotalAmount>177.32'],
  ['BR-CO-16', '<ram:DuePayableAmount>177.31', '<ram:DuePayableAmount>0.00'],
  ['BR-CO-17', '<ram:CalculatedAmount>28.31', '<ram:CalculatedAmount>28.30'],
  ['BR-S-8', '<ram:BasisAmount>149.00', '<ram:BasisAmount>148.00'],
  ['BR-53', ' currencyID="EUR"', ''],
  [
    'BR-29',
    '20261231</udt:DateTimeString></ram:EndDateTime></ram:BillingSpecifiedPeriod><ram:SpecifiedTradePaymentTerms',
    '20261101</udt:DateTimeString></ram:EndDateTime></ram:BillingSpecifiedPeriod><ram:SpecifiedTradePaymentTerms',
  ],
  ['BR-49', '<ram:TypeCode>59</ram:TypeCode>', ''],
  ['BR-61', '<ram:TypeCode>59</ram:TypeCode>', '<ram:TypeCode>58</ram:TypeCode>'],
  ['BR-51', '<ram:TypeCode>59</ram:TypeCode>', '<ram:TypeCode>48</ram:TypeCode>'],
  ['BR-CO-25', /<ram:SpecifiedTradePaymentTerms>.*<\/ram:SpecifiedTradePaymentTerms>/, ''],
];

/** Ways to break the XML of an invoice with two rates. */
export const RATE_DAMAGES: readonly (readonly [rule: string, from: string | RegExp, to: string])[] =
  [
    ['BR-S-5', '<ram:RateApplicablePercent>7.00', '<ram:RateApplicablePercent>5.00'],
    ['BR-S-8', '<ram:BasisAmount>20.00', '<ram:BasisAmount>21.00'],
    ['BR-CO-17', '<ram:CalculatedAmount>1.40', '<ram:CalculatedAmount>1.41'],
    [
      'BR-CO-14',
      '<ram:TaxTotalAmount currencyID="EUR">29.71',
      '<ram:TaxTotalAmount currencyID="EUR">29.70',
    ],
    [
      'BR-S-1',
      /(<ram:BasisAmount>20\.00<\/ram:BasisAmount><ram:CategoryCode>S<\/ram:CategoryCode><ram:RateApplicablePercent>)7\.00/,
      '$119.00',
    ],
  ];
/** 149,00 € at 19 % and 20,00 € at 7 %. */
export const twoRates = (more: Partial<InvoiceFacts> = {}): InvoiceFacts =>
  sampleInvoice({
    lines: [line(), line({ name: 'Handbuch, gedruckt', unitCents: 2000, vatPercent: 7 })],
    ...more,
  });
