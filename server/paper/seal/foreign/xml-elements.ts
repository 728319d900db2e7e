// Reads XML as elements with local names: enough for trust lists. Document types are refused, since
// entities could grow without bound.

export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
};

const MOST_DEPTH = 60;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const decoded = (text: string): string =>
  text.replaceAll(/&(#x?[0-9a-fA-F]+|\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function elementOf(tag: string): Element {
  const attributes: Record<string, string> = {};
  for (const [, key = '', one, other] of tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[localName(key)] = decoded(one ?? other ?? '');
  const name = /^[^\s/]+/.exec(tag)?.[0] ?? '';
  return { name: localName(name), attributes, children: [], text: '' };
}

const SECTIONS = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

/** Returns the end of a tag: `>` outside of quotation marks. */
function endOfTag(xml: string, from: number): number {
  let quote = '';
  for (let i = from; i < xml.length; i += 1) {
    const letter = xml[i] ?? '';
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return i;
  }
  throw new RangeError('a tag without an end');
}

function endOf(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from);
  if (end < 0) throw new RangeError(`no ${mark}`);
  return end + mark.length;
}

/** Applies one tag to the stack of open elements. */
function applyTag(open: Element[], tag: string): void {
  if (tag.startsWith('/')) {
    if (open.length < 2 || open.pop()?.name !== localName(tag.slice(1).trim()))
      throw new RangeError('tags do not match');
    return;
  }
  const element = elementOf(tag);
  open.at(-1)?.children.push(element);
  if (tag.endsWith('/')) return;
  open.push(element);
  if (open.length > MOST_DEPTH) throw new RangeError('too deep');
}

/** Returns the root element. @throws RangeError when the text is no XML that this can read */
export function readElements(xml: string): Element {
  const document: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [document];
  let at = 0;
  while (at < xml.length) {
    const next = xml.indexOf('<', at);
    const top = open.at(-1) ?? document;
    top.text += decoded(xml.slice(at, next < 0 ? xml.length : next));
    if (next < 0) break;
    const section = SECTIONS.find(([start]) => xml.startsWith(start, next));
    if (section !== undefined) {
      at = endOf(xml, section[1], next);
    } else if (xml.startsWith('<![CDATA[', next)) {
      at = endOf(xml, ']]>', next);
      top.text += xml.slice(next + 9, at - 3);
    } else {
      if (xml.startsWith('<!', next)) throw new RangeError('document types are refused');
      const end = endOfTag(xml, next + 1);
      applyTag(open, xml.slice(next + 1, end));
      at = end + 1;
    }
  }
  const [root] = document.children;
  if (root === undefined || open.length !== 1 || document.children.length !== 1)
    throw new RangeError('not one root element');
  return root;
}
