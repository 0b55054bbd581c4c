import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { shareRunning } from './caches/share-running.ts';

/** What the catalogue of metrics (docs/metrics.md) says of a metric, and what it is made from. */
export interface MetricDefinition<Label extends string = string> {
  /** With its unit, as Prometheus recommends: `_seconds`, `_bytes`, `_total` for counters. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly Label[];
  /** The values of its only label. Their series start with 0, or their first increase would not be seen. */
  readonly values?: readonly string[];
  /**
   * How the values of several worker processes become one, for a gauge. By default the highest: most gauges tell what is
   * stored, which is the same for all. Counters and histograms are added up.
   */
  readonly acrossWorkers?: 'sum' | 'min';
}

/** One time series of a gauge: its labels and value. */
export interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface Metrics {
  readonly contentType: string;
  /** The page that Prometheus reads. */
  text(): Promise<string>;
  answered(answer: AnsweredRequest): void;
  committedBatch(size: number): void;
  counter<Label extends string>(definition: MetricDefinition<Label>): Counter<Label>;
  histogram<Label extends string>(
    definition: MetricDefinition<Label>,
    buckets: readonly number[],
  ): Histogram<Label>;
  /**
   * `read` is asked for the value each time the page is read. Without a value there is no sample. When it fails, or takes
   * longer than two seconds, the last value stays.
   */
  gauge(definition: MetricDefinition<never>, read: () => MaybeLater<number | undefined>): void;
  /** As `gauge`, with one sample for each combination of labels. */
  gauges<Label extends string>(
    definition: MetricDefinition<Label>,
    read: () => MaybeLater<readonly Sample<Label>[]>,
  ): void;
}

type MaybeLater<Value> = Value | Promise<Value>;

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];
/** Prometheus gives up after ten seconds: a database that hangs must not take the whole page with it. */
const MAX_READ_MS = 2_000;

/** Gauges of the library that are named as counters: the sums of those without `_total`. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
] as const;

/** The metrics that every registry has. */
export const PLATFORM_METRICS = {
  httpRequests: {
    name: 'http_request_duration_seconds',
    type: 'histogram',
    help: 'Time to answer a request, by method, pattern of the route and HTTP status',
    labels: ['method', 'route', 'status'],
  },
  commitBatches: {
    name: 'guiche_commit_batch_size',
    type: 'histogram',
    help: 'Writes that shared one commit',
    labels: [],
  },
} as const satisfies Record<string, MetricDefinition>;

/**
 * One registry per service, so that several can live in one process (tests). In a worker process `pageOfAll` reads the
 * registries of all of them.
 */
export function createMetrics(pageOfAll?: () => Promise<string>): Metrics {
  const registry = new Registry();
  if (pageOfAll) answerPrimary(registry);
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const optionsOf = <Label extends string>({ name, help, labels }: MetricDefinition<Label>) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  const histogram: Metrics['histogram'] = (definition, buckets) =>
    new Histogram({ ...optionsOf(definition), buckets: [...buckets] });
  const gauges: Metrics['gauges'] = (definition, read) => {
    const readInTime = boundedRead(read);
    new Gauge({
      ...optionsOf<string>(definition),
      aggregator: definition.acrossWorkers ?? 'max',
      async collect() {
        const samples = await readInTime();
        if (!samples) return;
        this.reset();
        // Of a metric without labels a reset makes a sample of value 0.
        if (definition.labels.length === 0) this.remove();
        for (const { labels, value } of samples) this.set(labels, value);
      },
    });
  };
  const requests = histogram(PLATFORM_METRICS.httpRequests, LATENCY_BUCKETS_SECONDS);
  const batches = histogram(PLATFORM_METRICS.commitBatches, BATCH_BUCKETS);
  return {
    contentType: registry.contentType,
    text: pageOfAll ?? (() => registry.metrics()),
    answered: ({ method, route, status, milliseconds }) =>
      requests.observe({ method, route, status }, milliseconds / 1000),
    committedBatch: (size) => batches.observe(size),
    counter: (definition) => {
      const counter = new Counter<string>(optionsOf(definition));
      const [label = ''] = definition.labels;
      for (const value of definition.values ?? []) counter.inc({ [label]: value }, 0);
      return counter;
    },
    histogram,
    gauge: (definition, read) =>
      gauges(definition, async () => {
        const value = await read();
        return value === undefined ? [] : [{ labels: {}, value }];
      }),
    gauges,
  };
}

/** The primary process asks each worker for its registry through the library. */
function answerPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** Undefined when the read failed or takes too long; a read that hangs is not started a second time. */
function boundedRead<Value>(read: () => MaybeLater<Value>): () => Promise<Value | undefined> {
  const readShared = shareRunning(() =>
    Promise.resolve()
      .then(read)
      .catch(() => undefined),
  );
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, MAX_READ_MS, undefined);
    });
    const value = await Promise.race([readShared(), timeUp]);
    clearTimeout(timer);
    return value;
  };
}

/** Keeps the first values of a label as they are and calls all later ones `other`. */
export function boundedLabel(maxValues: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.size < maxValues) known.add(value);
    return known.has(value) ? value : 'other';
  };
}
