import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { METRICS } from '../../src/composition/observability/metric-catalogue.ts';
import { errorTables } from './errors-page.ts';
import { generatedPart } from './generated.ts';
import { metricTables } from './metrics-page.ts';
import { rulesSchemaText } from './rules-schema.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Only people see them, in the panel and on the command line. */
const COMMAND_LINE_CODES = new Set(['amount_left_changed', 'nothing_to_resolve']);
const OUTDATED = 'run npm run docs';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Of the rules file, which `npm run check:alerts` checks as a whole. */
const rules = read('deploy/prometheus/guiche.rules.yml')
  .split('- alert: ')
  .slice(1)
  .map((text) => ({
    alert: /^\w+/.exec(text)?.[0] ?? '',
    expr: /expr: ([\s\S]*?)\n +(?:for|labels):/.exec(text)?.[1] ?? '',
    severity: /severity: (\w+)/.exec(text)?.[1] ?? '',
    runbook: /runbook: (\S+)/.exec(text)?.[1] ?? '',
  }));
const runtimeMetrics = () =>
  [...generatedPart('docs/metrics.md', 'runtime').matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name);

/** Metrics that PromQL names: words with an underscore before a selector or a range. */
function metricsIn(expression: string): readonly string[] {
  const outsideTexts = expression.replace(/"[^"]*"/g, '""').replace(/\b(?:by|on|without) ?\([^)]*\)/g, '');
  return [...outsideTexts.matchAll(/\b(up|[a-z]+(?:_[a-z0-9]+)+)\b(?!\s*(?:\(|=|!))/g)].map(([name]) => name);
}

function isKnown(name: string): boolean {
  const family = name.replace(/_(?:bucket|sum|count)$/, '');
  const own = Object.values(METRICS).some((metric) => metric.name === name || metric.name === family);
  return own || name === 'up' || runtimeMetrics().includes(name);
}

test('docs/metrics.md has every metric of the catalogue and of the runtime', async () => {
  const { own, runtime } = await metricTables();
  assert.equal(generatedPart('docs/metrics.md', 'own'), own, OUTDATED);
  assert.equal(generatedPart('docs/metrics.md', 'runtime'), runtime, OUTDATED);
});

test('docs/rotas.schema.json is the schema of a file of routing rules', () => {
  assert.deepEqual(JSON.parse(read('docs/rotas.schema.json')), JSON.parse(rulesSchemaText()), OUTDATED);
});

test('docs/guias/erros.md has every error of the gateway with what to do, every text of the back office and every code of a refusal', () => {
  for (const [name, text] of Object.entries(errorTables())) {
    assert.equal(generatedPart('docs/guias/erros.md', name), text, OUTDATED);
  }
});

test('every code of a refusal in the source has a table, and every table is in the catalogue of errors or is the panel’s', () => {
  const page = read('docs/guias/erros.md');
  const tables = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:refusals|browser-library.routes|technical-passwords|http.pages)\.ts$/.test(path),
  );
  // The shifts and choices of tills, and the statements of banks, have no calls but the panel's.
  const ofPeople = /panel|shifts|till-choices|bank-statements|simulator|postbacks|platform\/refusal\.ts/;
  for (const path of tables.filter((name) => !ofPeople.test(name))) {
    const codes = [...read(join('src', path)).matchAll(/^ {2}([a-z_]+): \{/gm)].map(([, code]) => code);
    const missing = codes.filter(
      (code) => !page.includes(`\`${code}\``) && !COMMAND_LINE_CODES.has(code ?? ''),
    );
    assert.deepEqual(missing, [], path);
  }
});

test('every alert has a severity, a section in docs/alerts.md and a test that fires it, and there are no others', () => {
  const names = rules.map(({ alert }) => alert);
  const sections = [...read('docs/alerts.md').matchAll(/^## (Guiche\w+)$/gm)].map(([, name]) => name);
  assert.deepEqual(sections, names);
  const fired = read('deploy/prometheus/guiche.rules.test.yml').matchAll(
    /alertname: (\w+)\n +eval_time: \w+\n +exp_alerts:\n +- exp_labels/g,
  );
  assert.deepEqual(
    [...fired].map(([, name]) => name),
    names,
  );
  for (const { alert, severity, runbook } of rules) {
    assert.match(severity, /^(?:page|ticket)$/, alert);
    assert.equal(runbook, `docs/alerts.md#${alert.toLowerCase()}`);
  }
});

test('alert rules and dashboard ask only for metrics that the service has', () => {
  const dashboard = JSON.parse(read('deploy/grafana/guiche.json')) as Dashboard;
  const asked = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
  const names = new Set(asked.flatMap(metricsIn));
  assert.ok(names.size > 25, `${names.size} metrics`);
  assert.deepEqual(
    [...names].filter((name) => !isKnown(name)),
    [],
  );
});

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly refId: string }[];
}

test('the dashboard can be imported: unique ids, titles, no panel on top of another', () => {
  const { uid, panels } = JSON.parse(read('deploy/grafana/guiche.json')) as Dashboard;
  assert.equal(uid, 'guiche');
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const cells = new Set<string>();
  for (const { title, type, gridPos, targets = [], description } of panels) {
    assert.ok(title && gridPos.x + gridPos.w <= 24, title);
    if (type !== 'row') assert.ok(targets.length > 0 && description, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(!cells.has(`${x} ${y}`), `${title} covers another panel`);
        cells.add(`${x} ${y}`);
      }
    }
  }
});

test('every page that the alerts link to exists', () => {
  const links = [...read('docs/alerts.md').matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path);
  const missing = links.filter((path) => !existsSync(join(ROOT, 'docs', path)));
  assert.deepEqual(missing, []);
});
