/** Business rules of EN 16931-1 on lines, periods, allowances, charges and ways to pay. */
import { all, amount, anywhere, has, isFilled, textOf, type Node } from './invoice-tree.ts';
import {
  allowancesOf,
  at,
  cents,
  chargesOf,
  linesOf,
  LINE_TOTAL,
  named,
  needs,
  ofLines,
  SETTLEMENT,
  vatOf,
  type Rule,
} from './rules.ts';

const PRICE = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount',
  GROSS = 'ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:ChargeAmount',
  QUANTITY = 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity';
const isNotNegative = (node: Node, path: string): boolean => (amount(node, path) ?? 0n) >= 0n;

const LINES: readonly Rule[] = [
  {
    id: 'BR-21',
    on: linesOf,
    holds: (line) => isFilled(line, 'ram:AssociatedDocumentLineDocument/ram:LineID'),
  },
  { id: 'BR-22', on: linesOf, holds: (line) => amount(line, QUANTITY) !== undefined },
  {
    id: 'BR-23',
    on: linesOf,
    holds: (line) =>
      all(line, QUANTITY).every(({ attributes }) => (attributes.unitCode ?? '') !== ''),
  },
  { id: 'BR-24', on: linesOf, holds: (line) => amount(line, LINE_TOTAL) !== undefined },
  {
    id: 'BR-25',
    on: linesOf,
    holds: (line) => isFilled(line, 'ram:SpecifiedTradeProduct/ram:Name'),
  },
  { id: 'BR-26', on: linesOf, holds: (line) => amount(line, PRICE) !== undefined },
  { id: 'BR-27', on: linesOf, holds: (line) => isNotNegative(line, PRICE) },
  { id: 'BR-28', on: linesOf, holds: (line) => isNotNegative(line, GROSS) },
  {
    id: 'BR-54',
    on: named('ram:ApplicableProductCharacteristic'),
    holds: (node) => has(node, 'ram:Description') && has(node, 'ram:Value'),
  },
  {
    id: 'BR-64',
    on: at(
      'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedTradeProduct/ram:GlobalID',
    ),
    holds: ({ attributes }) => (attributes.schemeID ?? '') !== '',
  },
  {
    id: 'BR-65',
    on: (invoice) =>
      anywhere(invoice, 'ram:DesignatedProductClassification').flatMap((node) =>
        all(node, 'ram:ClassCode'),
      ),
    holds: ({ attributes }) => (attributes.listID ?? '') !== '',
  },
  {
    id: 'BR-CO-04',
    on: linesOf,
    holds: (line) => vatOf(line, 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'),
  },
  cents('BR-DEC-23', linesOf, LINE_TOTAL),
];

/** An allowance or a charge: its amount, its reason, its decimals. */
const reductions = (
  on: NonNullable<Rule['on']>,
  ids: readonly [must: string, reason: string, either: string, places: string, basePlaces: string],
): Rule[] => [
  needs(ids[0], on, 'ram:ActualAmount'),
  needs(ids[1], on, 'ram:Reason', 'ram:ReasonCode'),
  {
    id: ids[2],
    on,
    holds: (node) => isFilled(node, 'ram:Reason') || isFilled(node, 'ram:ReasonCode'),
  },
  cents(ids[3], on, 'ram:ActualAmount'),
  cents(ids[4], on, 'ram:BasisAmount'),
];
const REDUCTIONS: readonly Rule[] = [
  ...reductions(allowancesOf, ['BR-31', 'BR-33', 'BR-CO-21', 'BR-DEC-01', 'BR-DEC-02']),
  ...reductions(chargesOf, ['BR-36', 'BR-38', 'BR-CO-22', 'BR-DEC-05', 'BR-DEC-06']),
  ...reductions(ofLines(false), ['BR-41', 'BR-42', 'BR-CO-23', 'BR-DEC-24', 'BR-DEC-25']),
  ...reductions(ofLines(true), ['BR-43', 'BR-44', 'BR-CO-24', 'BR-DEC-27', 'BR-DEC-28']),
  { id: 'BR-32', on: allowancesOf, holds: (node) => vatOf(node, 'ram:CategoryTradeTax') },
  { id: 'BR-37', on: chargesOf, holds: (node) => vatOf(node, 'ram:CategoryTradeTax') },
  {
    id: 'BR-66',
    on: named('ram:SpecifiedTradeAllowanceCharge'),
    holds: (node) => ['true', 'false'].includes(textOf(node, 'ram:ChargeIndicator/udt:Indicator')),
  },
];

const dayOf = (node: Node, name: string): string => textOf(node, `ram:${name}/udt:DateTimeString`);
const periods = (path: string, order: string, given: string): Rule[] => [
  {
    id: order,
    on: at(path),
    holds: (node) => {
      const [from, to] = [dayOf(node, 'StartDateTime'), dayOf(node, 'EndDateTime')];
      return from === '' || to === '' || from <= to;
    },
  },
  needs(given, at(path), 'ram:StartDateTime', 'ram:EndDateTime'),
];
const PERIODS: readonly Rule[] = [
  ...periods(`${SETTLEMENT}/ram:BillingSpecifiedPeriod`, 'BR-29', 'BR-CO-19'),
  ...periods(
    'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod',
    'BR-30',
    'BR-CO-20',
  ),
];

const MEANS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`,
  ACCOUNT = 'ram:PayeePartyCreditorFinancialAccount';
/** UNTDID 4461: credit transfer, and SEPA credit transfer. */
const TRANSFERS = new Set(['30', '58']);
const PAYMENT: readonly Rule[] = [
  { id: 'BR-49', on: at(MEANS), holds: (node) => isFilled(node, 'ram:TypeCode') },
  {
    id: 'BR-50',
    on: at(`${MEANS}/${ACCOUNT}`),
    holds: (node) => isFilled(node, 'ram:IBANID') || isFilled(node, 'ram:ProprietaryID'),
  },
  {
    // The first six and the last four digits at most.
    id: 'BR-51',
    on: at(`${MEANS}/ram:ApplicableTradeSettlementFinancialCard`),
    holds: (node) => textOf(node, 'ram:ID').length <= 10,
  },
  {
    id: 'BR-61',
    on: at(MEANS),
    holds: (node) =>
      !TRANSFERS.has(textOf(node, 'ram:TypeCode')) ||
      isFilled(node, `${ACCOUNT}/ram:IBANID`) ||
      isFilled(node, `${ACCOUNT}/ram:ProprietaryID`),
  },
  {
    id: 'BR-CO-27',
    on: at(`${MEANS}/${ACCOUNT}`),
    holds: (node) => !(has(node, 'ram:IBANID') && has(node, 'ram:ProprietaryID')),
  },
];

export const LINE_RULES: readonly Rule[] = [...LINES, ...REDUCTIONS, ...PERIODS, ...PAYMENT];
