/**
 * Business rules of EN 16931-1 for a Cross Industry Invoice, written from the public list of the
 * norm and apart from the product's own check: what every invoice needs. The rules of VAT
 * categories are in `vat-rules.ts`.
 */
import {
  all,
  amount,
  anywhere,
  has,
  hasCents,
  isFilled,
  sum,
  textOf,
  type Node,
} from './invoice-tree.ts';

/** A rule over the parts of an invoice that it is about. */
export interface Rule {
  id: string;
  /** Nodes the rule is checked for; by default the whole invoice. */
  on?: (invoice: Node) => readonly Node[];
  holds: (node: Node, invoice: Node) => boolean;
}

const TRADE = 'rsm:SupplyChainTradeTransaction';
export const AGREEMENT = `${TRADE}/ram:ApplicableHeaderTradeAgreement`,
  SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`,
  SELLER = `${AGREEMENT}/ram:SellerTradeParty`,
  BUYER = `${AGREEMENT}/ram:BuyerTradeParty`,
  LINE_TOTAL =
    'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount';
const DELIVERY = `${TRADE}/ram:ApplicableHeaderTradeDelivery`,
  REPRESENTATIVE = `${AGREEMENT}/ram:SellerTaxRepresentativeTradeParty`,
  SUMS = 'ram:SpecifiedTradeSettlementHeaderMonetarySummation';

export const linesOf = (invoice: Node): Node[] =>
  all(invoice, `${TRADE}/ram:IncludedSupplyChainTradeLineItem`);
const isCharge = (node: Node): boolean =>
  textOf(node, 'ram:ChargeIndicator/udt:Indicator') === 'true';
const headers =
  (isWanted: boolean) =>
  (invoice: Node): Node[] =>
    all(invoice, `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`).filter(
      (node) => isCharge(node) === isWanted,
    );
export const allowancesOf = headers(false),
  chargesOf = headers(true);
/** Allowances, or charges, of lines. */
export const ofLines =
  (isWanted: boolean) =>
  (invoice: Node): Node[] =>
    linesOf(invoice)
      .flatMap((line) =>
        all(line, 'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeAllowanceCharge'),
      )
      .filter((node) => isCharge(node) === isWanted);
export const breakdownOf = (invoice: Node): Node[] =>
  all(invoice, `${SETTLEMENT}/ram:ApplicableTradeTax`);
export const at =
  (path: string) =>
  (invoice: Node): Node[] =>
    all(invoice, path);
export const named =
  (name: string) =>
  (invoice: Node): Node[] =>
    anywhere(invoice, name);
const currencyOf = (invoice: Node): string =>
  textOf(invoice, `${SETTLEMENT}/ram:InvoiceCurrencyCode`);

const filled = (id: string, path: string): Rule => ({
  id,
  holds: (invoice) => isFilled(invoice, path),
});
export const needs = (id: string, on: Rule['on'], ...either: string[]): Rule => ({
  id,
  ...(on && { on }),
  holds: (node) => either.some((path) => has(node, path)),
});
export const cents = (id: string, on: Rule['on'], path: string): Rule => ({
  id,
  ...(on && { on }),
  holds: (node) => hasCents(node, path),
});
export const vatOf = (node: Node, path: string): boolean =>
  all(node, path).some(
    (tax) =>
      textOf(tax, 'ram:TypeCode').toUpperCase() === 'VAT' && isFilled(tax, 'ram:CategoryCode'),
  );

const HEAD: readonly Rule[] = [
  filled(
    'BR-01',
    'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
  ),
  filled('BR-02', 'rsm:ExchangedDocument/ram:ID'),
  {
    id: 'BR-03',
    holds: (invoice) =>
      all(invoice, 'rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString').some(
        ({ attributes, text }) => attributes.format === '102' && /^\d{8}$/.test(text.trim()),
      ),
  },
  filled('BR-04', 'rsm:ExchangedDocument/ram:TypeCode'),
  filled('BR-05', `${SETTLEMENT}/ram:InvoiceCurrencyCode`),
  filled('BR-06', `${SELLER}/ram:Name`),
  filled('BR-07', `${BUYER}/ram:Name`),
  needs('BR-08', undefined, `${SELLER}/ram:PostalTradeAddress`),
  filled('BR-09', `${SELLER}/ram:PostalTradeAddress/ram:CountryID`),
  needs('BR-10', undefined, `${BUYER}/ram:PostalTradeAddress`),
  filled('BR-11', `${BUYER}/ram:PostalTradeAddress/ram:CountryID`),
  { id: 'BR-16', holds: (invoice) => linesOf(invoice).length > 0 },
  needs('BR-17', named('ram:PayeeTradeParty'), 'ram:Name'),
  needs('BR-18', at(REPRESENTATIVE), 'ram:Name'),
  needs('BR-19', at(REPRESENTATIVE), 'ram:PostalTradeAddress'),
  needs('BR-20', at(REPRESENTATIVE), 'ram:PostalTradeAddress/ram:CountryID'),
  {
    id: 'BR-56',
    on: at(REPRESENTATIVE),
    holds: (node) =>
      all(node, 'ram:SpecifiedTaxRegistration/ram:ID').some(
        ({ attributes, text }) => attributes.schemeID === 'VA' && text.trim() !== '',
      ),
  },
  {
    id: 'BR-57',
    on: at(`${DELIVERY}/ram:ShipToTradeParty/ram:PostalTradeAddress`),
    holds: (node) => isFilled(node, 'ram:CountryID'),
  },
  needs('BR-52', named('ram:AdditionalReferencedDocument'), 'ram:IssuerAssignedID'),
  {
    id: 'BR-55',
    on: at(`${SETTLEMENT}/ram:InvoiceReferencedDocument`),
    holds: (node) => isFilled(node, 'ram:IssuerAssignedID'),
  },
  ...(['BR-62', 'BR-63'] as const).map((id) => ({
    id,
    on: at(`${id === 'BR-62' ? SELLER : BUYER}/ram:URIUniversalCommunication/ram:URIID`),
    holds: ({ attributes }: Node) => (attributes.schemeID ?? '') !== '',
  })),
  {
    id: 'BR-CO-03',
    on: breakdownOf,
    holds: (node) => !(has(node, 'ram:TaxPointDate') && has(node, 'ram:DueDateTypeCode')),
  },
  {
    // Greece may use EL.
    id: 'BR-CO-09',
    on: (invoice) =>
      anywhere(invoice, 'ram:SpecifiedTaxRegistration')
        .flatMap((node) => all(node, 'ram:ID'))
        .filter(({ attributes }) => attributes.schemeID === 'VA'),
    holds: ({ text }) => text.trim().startsWith('EL') || isCountry(text.trim().slice(0, 2)),
  },
  {
    id: 'BR-CO-26',
    on: at(SELLER),
    holds: (node) =>
      ['ram:ID', 'ram:GlobalID', 'ram:SpecifiedLegalOrganization/ram:ID'].some((path) =>
        has(node, path),
      ) ||
      all(node, 'ram:SpecifiedTaxRegistration/ram:ID').some(
        ({ attributes }) => attributes.schemeID === 'VA',
      ),
  },
];

const TOTALS: readonly Rule[] = [
  ...(
    [
      ['BR-12', 'BR-DEC-09', 'LineTotalAmount'],
      ['', 'BR-DEC-10', 'AllowanceTotalAmount'],
      ['', 'BR-DEC-11', 'ChargeTotalAmount'],
      ['BR-13', 'BR-DEC-12', 'TaxBasisTotalAmount'],
      ['', 'BR-DEC-13', 'TaxTotalAmount'],
      ['BR-14', 'BR-DEC-14', 'GrandTotalAmount'],
      ['', 'BR-DEC-16', 'TotalPrepaidAmount'],
      ['', 'BR-DEC-17', 'RoundingAmount'],
      ['BR-15', 'BR-DEC-18', 'DuePayableAmount'],
    ] as const
  ).flatMap(([must, places, name]) => [
    ...(must === '' ? [] : [needs(must, undefined, `${SETTLEMENT}/${SUMS}/ram:${name}`)]),
    cents(places, undefined, `${SETTLEMENT}/${SUMS}/ram:${name}`),
  ]),
  {
    id: 'BR-53',
    on: at(`${SETTLEMENT}/ram:TaxCurrencyCode`),
    holds: ({ text }, invoice) =>
      all(invoice, `${SETTLEMENT}/${SUMS}/ram:TaxTotalAmount`).some(
        ({ attributes }) => attributes.currencyID === text.trim(),
      ),
  },
  {
    id: 'BR-CO-10',
    on: at(`${SETTLEMENT}/${SUMS}`),
    holds: (node, invoice) =>
      amount(node, 'ram:LineTotalAmount') === sum(linesOf(invoice), LINE_TOTAL),
  },
  {
    id: 'BR-CO-11',
    on: at(`${SETTLEMENT}/${SUMS}`),
    holds: (node, invoice) =>
      (amount(node, 'ram:AllowanceTotalAmount') ?? 0n) ===
      sum(allowancesOf(invoice), 'ram:ActualAmount'),
  },
  {
    id: 'BR-CO-12',
    on: at(`${SETTLEMENT}/${SUMS}`),
    holds: (node, invoice) =>
      (amount(node, 'ram:ChargeTotalAmount') ?? 0n) === sum(chargesOf(invoice), 'ram:ActualAmount'),
  },
  {
    id: 'BR-CO-13',
    on: at(`${SETTLEMENT}/${SUMS}`),
    holds: (node) =>
      amount(node, 'ram:TaxBasisTotalAmount') ===
      sum([node], 'ram:LineTotalAmount') -
        sum([node], 'ram:AllowanceTotalAmount') +
        sum([node], 'ram:ChargeTotalAmount'),
  },
  {
    id: 'BR-CO-14',
    on: (invoice) =>
      all(invoice, `${SETTLEMENT}/${SUMS}/ram:TaxTotalAmount`).filter(
        ({ attributes }) => attributes.currencyID === currencyOf(invoice),
      ),
    holds: (node, invoice) =>
      amount({ ...node, children: [node] }, node.name) ===
      sum(breakdownOf(invoice), 'ram:CalculatedAmount'),
  },
  {
    id: 'BR-CO-15',
    on: at(`${SETTLEMENT}/${SUMS}`),
    holds: (node, invoice) => {
      const taxes = all(node, 'ram:TaxTotalAmount').filter(
        ({ attributes }) => attributes.currencyID === currencyOf(invoice),
      );
      return (
        taxes.length === 1 &&
        amount(node, 'ram:GrandTotalAmount') ===
          sum([node], 'ram:TaxBasisTotalAmount') +
            sum([{ ...node, children: taxes }], 'ram:TaxTotalAmount')
      );
    },
  },
  {
    id: 'BR-CO-16',
    on: at(`${SETTLEMENT}/${SUMS}`),
    holds: (node) =>
      amount(node, 'ram:DuePayableAmount') ===
      sum([node], 'ram:GrandTotalAmount') -
        sum([node], 'ram:TotalPrepaidAmount') +
        sum([node], 'ram:RoundingAmount'),
  },
  {
    id: 'BR-CO-25',
    on: at(SETTLEMENT),
    holds: (node) =>
      (amount(node, `${SUMS}/ram:DuePayableAmount`) ?? 0n) <= 0n ||
      has(node, 'ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime') ||
      has(node, 'ram:SpecifiedTradePaymentTerms/ram:Description'),
  },
];

const region = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Checks for a code of ISO 3166-1 that a country has. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && region.of(code) !== undefined;

export const HEAD_RULES: readonly Rule[] = [...HEAD, ...TOTALS];
