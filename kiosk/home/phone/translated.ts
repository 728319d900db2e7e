// Keeps React working on a page that the browser translates: a translator replaces text nodes by
// elements of its own, and React then removes or changes nodes that are not there any more (the
// page turns white, or words stay as they were).
// https://github.com/facebook/react/issues/11538

/** Elements that stand for replaced text nodes. */
const stands = new WeakMap<Node, ChildNode>();

/** Puts a replaced text node back to its place; the translator translates it again. */
function putBack(node: Node): void {
  const stand = stands.get(node);
  if (!stand || node.parentNode) return;
  stands.delete(node);
  if (stand.parentNode) stand.replaceWith(node);
}

const isStand = (node: Node | null | undefined): node is ChildNode => node?.nodeName === 'FONT';
const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE;

/** Pairs removed texts with the elements that were added for them, in one step or in two. */
function note(records: readonly MutationRecord[]): void {
  const added = new Map<Node, ChildNode[]>(),
    removed = new Map<Node, Node[]>();
  const put = <N extends Node>(to: Map<Node, N[]>, parent: Node, nodes: readonly N[]): void => {
    to.set(parent, [...(to.get(parent) ?? []), ...nodes]);
  };
  for (const { target, addedNodes, removedNodes } of records) {
    put(added, target, [...addedNodes].filter(isStand));
    put(
      removed,
      target,
      [...removedNodes].filter((one) => isText(one) && !one.parentNode),
    );
  }
  for (const [parent, texts] of removed)
    for (const [i, text] of texts.entries()) {
      const stand = added.get(parent)?.[i];
      if (stand) stands.set(text, stand);
    }
}

/**
 * Follows the browser's translation of a page.
 * @returns a function that ends it
 */
export function followTranslation(root: Node): () => void {
  const { prototype } = Node,
    ofValue =
      'nodeValue' in Object.getOwnPropertyDescriptors(CharacterData.prototype)
        ? CharacterData.prototype
        : prototype,
    value = Object.getOwnPropertyDescriptor(ofValue, 'nodeValue'),
    remove = Object.getOwnPropertyDescriptor(prototype, 'removeChild'),
    insert = Object.getOwnPropertyDescriptor(prototype, 'insertBefore');
  if (!value?.set || !remove || !insert) return () => undefined;
  const setValue = value.set,
    removeChild = remove.value as typeof prototype.removeChild,
    insertBefore = insert.value as typeof prototype.insertBefore;
  const watch = new MutationObserver(note);
  watch.observe(root, { childList: true, subtree: true });
  /** A change by React may come before the observer was called. */
  const catchUp = (): void => note(watch.takeRecords());
  Object.defineProperty(ofValue, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      catchUp();
      putBack(this);
      setValue.call(this, text);
    },
  });
  Object.defineProperty(prototype, 'removeChild', {
    ...remove,
    value(this: Node, child: Node): Node {
      if (child.parentNode !== this) {
        catchUp();
        putBack(child);
        if (child.parentNode !== this) return child;
      }
      return removeChild.call(this, child);
    },
  });
  Object.defineProperty(prototype, 'insertBefore', {
    ...insert,
    value(this: Node, node: Node, before: Node | null): Node {
      if (before && before.parentNode !== this) {
        catchUp();
        putBack(before);
      }
      return insertBefore.call(this, node, before?.parentNode === this ? before : null);
    },
  });
  return () => {
    watch.disconnect();
    Object.defineProperty(ofValue, 'nodeValue', value);
    Object.defineProperty(prototype, 'removeChild', remove);
    Object.defineProperty(prototype, 'insertBefore', insert);
  };
}
