import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

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
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>;
  /** `read` is asked for the value each time the page is read; when it fails the last value stays. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
}

/** One registry per service, so that several can live in one process (tests). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'guiche_' });
  const requests = new Histogram({
    name: 'guiche_http_request_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers: [registry],
  });
  const batches = new Histogram({
    name: 'guiche_commit_batch_size',
    help: 'Writes that shared one commit',
    buckets: BATCH_BUCKETS,
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered: ({ method, route, status, milliseconds }) =>
      requests.observe({ method, route, status }, milliseconds / 1000),
    committedBatch: (size) => batches.observe(size),
    counter: (name, help, labels) =>
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          try {
            this.set(await read());
          } catch {
            // The page tells what it knows, also while the database is away.
          }
        },
      });
    },
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
