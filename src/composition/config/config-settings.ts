import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { LOG_LEVELS, type LogLevel } from '../../platform/logs.ts';
import type { MailSettings } from '../../platform/mail/index.ts';
import { Secret } from '../../platform/secret.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { isTimeZone } from '../../platform/time/clock.ts';
import type { TraceSettings } from '../../platform/tracing/index.ts';
import { ConfigError } from './config-error.ts';
import { readMail } from './config-mail.ts';
import { readTraces } from './config-traces.ts';
import { readDatabaseUrl } from './database-url.ts';
import { SETTINGS } from './settings-table.ts';

/** Each takes about 110 MB and up to 11 connections to PostgreSQL. */
const MAX_WORKERS = 64;

export type Mode = 'sandbox' | 'production';

const SANDBOX_ONLY = [
  'GUICHE_SIM_TIME_SCALE',
  'GUICHE_SIM_FAULTS',
  'GUICHE_SIM_PINPAD',
  'GUICHE_KEEP_SIMULATOR',
] as const;

export interface Config {
  readonly mode: Mode;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Without a last slash; undefined: `http://localhost:<port>`. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Processes that share the port; 1 on the embedded database. */
  readonly workers: number;
  /** base64 of 32 bytes each; the first encrypts, all decrypt. */
  readonly masterKeys: readonly Secret[];
  readonly trustedProxies: readonly string[];
  readonly metricsToken: Secret | undefined;
  /** Undefined: no mail is sent. */
  readonly mail: MailSettings | undefined;
  readonly logLevel: LogLevel;
  /** Undefined: nothing is traced. */
  readonly traces: TraceSettings | undefined;
  /** For how long each kind of data is kept once it is done with. */
  readonly keptDays: {
    readonly postbacks: number;
    readonly history: number;
    readonly audit: number;
    readonly prints: number;
    readonly photos: number;
    readonly simulator: number;
  };
  /** A folder whose return files of banks are imported; undefined: none. */
  readonly slipReturns: string | undefined;
  /** Whether rows are written to the archive before they are deleted. */
  readonly archive: boolean;
  readonly timeZone: string;
  /** Whether the API reference and the guides are served. */
  readonly docs: boolean;
  readonly checkDocuments: boolean;
  readonly simulator: {
    readonly timeScale: number;
    readonly faults: string;
    /** Whether terminals without a payment client have a simulated one. */
    readonly pinpad: boolean;
  };
}

/** Checks the environment without touching the disk. */
export function readSettings(environment: NodeJS.ProcessEnv): Config {
  refuseUnknown(environment);
  const get = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const days = (name: string): number => readDays(name, get(name));
  const mode = readMode(get('GUICHE_MODE'));
  const production = mode === 'production';
  const config: Config = {
    mode,
    host: get('GUICHE_HOST') ?? '127.0.0.1',
    port: readPort(get('GUICHE_PORT')),
    publicUrl: readPublicUrl(get('GUICHE_PUBLIC_URL'), production),
    dataDir: get('GUICHE_DATA_DIR') ?? './data',
    databaseUrl: readDatabaseUrl(get('GUICHE_DATABASE_URL'), { production, environment }),
    workers: readWorkers(get('GUICHE_WORKERS'), get('GUICHE_DATABASE_URL') !== undefined),
    masterKeys: readMasterKeys(get('GUICHE_MASTER_KEY'), production),
    trustedProxies: readProxies(get('GUICHE_TRUSTED_PROXIES')),
    metricsToken: readMetricsToken(get('GUICHE_METRICS_TOKEN')),
    mail: readMail({ url: get('GUICHE_SMTP_URL'), from: get('GUICHE_MAIL_FROM') }, production),
    logLevel: readLogLevel(get('GUICHE_LOG_LEVEL')),
    traces: readTraces(get),
    keptDays: {
      postbacks: days('GUICHE_KEEP_POSTBACKS'),
      history: days('GUICHE_KEEP_HISTORY'),
      audit: days('GUICHE_KEEP_AUDIT'),
      prints: days('GUICHE_KEEP_PRINTS'),
      photos: readDays('GUICHE_KEEP_PHOTOS', get('GUICHE_KEEP_PHOTOS') ?? '0', 0),
      simulator: days('GUICHE_KEEP_SIMULATOR'),
    },
    slipReturns: get('GUICHE_SLIP_RETURNS'),
    archive: readSwitch('GUICHE_ARCHIVE', get('GUICHE_ARCHIVE'), true),
    docs: readSwitch('GUICHE_DOCS', get('GUICHE_DOCS'), true),
    timeZone: readTimeZone(get('GUICHE_TIME_ZONE')),
    checkDocuments: readSwitch('GUICHE_CHECK_DOCUMENTS', get('GUICHE_CHECK_DOCUMENTS'), production),
    simulator: {
      timeScale: readTimeScale(get('GUICHE_SIM_TIME_SCALE')),
      faults: get('GUICHE_SIM_FAULTS') ?? '',
      pinpad: readSwitch('GUICHE_SIM_PINPAD', get('GUICHE_SIM_PINPAD'), !production),
    },
  };
  for (const name of SANDBOX_ONLY) {
    if (production && get(name)) throw new ConfigError(name, 'só tem sentido na sandbox: retire-o');
  }
  return config;
}

const PREFIX = 'GUICHE_';

function refuseUnknown(environment: NodeJS.ProcessEnv): void {
  const known = new Set(SETTINGS.map((setting) => setting.name));
  for (const name of Object.keys(environment)) {
    if (name.startsWith(PREFIX) && !known.has(name)) {
      const near = nearest(
        name.slice(PREFIX.length),
        SETTINGS.map((setting) => setting.name.slice(PREFIX.length)),
      );
      const hint = near === undefined ? '' : ` Você quis dizer ${PREFIX}${near}?`;
      throw new ConfigError(name, `não há este ajuste; guiche --help lista os que há.${hint}`);
    }
  }
}

function readMode(text = 'sandbox'): Mode {
  if (text === 'sandbox' || text === 'production') return text;
  throw new ConfigError('GUICHE_MODE', `deve ser sandbox ou production, não "${text}"`);
}

function readPort(text = '8080'): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new ConfigError('GUICHE_PORT', `deve ser um número de porta, de 0 a 65535, não "${text}"`);
}

function readPublicUrl(text: string | undefined, production: boolean): string | undefined {
  if (text === undefined) {
    if (production)
      throw new ConfigError(
        'GUICHE_PUBLIC_URL',
        'falta: a produção precisa do endereço https que compradores e lojas alcançam',
      );
    return undefined;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url !== undefined && !url.search && !url.hash && !url.username && !url.password;
  if (!plain || !(url.protocol === 'https:' || url.protocol === 'http:')) {
    throw new ConfigError(
      'GUICHE_PUBLIC_URL',
      'deve ser um endereço http(s) sem consulta, fragmento nem usuário',
    );
  }
  if (url.pathname !== '/') {
    throw new ConfigError(
      'GUICHE_PUBLIC_URL',
      `não pode ter caminho (${url.pathname}): o serviço responde na raiz de um endereço, como ${url.origin}`,
    );
  }
  if (production && url.protocol !== 'https:') {
    throw new ConfigError('GUICHE_PUBLIC_URL', 'deve ser https em produção');
  }
  return url.href.replace(/\/+$/, '');
}

function readWorkers(text = '1', postgres: boolean): number {
  if (text === 'auto') return postgres ? Math.min(availableParallelism(), MAX_WORKERS) : 1;
  const workers = Number(text);
  if (!/^\d{1,2}$/.test(text) || workers < 1 || workers > MAX_WORKERS) {
    throw new ConfigError(
      'GUICHE_WORKERS',
      `deve ser auto ou um número de 1 a ${MAX_WORKERS}, não "${text}"`,
    );
  }
  if (workers > 1 && !postgres) {
    throw new ConfigError(
      'GUICHE_WORKERS',
      'vários processos precisam do PostgreSQL: dê GUICHE_DATABASE_URL, ou retire este ajuste (um só serve o banco embutido)',
    );
  }
  return workers;
}

function readMasterKeys(text: string | undefined, production: boolean): readonly Secret[] {
  if (text === undefined) {
    if (!production) return [];
    throw new ConfigError(
      'GUICHE_MASTER_KEY',
      'falta: a produção precisa de 32 bytes aleatórios em base64 (openssl rand -base64 32)',
    );
  }
  return text.split(',').map((part) => {
    const key = part.trim();
    const bytes = Buffer.from(key, 'base64');
    if (!/^[A-Za-z0-9+/]{43}=$/.test(key) || bytes.length !== 32) {
      throw new ConfigError(
        'GUICHE_MASTER_KEY',
        'cada chave deve ter 32 bytes em base64 (openssl rand -base64 32)',
      );
    }
    if (new Set(bytes).size < MIN_DISTINCT_BYTES) {
      throw new ConfigError(
        'GUICHE_MASTER_KEY',
        'uma chave não é aleatória: faça uma com openssl rand -base64 32',
      );
    }
    return new Secret(key);
  });
}

/** 32 random bytes have fewer distinct values than this about once in 10^16 times. */
const MIN_DISTINCT_BYTES = 18;

function readProxies(text = ''): readonly string[] {
  const proxies = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const proxy of proxies) {
    const [address = '', prefix, ...rest] = proxy.split('/');
    const version = isIP(address);
    const bits = prefix === undefined ? 0 : Number(prefix);
    const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && bits <= (version === 4 ? 32 : 128));
    if (version === 0 || !fits || rest.length > 0) {
      throw new ConfigError(
        'GUICHE_TRUSTED_PROXIES',
        `"${proxy}" não é um endereço IP nem uma rede como 10.0.0.0/8`,
      );
    }
  }
  return proxies;
}

function readMetricsToken(text: string | undefined): Secret | undefined {
  if (text === undefined) return undefined;
  if (text.length < 16 || /\s/.test(text)) {
    throw new ConfigError('GUICHE_METRICS_TOKEN', 'deve ter 16 caracteres ou mais, sem espaços');
  }
  return new Secret(text);
}

function readLogLevel(text = 'info'): LogLevel {
  const level = LOG_LEVELS.find((one) => one === text);
  if (level) return level;
  throw new ConfigError('GUICHE_LOG_LEVEL', `deve ser um destes: ${LOG_LEVELS.join(', ')}; não "${text}"`);
}

/** By default 18 months: as long as buyers may dispute a charge. */
function readDays(name: string, text = '550', least = 30): number {
  const days = Number(text);
  if (/^\d{1,5}$/.test(text) && days >= least && days <= 36_500) return days;
  throw new ConfigError(name, `deve ser um número de dias de ${least} a 36500, não "${text}"`);
}

function readTimeZone(text = 'America/Sao_Paulo'): string {
  if (isTimeZone(text)) return text;
  throw new ConfigError('GUICHE_TIME_ZONE', `"${text}" não é um fuso como America/Sao_Paulo`);
}

function readSwitch(name: string, text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback;
  if (text === 'on' || text === 'off') return text === 'on';
  throw new ConfigError(name, `deve ser on ou off, não "${text}"`);
}

function readTimeScale(text = '1'): number {
  const scale = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && scale >= 0.001 && scale <= 1_000_000) return scale;
  throw new ConfigError('GUICHE_SIM_TIME_SCALE', `deve ser um número de 0.001 a 1000000, não "${text}"`);
}
