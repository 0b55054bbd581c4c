import type { Secret } from '../secret.ts';

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

/** Where traces go, and which. The names of the settings are those of OpenTelemetry (docs/traces.md). */
export interface TraceSettings {
  /** Takes OTLP over HTTP: `http://localhost:4318/v1/traces`. */
  readonly url: string;
  /** Sent with every batch: `name=value`, separated by commas, values percent-encoded. */
  readonly headers: Secret | undefined;
  readonly serviceName: string | undefined;
  readonly sampler: SamplerName;
  /** From 0 to 1, for the samplers that keep a part. */
  readonly ratio: number;
}
