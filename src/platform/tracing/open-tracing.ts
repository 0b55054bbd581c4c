import { AsyncLocalStorage } from 'node:async_hooks';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapSetter,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { openExporter, type TraceLog } from './exporter.ts';
import { describeService, type ServiceDescription, samplerOf } from './sdk-options.ts';
import type { TraceSettings } from './trace-settings.ts';
import type { EndedSpan, TracePlace, Tracing } from './tracing.ts';

/** Spans that wait to be sent; while nobody takes them, newer ones are dropped. */
const MAX_WAITING_SPANS = 2_048;
const MAX_SPANS_IN_A_BATCH = 512;
const SEND_EVERY_MS = 5_000;
/** With its repetitions. */
const SEND_TIMEOUT_MS = 3_000;
/** What is on its way by then is given up: a stop has ten seconds in all, of which answers may take eight. */
const CLOSE_WITHIN_MS = 1_000;
const MAX_ATTRIBUTES = 32;
const MAX_ATTRIBUTE_CHARACTERS = 200;

const KINDS = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** `tracestate` belongs to the systems of whoever called us. */
const ONLY_TRACEPARENT: TextMapSetter<Record<string, string>> = {
  set: (headers, name, value) => {
    if (name === 'traceparent') headers[name] = value;
  },
};

/** An open span, with the state that decides what belongs to it. */
interface Place extends TracePlace {
  /** `performance.now()` when it ended. */
  endedAt: number | undefined;
}

interface OpenSpan {
  readonly place: Place;
  end(ended: Pick<EndedSpan, 'attributes' | 'fault'> & { readonly name?: string }): void;
}

export interface TracingParts extends ServiceDescription {
  readonly log: TraceLog;
}

/**
 * Traces over OTLP. Nothing waits for the exporter: what it does not take in time is dropped. Uses no global state of the
 * library, so that several services can live in one process (tests).
 */
export function openTracing(settings: TraceSettings, { log, ...service }: TracingParts): Tracing {
  const exporter = openExporter(settings, SEND_TIMEOUT_MS, log);
  const provider = new TracerProvider({
    resource: describeService(service, settings.serviceName),
    sampler: samplerOf(settings),
    spanLimits: { attributeCountLimit: MAX_ATTRIBUTES, attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING_SPANS,
        maxExportBatchSize: MAX_SPANS_IN_A_BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  return tracingWith(provider.getTracer('guiche', service.version), async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_WITHIN_MS);
    });
    await Promise.race([provider.shutdown().catch(() => undefined), timeUp]);
    clearTimeout(timer);
    exporter.cut();
  });
}

function tracingWith(tracer: Tracer, close: () => Promise<void>): Tracing {
  const places = new AsyncLocalStorage<Place>();
  const propagator = new W3CTraceContextPropagator();
  const open = (name: string, kind: SpanKind, parent: Pick<TracePlace, 'context' | 'wallTime'>): OpenSpan => {
    const startedAt = performance.now();
    const { wallTime } = parent;
    const span = tracer.startSpan(name, { kind, startTime: wallTime(startedAt) }, parent.context);
    const { traceId } = span.spanContext();
    const place: Place = {
      traceId,
      context: trace.setSpan(parent.context, span),
      endedAt: undefined,
      wallTime,
    };
    return {
      place,
      end: (ended) => {
        place.endedAt = performance.now();
        describe(span, ended);
        if (ended.name !== undefined) span.updateName(ended.name);
        span.end(wallTime(place.endedAt));
      },
    };
  };
  return {
    startRequest: (headers) => {
      const context = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const { place, end } = open('request', SpanKind.SERVER, { context, wallTime: wallClock() });
      return { traceId: place.traceId, within: (work) => places.run(place, work), end };
    },
    current: () => {
      const place = places.getStore();
      return place?.endedAt === undefined ? place : undefined;
    },
    add: ({ name, kind, startedAt, ...ended }) => {
      const { context, wallTime } = placeAt(places.getStore(), startedAt);
      const span = tracer.startSpan(name, { kind: KINDS[kind], startTime: wallTime(startedAt) }, context);
      describe(span, ended);
      span.end(wallTime(performance.now()));
    },
    call: async (name, parent, work) => {
      const { place, end } = open(name, SpanKind.CLIENT, parent ?? noPlace());
      const headers: Record<string, string> = {};
      propagator.inject(place.context, headers, ONLY_TRACEPARENT);
      let said: Pick<EndedSpan, 'attributes' | 'fault'> = { attributes: {}, fault: 'failed' };
      try {
        const { result, ...ended } = await places.run(place, () => work(headers));
        said = ended;
        return result;
      } finally {
        end(said);
      }
    },
    close,
  };
}

/** Work that goes on in the context of a span which is over, such as a loop that a request woke up, is no part of it. */
function placeAt(place: Place | undefined, startedAt: number): Pick<TracePlace, 'context' | 'wallTime'> {
  if (place && (place.endedAt === undefined || startedAt < place.endedAt)) return place;
  return noPlace();
}

function noPlace(): Pick<TracePlace, 'context' | 'wallTime'> {
  return { context: ROOT_CONTEXT, wallTime: wallClock() };
}

function wallClock(): (at: number) => number {
  const offset = Date.now() - performance.now();
  return (at) => offset + at;
}

function describe(
  span: ReturnType<Tracer['startSpan']>,
  { attributes, fault }: Pick<EndedSpan, 'attributes' | 'fault'>,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) span.setAttribute(name, value);
  }
  if (fault === undefined) return;
  span.setAttribute('error.type', fault);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
