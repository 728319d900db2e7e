// Checks the XML of an invoice as it will leave, apart from the code that wrote it: rules of EN 16931 that our
// invoices can break (`BR-…`), and details of § 14 (4) UStG (`UStG-…`).

import { isDay } from '../../../shared/base/dates.ts';
import { INVOICE_NUMBER } from '../../../shared/vendor/invoice.ts';
import { readElements, type Element } from '../../paper/seal/foreign/xml-elements.ts';
import { PROFILE } from './write-cii.ts';

const all = (from: Element | undefined, name: string): Element[] =>
  from?.children.filter((one) => one.name === name) ?? [];
/** Finds the first element of a path. */
const at = (from: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((found, name) => all(found, name)[0], from);
const textAt = (from: Element | undefined, ...path: string[]): string =>
  at(from, ...path)?.text.trim() ?? '';
/** Reads an amount as whole cents; undefined where it is none with at most two decimals. */
function centsAt(from: Element | undefined, ...path: string[]): number | undefined {
  const text = textAt(from, ...path);
  return /^-?\d{1,10}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
}
/** Reads a date of format 102 as `YYYY-MM-DD`; empty where it is none. */
function dayAt(from: Element | undefined, ...path: string[]): string {
  const string = at(from, ...path, 'DateTimeString'),
    read =
      /^(\d{4})(\d\d)(\d\d)$/
        .exec(string?.text.trim() ?? '')
        ?.slice(1)
        .join('-') ?? '';
  return string?.attributes.format === '102' && isDay(read) ? read : '';
}
const isSum = (total: number | undefined, ...parts: (number | undefined)[]): boolean =>
  total !== undefined &&
  parts.every((one) => one !== undefined) &&
  parts.reduce((sum: number, one) => sum + one, 0) === total;

type Check = [id: string, isRight: boolean];

function headChecks(root: Element): Check[] {
  const document = at(root, 'ExchangedDocument'),
    type = textAt(document, 'TypeCode'),
    reference = at(
      root,
      'SupplyChainTradeTransaction',
      'ApplicableHeaderTradeSettlement',
      'InvoiceReferencedDocument',
    );
  return [
    [
      'BR-1',
      textAt(
        root,
        'ExchangedDocumentContext',
        'GuidelineSpecifiedDocumentContextParameter',
        'ID',
      ) === PROFILE,
    ],
    ['BR-2', textAt(document, 'ID') !== ''],
    ['UStG-14-4-4', INVOICE_NUMBER.test(textAt(document, 'ID'))],
    ['BR-3', dayAt(document, 'IssueDateTime') !== ''],
    ['BR-4', ['380', '381'].includes(type)],
    ['BR-55', reference === undefined || textAt(reference, 'IssuerAssignedID') !== ''],
    // A cancellation names what it cancels: § 31 (5) UStDV.
    ['UStDV-31-5', type !== '381' || reference !== undefined],
  ];
}

const addressChecks = (party: Element | undefined, id: string, name: string): Check[] => {
  const place = at(party, 'PostalTradeAddress');
  return [
    [name, textAt(party, 'Name') !== ''],
    [id, textAt(place, 'CountryID') === 'DE'],
    [
      `UStG-14-4-1-${name}`,
      textAt(place, 'LineOne') !== '' &&
        textAt(place, 'CityName') !== '' &&
        /^\d{5}$/.test(textAt(place, 'PostcodeCode')),
    ],
  ];
};
function partyChecks(trade: Element | undefined): Check[] {
  const agreement = at(trade, 'ApplicableHeaderTradeAgreement'),
    seller = at(agreement, 'SellerTradeParty'),
    registration = at(seller, 'SpecifiedTaxRegistration', 'ID');
  return [
    ...addressChecks(seller, 'BR-9', 'BR-6'),
    ...addressChecks(at(agreement, 'BuyerTradeParty'), 'BR-11', 'BR-7'),
    // BR-S-2 and § 14 (4) No. 2 UStG.
    [
      'BR-S-2',
      registration?.attributes.schemeID === 'VA' && /^DE\d{9}$/.test(registration.text.trim()),
    ],
    ['BR-62', all(seller, 'URIUniversalCommunication').every(hasScheme)],
  ];
}
const hasScheme = (one: Element): boolean => (at(one, 'URIID')?.attributes.schemeID ?? '') !== '';

/** Checks an amount of a line with up to four decimals of its quantity. */
function lineChecks(lines: readonly Element[], rates: ReadonlySet<string>): Check[] {
  const numbers = lines.map((one) => textAt(one, 'AssociatedDocumentLineDocument', 'LineID'));
  const checks: Check[] = [
    ['BR-16', lines.length > 0],
    ['BR-21', numbers.every((one) => one !== '') && new Set(numbers).size === numbers.length],
  ];
  for (const one of lines) {
    const settled = at(one, 'SpecifiedLineTradeSettlement'),
      quantity = at(one, 'SpecifiedLineTradeDelivery', 'BilledQuantity'),
      price = centsAt(
        one,
        'SpecifiedLineTradeAgreement',
        'NetPriceProductTradePrice',
        'ChargeAmount',
      ),
      total = centsAt(settled, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount'),
      tax = at(settled, 'ApplicableTradeTax'),
      from = dayAt(settled, 'BillingSpecifiedPeriod', 'StartDateTime'),
      to = dayAt(settled, 'BillingSpecifiedPeriod', 'EndDateTime');
    checks.push(
      ['BR-22', /^-?\d+(\.\d{1,4})?$/.test(quantity?.text.trim() ?? '')],
      ['BR-23', (quantity?.attributes.unitCode ?? '') !== ''],
      ['BR-24', total !== undefined],
      ['BR-25', textAt(one, 'SpecifiedTradeProduct', 'Name') !== ''],
      ['BR-26', price !== undefined],
      ['BR-27', price === undefined || price >= 0],
      ['BR-30', from === '' || to === '' || from <= to],
      // The day of the service: § 14 (4) No. 6 UStG.
      ['UStG-14-4-6', from !== '' && to !== ''],
      ['BR-CO-4', textAt(tax, 'CategoryCode') === 'S'],
      [
        'BR-S-5',
        rates.has(textAt(tax, 'RateApplicablePercent')) &&
          Number(textAt(tax, 'RateApplicablePercent')) > 0,
      ],
      [
        'PEPPOL-R120',
        price === undefined ||
          total === Math.round(price * Number(quantity?.text.trim() ?? Number.NaN)),
      ],
    );
  }
  return checks;
}

/** Checks for VAT of the standard category, which is the only one that we write. */
const isStandard = (tax: Element | undefined): boolean =>
  textAt(tax, 'TypeCode') === 'VAT' && textAt(tax, 'CategoryCode') === 'S';
/** Half a cent is rounded away from zero. */
const rounded = (cents: number): number => Math.sign(cents) * Math.round(Math.abs(cents));
/** Each rate of the breakdown: its base from lines and reductions, its VAT from the base. */
function rateChecks(
  taxes: readonly Element[],
  lines: readonly Element[],
  reductions: readonly Element[],
): Check[] {
  const rateOf = (one: Element | undefined): string => textAt(one, 'RateApplicablePercent'),
    checks: Check[] = [
      ['BR-CO-18', taxes.length > 0],
      ['BR-S-1', new Set(taxes.map(rateOf)).size === taxes.length],
      // A reduction belongs to a rate of the breakdown.
      [
        'BR-S-6',
        reductions.every((one) =>
          taxes.some((tax) => rateOf(tax) === rateOf(at(one, 'CategoryTradeTax'))),
        ),
      ],
    ];
  for (const tax of taxes) {
    const base = centsAt(tax, 'BasisAmount'),
      taxed = centsAt(tax, 'CalculatedAmount'),
      own = lines
        .map((one) => at(one, 'SpecifiedLineTradeSettlement'))
        .filter((one) => rateOf(at(one, 'ApplicableTradeTax')) === rateOf(tax))
        .map((one) =>
          centsAt(one, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount'),
        ),
      less = reductions
        .filter((one) => rateOf(at(one, 'CategoryTradeTax')) === rateOf(tax))
        .map((one) => -(centsAt(one, 'ActualAmount') ?? 0));
    checks.push(
      ['BR-47', isStandard(tax)],
      ['BR-CO-17', base !== undefined && taxed === rounded((base * Number(rateOf(tax))) / 100)],
      ['BR-S-8', isSum(base, ...own, ...less)],
    );
  }
  return checks;
}

function sumChecks(settlement: Element | undefined, lines: readonly Element[]): Check[] {
  const sums = at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation'),
    taxes = all(settlement, 'ApplicableTradeTax'),
    cents = (name: string): number | undefined => centsAt(sums, name);
  const reductions = all(settlement, 'SpecifiedTradeAllowanceCharge'),
    given = (name: string): number => -(cents(name) ?? 0);
  return [
    ['BR-12', cents('LineTotalAmount') !== undefined],
    [
      'BR-CO-10',
      isSum(
        cents('LineTotalAmount'),
        ...lines.map((one) =>
          centsAt(
            one,
            'SpecifiedLineTradeSettlement',
            'SpecifiedTradeSettlementLineMonetarySummation',
            'LineTotalAmount',
          ),
        ),
      ),
    ],
    [
      'BR-CO-11',
      isSum(
        cents('AllowanceTotalAmount') ?? 0,
        ...reductions.map((one) => centsAt(one, 'ActualAmount')),
      ),
    ],
    ['BR-33', reductions.every((one) => textAt(one, 'Reason') !== '')],
    ['BR-31', reductions.every((one) => (centsAt(one, 'ActualAmount') ?? -1) >= 0)],
    ['BR-32', reductions.every((one) => isStandard(at(one, 'CategoryTradeTax')))],
    // We write no charges.
    ['BR-66', reductions.every((one) => textAt(one, 'ChargeIndicator', 'Indicator') === 'false')],
    ['BR-DEC', (sums?.children ?? []).every(({ name }) => cents(name) !== undefined)],
    [
      'BR-CO-13',
      isSum(
        cents('TaxBasisTotalAmount'),
        cents('LineTotalAmount'),
        given('AllowanceTotalAmount'),
        cents('ChargeTotalAmount') ?? 0,
      ),
    ],
    [
      'BR-CO-14',
      isSum(cents('TaxTotalAmount'), ...taxes.map((one) => centsAt(one, 'CalculatedAmount'))),
    ],
    [
      'BR-CO-15',
      isSum(cents('GrandTotalAmount'), cents('TaxBasisTotalAmount'), cents('TaxTotalAmount')),
    ],
    [
      'BR-CO-16',
      isSum(cents('DuePayableAmount'), cents('GrandTotalAmount'), given('TotalPrepaidAmount')),
    ],
    ...rateChecks(taxes, lines, reductions),
    ['BR-53', at(sums, 'TaxTotalAmount')?.attributes.currencyID === 'EUR'],
  ];
}

function paymentChecks(settlement: Element | undefined, due: number | undefined): Check[] {
  const means = at(settlement, 'SpecifiedTradeSettlementPaymentMeans'),
    code = textAt(means, 'TypeCode'),
    terms = at(settlement, 'SpecifiedTradePaymentTerms'),
    from = dayAt(settlement, 'BillingSpecifiedPeriod', 'StartDateTime'),
    to = dayAt(settlement, 'BillingSpecifiedPeriod', 'EndDateTime');
  return [
    ['BR-5', textAt(settlement, 'InvoiceCurrencyCode') === 'EUR'],
    ['BR-29', from !== '' && to !== '' && from <= to],
    ['BR-49', ['58', '59', '48'].includes(code)],
    [
      'BR-61',
      code !== '58' || textAt(means, 'PayeePartyCreditorFinancialAccount', 'IBANID') !== '',
    ],
    [
      'BR-51',
      code !== '48' ||
        /^\d{4,6}$/.test(textAt(means, 'ApplicableTradeSettlementFinancialCard', 'ID')),
    ],
    [
      'BR-CO-25',
      (due ?? 0) <= 0 ||
        dayAt(terms, 'DueDateDateTime') !== '' ||
        textAt(terms, 'Description') !== '',
    ],
  ];
}

/** Lists the rules that a file breaks, each once; empty for a right one. */
export function checkCii(xml: string): string[] {
  let root: Element;
  try {
    root = readElements(xml);
  } catch {
    return ['XML'];
  }
  if (root.name !== 'CrossIndustryInvoice') return ['XML'];
  const trade = at(root, 'SupplyChainTradeTransaction'),
    settlement = at(trade, 'ApplicableHeaderTradeSettlement'),
    lines = all(trade, 'IncludedSupplyChainTradeLineItem'),
    rates = new Set(
      all(settlement, 'ApplicableTradeTax').map((one) => textAt(one, 'RateApplicablePercent')),
    );
  const due = centsAt(
    settlement,
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    'DuePayableAmount',
  );
  const broken = [
    ...headChecks(root),
    ...partyChecks(trade),
    ...lineChecks(lines, rates),
    ...sumChecks(settlement, lines),
    ...paymentChecks(settlement, due),
  ].flatMap(([id, isRight]) => (isRight ? [] : [id]));
  return [...new Set(broken)];
}
