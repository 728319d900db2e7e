// Reads XML as elements with local names: enough for trust lists. Document types are refused, since
// entities could grow without bound.
import { SaxesParser } from 'saxes';

export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
};

const MOST_DEPTH = 60;
/** The largest list of a country has 5 MB. */
const MOST_LETTERS = 32 * 1024 * 1024;

/** Returns the root element. @throws Error when the text is not well-formed, or too large */
export function readElements(xml: string): Element {
  if (xml.length > MOST_LETTERS) throw new RangeError('too large');
  const document: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [document];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new RangeError('document types are refused');
  });
  parser.on('opentag', ({ local, attributes }) => {
    const element: Element = {
      name: local,
      attributes: Object.fromEntries(
        Object.values(attributes).map((one) => [one.local, one.value]),
      ),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > MOST_DEPTH) throw new RangeError('too deep');
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const add = (text: string): void => {
    const top = open.at(-1);
    if (top !== undefined) top.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(xml).close();
  const [root] = document.children;
  if (root === undefined) throw new RangeError('no root element');
  return root;
}
