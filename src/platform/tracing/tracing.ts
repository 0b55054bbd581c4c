import type { Context } from '@opentelemetry/api';

/** Numbers and names of ours. Never what a client sent: no address, body, card, key or person. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** Something that is over. */
export interface EndedSpan {
  readonly name: string;
  readonly kind: 'client' | 'internal';
  readonly attributes: SpanAttributes;
  /** What went wrong, as a short word of ours. */
  readonly fault?: string | undefined;
  /** `performance.now()` when it began. */
  readonly startedAt: number;
}

/** The span of a request that is being answered. */
export interface RequestSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** What `work` does, and what follows from it asynchronously, belongs to this request. */
  within(work: () => void): void;
  end(ended: Pick<EndedSpan, 'name' | 'attributes' | 'fault'>): void;
}

/** A place in a trace that others can be appended to, also after it has ended. */
export interface TracePlace {
  readonly traceId: string;
  readonly context: Context;
  /** Milliseconds since 1970 of a `performance.now()`: one clock for a span and all that is within it. */
  wallTime(at: number): number;
}

/** Traces of what this process does, as OpenTelemetry defines them. Without tracing there is no such object. */
export interface Tracing {
  /** `headers`: `traceparent` and `tracestate` of the caller continue its trace; malformed ones begin a new one. */
  startRequest(headers: Readonly<Record<string, unknown>>): RequestSpan;
  /** The open span that this code runs in: a request, or a call that it makes. Undefined once that is over. */
  current(): TracePlace | undefined;
  /** Belongs to the span that it began in; without one it is a trace of its own. */
  add(span: EndedSpan): void;
  /**
   * Runs `work` as a span of `place`, or of a trace of its own. `work` gets the headers that tell the receiver of its call
   * about the trace, and returns what the span says at its end. Throws what `work` throws.
   */
  call<Result>(
    name: string,
    place: TracePlace | undefined,
    work: (
      headers: Readonly<Record<string, string>>,
    ) => Promise<{ readonly result: Result } & Pick<EndedSpan, 'attributes' | 'fault'>>,
  ): Promise<Result>;
  /** Sends what is not sent yet, for at most two seconds. */
  close(): Promise<void>;
}
