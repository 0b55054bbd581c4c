import { METRICS } from '../../src/composition/observability/metric-catalogue.ts';
import { createMetrics, type MetricDefinition } from '../../src/platform/metrics.ts';

const HEAD = ['| Metric | Type | Unit | Labels | Meaning |', '| --- | --- | --- | --- | --- |'];
const OWN: readonly MetricDefinition[] = Object.values(METRICS);

/** The tables of docs/metrics.md: the service's own metrics, and those of Node's runtime. */
export async function metricTables(): Promise<{ readonly own: string; readonly runtime: string }> {
  const names = new Set(OWN.map(({ name }) => name));
  const runtime = definitionsIn(await createMetrics().text()).filter(({ name }) => !names.has(name));
  // Whether a label of theirs shows depends on what the process did so far.
  return { own: table(OWN), runtime: table(runtime.map((metric) => ({ ...metric, labels: [] }))) };
}

/** What a page for Prometheus says of its metrics. */
export function definitionsIn(text: string): readonly MetricDefinition[] {
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', list = ''] of text.matchAll(/^(\w+)\{([^}]*)\}/gm)) {
    const metric = name.replace(/_(?:bucket|sum|count)$/, '');
    const known = labels.get(metric) ?? labels.set(metric, new Set()).get(metric);
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) {
      if (label !== 'le' && label !== 'quantile') known?.add(label);
    }
  }
  return [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm)].map(
    ([, name = '', help = '', type]) => ({
      name,
      help,
      type: type as MetricDefinition['type'],
      labels: [...(labels.get(name) ?? [])],
    }),
  );
}

function table(definitions: readonly MetricDefinition[]): string {
  const rows = definitions.map(({ name, type, help, labels, values }) => {
    const known = values ? `: ${values.map((value) => `\`${value}\``).join(', ')}` : '';
    return `| \`${name}\` | ${type} | ${unitOf(name, type)} | ${labels.map((label) => `\`${label}\``).join(', ')}${known} | ${help} |`;
  });
  return [...HEAD, ...rows].join('\n');
}

function unitOf(name: string, type: string): string {
  if (name.endsWith('_timestamp_seconds')) return 'Unix time in seconds';
  if (name.endsWith('_start_time_seconds')) return 'Unix time in seconds';
  if (/_seconds(?:_total)?$/.test(name) || /_seconds_(?:min|max|mean|stddev|p\d+)$/.test(name))
    return 'seconds';
  if (/_bytes$/.test(name)) return 'bytes';
  if (name.endsWith('_info')) return 'none';
  return type === 'counter' ? 'events' : 'number';
}
