import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from './trace-settings.ts';

const SUCCESS = 0;

export interface TraceLog {
  warn(fields: object, text: string): void;
}

export interface TraceExporter extends SpanExporter {
  /** Gives up what is on its way. Without it a receiver that never answers keeps the process from ending. */
  cut(): void;
}

/** Sends batches as JSON over HTTP. The log has one line when they are no longer taken, and one when they are again. */
export function openExporter(
  { url, headers }: Pick<TraceSettings, 'url' | 'headers'>,
  timeoutMillis: number,
  log: TraceLog,
): TraceExporter {
  const agent =
    new URL(url).protocol === 'https:'
      ? new HttpsAgent({ keepAlive: true })
      : new HttpAgent({ keepAlive: true });
  const otlp = new OTLPTraceExporter({
    url,
    headers: readHeaders(headers?.reveal() ?? ''),
    timeoutMillis,
    httpAgentOptions: () => agent,
  });
  let isFailing = false;
  return {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        const failed = result.code !== SUCCESS;
        if (failed && !isFailing) log.warn({ err: result.error }, 'traces are not taken by their receiver');
        if (!failed && isFailing) log.warn({}, 'traces are taken again');
        isFailing = failed;
        done(result);
      }),
    forceFlush: () => otlp.forceFlush(),
    shutdown: () => otlp.shutdown(),
    cut: () => agent.destroy(),
  };
}

/** `name=value`, separated by commas; values are percent-encoded, as OpenTelemetry says. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}
