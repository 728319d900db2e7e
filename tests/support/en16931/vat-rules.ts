/**
 * Business rules of EN 16931-1 on VAT: the breakdown, and the categories standard rate (S), zero
 * rate (Z), exempt (E) and reverse charge (AE). Others do not occur: `BR-CL-17` refuses them here.
 */
import {
  all,
  amount,
  anywhere,
  has,
  hasCents,
  isFilled,
  percentOf,
  sum,
  textOf,
  type Node,
} from './invoice-tree.ts';
import {
  AGREEMENT,
  allowancesOf,
  breakdownOf,
  BUYER,
  chargesOf,
  isCountry,
  linesOf,
  LINE_TOTAL,
  SELLER,
  SETTLEMENT,
  type Rule,
} from './rules.ts';

const RATE = 'ram:RateApplicablePercent';
/** Every place of a category and a rate, with the amount that belongs to it. */
interface Placed {
  tax: Node;
  cents: bigint;
}
const placesOf = (nodes: readonly Node[], tax: string, value: string, sign: 1n | -1n): Placed[] =>
  nodes.flatMap((node) =>
    all(node, tax).map((one) => ({ tax: one, cents: sign * (amount(node, value) ?? 0n) })),
  );
const inLines = (invoice: Node): Placed[] =>
  placesOf(
    linesOf(invoice),
    'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax',
    LINE_TOTAL,
    1n,
  );
const inAllowances = (invoice: Node): Placed[] =>
  placesOf(allowancesOf(invoice), 'ram:CategoryTradeTax', 'ram:ActualAmount', -1n);
const inCharges = (invoice: Node): Placed[] =>
  placesOf(chargesOf(invoice), 'ram:CategoryTradeTax', 'ram:ActualAmount', 1n);
const PLACES = [inLines, inAllowances, inCharges] as const;

const categoryOf = (tax: Node): string => textOf(tax, 'ram:CategoryCode');
const registered = (party: Node | undefined, ...schemes: string[]): boolean =>
  all(party, 'ram:SpecifiedTaxRegistration/ram:ID').some(
    ({ attributes, text }) => schemes.includes(attributes.schemeID ?? '') && text.trim() !== '',
  );
const knowsSeller = (invoice: Node): boolean =>
  registered(all(invoice, SELLER)[0], 'VA', 'FC') ||
  registered(all(invoice, `${AGREEMENT}/ram:SellerTaxRepresentativeTradeParty`)[0], 'VA');
const knowsBuyer = (invoice: Node): boolean =>
  registered(all(invoice, BUYER)[0], 'VA') ||
  isFilled(invoice, `${BUYER}/ram:SpecifiedLegalOrganization/ram:ID`);
const hasReason = (tax: Node): boolean =>
  has(tax, 'ram:ExemptionReason') || has(tax, 'ram:ExemptionReasonCode');
const number = (n: number): string => String(n).padStart(2, '0');

/** The ten rules of one category. */
function categoryRules(code: 'S' | 'Z' | 'E' | 'AE'): Rule[] {
  const id = (n: number): string => `BR-${code}-${number(n)}`,
    own = (placed: readonly Placed[]): Placed[] =>
      placed.filter(({ tax }) => categoryOf(tax) === code),
    taxesIn =
      (place: (invoice: Node) => Placed[]) =>
      (invoice: Node): Node[] =>
        own(place(invoice)).map(({ tax }) => tax),
    groups = (invoice: Node): Node[] =>
      breakdownOf(invoice).filter((tax) => categoryOf(tax) === code),
    hasRate = code === 'S';
  const uses = (invoice: Node): boolean => PLACES.some((place) => own(place(invoice)).length > 0);
  return [
    {
      id: id(1),
      holds: (invoice) => {
        const count = groups(invoice).length;
        if (hasRate) return !uses(invoice) || count > 0;
        return uses(invoice) ? count === 1 : count === 0;
      },
    },
    ...PLACES.flatMap((place, at): Rule[] => [
      {
        id: id(2 + at),
        on: taxesIn(place),
        holds: (_tax, invoice) => knowsSeller(invoice) && (code !== 'AE' || knowsBuyer(invoice)),
      },
      {
        id: id(5 + at),
        on: taxesIn(place),
        holds: (tax) => {
          const rate = amount(tax, RATE);
          return rate !== undefined && (hasRate ? rate > 0n : rate === 0n);
        },
      },
    ]),
    {
      id: id(8),
      on: groups,
      holds: (group, invoice) =>
        amount(group, 'ram:BasisAmount') ===
        PLACES.flatMap((place) => own(place(invoice)))
          .filter(({ tax }) => !hasRate || amount(tax, RATE) === amount(group, RATE))
          .reduce((total, { cents }) => total + cents, 0n),
    },
    {
      id: id(9),
      on: groups,
      holds: (group) =>
        amount(group, 'ram:CalculatedAmount') ===
        (hasRate
          ? percentOf(amount(group, 'ram:BasisAmount') ?? 0n, amount(group, RATE) ?? 0n)
          : 0n),
    },
    {
      id: id(10),
      on: groups,
      holds: (group) => hasReason(group) === (code === 'E' || code === 'AE'),
    },
  ];
}

const BREAKDOWN: readonly Rule[] = [
  { id: 'BR-CO-18', holds: (invoice) => breakdownOf(invoice).length > 0 },
  {
    id: 'BR-45',
    on: breakdownOf,
    holds: (group) => amount(group, 'ram:BasisAmount') !== undefined,
  },
  {
    id: 'BR-46',
    on: breakdownOf,
    holds: (group) => amount(group, 'ram:CalculatedAmount') !== undefined,
  },
  { id: 'BR-47', on: breakdownOf, holds: (group) => isFilled(group, 'ram:CategoryCode') },
  { id: 'BR-48', on: breakdownOf, holds: (group) => amount(group, RATE) !== undefined },
  {
    id: 'BR-CO-17',
    on: breakdownOf,
    holds: (group) =>
      amount(group, 'ram:CalculatedAmount') ===
      percentOf(sum([group], 'ram:BasisAmount'), sum([group], RATE)),
  },
  { id: 'BR-DEC-19', on: breakdownOf, holds: (group) => hasCents(group, 'ram:BasisAmount') },
  { id: 'BR-DEC-20', on: breakdownOf, holds: (group) => hasCents(group, 'ram:CalculatedAmount') },
];

/** UNTDID 1001: invoices and credit notes that the norm allows and we could write. */
const TYPES = new Set(['326', '380', '381', '384', '389', '875', '876', '877']),
  /** UNTDID 4461. */
  MEANS = /^([1-9]|[1-6]\d|70|7[4-8]|9[1-8]|ZZZ)$/,
  CURRENCIES = new Set(Intl.supportedValuesOf('currency')),
  CATEGORIES = new Set(['S', 'Z', 'E', 'AE']),
  /** UN/ECE recommendation 20: one, piece, month, day, hour, year. */
  UNITS = new Set(['C62', 'H87', 'MON', 'DAY', 'HUR', 'ANN']);
const texts =
  (name: string) =>
  (invoice: Node): Node[] =>
    anywhere(invoice, name);
const isIn =
  (known: { has(code: string): boolean }) =>
  ({ text }: Node): boolean =>
    known.has(text.trim());
const CODES: readonly Rule[] = [
  {
    id: 'BR-CL-01',
    on: (invoice) => all(invoice, 'rsm:ExchangedDocument/ram:TypeCode'),
    holds: isIn(TYPES),
  },
  {
    id: 'BR-CL-03',
    on: (invoice) => anywhere(invoice, 'ram:TaxTotalAmount'),
    holds: ({ attributes }) => CURRENCIES.has(attributes.currencyID ?? ''),
  },
  { id: 'BR-CL-04', on: texts('ram:InvoiceCurrencyCode'), holds: isIn(CURRENCIES) },
  { id: 'BR-CL-14', on: texts('ram:CountryID'), holds: ({ text }) => isCountry(text.trim()) },
  {
    id: 'BR-CL-16',
    on: (invoice) =>
      all(invoice, `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode`),
    holds: ({ text }) => MEANS.test(text.trim()),
  },
  {
    id: 'BR-CL-17',
    on: (invoice) => [...breakdownOf(invoice), ...inAllowances(invoice).map(({ tax }) => tax)],
    holds: (tax) => CATEGORIES.has(categoryOf(tax)),
  },
  {
    id: 'BR-CL-18',
    on: (invoice) => inLines(invoice).map(({ tax }) => tax),
    holds: (tax) => CATEGORIES.has(categoryOf(tax)),
  },
  {
    id: 'BR-CL-23',
    on: (invoice) => anywhere(invoice, 'ram:BilledQuantity'),
    holds: ({ attributes }) => UNITS.has(attributes.unitCode ?? ''),
  },
  {
    // The scheme of an electronic address: a code of ISO 6523, or of the EAS list.
    id: 'BR-CL-25',
    on: (invoice) =>
      anywhere(invoice, 'ram:URIUniversalCommunication').flatMap((node) => all(node, 'ram:URIID')),
    holds: ({ attributes }) => /^(\d{4}|AN|AQ|AS|AU|EM)$/.test(attributes.schemeID ?? ''),
  },
];

export const VAT_RULES: readonly Rule[] = [
  ...BREAKDOWN,
  ...(['S', 'Z', 'E', 'AE'] as const).flatMap(categoryRules),
  ...CODES,
];
