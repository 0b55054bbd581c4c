import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cnpj } from 'cpf-cnpj-validator';
import { type RuleSet, readNote } from '../../src/gateway/providers/index.ts';
import { recordOf } from '../support/gateway-answers.ts';
import { MASTERCARD, type Sale, sell } from '../support/gateway-client.ts';
import { createLink, submit } from '../support/hosted-page.ts';
import { addMerchant } from '../support/merchants.ts';
import { onSqliteByDay, onTwoInstances, type TestService } from '../support/service.ts';

const BY_BRAND: RuleSet = {
  rules: [
    { name: 'Mastercard na Cielo', when: { brands: ['MASTERCARD'] }, accounts: ['CIELO', 'REDE'] },
    { name: 'À vista na Rede', when: { installments: { to: 1 } }, accounts: ['REDE'] },
  ],
};

const HALVES: RuleSet = {
  rules: [
    {
      name: 'Metade',
      accounts: ['REDE', 'CIELO'],
      split: [
        { account: 'REDE', weight: 50 },
        { account: 'CIELO', weight: 50 },
      ],
    },
  ],
};
/** Refused for want of funds, which no second acquirer is asked after. */
const NO_FUNDS_CARD = '4000000000090516';

async function activate(service: TestService, personId: number, rules: RuleSet): Promise<number> {
  const { routing } = service.rooms();
  const version = await routing.add(personId, rules);
  await routing.activate(personId, version);
  return version;
}

async function soldBy(service: TestService, pair: Readonly<Record<string, string>>, sale: Sale = {}) {
  const { top, card } = recordOf(await sell(service, sale, pair));
  const [attempt] = await service.rooms().transactions.attemptsOf(String(top.transactionId));
  return { provider: card.provider, status: top.status, note: readNote(attempt?.routing) };
}

onSqliteByDay('a sale where its merchant has rules', {}, (service) => {
  const newShop = async (rules?: RuleSet) => {
    const { personId, api: pair } = await addMerchant(service, cnpj.generate());
    if (rules) await activate(service, Number(personId), rules);
    return { personId: Number(personId), pair };
  };

  test('goes where the first rule says, and keeps version, rule and account', async () => {
    const { pair } = await newShop(BY_BRAND);
    const mastercard = await soldBy(service, pair, { cardInfo: { number: MASTERCARD } });
    assert.equal(mastercard.provider, 'CIELO');
    assert.deepEqual(mastercard.note, {
      account: 'CIELO',
      by: 'rule',
      version: 1,
      rule: 'Mastercard na Cielo',
      struckOut: [],
      hadProof: false,
    });
    const visa = await soldBy(service, pair);
    assert.deepEqual([visa.provider, visa.note?.rule], ['REDE', 'À vista na Rede']);
    const none = await soldBy(service, pair, { top: { amount: '9000' }, card: { installments: 3 } });
    assert.deepEqual([none.provider, none.note?.by, none.note?.rule], ['REDE', 'default', undefined]);
  });

  test('goes to the next account where the first cannot do it, and tells why', async () => {
    const { pair } = await newShop({ rules: [{ name: 'Rede antes', accounts: ['REDE', 'CIELO'] }] });
    const issuer = await soldBy(service, pair, { card: { installments: 2, interestType: 4 } });
    assert.deepEqual(
      [issuer.provider, issuer.note?.struckOut],
      ['CIELO', [{ account: 'REDE', why: 'plan' }]],
    );
  });

  test('is answered as by the default account where none can do it', async () => {
    const { pair } = await newShop({ rules: [{ name: 'Cielo', accounts: ['CIELO'] }] });
    const { top, card } = recordOf(await sell(service, { card: { installments: 18 } }, pair));
    assert.deepEqual([card.provider, top.status], ['REDE', 7]);
  });

  test('goes where its request names, whatever the rules say', async () => {
    const { pair } = await newShop({ rules: [{ name: 'Cielo', accounts: ['CIELO'] }] });
    const named = await soldBy(service, pair, { card: { provider: 'REDE' } });
    assert.deepEqual([named.provider, named.note?.by, named.note?.version], ['REDE', 'named', undefined]);
  });

  test('by a stored card goes where that is stored, whatever the rules say', async () => {
    const { personId, pair } = await newShop();
    const kept = recordOf(await sell(service, { card: { saveCard: true, capture: true } }, pair));
    const token = (kept.card.cardInfo as { token?: string }).token;
    assert.ok(token);
    await activate(service, personId, { rules: [{ name: 'Cielo', accounts: ['CIELO'] }] });
    const cardInfo = { token, number: undefined, expirationMonth: undefined, expirationYear: undefined };
    const sold = await soldBy(service, pair, { cardInfo });
    assert.deepEqual([sold.provider, sold.note?.by], ['REDE', 'stored_card']);
  });

  test('keeps nothing where there was nothing to choose', async () => {
    const { pair } = await newShop();
    assert.deepEqual(await soldBy(service, pair), { provider: 'REDE', status: 5, note: undefined });
  });

  test('of one order goes the same way each time, also after a restart, and of many orders as the weights say', async () => {
    const { pair } = await newShop(HALVES);
    const orders = Array.from({ length: 12 }, (_, order) => ({ referenceId: `pedido-${order}` }));
    const soldAll = async () => {
      const providers: unknown[] = [];
      for (const top of orders) providers.push((await soldBy(service, pair, { top })).provider);
      return providers;
    };
    const first = await soldAll();
    assert.deepEqual([...new Set(first)].toSorted(), ['CIELO', 'REDE']);
    assert.deepEqual(await soldAll(), first);
    await service.stop();
    await service.start();
    assert.deepEqual(await soldAll(), first);
  });

  test('of a link without a reference goes the same way at each try of its buyer', async (t) => {
    const { routing, transactions } = service.rooms();
    t.after(() => service.rooms().routing.activate(1, 0));
    await routing.activate(1, await routing.add(1, HALVES));
    service.clock.advance(2_000);
    for (let link = 0; link < 4; link += 1) {
      const { transactionId, path } = await createLink(service, { referenceId: undefined });
      for (let tried = 0; tried < 3; tried += 1) await submit(service, path, { numero: NO_FUNDS_CARD });
      const notes = (await transactions.attemptsOf(transactionId)).map(({ routing: note }) => readNote(note));
      const [first] = notes;
      assert.deepEqual(
        notes.map((note) => [note?.by, note?.account]),
        Array.from({ length: 3 }, () => ['rule', first?.account]),
      );
    }
  });

  test('keeps the version that chose, while rules are changed', async () => {
    const { personId, pair } = await newShop(BY_BRAND);
    const running = Array.from({ length: 6 }, () => soldBy(service, pair));
    const version = await activate(service, personId, {
      rules: [{ name: 'Tudo na Cielo', accounts: ['CIELO'] }],
    });
    const after = await soldBy(service, pair);
    assert.deepEqual([after.provider, after.note?.version], ['CIELO', version]);
    for (const { provider, note } of await Promise.all(running)) {
      const expected = note?.version === 1 ? ['REDE', 'À vista na Rede'] : ['CIELO', 'Tudo na Cielo'];
      assert.deepEqual([provider, note?.rule], expected);
    }
  });

  test('on a hosted page goes by what its buyer chose, unless its merchant named the provider', async (t) => {
    const { routing, transactions } = service.rooms();
    t.after(() => routing.activate(1, 0));
    await activate(service, 1, BY_BRAND);
    service.clock.advance(2_000);
    const paid = async (card: Readonly<Record<string, unknown>>) => {
      const { transactionId, path } = await createLink(service, {}, card);
      assert.equal((await submit(service, path, { numero: '5448 2800 0000 0007' })).status, 303);
      const sale = await transactions.findAny(transactionId);
      const [attempt] = await transactions.attemptsOf(transactionId);
      const { by } = readNote(attempt?.routing) ?? {};
      return [sale?.order.provider, by];
    };
    assert.deepEqual(await paid({}), ['CIELO', 'rule']);
    assert.deepEqual(await paid({ provider: 'REDE' }), ['REDE', 'named']);
  });

  test('of a person without rules goes by those of the installation, until it has its own', async (t) => {
    t.after(() => service.rooms().routing.activate('installation', 0));
    const { personId, pair } = await newShop();
    const { routing } = service.rooms();
    const version = await routing.add('installation', { rules: [{ name: 'Da casa', accounts: ['CIELO'] }] });
    await routing.activate('installation', version);
    const house = await soldBy(service, pair);
    assert.deepEqual([house.provider, house.note?.rule], ['CIELO', 'Da casa']);
    await activate(service, personId, { rules: [] });
    assert.equal((await soldBy(service, pair)).provider, 'REDE');
    await routing.activate(personId, 0);
    assert.equal((await soldBy(service, pair)).provider, 'CIELO');
  });
});

onTwoInstances('rules activated at one instance', {}, (first, second) => {
  test('hold at the other within two seconds', async () => {
    const { personId, api: pair } = await addMerchant(first, cnpj.generate());
    assert.equal((await soldBy(second, pair)).provider, 'REDE');
    await activate(first, Number(personId), { rules: [{ name: 'Cielo', accounts: ['CIELO'] }] });
    first.clock.advance(2_000);
    assert.equal((await soldBy(second, pair)).provider, 'CIELO');
  });
});
