import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScenarioResult } from '../parts/run-scenario.ts';
import { chartOf } from './chart.ts';

const scenario = (title: string, speeds: Readonly<Record<number, number>>) =>
  ({
    title,
    loads: Object.entries(speeds).map(([connections, perSecond]) => ({
      connections: Number(connections),
      subject: { perSecond },
    })),
  }) as unknown as ScenarioResult;

test('a chart has a bar for each busy load, as long as its throughput, and says its figure', () => {
  const svg = chartOf([scenario('A <b>', { 1: 500, 32: 8000, 64: 4000 }), scenario('C', { 32: 2000 })]);
  const widths = [...svg.matchAll(/<rect x="250"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));
  assert.deepEqual(widths, [400, 200, 100]);
  assert.match(svg, />8000<tspan class="small"> at 32</);
  assert.match(svg, />A &lt;b></);
  assert.doesNotMatch(svg, />500</);
});

test('a run without payments gives an empty chart', () => {
  assert.match(chartOf([]), /^<svg [\s\S]*<\/svg>\n$/);
});
