// The used parts of the chart library; a separate chunk, loaded after the figures.

import {
  BarChart,
  FunnelChart,
  HeatmapChart,
  LineChart,
  PieChart,
  TreemapChart,
} from 'echarts/charts';
import {
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

register([
  BarChart,
  FunnelChart,
  HeatmapChart,
  LineChart,
  PieChart,
  TreemapChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
  SVGRenderer,
]);

export type EChart = ReturnType<typeof init>;
/**
 * Draws as SVG, so that it prints sharply and takes the theme's colours. The drawing can be scaled:
 * paper is narrower than the screen, and its last point must not be cut.
 */
export function openChart(element: HTMLElement): EChart {
  const chart = init(element, null, { renderer: 'svg' });
  chart.on('rendered', () =>
    element
      .querySelector('svg')
      ?.setAttribute('viewBox', `0 0 ${chart.getWidth()} ${chart.getHeight()}`),
  );
  return chart;
}
