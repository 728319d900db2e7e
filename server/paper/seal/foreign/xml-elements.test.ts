// Tests of reading XML: namespaces, and files that are refused.
import { expect, it } from 'vitest';
import { readElements } from './xml-elements.ts';

it('reads local names, attributes, entities and sections of plain text', () => {
  const root = readElements(
    '<?xml version="1.0"?><!-- x --><t:a xmlns:t="urn:t" xml:lang="de">1 &amp; <t:b/>&#228;<![CDATA[<2>]]></t:a>',
  );
  expect([root.name, root.attributes.lang, root.text]).toEqual(['a', 'de', '1 & ä<2>']);
  expect(root.children.map((one) => one.name)).toEqual(['b']);
});

it.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['an outside entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
  ['an unknown entity', '<a>&b;</a>'],
  ['tags that do not match', '<a><b></a></b>'],
  ['two roots', '<a/><b/>'],
  ['no element', 'text'],
  ['an unknown prefix', '<t:a/>'],
  ['an open end', '<a><b>'],
  ['deep nesting', '<a>'.repeat(100) + '</a>'.repeat(100)],
])('refuses %s', (_what, xml) => {
  expect(() => readElements(xml)).toThrow(Error);
});
