import type { Received } from './receiver.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A span as a collector of OpenTelemetry gets it. Times are nanoseconds since 1970. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  readonly attributes: Attributes;
}

interface Otlp {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number;
    readonly doubleValue?: number;
  };
}

/** The spans of all requests in OTLP/JSON, in the order in which they began. */
export function collectedSpans(received: readonly Received[]): readonly CollectedSpan[] {
  return batches(received)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ traceId, spanId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano, attributes }) => ({
      traceId,
      spanId,
      parentSpanId: parentSpanId || undefined,
      name,
      startedAt: BigInt(startTimeUnixNano),
      endedAt: BigInt(endTimeUnixNano),
      attributes: attributesOf(attributes),
    }))
    .sort((one, other) => Number(one.startedAt - other.startedAt));
}

/** What each batch says of its sender. */
export function resourcesOf(received: readonly Received[]): readonly Attributes[] {
  return batches(received).map(({ resource }) => attributesOf(resource.attributes));
}

function batches(received: readonly Received[]): Otlp['resourceSpans'] {
  return received.flatMap(({ body }) => (JSON.parse(body) as Otlp).resourceSpans);
}

function attributesOf(attributes: readonly OtlpAttribute[]): Attributes {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  );
}
