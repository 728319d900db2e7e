/** Checks the XML of an invoice by the rules of EN 16931-1, apart from the product's own check. */
import { readInvoice } from './invoice-tree.ts';
import { LINE_RULES } from './line-rules.ts';
import { HEAD_RULES, type Rule } from './rules.ts';
import { VAT_RULES } from './vat-rules.ts';

export const RULES: readonly Rule[] = [...HEAD_RULES, ...LINE_RULES, ...VAT_RULES];

/** Lists the rules that an invoice breaks, each once. @throws Error for XML that is not well-formed */
export function brokenRules(xml: string): string[] {
  const invoice = readInvoice(xml),
    broken = new Set<string>();
  for (const { id, on, holds } of RULES)
    for (const node of on ? on(invoice) : [invoice]) if (!holds(node, invoice)) broken.add(id);
  return [...broken];
}
