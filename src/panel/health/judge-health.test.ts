import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HealthFacts } from './health-facts.ts';
import { judgeHealth, worstState } from './judge-health.ts';
import type { HealthCheck } from './schema.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const WELL: HealthFacts = {
  now: NOW,
  production: true,
  instances: [
    { id: 'aaaa2222', host: 'um', version: '1.0.0', startedAt: NOW - HOUR, silentMs: 500, alive: true },
  ],
  jobs: [
    {
      name: 'recovery',
      instance: 'aaaa2222',
      everyMs: 1_000,
      durationMs: 3,
      error: undefined,
      endedAt: NOW - MINUTE,
      okAt: NOW - MINUTE,
      failedSince: undefined,
    },
  ],
  database: {
    engine: 'sqlite',
    version: '3.50.4',
    bytes: 12e6,
    answeredInMs: 0.4,
    now: NOW,
    clockAheadMs: 0,
    connections: undefined,
    archive: undefined,
  },
  disk: { freeBytes: 80e9, totalBytes: 100e9 },
  backup: { at: NOW - 3 * HOUR, databaseBytes: 11e6, files: 4 },
  postbacks: { waiting: 0, oldestAt: undefined },
  recovery: { open: 0, manual: 0, oldestDueAt: undefined },
  acquirers: [{ provider: 'REDE', sales: 100, unanswered: 0, lastSaleAt: NOW }],
  cardAccounts: [
    {
      personId: 7,
      provider: 'REDE',
      state: 'healthy',
      since: undefined,
      until: undefined,
      reason: undefined,
    },
  ],
  certificates: [{ personId: 7, provider: 'ITAU', endsAt: NOW + 31 * 24 * HOUR }],
  notices: [{ personId: 7, provider: 'ITAU', told: 'here' }],
};
const [JOB] = WELL.jobs;
const SERVER = {
  ...WELL.database,
  engine: 'postgres' as const,
  connections: { used: 10, most: 100 },
  archive: { on: true, lastAt: NOW - MINUTE, failedAt: undefined },
};

describe('The health of the service', () => {
  test('is good, without advice, when everything works', () => {
    const checks = judgeHealth(WELL);
    assert.equal(worstState(checks), 'good');
    assert.ok(checks.every(({ advice }) => advice === null));
  });

  test('is good for jobs that have not run yet since the only instance started', () => {
    const checks = judgeHealth({
      ...WELL,
      jobs: WELL.jobs.map((job) => ({ ...job, endedAt: NOW - 3 * HOUR })),
      instances: WELL.instances.map((one) => ({ ...one, startedAt: NOW - MINUTE })),
    });
    assert.equal(checks.find(({ key }) => key === 'jobs')?.state, 'good');
  });

  const cases: readonly [string, HealthCheck['key'], HealthCheck['state'], Partial<HealthFacts>, RegExp][] = [
    [
      'two versions at once',
      'instances',
      'warn',
      {
        instances: [
          ...WELL.instances,
          { id: 'b', host: 'dois', version: '1.1.0', startedAt: NOW, silentMs: 0, alive: true },
        ],
      },
      /1\.0\.0 e 1\.1\.0/,
    ],
    [
      'an instance that died minutes ago',
      'instances',
      'warn',
      {
        instances: [
          ...WELL.instances,
          {
            id: 'b',
            host: 'dois',
            version: '1.0.0',
            startedAt: NOW - HOUR,
            silentMs: 5 * MINUTE,
            alive: false,
          },
        ],
      },
      /dois parou de repente há 5 minutos/,
    ],
    [
      'a database that answers late',
      'database',
      'warn',
      { database: { ...WELL.database, answeredInMs: 900 } },
      /900 ms/,
    ],
    [
      'a server without free connections',
      'database',
      'bad',
      { database: { ...SERVER, connections: { used: 95, most: 100 } } },
      /95 de 100/,
    ],
    [
      'a job that failed',
      'jobs',
      'bad',
      { jobs: [{ ...(JOB as (typeof WELL.jobs)[0]), error: 'Error: no' }] },
      /Falhou/,
    ],
    [
      'a job that has not run for long',
      'jobs',
      'bad',
      { jobs: [{ ...(JOB as (typeof WELL.jobs)[0]), endedAt: NOW - HOUR }] },
      /Não roda/,
    ],
    [
      'an acquirer that leaves a few sales unanswered',
      'acquirers',
      'warn',
      { acquirers: [{ provider: 'REDE', sales: 60, unanswered: 3, lastSaleAt: NOW }] },
      /REDE: 3 de 60/,
    ],
    [
      'an acquirer that leaves most sales unanswered',
      'acquirers',
      'bad',
      { acquirers: [{ provider: 'REDE', sales: 6, unanswered: 5, lastSaleAt: NOW }] },
      /REDE: 5 de 6/,
    ],
    [
      'a certificate that ends within thirty days',
      'certificates',
      'warn',
      { certificates: [{ personId: 7, provider: 'ITAU', endsAt: NOW + 29 * 24 * HOUR }] },
      /o de ITAU da pessoa 7 vence em 29 dias/,
    ],
    [
      'a certificate that ended, among others',
      'certificates',
      'bad',
      {
        certificates: [
          { personId: 7, provider: 'BB', endsAt: NOW - 3 * HOUR },
          { personId: 8, provider: 'ITAU', endsAt: NOW + HOUR },
        ],
      },
      /o de BB da pessoa 7 venceu há 3 horas, e mais 1 certificado/,
    ],
    [
      'cases for a person',
      'recovery',
      'warn',
      { recovery: { open: 2, manual: 1, oldestDueAt: NOW } },
      /1 caso que/,
    ],
    [
      'recovery that is late',
      'recovery',
      'bad',
      { recovery: { open: 9, manual: 0, oldestDueAt: NOW - HOUR } },
      /9 em andamento/,
    ],
    [
      'postbacks that wait for hours',
      'postbacks',
      'warn',
      { postbacks: { waiting: 3, oldestAt: NOW - 2 * HOUR } },
      /3 avisos esperam/,
    ],
    [
      'postbacks that wait for days',
      'postbacks',
      'bad',
      { postbacks: { waiting: 3, oldestAt: NOW - 50 * HOUR } },
      /2 dias/,
    ],
    ['no backup at all', 'backup', 'bad', { backup: undefined }, /Nenhuma cópia/],
    [
      'a backup of two days ago',
      'backup',
      'warn',
      { backup: { at: NOW - 50 * HOUR, databaseBytes: 1, files: 1 } },
      /2 dias/,
    ],
    [
      'a server that cannot archive',
      'backup',
      'bad',
      { database: { ...SERVER, archive: { on: true, lastAt: NOW - HOUR, failedAt: NOW - MINUTE } } },
      /falha/,
    ],
    ['a disk that fills', 'disk', 'warn', { disk: { freeBytes: 12e9, totalBytes: 100e9 } }, /12 GB livres/],
    ['a full disk', 'disk', 'bad', { disk: { freeBytes: 0.5e9, totalBytes: 100e9 } }, /500 MB livres/],
    [
      'a clock that is wrong',
      'clock',
      'bad',
      { database: { ...SERVER, clockAheadMs: -90_000 } },
      /90 segundos atrás/,
    ],
  ];
  for (const [what, key, state, change, text] of cases) {
    test(`is ${state} for ${what}, with advice`, () => {
      const checks = judgeHealth({ ...WELL, ...change });
      const check = checks.find((one) => one.key === key);
      assert.equal(check?.state, state);
      assert.match(check?.text ?? '', text);
      assert.ok(check?.advice);
      assert.equal(worstState(checks), state);
    });
  }

  test('does not judge a sandbox without backups, nor backups of a server that Guichê cannot see', () => {
    const stateOf = (facts: HealthFacts) => judgeHealth(facts).find(({ key }) => key === 'backup')?.state;
    assert.equal(stateOf({ ...WELL, production: false, backup: undefined }), 'info');
    assert.equal(
      stateOf({ ...WELL, database: { ...SERVER, archive: { ...SERVER.archive, on: false } } }),
      'info',
    );
  });

  test('warns of a bank that tells payments elsewhere, or to nobody, and says how to mend it', () => {
    const noticesOf = (told: 'here' | 'elsewhere' | 'nowhere' | 'unknown') =>
      judgeHealth({
        ...WELL,
        notices: [...WELL.notices, { personId: 9, provider: 'C6BANK', told }],
      }).find(({ key }) => key === 'bank_notices');
    assert.equal(noticesOf('here')?.text, '2 contas: o banco avisa aqui os pagamentos');
    assert.equal(noticesOf('unknown')?.state, 'info');
    const [elsewhere, nowhere] = [noticesOf('elsewhere'), noticesOf('nowhere')];
    assert.deepEqual([elsewhere?.state, nowhere?.state], ['warn', 'warn']);
    assert.match(elsewhere?.text ?? '', /^C6BANK da pessoa 9 avisa os pagamentos em outro endereço$/);
    assert.match(elsewhere?.advice ?? '', /Testar agora/);
    assert.equal(
      judgeHealth({ ...WELL, notices: [] }).some(({ key }) => key === 'bank_notices'),
      false,
    );
  });
});
