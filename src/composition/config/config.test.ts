import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type Config, ConfigError, loadConfig, settingsHelp } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'guiche-config-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const key = () => randomBytes(32).toString('base64');
const load = (settings: Record<string, string> = {}): Config =>
  loadConfig({ PATH: '/bin', GUICHE_DATA_DIR: folder, ...settings });
const production = {
  GUICHE_MODE: 'production',
  GUICHE_PUBLIC_URL: 'https://pagar.test',
  GUICHE_MASTER_KEY: key(),
};

function refusedSetting(settings: Record<string, string>): string {
  try {
    load(settings);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.ok(!error.message.includes('\n'), 'one line');
    return error.message.split(':', 1)[0] ?? '';
  }
  return 'accepted';
}

test('a setting that there is not is refused with the one that was meant', () => {
  const refused = (name: string) => {
    try {
      load({ [name]: '1' });
    } catch (error) {
      return error instanceof ConfigError ? error.message : String(error);
    }
    return 'accepted';
  };
  assert.match(refused('GUICHE_PROT'), /Você quis dizer GUICHE_PORT\?$/);
  assert.match(refused('GUICHE_SMTP_ULR'), /Você quis dizer GUICHE_SMTP_URL\?$/);
  assert.doesNotMatch(refused('GUICHE_XYZXYZXYZXYZ'), /quis dizer/);
});

describe('the mail server', () => {
  test('is none unless it is given, with a sender that may be its user', () => {
    assert.equal(load().mail, undefined);
    const { mail } = load({ GUICHE_SMTP_URL: 'smtp://loja%40x.example:senha@mail.example' });
    assert.deepEqual([mail?.from, mail?.needsTls], ['loja@x.example', false]);
    const given = { GUICHE_SMTP_URL: 'smtps://mail.example', GUICHE_MAIL_FROM: 'ana@x.example' };
    assert.equal(load({ ...production, ...given }).mail?.needsTls, true);
    assert.ok(
      !JSON.stringify(load({ GUICHE_SMTP_URL: 'smtp://a%40b.example:segredo@m.example' })).includes(
        'segredo',
      ),
    );
  });

  test('that cannot be read, or has no sender, stops the start', () => {
    assert.equal(refusedSetting({ GUICHE_SMTP_URL: 'mail.example:25' }), 'GUICHE_SMTP_URL');
    assert.equal(refusedSetting({ GUICHE_SMTP_URL: 'smtp://mail.example' }), 'GUICHE_MAIL_FROM');
    assert.equal(refusedSetting({ GUICHE_MAIL_FROM: 'ana@x.example' }), 'GUICHE_MAIL_FROM');
    const both = { GUICHE_SMTP_URL: 'smtp://mail.example', GUICHE_MAIL_FROM: 'Ana <ana@x.example>' };
    assert.equal(refusedSetting(both), 'GUICHE_MAIL_FROM');
  });
});

describe('the configuration', () => {
  test('has the decided defaults', () => {
    const config = load();
    const { mode, host, port, publicUrl, databaseUrl, timeZone, checkDocuments } = config;
    assert.deepEqual(
      { mode, host, port, publicUrl, databaseUrl, timeZone, checkDocuments },
      {
        mode: 'sandbox',
        host: '127.0.0.1',
        port: 8080,
        publicUrl: undefined,
        databaseUrl: undefined,
        timeZone: 'America/Sao_Paulo',
        checkDocuments: false,
      },
    );
    assert.ok(Object.isFrozen(config));
  });

  test('has one worker process unless PostgreSQL lets several share the port', () => {
    const postgres = { GUICHE_DATABASE_URL: 'postgres://guiche@db/guiche' };
    assert.equal(load().workers, 1);
    assert.equal(load({ GUICHE_WORKERS: 'auto' }).workers, 1);
    assert.equal(load({ ...postgres, GUICHE_WORKERS: '3' }).workers, 3);
    assert.equal(load({ ...postgres, GUICHE_WORKERS: 'auto' }).workers, availableParallelism());
    assert.equal(refusedSetting({ GUICHE_WORKERS: '2' }), 'GUICHE_WORKERS');
    for (const wrong of ['0', '65', '1.5', 'all', '-1']) {
      assert.equal(refusedSetting({ ...postgres, GUICHE_WORKERS: wrong }), 'GUICHE_WORKERS');
    }
  });

  test('keeps what disputes need for 18 months and archives it, unless told otherwise', () => {
    const kept = { postbacks: 550, history: 550, audit: 550, prints: 550, simulator: 550, photos: 0 };
    assert.deepEqual({ ...load().keptDays }, kept);
    assert.equal(load().archive, true);
    const other = load({ GUICHE_KEEP_AUDIT: '3650', GUICHE_KEEP_PHOTOS: '7', GUICHE_ARCHIVE: 'off' });
    assert.deepEqual({ ...other.keptDays }, { ...kept, audit: 3650, photos: 7 });
    assert.equal(other.archive, false);
    assert.equal(refusedSetting({ ...production, GUICHE_KEEP_SIMULATOR: '60' }), 'GUICHE_KEEP_SIMULATOR');
  });

  test('makes a master key for the sandbox once, readable only by its owner', () => {
    const [first] = load().masterKeys;
    const [again] = load().masterKeys;
    assert.equal(first?.reveal(), again?.reveal());
    assert.equal(statSync(join(folder, 'master-key')).mode & 0o777, 0o600);
    assert.equal(readFileSync(join(folder, 'master-key'), 'utf8').trim(), first?.reveal());
  });

  test('takes several master keys for rotation, and shows none of them', () => {
    const config = load({ GUICHE_MASTER_KEY: `${key()}, ${key()}` });
    assert.equal(config.masterKeys.length, 2);
    assert.ok(!JSON.stringify(config).includes(config.masterKeys[0]?.reveal() ?? '-'));
  });

  test('in production asks for TLS to a database on another machine, unless it is declined', () => {
    const at = (url: string) => refusedSetting({ ...production, GUICHE_DATABASE_URL: url });
    for (const url of [
      'postgres://guiche@db.test/guiche',
      'postgres://guiche@10.0.0.5:5432/guiche',
      'postgres://guiche@localhost,db.test/guiche',
      'postgres://guiche@/guiche?host=db.test',
    ]) {
      assert.equal(at(url), 'GUICHE_DATABASE_URL', url);
    }
    for (const url of [
      'postgres://guiche@db.test/guiche?sslmode=verify-full',
      'postgres://guiche@one.test:5432,two.test/guiche?sslmode=no-verify',
      'postgres://guiche@db.test/guiche?sslmode=disable',
      'postgres://guiche@one.test,two.test/guiche?sslmode=disable',
      'postgres://guiche@localhost/guiche',
      'postgres://guiche@127.0.0.1/guiche',
      'postgres://guiche@[::1]:5433/guiche',
      'postgres:///guiche?host=/run/postgresql',
    ]) {
      assert.equal(at(url), 'accepted', url);
    }
    assert.equal(
      refusedSetting({ GUICHE_DATABASE_URL: 'postgres://guiche@db.test/guiche' }),
      'accepted',
      'sandbox',
    );
  });

  test('takes PGSSLMODE for an answer about TLS to the database', (context) => {
    context.after(() => {
      delete process.env.PGSSLMODE;
    });
    for (const mode of ['verify-full', 'disable']) {
      process.env.PGSSLMODE = mode;
      const url = 'postgres://guiche@db.test/guiche';
      assert.equal(load({ ...production, PGSSLMODE: mode, GUICHE_DATABASE_URL: url }).databaseUrl, url);
    }
  });

  test('is refused with the name of the setting that is wrong', () => {
    const wrong: readonly Record<string, string>[] = [
      { GUICHE_MODE: 'prod' },
      { GUICHE_PORT: '65536' },
      { GUICHE_PORT: 'http' },
      { GUICHE_PUBLIC_URL: 'pagar.test' },
      { GUICHE_PUBLIC_URL: 'https://user@pagar.test' },
      { GUICHE_DATABASE_URL: 'mysql://x' },
      { GUICHE_DATABASE_URL: 'postgres://one:5432,two:port/db' },
      { GUICHE_MASTER_KEY: 'abc' },
      { GUICHE_MASTER_KEY: Buffer.alloc(32).toString('base64') },
      { GUICHE_MASTER_KEY: Buffer.from('0123456789'.repeat(4).slice(0, 32)).toString('base64') },
      { GUICHE_MASTER_KEY: `${key()},` },
      { GUICHE_TRUSTED_PROXIES: '10.0.0.0/33' },
      { GUICHE_TRUSTED_PROXIES: 'proxy.test' },
      { GUICHE_METRICS_TOKEN: 'short' },
      { GUICHE_TIME_ZONE: 'Mars/Olympus' },
      { GUICHE_CHECK_DOCUMENTS: 'yes' },
      { GUICHE_SIM_TIME_SCALE: '0' },
      { GUICHE_KEEP_HISTORY: '29' },
      { GUICHE_KEEP_AUDIT: '18 meses' },
      { GUICHE_KEEP_PRINTS: '36501' },
      { GUICHE_KEEP_PHOTOS: '-1' },
      { GUICHE_ARCHIVE: 'yes' },
      { GUICHE_UNKNOWN: '1' },
    ];
    for (const settings of wrong) {
      const [name = ''] = Object.keys(settings);
      assert.equal(refusedSetting(settings), name);
    }
  });

  test('of production is accepted when complete, and refuses what is missing, weak or of the sandbox', () => {
    assert.equal(load(production).checkDocuments, true);
    const without = (name: keyof typeof production) =>
      Object.fromEntries(Object.entries(production).filter(([known]) => known !== name));
    assert.equal(refusedSetting(without('GUICHE_PUBLIC_URL')), 'GUICHE_PUBLIC_URL');
    assert.equal(refusedSetting(without('GUICHE_MASTER_KEY')), 'GUICHE_MASTER_KEY');
    assert.equal(
      refusedSetting({ ...production, GUICHE_PUBLIC_URL: 'http://pagar.test' }),
      'GUICHE_PUBLIC_URL',
    );
    assert.equal(refusedSetting({ ...production, GUICHE_SIM_FAULTS: 'lost=1' }), 'GUICHE_SIM_FAULTS');
    assert.equal(refusedSetting({ ...production, GUICHE_SIM_TIME_SCALE: '2' }), 'GUICHE_SIM_TIME_SCALE');
    assert.equal(refusedSetting({ ...production, GUICHE_SIM_PINPAD: 'on' }), 'GUICHE_SIM_PINPAD');
  });

  test('refuses a public address with a path, which nothing behind it would know', () => {
    assert.equal(refusedSetting({ GUICHE_PUBLIC_URL: 'https://pagar.test/guiche' }), 'GUICHE_PUBLIC_URL');
    assert.throws(() => load({ GUICHE_PUBLIC_URL: 'https://pagar.test/guiche/' }), /caminho \(\/guiche\/\)/);
  });

  test('takes networks as trusted proxies and drops the last slash of the public address', () => {
    const config = load({
      GUICHE_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      GUICHE_PUBLIC_URL: 'https://pagar.test/',
    });
    assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1']);
    assert.equal(config.publicUrl, 'https://pagar.test');
  });

  test('traces only where OpenTelemetry names an address for them, and refuses what it cannot follow', () => {
    const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/' };
    assert.equal(load({ OTEL_SERVICE_NAME: 'x' }).traces, undefined);
    assert.equal(load({ ...at, OTEL_TRACES_EXPORTER: 'none' }).traces, undefined);
    assert.equal(load({ ...at, OTEL_SDK_DISABLED: 'true' }).traces, undefined);
    assert.equal(load(at).traces?.url, 'http://localhost:4318/v1/traces');
    const whole = {
      ...at,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://otel.test/in',
      OTEL_TRACES_SAMPLER_ARG: '.5',
    };
    assert.deepEqual(load({ ...whole, OTEL_TRACES_SAMPLER: 'traceidratio' }).traces, {
      url: 'https://otel.test/in',
      headers: undefined,
      serviceName: undefined,
      sampler: 'traceidratio',
      ratio: 0.5,
    });
    assert.equal(
      refusedSetting({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }),
      'OTEL_EXPORTER_OTLP_ENDPOINT',
    );
    for (const [name, text] of [
      ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
      ['OTEL_TRACES_SAMPLER', 'some'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ] as const) {
      assert.equal(refusedSetting({ ...at, [name]: text }), name);
    }
  });

  test('explains every setting in the help', () => {
    for (const name of ['GUICHE_MODE', 'GUICHE_MASTER_KEY', 'GUICHE_SIM_FAULTS']) {
      assert.ok(settingsHelp().includes(name));
    }
  });
});
