// The blocks of a consent text in words, for two people who changed one. Pure.

import type { Block as TextBlock, LocalText } from '../../../../shared/desk/document.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import type { BlockWords, Describe } from '../../../ui/saving/clash/clash-words.ts';
import type { Block } from '../../../ui/saving/merge/merge-trees.ts';
import type { useTextsTexts } from '../texts-texts.ts';

type Texts = ReturnType<typeof useTextsTexts>;
type Named = { readonly id: string; readonly required: boolean };

/** Returns a function that describes the blocks of `TEXT_SHAPE`. */
export function describeText(t: Texts, screen: string): Describe {
  const said = (text: LocalText, start = ''): string =>
    Object.entries(text)
      .map(([language, words]) =>
        language === 'de' ? `${start}${words}` : `${languageName(language, screen)}: ${words}`,
      )
      .join('\n');
  const bodyWords = (block: TextBlock): string =>
    block.type === 'ul'
      ? block.items.map((item) => said(item, '• ')).join('\n')
      : block.type === 'table'
        ? [[block.caption], block.head, ...block.rows]
            .map((row) => row.map((cell) => said(cell)).join(' | '))
            .join('\n')
        : said(block.text);
  const required = (
    { required: isRequired }: Named,
    key: 'declarationRequired' | 'fieldRequired',
  ) => (isRequired ? `\n${t(key)}` : '');
  /** Title and words of a block with a name of its own. */
  const known: Readonly<Record<string, (own: unknown) => BlockWords>> = {
    title: (own) => ({ title: t('col.title'), words: said(own as LocalText) }),
    formRequirement: (own) => {
      const { form, reason, source } = own as {
        form: 'none' | 'textform' | 'schriftform' | 'partner' | 'custody';
        reason: LocalText;
        source: string;
      };
      return { title: t('law'), words: `${t(`form.${form}`)}\n${said(reason)}\n${source}` };
    },
    kind: (own) => ({ title: t('kind'), words: t(`kind.${own as 'consent' | 'notice' | 'plan'}`) }),
    talk: (own) => ({ title: t('talk'), words: t(own === true ? 'yes' : 'no') }),
    signerRoles: (own) => ({
      title: t('signers'),
      words: (own as Parameters<typeof roleWord>[0][]).map(roleWord).join(', '),
    }),
    source: (own) => ({ title: t('sources'), words: (own as string[]).join('\n') }),
  };
  const roleWord = (role: 'patient'): string => t(`role.${role}`);
  const ofSection = (section: Block, n: number): [string, BlockWords][] => {
    const { heading } = section.own as { heading: LocalText },
      name = heading.de.trim(),
      title = `${t('section', { n })}${name === '' ? '' : ` „${name}“`}`;
    return [
      [section.id, { title, words: said(heading) }],
      ...section.kids.map((block, at): [string, BlockWords] => {
        const own = block.own as TextBlock;
        return [
          block.id,
          {
            title: `${title}, ${t('blockOf', { type: t(`block.${own.type}`), n: at + 1 })}`,
            words: bodyWords(own),
          },
        ];
      }),
    ];
  };
  const ofPart = ({ id, kids }: Block): [string, BlockWords][] =>
    id === 'sections'
      ? kids.flatMap((section, at) => ofSection(section, at + 1))
      : kids.map((kid, at): [string, BlockWords] => {
          if (id === 'declarations') {
            const own = kid.own as Named & { text: LocalText; represented?: LocalText };
            return [
              kid.id,
              {
                title: t('declaration', { n: at + 1 }),
                words: `${said(own.text)}${own.represented ? `\n${said(own.represented)}` : ''}${required(own, 'declarationRequired')}`,
              },
            ];
          }
          const own = kid.own as Named & { label: LocalText };
          return [
            kid.id,
            {
              title: t('fieldOf', { id: own.id }),
              words: `{${own.id}}\n${said(own.label)}${required(own, 'fieldRequired')}`,
            },
          ];
        });
  return (root) =>
    new Map(
      root.kids.flatMap((block): [string, BlockWords][] => {
        const words = known[block.id];
        return words ? [[block.id, words(block.own)]] : ofPart(block);
      }),
    );
}
