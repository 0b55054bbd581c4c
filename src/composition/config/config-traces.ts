import { Secret } from '../../platform/secret.ts';
import { SAMPLERS, type TraceSettings } from '../../platform/tracing/index.ts';
import { ConfigError } from './config-error.ts';

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const TRACES_ENDPOINT = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
const PROTOCOL = 'OTEL_EXPORTER_OTLP_PROTOCOL';
const SAMPLER = 'OTEL_TRACES_SAMPLER';
const RATIO = 'OTEL_TRACES_SAMPLER_ARG';

/** Undefined: no traces. They are on once an address for them is set, by the names of OpenTelemetry (docs/traces.md). */
export function readTraces(get: (name: string) => string | undefined): TraceSettings | undefined {
  const url = readUrl(get);
  const isOff = get('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || get('OTEL_TRACES_EXPORTER') === 'none';
  if (url === undefined || isOff) return undefined;
  if (get(PROTOCOL) === 'grpc') {
    throw new ConfigError(PROTOCOL, 'não pode ser grpc: os traços vão por HTTP, em geral à porta 4318');
  }
  const headers = get('OTEL_EXPORTER_OTLP_TRACES_HEADERS') ?? get('OTEL_EXPORTER_OTLP_HEADERS');
  return {
    url,
    headers: headers === undefined ? undefined : new Secret(headers),
    serviceName: get('OTEL_SERVICE_NAME'),
    sampler: readSampler(get(SAMPLER)),
    ratio: readRatio(get(RATIO)),
  };
}

function readUrl(get: (name: string) => string | undefined): string | undefined {
  const whole = get(TRACES_ENDPOINT);
  if (whole !== undefined) return urlOf(TRACES_ENDPOINT, whole).href;
  const base = get(ENDPOINT);
  if (base === undefined) return undefined;
  const url = urlOf(ENDPOINT, base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

function urlOf(setting: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new ConfigError(setting, 'deve ser um endereço http(s) como http://localhost:4318');
}

function readSampler(text = 'parentbased_always_on'): TraceSettings['sampler'] {
  const sampler = SAMPLERS.find((name) => name === text);
  if (sampler) return sampler;
  throw new ConfigError(SAMPLER, `deve ser um destes: ${SAMPLERS.join(', ')}; não "${text}"`);
}

function readRatio(text = '1'): number {
  const ratio = Number(text);
  if (/^[\d.]+$/.test(text) && ratio >= 0 && ratio <= 1) return ratio;
  throw new ConfigError(RATIO, `deve ser um número de 0 a 1, não "${text}"`);
}
