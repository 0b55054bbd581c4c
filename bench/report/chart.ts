import type { ScenarioResult } from '../parts/run-scenario.ts';

const WIDTH = 720;
const LEFT = 250;
const TOP = 48;
const BAR = 14;
const ROW = 46;
const LABEL = 70;

/** A chart of a run as SVG: answers per second of each kind of payment at 32 and 64 connections, as bars. */
export function chartOf(scenarios: readonly ScenarioResult[]): string {
  const rows = scenarios.map(({ title, loads }) => ({
    title,
    bars: loads.filter(({ connections }) => connections > 1),
  }));
  const most = Math.max(1, ...rows.flatMap(({ bars }) => bars.map(({ subject }) => subject.perSecond)));
  const widthOf = (perSecond: number) => ((WIDTH - LEFT - LABEL) * perSecond) / most;
  const height = TOP + rows.length * ROW + 8;
  const drawn = rows.map(({ title, bars }, row) => {
    const top = TOP + row * ROW;
    const texts = bars.map(({ connections, subject: { perSecond } }, bar) => {
      const y = top + bar * (BAR + 3);
      const width = widthOf(perSecond);
      return [
        `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2" fill="${bar === 0 ? '#2f6f8f' : '#7fb2c9'}"/>`,
        `<text x="${(LEFT + width + 6).toFixed(1)}" y="${y + BAR - 3}">${perSecond.toFixed(0)}<tspan class="small"> at ${connections}</tspan></text>`,
      ].join('');
    });
    return `<text x="${LEFT - 10}" y="${top + BAR + 5}" text-anchor="end">${escaped(title)}</text>${texts.join('')}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Answers per second of each kind of payment">`,
    '<style>text{font:13px system-ui,sans-serif;fill:#24323a}.small{font-size:11px;fill:#5d6d76}</style>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    '<text x="16" y="26" font-weight="600">Answers per second, at 32 and 64 connections</text>',
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
