// The sections of a consent text in German: headings with paragraphs, hints, lists and tables.

import { Button, Menu, NumberInput, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type {
  Block,
  DocumentSection,
  DocumentTemplate,
  LocalText,
} from '../../../shared/desk/document.ts';
import { german, moved, newBlock, newSection, replaced, withColumns, without } from './edit.ts';
import { RowTools } from './RowTools.tsx';
import { useTextsTexts } from './texts-texts.ts';

const BLOCKS = ['p', 'note', 'ul', 'table'] as const,
  EMPTY: LocalText = { de: '' };
interface Props {
  template: DocumentTemplate;
  onChange: (template: DocumentTemplate, tag?: string) => void;
}

export function SectionsEditor({ template, onChange }: Props) {
  const t = useTextsTexts(),
    { sections } = template;
  const put = (list: readonly DocumentSection[], tag?: string): void =>
    onChange({ ...template, sections: list }, tag);
  return (
    <>
      {sections.map((section, at) => {
        const what = t('section', { n: at + 1 }),
          set = (body: readonly Block[], tag?: string): void =>
            put(replaced(sections, at, { ...section, body }), tag);
        return (
          <section
            key={section.id}
            id={`tx-section-${section.id}`}
            className="p-card tx-section"
            aria-label={what}
          >
            <div className="tx-head">
              <TextInput
                label={`${what}: ${t('heading')}`}
                maxLength={300}
                value={section.heading.de}
                onChange={(event) =>
                  put(
                    replaced(sections, at, {
                      ...section,
                      heading: german(section.heading, event.currentTarget.value),
                    }),
                    `h ${section.id}`,
                  )
                }
              />
              <RowTools
                what={what}
                at={at}
                of={sections.length}
                onMove={(step) => put(moved(sections, at, step))}
                onRemove={() => put(without(sections, at))}
              />
            </div>
            {section.body.map((block, n) => (
              <div key={n} className="tx-block" data-type={block.type}>
                <BlockFields
                  block={block}
                  label={t('blockOf', { type: t(`block.${block.type}`), n: n + 1 })}
                  onChange={(one, tag) =>
                    set(
                      replaced(section.body, n, one),
                      tag === undefined ? undefined : `b ${section.id} ${n} ${tag}`,
                    )
                  }
                />
                <RowTools
                  what={t('blockOf', { type: t(`block.${block.type}`), n: n + 1 })}
                  at={n}
                  of={section.body.length}
                  onMove={(step) => set(moved(section.body, n, step))}
                  onRemove={() => set(without(section.body, n))}
                />
              </div>
            ))}
            <Menu position="bottom-start" width={220}>
              <Menu.Target>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden />}
                >
                  {t('addTo', { what })}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {BLOCKS.map((type) => (
                  <Menu.Item key={type} onClick={() => set([...section.body, newBlock(type)])}>
                    {t(`block.${type}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </section>
        );
      })}
      <Button
        variant="default"
        className="tx-add"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => put([...sections, newSection(template)])}
      >
        {t('addSection')}
      </Button>
    </>
  );
}

interface BlockProps<B extends Block> {
  block: B;
  label: string;
  onChange: (block: Block, tag?: string) => void;
}

function BlockFields({ block, label, onChange }: BlockProps<Block>) {
  if (block.type === 'p' || block.type === 'note')
    return (
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxLength={8000}
        value={block.text.de}
        onChange={(event) =>
          onChange({ ...block, text: german(block.text, event.currentTarget.value) }, 'text')
        }
      />
    );
  if (block.type === 'ul') return <ListFields block={block} label={label} onChange={onChange} />;
  return <TableFields block={block} label={label} onChange={onChange} />;
}

function ListFields({ block, label, onChange }: BlockProps<Extract<Block, { type: 'ul' }>>) {
  const t = useTextsTexts(),
    { items } = block,
    put = (list: readonly LocalText[], tag?: string): void =>
      onChange({ ...block, items: list }, tag);
  return (
    <div className="tx-items" role="group" aria-label={label}>
      <span className="tx-label">{label}</span>
      {items.map((item, n) => (
        <div key={n} className="tx-head">
          <Textarea
            autosize
            aria-label={t('point', { n: n + 1 })}
            maxLength={4000}
            value={item.de}
            onChange={(event) =>
              put(replaced(items, n, german(item, event.currentTarget.value)), `item ${n}`)
            }
          />
          <RowTools
            what={t('point', { n: n + 1 })}
            at={n}
            of={items.length}
            onMove={(step) => put(moved(items, n, step))}
            onRemove={() => put(without(items, n))}
          />
        </div>
      ))}
      <Button
        size="xs"
        variant="subtle"
        className="tx-add"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => put([...items, EMPTY])}
      >
        {t('addPoint')}
      </Button>
    </div>
  );
}

function TableFields({ block, label, onChange }: BlockProps<Extract<Block, { type: 'table' }>>) {
  const t = useTextsTexts();
  const { caption, head, rows } = block,
    cell = (text: LocalText, name: string, put: (text: LocalText) => void) => (
      <TextInput
        aria-label={name}
        value={text.de}
        maxLength={1000}
        onChange={(event) => put(german(text, event.currentTarget.value))}
      />
    );
  return (
    <div className="tx-items" role="group" aria-label={label}>
      <TextInput
        label={`${label}: ${t('caption')}`}
        value={caption.de}
        maxLength={300}
        onChange={(event) =>
          onChange({ ...block, caption: german(caption, event.currentTarget.value) }, 'caption')
        }
      />
      <div
        className="tx-grid"
        style={{ gridTemplateColumns: `repeat(${head.length}, minmax(96px, 1fr)) auto` }}
      >
        {head.map((one, c) => (
          <div key={c} className="tx-cellhead">
            {cell(one, t('headCell', { n: c + 1 }), (text) =>
              onChange({ ...block, head: replaced(head, c, text) }, `head ${c}`),
            )}
          </div>
        ))}
        <span />
        {rows.map((row, r) => [
          ...row.map((one, c) => (
            <div key={`${r} ${c}`}>
              {cell(one, t('cell', { row: r + 1, n: c + 1 }), (text) =>
                onChange(
                  { ...block, rows: replaced(rows, r, replaced(row, c, text)) },
                  `cell ${r} ${c}`,
                ),
              )}
            </div>
          )),
          <RowTools
            key={`${r} tools`}
            what={t('tableRow', { n: r + 1 })}
            at={r}
            of={rows.length}
            onMove={(step) => onChange({ ...block, rows: moved(rows, r, step) })}
            onRemove={() => onChange({ ...block, rows: without(rows, r) })}
          />,
        ])}
      </div>
      <div className="p-row">
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange({ ...block, rows: [...rows, head.map(() => EMPTY)] })}
        >
          {t('addRow')}
        </Button>
        <NumberInput
          size="xs"
          w={96}
          label={t('columns')}
          min={1}
          max={6}
          allowDecimal={false}
          value={head.length}
          onChange={(n) => {
            if (typeof n === 'number' && n >= 1 && n <= 6) onChange(withColumns(block, n));
          }}
        />
      </div>
    </div>
  );
}
