/**
 * Child program: the same document by @react-pdf/renderer, with our fonts and the ink as SVG paths.
 */
import { Document, Font, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import { germanDay } from '../../shared/base/dates.ts';
import type { Block, DocumentData } from '../../shared/desk/document.ts';
import { answer } from '../kit/answer.ts';
import { inkPaths, paper, type Fonts } from './paper.ts';

const HEADING = { fontSize: 12, fontWeight: 600, color: '#0B626A', marginTop: 12 };
const LINE = { marginTop: 6 };

function Part({ block }: { block: Block }): ReactElement {
  if (block.type === 'ul')
    return (
      <View>
        {block.items.map((item) => (
          <Text key={item.de} style={{ marginLeft: 8, marginTop: 3 }}>
            • {item.de}
          </Text>
        ))}
      </View>
    );
  if (block.type === 'table')
    return (
      <View>
        <Text style={LINE}>{block.caption.de}</Text>
        {[block.head, ...block.rows].map((row) => (
          <View key={row.map((c) => c.de).join()} style={{ flexDirection: 'row' }}>
            {row.map((cell) => (
              <Text key={cell.de} style={{ flex: 1, fontSize: 9 }}>
                {cell.de}
              </Text>
            ))}
          </View>
        ))}
      </View>
    );
  return <Text style={LINE}>{block.text.de}</Text>;
}

function Paper({ data, number }: { data: DocumentData; number: number }): ReactElement {
  const { praxis, patient } = data;
  return (
    <Document title={data.title.de} language="de">
      <Page
        size="A4"
        style={{
          fontFamily: 'N',
          fontSize: 10.5,
          lineHeight: 1.4,
          paddingLeft: 68,
          paddingRight: 62,
          paddingTop: 51,
          paddingBottom: 65,
        }}
      >
        <Text style={{ fontWeight: 600 }}>{praxis.name}</Text>
        <Text style={{ fontSize: 8.5 }}>
          {[praxis.anschrift, praxis.telefon, praxis.mail].join(' · ')}
        </Text>
        <Text style={{ fontSize: 19, fontWeight: 600, marginTop: 14 }}>{data.title.de}</Text>
        <Text style={LINE}>
          {patient.name} · {germanDay(patient.geburtsdatum)} · {patient.patid}
        </Text>
        {data.sections.map((section, i) => (
          <View key={section.id}>
            <Text style={HEADING}>
              {i + 1}. {section.heading.de}
            </Text>
            {section.body.map((block, at) => (
              <Part key={`${section.id}-${String(at)}`} block={block} />
            ))}
          </View>
        ))}
        <Text style={HEADING}>Ihre Erklärung</Text>
        {data.declarations.map((one) => (
          <Text key={one.id} style={LINE}>
            {one.required ? '[x]' : '[ ]'} {one.text.de}
          </Text>
        ))}
        <Text style={HEADING}>Unterschrift</Text>
        <View style={{ flexDirection: 'row' }} wrap={false}>
          {data.signers.map((signer, i) => (
            <View key={signer.name} style={{ width: 220, marginRight: 20 }}>
              <Svg viewBox="0 0 700 260" style={{ width: 220, height: 71 }}>
                {inkPaths(i + number).map((d) => (
                  <Path key={d} d={d} stroke="#111A2E" strokeWidth={3} fill="none" />
                ))}
              </Svg>
              <Text>{signer.name}</Text>
            </View>
          ))}
        </View>
        <Text style={{ fontSize: 8, marginTop: 12 }}>{data.template.source.join(' · ')}</Text>
      </Page>
    </Document>
  );
}

let hasFonts = false;
answer(async ({ number, fonts }) => {
  const { regular, semibold } = fonts as Fonts;
  if (!hasFonts)
    Font.register({
      family: 'N',
      fonts: [
        { src: regular, fontWeight: 400 },
        { src: semibold, fontWeight: 600 },
      ],
    });
  hasFonts = true;
  const data = paper(Number(number), Date.now());
  const began = performance.now();
  const pdf = await renderToBuffer(<Paper data={data} number={Number(number)} />);
  return { ms: performance.now() - began, bytes: pdf.length };
});
