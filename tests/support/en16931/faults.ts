/** One planted fault for each rule of EN 16931, in an invoice that is right without it. */
import { sampleInvoice } from '../../../server/vendor/invoice/invoice.fixture.ts';
import { writeCii } from '../../../server/vendor/invoice/write-cii.ts';

interface Fault {
  rule: string;
  what: string;
  /** `sample`: one of our invoices; `rich`: one with parts that we never write. */
  base: 'sample' | 'rich';
  before: string;
  after: string;
}
type Change = readonly [from: string | RegExp, to: string];

const SAMPLE = writeCii(
  sampleInvoice({
    allowance: { reason: 'Gutschein', cents: 900 },
    reference: { number: 'RE-2026-00000', issuedOn: '2026-11-01' },
    prepaidCents: 100,
  }),
);
const TRANSFER = writeCii(sampleInvoice({ means: { kind: 'transfer' } })),
  CARD = writeCii(sampleInvoice({ means: { kind: 'card', last4: '4242' } }));

/** Lines of another category: the rate falls to zero, and the sums with it. */
const inCategory = (code: string, reason: string, buyer = ''): string =>
  writeCii(sampleInvoice({ allowance: { reason: 'Gutschein', cents: 900 } }))
    .replaceAll('<ram:CategoryCode>S<', `<ram:CategoryCode>${code}<`)
    .replaceAll('>19.00</ram:RateApplicablePercent>', '>0.00</ram:RateApplicablePercent>')
    .replace(/(<ram:CalculatedAmount>)[\d.]+/, '$10.00')
    .replace(/(<ram:TypeCode>VAT<\/ram:TypeCode>)(<ram:BasisAmount>)/, `$1${reason}$2`)
    .replace(/(<ram:TaxTotalAmount currencyID="EUR">)[\d.]+/, '$10.00')
    .replace(/(<ram:GrandTotalAmount>)[\d.]+/, '$1140.00')
    .replace(/(<ram:DuePayableAmount>)[\d.]+/, '$1140.00')
    .replace('</ram:BuyerTradeParty>', `${buyer}</ram:BuyerTradeParty>`);
const REASON = '<ram:ExemptionReason>Grund</ram:ExemptionReason>',
  BUYER_VAT =
    '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE987654321</ram:ID></ram:SpecifiedTaxRegistration>';
const CATEGORIES = {
  S: writeCii(sampleInvoice({ allowance: { reason: 'Gutschein', cents: 900 } })),
  Z: inCategory('Z', ''),
  E: inCategory('E', REASON),
  AE: inCategory('AE', REASON, BUYER_VAT),
} as const;

const tax = (code: string, rate: string): string =>
  `<ram:CategoryTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>${code}</ram:CategoryCode><ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent></ram:CategoryTradeTax>`;
const reduction = (isCharge: boolean, rest: string): string =>
  `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>${isCharge}</udt:Indicator></ram:ChargeIndicator>${rest}</ram:SpecifiedTradeAllowanceCharge>`;
const ZERO = '<ram:ActualAmount>0.00</ram:ActualAmount>',
  WHY = '<ram:Reason>Grund</ram:Reason>',
  BASE = '<ram:BasisAmount>0.00</ram:BasisAmount>';

/** Parts that we never write, in their right form. */
const PARTS = {
  payee: '<ram:PayeeTradeParty><ram:Name>Kasse</ram:Name></ram:PayeeTradeParty>',
  representative: `<ram:SellerTaxRepresentativeTradeParty><ram:Name>V</ram:Name><ram:PostalTradeAddress><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress>${BUYER_VAT}</ram:SellerTaxRepresentativeTradeParty>`,
  support:
    '<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>A</ram:IssuerAssignedID></ram:AdditionalReferencedDocument>',
  shipTo:
    '<ram:ShipToTradeParty><ram:PostalTradeAddress><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress></ram:ShipToTradeParty>',
  product:
    '<ram:GlobalID schemeID="0160">1</ram:GlobalID><ram:ApplicableProductCharacteristic><ram:Description>a</ram:Description><ram:Value>b</ram:Value></ram:ApplicableProductCharacteristic><ram:DesignatedProductClassification><ram:ClassCode listID="TST">1</ram:ClassCode></ram:DesignatedProductClassification>',
  gross:
    '<ram:GrossPriceProductTradePrice><ram:ChargeAmount>149.00</ram:ChargeAmount></ram:GrossPriceProductTradePrice>',
  charge: (code: string, rate: string) => reduction(true, ZERO + BASE + WHY + tax(code, rate)),
  lineAllowance: reduction(false, ZERO + BASE + WHY),
  lineCharge: reduction(true, ZERO + BASE + WHY),
};
/** Puts the parts into an invoice. */
const withParts = (xml: string, code: string, rate: string): string =>
  xml
    .replace('<ram:SpecifiedTradePaymentTerms>', `${PARTS.charge(code, rate)}$&`)
    .replace('</ram:SellerTradeParty>', `$&`)
    .replace('</ram:ApplicableHeaderTradeAgreement>', `${PARTS.representative}${PARTS.support}$&`)
    .replace(
      '<ram:ApplicableHeaderTradeDelivery></ram:ApplicableHeaderTradeDelivery>',
      `<ram:ApplicableHeaderTradeDelivery>${PARTS.shipTo}</ram:ApplicableHeaderTradeDelivery>`,
    )
    .replace('</ram:SpecifiedTradeProduct>', `${PARTS.product}$&`)
    .replace('<ram:NetPriceProductTradePrice>', `${PARTS.gross}$&`)
    .replace(
      '<ram:SpecifiedTradeSettlementLineMonetarySummation>',
      `${PARTS.lineAllowance}${PARTS.lineCharge}$&`,
    )
    .replace('<ram:InvoiceCurrencyCode>', `${PARTS.payee}$&`);
const RICH = withParts(SAMPLE, 'S', '19.00');

const faults = (
  base: Fault['base'],
  before: string,
  list: readonly (readonly [rule: string, ...Change])[],
): Fault[] =>
  list.map(([rule, from, to]) => ({
    rule,
    base,
    what: `${typeof from === 'string' ? from : from.source} → ${to}`.slice(0, 120),
    before,
    after: before.replace(from, to),
  }));

const HEAD = faults('sample', SAMPLE, [
  ['BR-01', 'urn:cen.eu:en16931:2017', ''],
  ['BR-02', '<ram:ID>RE-2026-00001</ram:ID>', '<ram:ID> </ram:ID>'],
  [
    'BR-03',
    'format="102">20261201</udt:DateTimeString></ram:IssueDateTime>',
    'format="610">202612</udt:DateTimeString></ram:IssueDateTime>',
  ],
  ['BR-04', '<ram:TypeCode>380</ram:TypeCode>', ''],
  ['BR-05', '<ram:InvoiceCurrencyCode>EUR', '<ram:InvoiceCurrencyCode>'],
  ['BR-06', '<ram:Name>Molar Software GmbH</ram:Name>', ''],
  ['BR-07', /(<ram:BuyerTradeParty><ram:Name>)[^<]*/, '$1'],
  [
    'BR-08',
    /(<\/ram:DefinedTradeContact>)<ram:PostalTradeAddress>.*?<\/ram:PostalTradeAddress>/,
    '$1',
  ],
  ['BR-09', '<ram:CountryID>DE</ram:CountryID>', ''],
  [
    'BR-10',
    /(<ram:BuyerTradeParty><ram:Name>[^<]*<\/ram:Name>)<ram:PostalTradeAddress>.*?<\/ram:PostalTradeAddress>/,
    '$1',
  ],
  [
    'BR-11',
    /(<ram:CityName>Berlin<\/ram:CityName>)<ram:CountryID>DE<\/ram:CountryID>(<\/ram:PostalTradeAddress><ram:URIUniversalCommunication><ram:URIID schemeID="EM">buero)/,
    '$1$2',
  ],
  ['BR-12', /<ram:LineTotalAmount>149.00<\/ram:LineTotalAmount>(<ram:ChargeTotal)/, '$1'],
  ['BR-13', /<ram:TaxBasisTotalAmount>[\d.]+<\/ram:TaxBasisTotalAmount>/, ''],
  ['BR-14', /<ram:GrandTotalAmount>[\d.]+<\/ram:GrandTotalAmount>/, ''],
  ['BR-15', /<ram:DuePayableAmount>[\d.]+<\/ram:DuePayableAmount>/, ''],
  ['BR-16', /<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/, ''],
  ['BR-55', '<ram:IssuerAssignedID>RE-2026-00000', '<ram:IssuerAssignedID>'],
  ['BR-62', ' schemeID="EM">rechnung', '>rechnung'],
  ['BR-CO-09', 'schemeID="VA">DE', 'schemeID="VA">XX'],
  [
    'BR-CO-10',
    '<ram:LineTotalAmount>149.00</ram:LineTotalAmount><ram:ChargeTotal',
    '<ram:LineTotalAmount>149.01</ram:LineTotalAmount><ram:ChargeTotal',
  ],
  ['BR-CO-11', '<ram:AllowanceTotalAmount>9.00', '<ram:AllowanceTotalAmount>9.01'],
  ['BR-CO-12', '<ram:ChargeTotalAmount>0.00', '<ram:ChargeTotalAmount>0.01'],
  ['BR-CO-13', '<ram:TaxBasisTotalAmount>140.00', '<ram:TaxBasisTotalAmount>140.01'],
  [
    'BR-CO-14',
    '<ram:TaxTotalAmount currencyID="EUR">26.60',
    '<ram:TaxTotalAmount currencyID="EUR">26.61',
  ],
  ['BR-CO-15', '<ram:GrandTotalAmount>166.60', '<ram:GrandTotalAmount>166.61'],
  ['BR-CO-16', '<ram:DuePayableAmount>165.60', '<ram:DuePayableAmount>166.60'],
  ['BR-CO-25', /<ram:SpecifiedTradePaymentTerms>.*<\/ram:SpecifiedTradePaymentTerms>/, ''],
  ['BR-CO-26', /<ram:SpecifiedTaxRegistration>.*?<\/ram:SpecifiedTaxRegistration>/, ''],
  ...(
    [
      ['BR-DEC-09', /(<ram:LineTotalAmount>149\.00)(<\/ram:LineTotalAmount><ram:ChargeTotal)/],
      ['BR-DEC-10', /(<ram:AllowanceTotalAmount>9\.00)()/],
      ['BR-DEC-11', /(<ram:ChargeTotalAmount>0\.00)()/],
      ['BR-DEC-12', /(<ram:TaxBasisTotalAmount>140\.00)()/],
      ['BR-DEC-13', /(<ram:TaxTotalAmount currencyID="EUR">26\.60)()/],
      ['BR-DEC-14', /(<ram:GrandTotalAmount>166\.60)()/],
      ['BR-DEC-16', /(<ram:TotalPrepaidAmount>1\.00)()/],
      ['BR-DEC-18', /(<ram:DuePayableAmount>165\.60)()/],
      ['BR-DEC-01', /(<ram:ActualAmount>9\.00)()/],
      ['BR-DEC-19', /(<ram:BasisAmount>140\.00)()/],
      ['BR-DEC-20', /(<ram:CalculatedAmount>26\.60)()/],
      ['BR-DEC-23', /(<ram:LineTotalAmount>149\.00)()/],
    ] as const
  ).map(([rule, from]) => [rule, from, '$10$2'] as const),
]);
const LINES = faults('sample', SAMPLE, [
  ['BR-21', '<ram:LineID>1', '<ram:LineID>'],
  ['BR-22', /<ram:BilledQuantity.*?<\/ram:BilledQuantity>/, ''],
  ['BR-23', ' unitCode="C62"', ''],
  [
    'BR-24',
    /<ram:SpecifiedTradeSettlementLineMonetarySummation>.*?<\/ram:SpecifiedTradeSettlementLineMonetarySummation>/,
    '',
  ],
  ['BR-25', '<ram:Name>Molar Praxis</ram:Name>', ''],
  ['BR-26', '<ram:ChargeAmount>149.00</ram:ChargeAmount>', ''],
  ['BR-27', '<ram:ChargeAmount>149.00', '<ram:ChargeAmount>-149.00'],
  [
    'BR-29',
    /20261201(<\/udt:DateTimeString><\/ram:StartDateTime><ram:EndDateTime><udt:DateTimeString format="102">20261231<\/udt:DateTimeString><\/ram:EndDateTime><\/ram:BillingSpecifiedPeriod><ram:SpecifiedTradeAllowance)/,
    '20270101$1',
  ],
  [
    'BR-30',
    '20261201</udt:DateTimeString></ram:StartDateTime>',
    '20270101</udt:DateTimeString></ram:StartDateTime>',
  ],
  ['BR-31', '<ram:ActualAmount>9.00</ram:ActualAmount>', ''],
  [
    'BR-32',
    /(<ram:Reason>Gutschein<\/ram:Reason><ram:CategoryTradeTax><ram:TypeCode>VAT<\/ram:TypeCode>)<ram:CategoryCode>S<\/ram:CategoryCode>/,
    '$1',
  ],
  ['BR-33', '<ram:Reason>Gutschein</ram:Reason>', ''],
  ['BR-CO-21', '<ram:Reason>Gutschein</ram:Reason>', '<ram:Reason> </ram:Reason>'],
  ['BR-66', '<udt:Indicator>false</udt:Indicator>', ''],
  ['BR-CO-04', /<ram:ApplicableTradeTax>.*?<\/ram:ApplicableTradeTax>/, ''],
  [
    'BR-CO-19',
    /(<ram:BillingSpecifiedPeriod>)(?:(?!BillingSpecifiedPeriod).)*(<\/ram:BillingSpecifiedPeriod><ram:SpecifiedTradeAllowance)/,
    '$1$2',
  ],
  ['BR-CO-20', /(<ram:BillingSpecifiedPeriod>).*?(<\/ram:BillingSpecifiedPeriod>)/, '$1$2'],
  ['BR-45', '<ram:BasisAmount>140.00</ram:BasisAmount>', ''],
  ['BR-46', '<ram:CalculatedAmount>26.60</ram:CalculatedAmount>', ''],
  [
    'BR-47',
    /(<ram:BasisAmount>140.00<\/ram:BasisAmount>)<ram:CategoryCode>S<\/ram:CategoryCode>/,
    '$1',
  ],
  [
    'BR-48',
    /(<ram:BasisAmount>140.00<\/ram:BasisAmount><ram:CategoryCode>S<\/ram:CategoryCode>)<ram:RateApplicablePercent>19.00<\/ram:RateApplicablePercent>/,
    '$1',
  ],
  ['BR-CO-17', '<ram:CalculatedAmount>26.60', '<ram:CalculatedAmount>26.61'],
  ['BR-CO-18', /<ram:ApplicableTradeTax><ram:CalculatedAmount>.*?<\/ram:ApplicableTradeTax>/, ''],
  ['BR-49', '<ram:TypeCode>59</ram:TypeCode>', ''],
  ['BR-CL-01', '<ram:TypeCode>380<', '<ram:TypeCode>999<'],
  ['BR-CL-03', 'currencyID="EUR"', 'currencyID="EUX"'],
  ['BR-CL-04', '<ram:InvoiceCurrencyCode>EUR', '<ram:InvoiceCurrencyCode>EUX'],
  ['BR-CL-14', '<ram:CountryID>DE', '<ram:CountryID>XX'],
  ['BR-CL-16', '<ram:TypeCode>59<', '<ram:TypeCode>99<'],
  ['BR-CL-17', /(<ram:BasisAmount>140.00<\/ram:BasisAmount><ram:CategoryCode>)S/, '$1Q'],
  ['BR-CL-18', '<ram:CategoryCode>S', '<ram:CategoryCode>Q'],
]);
const PAYMENT = [
  ...faults('sample', TRANSFER, [
    ['BR-50', /<ram:IBANID>[^<]*<\/ram:IBANID>/, ''],
    [
      'BR-61',
      /<ram:PayeePartyCreditorFinancialAccount>.*?<\/ram:PayeePartyCreditorFinancialAccount>/,
      '',
    ],
  ]),
  ...faults('sample', CARD, [['BR-51', '<ram:ID>4242', '<ram:ID>4111111111111111']]),
  ...faults('rich', TRANSFER, [
    ['BR-CO-27', '</ram:IBANID>', '</ram:IBANID><ram:ProprietaryID>1</ram:ProprietaryID>'],
  ]),
];

const OTHERS = faults('rich', RICH, [
  ['BR-17', '<ram:Name>Kasse</ram:Name>', ''],
  ['BR-18', '<ram:Name>V</ram:Name>', ''],
  ['BR-19', /(<ram:Name>V<\/ram:Name>)<ram:PostalTradeAddress>.*?<\/ram:PostalTradeAddress>/, '$1'],
  [
    'BR-20',
    /(<ram:Name>V<\/ram:Name><ram:PostalTradeAddress>)<ram:CountryID>DE<\/ram:CountryID>/,
    '$1',
  ],
  ['BR-28', /(<ram:GrossPriceProductTradePrice><ram:ChargeAmount>)/, '$1-'],
  [
    'BR-36',
    /(true<\/udt:Indicator><\/ram:ChargeIndicator>)<ram:ActualAmount>0.00<\/ram:ActualAmount>(?=.*<ram:SpecifiedTradePaymentTerms)/,
    '$1',
  ],
  [
    'BR-41',
    /(false<\/udt:Indicator><\/ram:ChargeIndicator>)<ram:ActualAmount>0.00<\/ram:ActualAmount>/,
    '$1',
  ],
  [
    'BR-42',
    /(false<\/udt:Indicator><\/ram:ChargeIndicator><ram:ActualAmount>0.00<\/ram:ActualAmount><ram:BasisAmount>0.00<\/ram:BasisAmount>)<ram:Reason>Grund<\/ram:Reason>/,
    '$1',
  ],
  [
    'BR-CO-23',
    /(false<\/udt:Indicator><\/ram:ChargeIndicator><ram:ActualAmount>0.00<\/ram:ActualAmount><ram:BasisAmount>0.00<\/ram:BasisAmount>)<ram:Reason>Grund/,
    '$1<ram:Reason>',
  ],
  ['BR-DEC-24', /(false<\/udt:Indicator><\/ram:ChargeIndicator><ram:ActualAmount>0.00)/, '$10'],
  [
    'BR-DEC-25',
    /(false<\/udt:Indicator><\/ram:ChargeIndicator><ram:ActualAmount>0.00<\/ram:ActualAmount><ram:BasisAmount>0.00)/,
    '$10',
  ],
  [
    'BR-43',
    /(true<\/udt:Indicator><\/ram:ChargeIndicator>)<ram:ActualAmount>0.00<\/ram:ActualAmount>/,
    '$1',
  ],
  [
    'BR-44',
    /(true<\/udt:Indicator><\/ram:ChargeIndicator><ram:ActualAmount>0.00<\/ram:ActualAmount><ram:BasisAmount>0.00<\/ram:BasisAmount>)<ram:Reason>Grund<\/ram:Reason>/,
    '$1',
  ],
  [
    'BR-CO-24',
    /(true<\/udt:Indicator><\/ram:ChargeIndicator><ram:ActualAmount>0.00<\/ram:ActualAmount><ram:BasisAmount>0.00<\/ram:BasisAmount>)<ram:Reason>Grund/,
    '$1<ram:Reason>',
  ],
  ['BR-DEC-27', /(true<\/udt:Indicator><\/ram:ChargeIndicator><ram:ActualAmount>0.00)/, '$10'],
  [
    'BR-DEC-28',
    /(true<\/udt:Indicator><\/ram:ChargeIndicator><ram:ActualAmount>0.00<\/ram:ActualAmount><ram:BasisAmount>0.00)/,
    '$10',
  ],
  ['BR-52', '<ram:IssuerAssignedID>A</ram:IssuerAssignedID>', ''],
  ['BR-53', '<ram:InvoiceCurrencyCode>', '<ram:TaxCurrencyCode>CHF</ram:TaxCurrencyCode>$&'],
  ['BR-54', '<ram:Value>b</ram:Value>', ''],
  ['BR-56', /<ram:ID schemeID="VA">DE987654321/, '<ram:ID schemeID="VA">'],
  [
    'BR-57',
    '<ram:ShipToTradeParty><ram:PostalTradeAddress><ram:CountryID>DE',
    '<ram:ShipToTradeParty><ram:PostalTradeAddress><ram:CountryID>',
  ],
  ['BR-63', ' schemeID="EM">buero', '>buero'],
  ['BR-64', ' schemeID="0160"', ''],
  ['BR-65', ' listID="TST"', ''],
  ['BR-CL-23', 'unitCode="C62"', 'unitCode="QQQ"'],
  ['BR-CL-25', 'schemeID="EM">rechnung', 'schemeID="QQ">rechnung'],
  [
    'BR-CO-03',
    '<ram:CalculatedAmount>',
    '<ram:TaxPointDate/><ram:DueDateTypeCode>5</ram:DueDateTypeCode>$&',
  ],
  ['BR-DEC-02', '<ram:Reason>Gutschein', '<ram:BasisAmount>1.001</ram:BasisAmount>$&'],
  ['BR-DEC-17', '<ram:DuePayableAmount>', '<ram:RoundingAmount>0.000</ram:RoundingAmount>$&'],
]);
/** The charge of the whole invoice is the last one. */
const CHARGE =
    '<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>true</udt:Indicator></ram:ChargeIndicator>',
  inCharge = (rest: string): RegExp =>
    new RegExp(`(${CHARGE}${rest})(?=.*<ram:SpecifiedTradePaymentTerms>)(?!.*${CHARGE})`);
const AMOUNT = '<ram:ActualAmount>0.00</ram:ActualAmount>';
const CHARGES = faults('rich', RICH, [
  ['BR-36', inCharge(AMOUNT), CHARGE],
  [
    'BR-37',
    /<ram:CategoryCode>S<\/ram:CategoryCode>(?=<ram:RateApplicablePercent>19.00<\/ram:RateApplicablePercent><\/ram:CategoryTradeTax><\/ram:SpecifiedTradeAllowanceCharge><ram:SpecifiedTradePaymentTerms>)/,
    '',
  ],
  [
    'BR-38',
    inCharge(`${AMOUNT}${BASE}<ram:Reason>Grund</ram:Reason>`),
    `${CHARGE}${AMOUNT}${BASE}`,
  ],
  [
    'BR-CO-22',
    inCharge(`${AMOUNT}${BASE}<ram:Reason>Grund</ram:Reason>`),
    `${CHARGE}${AMOUNT}${BASE}<ram:Reason> </ram:Reason>`,
  ],
  ['BR-DEC-05', inCharge('<ram:ActualAmount>0.00'), '$10'],
  ['BR-DEC-06', inCharge(`${AMOUNT}<ram:BasisAmount>0.00`), '$10'],
]);

/** The ten rules of a category, each in an invoice of that category with an allowance and a charge. */
function categoryFaults(code: keyof typeof CATEGORIES): Fault[] {
  const rate = code === 'S' ? '19.00' : '0.00',
    other = code === 'S' ? '0.00' : '19.00',
    before = CATEGORIES[code].replace(
      '<ram:SpecifiedTradePaymentTerms>',
      `${PARTS.charge(code, rate)}$&`,
    );
  const id = (n: number): string => `BR-${code}-${String(n).padStart(2, '0')}`,
    unknown: Change = [/<ram:ID schemeID="VA">DE123456788<\/ram:ID>/, ''],
    percent = (text: string): string => `<ram:RateApplicablePercent>${text}`;
  const buyer: Change = code === 'AE' ? [BUYER_VAT, ''] : unknown,
    needsReason = code === 'E' || code === 'AE';
  return faults('rich', before, [
    [id(1), /<ram:ApplicableTradeTax><ram:CalculatedAmount>.*?<\/ram:ApplicableTradeTax>/, ''],
    [id(2), ...unknown],
    [id(2), ...buyer],
    [id(3), ...buyer],
    [id(4), ...buyer],
    [id(5), percent(rate), percent(other)],
    [
      id(6),
      new RegExp(`(Gutschein</ram:Reason><ram:CategoryTradeTax>.*?)${percent(rate)}`),
      `$1${percent(other)}`,
    ],
    [
      id(7),
      new RegExp(`(Grund</ram:Reason><ram:CategoryTradeTax>.*?)${percent(rate)}`),
      `$1${percent(other)}`,
    ],
    [id(8), '<ram:BasisAmount>140.00', '<ram:BasisAmount>140.01'],
    [id(9), /(<ram:CalculatedAmount>)[\d.]+/, '$11.00'],
    needsReason
      ? [id(10), REASON, '']
      : [id(10), /(<ram:TypeCode>VAT<\/ram:TypeCode>)(<ram:BasisAmount>)/, `$1${REASON}$2`],
  ]);
}

export const FAULTS: readonly Fault[] = [
  ...HEAD,
  ...LINES,
  ...PAYMENT,
  ...OTHERS.filter(({ rule }) => rule !== 'BR-36'),
  ...CHARGES,
  ...(['S', 'Z', 'E', 'AE'] as const).flatMap(categoryFaults),
];
