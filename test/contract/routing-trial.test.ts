import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cnpj } from 'cpf-cnpj-validator';
import { recordOf } from '../support/gateway-answers.ts';
import { MASTERCARD, type Sale, sell } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';

const DRAFT = {
  rules: [
    {
      name: 'Juros do emissor',
      when: { plans: ['issuer'], installments: { from: 2 } },
      accounts: ['REDE', 'CIELO'],
    },
    { name: 'Mastercard', when: { brands: ['MASTERCARD'], amount: { to: 5_000 } }, accounts: ['CIELO'] },
    {
      name: 'Metade',
      when: { kinds: ['credit'], threeDs: false },
      accounts: ['REDE', 'CIELO'],
      split: [
        { account: 'REDE', weight: 50 },
        { account: 'CIELO', weight: 50 },
      ],
    },
  ],
};

const MANY = 200;
/** So many of the sales that would move are told one by one. */
const MOST_TOLD = 50;
/** So many are made at once. */
const TOGETHER = 20;

/** Sales of every sort, by their order's reference. */
const SALES: readonly Sale[] = Array.from({ length: MANY }, (_, index) => ({
  top: { referenceId: `pedido-${index}`, amount: String(2_000 + 1_000 * (index % 5)) },
  card: {
    ...(index % 6 === 1 ? { installments: 2, interestType: 4, provider: 'CIELO' } : {}),
    ...(index % 6 === 2 ? { installments: 3 } : {}),
    ...(index % 6 === 4 ? { saveCard: true } : {}),
  },
  ...(index % 3 === 0 ? { cardInfo: { number: MASTERCARD } } : {}),
}));

onSqliteByDay('rules that are not active yet', {}, (service) => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guiche-rules-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const fileOf = async (content: unknown) => {
    const file = join(folder, `${crypto.randomUUID()}.json`);
    await writeFile(file, JSON.stringify(content));
    return file;
  };
  const newShop = async () => {
    const { personId, api } = await addMerchant(service, cnpj.generate());
    return { api, of: ['--person', personId], person: Number(personId) };
  };
  const wentTo = async (api: ApiPair, sale: Sale) => recordOf(await sell(service, sale, api)).card.provider;

  test('are kept as numbered versions, shown, activated and switched off', async () => {
    const { of } = await newShop();
    assert.deepEqual(await service.command('routing', 'set', ...of, '--file', await fileOf(DRAFT)), {
      version: 1,
      active: false,
    });
    const second = { rules: [{ name: 'Tudo', accounts: ['CIELO'] }] };
    await service.command('routing', 'set', ...of, '--file', await fileOf(second));
    const shown = async () => {
      const { active, version, rules, versions } = await service.command('routing', 'show', ...of);
      return { active, version, rules, versions: (versions as object[]).length };
    };
    assert.deepEqual(await shown(), { active: null, version: null, rules: [], versions: 2 });
    assert.deepEqual(await service.command('routing', 'activate', ...of, '2'), { version: 2, active: true });
    assert.deepEqual(await shown(), { active: 2, version: 2, rules: second.rules, versions: 2 });
    assert.deepEqual((await service.command('routing', 'show', ...of, '--version', '1')).rules, DRAFT.rules);
    assert.deepEqual(await service.command('routing', 'activate', ...of, '0'), { version: 0, active: false });
    assert.equal((await shown()).active, null);
    await assert.rejects(service.command('routing', 'activate', ...of, '9'), /Não há essa versão/);
    await assert.rejects(
      service.command('routing', 'set', ...of, '--file', await fileOf({ rules: [{ name: 'x' }] })),
      /Na regra 1 \("x"\): accounts é obrigatório/,
    );
  });

  test('tell for a payment where it would go, and who cannot take it', async () => {
    const { of } = await newShop();
    await service.command('routing', 'set', ...of, '--file', await fileOf(DRAFT));
    const tried = async (payment: object) =>
      service.command('routing', 'test', ...of, '--version', '1', '--payment', await fileOf(payment));
    assert.deepEqual(await tried({ amount: 10_000, installments: 2, plan: 'issuer' }), {
      account: 'CIELO',
      rule: 'Juros do emissor',
      version: 1,
      struckOut: [{ account: 'REDE', why: 'plan' }],
    });
    const byBin = await tried({ amount: 5_000, bin: '544828' });
    assert.deepEqual([byBin.account, byBin.rule], ['CIELO', 'Mastercard']);
    const debit = await tried({ amount: 5_000, kind: 'debit' });
    assert.deepEqual([debit.account, debit.rule], ['REDE', null]);
    const active = await service.command('routing', 'test', ...of, '--payment', await fileOf({ amount: 1 }));
    assert.deepEqual(active, { account: 'REDE', rule: null, version: 0, struckOut: [] });
    await assert.rejects(tried({ amount: 5_000, brands: ['VISA'] }), /O campo brands não existe/);
  });

  test('tell of the last sales exactly what they then do, once active', async () => {
    const { api, of } = await newShop();
    const sellAll = async () => {
      const went = new Map<string, unknown>();
      for (let from = 0; from < SALES.length; from += TOGETHER) {
        const sold = SALES.slice(from, from + TOGETHER).map(async (sale) =>
          went.set(String(sale.top?.referenceId), await wentTo(api, sale)),
        );
        await Promise.all(sold);
      }
      return went;
    };
    const before = await sellAll();
    await service.command('routing', 'set', ...of, '--file', await fileOf(DRAFT));
    const trial = (await service.command('routing', 'test', ...of, '--version', '1', '--last', '1000')) as {
      sales: number;
      moved: number;
      uncertain: number;
      accounts: { account: string; tried: number }[];
      changes: { referenceId: string; from: string; to: string }[];
    };
    assert.deepEqual([trial.sales, trial.uncertain], [SALES.length, 0]);
    assert.equal(trial.changes.length, Math.min(trial.moved, MOST_TOLD));
    await service.command('routing', 'activate', ...of, '1');
    service.clock.advance(2_000);
    const now = await sellAll();
    for (const { referenceId, from, to } of trial.changes) {
      assert.deepEqual([from, to], [before.get(referenceId), now.get(referenceId)], referenceId);
    }
    const moved = [...now].filter(([reference, account]) => account !== before.get(reference));
    assert.equal(trial.moved, moved.length);
    for (const { account, tried } of trial.accounts) {
      assert.equal(tried, [...now.values()].filter((went) => went === account).length, account);
    }
    const again = await service.command('routing', 'test', ...of, '--version', '1', '--last', '1000');
    assert.equal(again.moved, 0, 'what is active changes nothing');
  });

  test('say which sales depend on digits that are not kept', async () => {
    const { api, of } = await newShop();
    await wentTo(api, {});
    const rules = [{ name: 'BIN longo', when: { bins: ['42356477'] }, accounts: ['CIELO'] }];
    await service.command('routing', 'set', ...of, '--file', await fileOf({ rules }));
    const trial = await service.command('routing', 'test', ...of, '--version', '1', '--last', '10');
    assert.deepEqual([trial.sales, trial.moved, trial.uncertain], [1, 0, 1]);
  });
});

onSqliteByDay('transaction show', {}, (service) => {
  test('tells version, rule, account and who was struck out of each attempt', async () => {
    const { personId, api } = await addMerchant(service, cnpj.generate());
    const { routing } = service.rooms();
    const rules = [{ name: 'Rede e Cielo', accounts: ['REDE', 'CIELO'] }];
    const version = await routing.add(Number(personId), { rules });
    await routing.activate(Number(personId), version);
    service.clock.advance(2_000);
    const sold = recordOf(await sell(service, { card: { installments: 2, interestType: 4 } }, api));
    const shown = await service.command('transaction', 'show', String(sold.top.transactionId));
    const [attempt] = shown.attempts as { routing: unknown }[];
    assert.deepEqual(attempt?.routing, {
      version: 1,
      rule: 'Rede e Cielo',
      account: 'CIELO',
      struckOut: [{ account: 'REDE', why: 'plan' }],
    });
  });
});
