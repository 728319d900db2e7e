/**
 * Dependencies between the items of a form: conditions, ancestors, questions in expressions; and
 * their circles.
 */

import type { Model, Node } from '../questionnaire/model.ts';
import type { Expression } from '../questionnaire/questionnaire.ts';

/** Returns the texts of an item's expressions. */
export const expressionsOf = (node: Node): readonly string[] =>
  [
    node.enableExpression,
    node.calculated,
    node.initialExpression,
    node.answerExpression,
    node.candidateExpression,
    node.population,
    node.textExpression,
    ...node.toggles.map((one) => one.expression),
    node.limitExpressions.min,
    node.limitExpressions.max,
    ...node.variables,
    ...node.constraints,
  ].flatMap((one) => one?.expression ?? []);
/** Returns the linkIds that expressions of an item name in the usual way (`linkId = 'x'`). */
export const linksIn = (node: Node): readonly string[] => [
  ...new Set(
    expressionsOf(node).flatMap((text) =>
      [...text.matchAll(/linkId\s*=\s*'([^']+)'/g)].map(([, linkId = '']) => linkId),
    ),
  ),
];

/** Returns the dependencies of an item. */
function needs(model: Model, node: Node): readonly Node[] {
  const namedIn = (one: Expression | undefined): readonly string[] =>
    [...(one?.expression ?? '').matchAll(/linkId\s*=\s*'([^']+)'/g)].map(
      ([, linkId = '']) => linkId,
    );
  const named = [
    ...namedIn(node.enableExpression),
    ...namedIn(node.calculated),
    // A list may repeat the answer that was chosen from it.
    ...namedIn(node.answerExpression).filter((linkId) => linkId !== node.linkId),
  ];
  const found = [...node.enableWhen.map((when) => when.question), ...named].flatMap(
    (linkId) => model.byLinkId.get(linkId) ?? [],
  );
  return [...new Set([...found, ...(node.parent ? [node.parent] : [])])];
}

/**
 * Returns one circle of each strongly connected component, as the linkIds along it, beginning with
 * the first in the form.
 * @example `[['a', 'b']]` for two questions that wait for each other
 */
export function circlesOf(model: Model): readonly (readonly string[])[] {
  // Tarjan's strongly connected components, with an explicit stack instead of recursion: forms may
  // be deep.
  const index = new Map<Node, number>(),
    low = new Map<Node, number>(),
    open: Node[] = [],
    isOpen = new Set<Node>(),
    knots: Node[][] = [];
  let next = 0;
  for (const root of model.nodes) {
    if (index.has(root)) continue;
    const work: { node: Node; rest: Node[] }[] = [];
    const enter = (node: Node): void => {
      index.set(node, next);
      low.set(node, next++);
      open.push(node);
      isOpen.add(node);
      work.push({ node, rest: [...needs(model, node)] });
    };
    enter(root);
    for (let top = work[work.length - 1]; top; top = work[work.length - 1]) {
      const { node } = top,
        other = top.rest.pop();
      if (other) {
        if (!index.has(other)) enter(other);
        else if (isOpen.has(other))
          low.set(node, Math.min(low.get(node) ?? 0, index.get(other) ?? 0));
        continue;
      }
      work.pop();
      const above = work[work.length - 1];
      if (above) low.set(above.node, Math.min(low.get(above.node) ?? 0, low.get(node) ?? 0));
      if (low.get(node) !== index.get(node)) continue;
      const knot: Node[] = [];
      for (let one = open.pop(); one; one = open.pop()) {
        isOpen.delete(one);
        knot.push(one);
        if (one === node) break;
      }
      if (knot.length > 1 || needs(model, node).includes(node)) knots.push(knot);
    }
  }
  return knots
    .map((knot) => wayRound(model, knot))
    .sort(
      (a, b) =>
        (model.byLinkId.get(a[0] ?? '')?.order ?? 0) - (model.byLinkId.get(b[0] ?? '')?.order ?? 0),
    );
}

/** Returns the shortest path from the first item of a component back to itself. */
function wayRound(model: Model, knot: readonly Node[]): readonly string[] {
  const inside = new Set(knot),
    start = [...knot].sort((a, b) => a.order - b.order)[0];
  if (!start) return [];
  const from = new Map<Node, Node>(),
    queue = [start];
  for (let node = queue.shift(); node; node = queue.shift()) {
    for (const other of needs(model, node)) {
      if (other === start) {
        const path = [node.linkId];
        for (let up = node; up !== start;) {
          const before = from.get(up);
          if (!before) break;
          up = before;
          path.unshift(up.linkId);
        }
        return path;
      }
      if (inside.has(other) && !from.has(other)) {
        from.set(other, node);
        queue.push(other);
      }
    }
  }
  return [start.linkId];
}
